"""Names of people in messages: shown as they are, harmless."""

import re
import unicodedata

import discord

from bot.i18n import Language
from matches.people import Person

_SPACES = re.compile(r"\s+")
LONGEST = 32


def plain(name: str) -> str:
    """The name in one line, without characters that reorder, hide or stack; at most 32 long."""
    kept = "".join(c for c in name if unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cs", "Cn"))
    line = _SPACES.sub(" ", kept).strip()
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def shown_name(person: Person, language: Language) -> str:
    """The name for a picture or an alternative text."""
    if person.account is None:
        return language.say("deleted player")
    return plain(person.name) or language.say("nameless player")


def message_name(person: Person, language: Language) -> str:
    """The name for a message: nothing in it formats, links or mentions."""
    shown = shown_name(person, language)
    harmless = discord.utils.escape_markdown(shown, ignore_links=False).replace("://", "\\://")
    harmless = discord.utils.escape_mentions(harmless).replace("<", "\\<")
    return _isolated(harmless)


def _isolated(name: str) -> str:
    """A name from right to left must not turn round the arrows and numbers beside it."""
    if any(unicodedata.bidirectional(c) in ("R", "AL") for c in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def mention(person: Person, language: Language) -> str:
    """A mention; whether it notifies is decided by the message's allowed mentions."""
    if person.account is None:
        return message_name(person, language)
    return f"<@{person.account}>"
