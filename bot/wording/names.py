"""Names of people in messages: shown as they are, harmless."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import discord

from bot.i18n import Language
from matches.people import Person
from renderer.typesetting import clusters

LONGEST = 32
LONGEST_READ = 200
"""Characters of a name that are looked at: what is visible of one lies in its first few."""
MOST_MARKS = 2
"""Marks on one letter: Hebrew, Thai and Vietnamese need as many, towers of them nobody."""

_SPACES = re.compile(r"\s+")
_JOINER = "\N{ZERO WIDTH JOINER}"
_SHAKEN = "\N{LEFT RIGHT ARROW}"  # makes a shaken head of a face, and is no symbol by category
_AS_EMOJI = "\N{VARIATION SELECTOR-16}"
# Letters, signs and marks that show nothing, though their categories do not say so.
_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
).union(map(chr, range(0xFE00, 0xFE0F)), map(chr, range(0xE0100, 0xE01F0)))


@lru_cache(maxsize=1_024)  # a board alone says each name some times
def plain(name: str) -> str:
    """The name in one line, without characters that reorder, hide or stack; at most 32 long.

    Texts and pictures show it alike. Empty if there is nothing to see in it.
    """
    spaced = _SPACES.sub(" ", name[:LONGEST_READ])
    visible = unicodedata.normalize("NFC", "".join(c for c in spaced if _is_visible(c)))
    line = unicodedata.normalize("NFC", "".join(_without_loose_marks(visible)))
    line = _SPACES.sub(" ", line).strip()
    return line if len(line) <= LONGEST else _shortened(line)


def _shortened(line: str) -> str:
    """Its beginning with an ellipsis: no letter loses a mark, and no flag its second half."""
    kept = ""
    for base, marks in clusters(line):
        if len(kept) + len(base) + len(marks) >= LONGEST:
            break
        kept += base + marks
    return kept.rstrip(" " + _JOINER) + "…"


def _is_visible(character: str) -> bool:
    """Whether it shows something, or joins emoji."""
    if character == _JOINER:
        return True
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Cn")
    return not hidden and character not in _INVISIBLE


def _without_loose_marks(text: str) -> Iterator[str]:
    """The characters without marks beyond `MOST_MARKS`, and without what joins no emoji."""
    marks, before = MOST_MARKS, " "
    for character, following in zip(text, (text + " ")[1:], strict=True):
        if character == _JOINER:
            joined = _is_emoji(following) and following != _AS_EMOJI
            kept = joined and _is_emoji(before)
        elif character == _AS_EMOJI:
            kept = unicodedata.category(before)[0] in "SPN"
            marks += kept
        elif unicodedata.category(character) in ("Mn", "Me"):
            kept = marks < MOST_MARKS
            marks += kept
        else:
            kept, marks = True, MOST_MARKS if character == " " else 0
        if kept:
            yield character
            before = character


def _is_emoji(character: str) -> bool:
    """Whether it is one, or the end of one: the sign that asks for it, or the tone of a skin."""
    return character in (_AS_EMOJI, _SHAKEN) or unicodedata.category(character) in ("So", "Sk")


def shown_name(person: Person, language: Language) -> str:
    """The name for a picture or an alternative text."""
    if person.level is not None:
        return computer_name(person.level, language)
    if person.account is None:
        return language.say("deleted player")
    return plain(person.name) or language.say("nameless player")


def computer_name(level: int, language: Language) -> str:
    """What the computer is called at a level."""
    names = (
        language.say("Beginner"),
        language.say("Learner"),
        language.say("Casual"),
        language.say("Regular"),
        language.say("Skilled"),
        language.say("Expert"),
        language.say("Master"),
        language.say("Champion"),
    )
    return language.say("{name} (level {number})", name=names[level - 1], number=level)


def message_name(person: Person, language: Language) -> str:
    """The name for a message: nothing in it formats, links or mentions."""
    return harmless(shown_name(person, language))


@lru_cache(maxsize=1_024)
def harmless(shown: str) -> str:
    """A text of somebody's in one line of a message: nothing in it formats, links or mentions."""
    escaped = discord.utils.escape_markdown(shown, ignore_links=False).replace("://", "\\://")
    escaped = discord.utils.escape_mentions(escaped).replace("<", "\\<")
    return _isolated(escaped)


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
