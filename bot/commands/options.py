"""Options that several commands share."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.i18n import ENGLISH
from bot.wording.terms import turn_time, variant_name
from matches.terms import TurnTime
from rules import VARIANTS

VARIANT_CHOICES = [
    app_commands.Choice(name=locale_str(variant_name(variant.key, ENGLISH)), value=variant.key)
    for variant in VARIANTS
]

TIME_CHOICES = [
    app_commands.Choice(name=locale_str(turn_time(time, ENGLISH)), value=time.value)
    for time in TurnTime
]
