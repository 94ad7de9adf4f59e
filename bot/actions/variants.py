"""The option `variant`: its completion, and what was typed into it."""

from collections.abc import Iterable

import discord
from discord import app_commands

from bot.failures import Refused
from bot.i18n import ENGLISH, Language, reader_language
from bot.wording.choices import shortened
from bot.wording.refusals import quoted
from bot.wording.terms import variant_name, variant_note
from matches.place import ServerSettings
from matches.terms import TurnTime
from rules import VARIANTS
from rules.record import CUSTOM

DEFAULT = "standard"
"""What an option stands for that is left, where nobody decided otherwise."""

DEFAULT_TIME = TurnTime.THREE_DAYS

PRESETS = tuple(variant.key for variant in VARIANTS)


def usual_variant(settings: ServerSettings) -> str:
    """The key of the preset that a challenge in this server means which names none."""
    return settings.variant if settings.variant in PRESETS else DEFAULT


def usual_time(settings: ServerSettings) -> TurnTime:
    """The same for the time per turn."""
    return settings.turn_time or DEFAULT_TIME


async def complete_variant(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Every preset and *Custom*, with what is special, as far as they contain what is typed."""
    return _choices((*PRESETS, CUSTOM), typed, reader_language(interaction))


async def complete_preset(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """The same for where a custom game makes no sense."""
    return _choices(PRESETS, typed, reader_language(interaction))


def read_variant(typed: str, language: Language) -> str:
    """The key of the variant that was typed or chosen, `CUSTOM` for a game of one's own.

    Raises Refused, with a list of all, for anything else.
    """
    return _read((*PRESETS, CUSTOM), typed, language)


def read_preset(typed: str, language: Language) -> str:
    """The same for where a custom game makes no sense."""
    return _read(PRESETS, typed, language)


def _choices(keys: Iterable[str], typed: str, language: Language) -> list[app_commands.Choice[str]]:
    wanted = typed.strip().casefold()
    named = ((key, _described(key, language)) for key in keys)
    return [
        app_commands.Choice(name=shortened(name), value=key)
        for key, name in named
        if wanted in f"{key}\n{name}".casefold()
    ]


def _read(keys: Iterable[str], typed: str, language: Language) -> str:
    wanted = typed.strip().casefold()
    for key in keys:
        # A completion that was picked comes as its key; a client may send what it showed.
        known = (key, _name(key, language), _name(key, ENGLISH), _described(key, language))
        if wanted in (text.casefold() for text in known):
            return key
    lines = [f"- `{key}`: {_described(key, language)}" for key in keys]
    heading = language.say(
        "There is no variant `{typed}`. Choose one of these:", typed=quoted(typed)
    )
    raise Refused("\n".join([heading, *lines]))


def _described(key: str, language: Language) -> str:
    known = None if key == CUSTOM else key
    return f"{_name(key, language)} — {variant_note(known, language)}"


def _name(key: str, language: Language) -> str:
    return language.say("Custom…") if key == CUSTOM else variant_name(key, language)
