"""Options that several commands share.

Their texts are made of others, so that the translator cannot look them up: `locale_str` carries in
its extras under `words` what says them in a language.
"""

from functools import partial

from discord import app_commands
from discord.app_commands import locale_str

from bot.i18n import ENGLISH
from bot.wording.terms import turn_time
from matches.terms import TurnTime

in_private_too = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
"""For commands that need no server: they work in direct messages with the bot as well."""

TIME_CHOICES = [
    app_commands.Choice(
        name=locale_str(turn_time(time, ENGLISH), words=partial(turn_time, time)),
        value=time.value,
    )
    for time in TurnTime
]
