"""Reading records of games: whatever the file, a game and its tags, or what is wrong and where."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from rules.errors import (
    IllegalTurnError,
    InvalidRecordError,
    InvalidRulesetError,
    InvalidTurnError,
    RecordProblem,
    RulesError,
)
from rules.game import Game
from rules.position import Ruleset
from rules.record import (
    CUSTOM,
    GAME,
    MOST_IN_TAG,
    OPTION_TAGS,
    OWN_TAGS,
    REASON,
    REASONS,
    RESULT,
    TAG_NAME,
    VARIANT,
    Record,
    Result,
    option_tag,
    result_of,
)
from rules.variants import VARIANTS, read_ruleset, variant_of

MOST_CHARACTERS = 500_000
"""The longest record that is read: a thousand turns have about twenty thousand characters."""
MOST_BYTES = 4 * MOST_CHARACTERS
MOST_TAGS = 1_000
MOST_STEPS = 5_000
"""More than any turn can have: the largest pitch has room for about 2,300 segments."""
EXCERPT = 40

# Possessive: what has been passed is never looked at again, however much of it there is.
_BLANK = re.compile(r"(?:[ \t\n]++|\{[^}]*+\}|;[^\n]*+)*+")
_TAG = re.compile(
    rf'\[[ \t\n]*+({TAG_NAME.pattern})[ \t\n]*+"'
    r'((?:[^"\\\n]|\\["\\]|\\u\{[0-9A-Fa-f]{1,6}\})*+)"[ \t\n]*+\]'
)
_ESCAPE = re.compile(r'\\(["\\]|u\{[^}]*\})')
_WORD = re.compile(r"[^ \t\n{;\[]+")
_NUMBER = re.compile(r"([0-9]+)\.(?:\.\.)?")
_NUMBERED = re.compile(r"([0-9]{1,6}\.(?:\.\.)?)(.+)")
_IMPOSSIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
"""Characters that no text file has: controls other than tabs and line ends, half characters."""


class Place(NamedTuple):
    """A piece of the text, and the index at which it begins."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Page:
    """The text of a record; knows lines and columns."""

    text: str

    def error(
        self,
        at: int,
        problem: RecordProblem,
        *,
        found: str = "",
        expected: str = "",
        turn: int | None = None,
        cause: RulesError | None = None,
    ) -> InvalidRecordError:
        """What is wrong at an index of the text, with its line and column."""
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        found = found if len(found) <= EXCERPT else found[:EXCERPT] + "…"
        return InvalidRecordError(
            line, column, problem, found=found, expected=expected, turn=turn, cause=cause
        )


def read_record(source: str | bytes) -> Record:
    """The game and the tags of a record's text; InvalidRecordError says what is wrong and where.

    Windows line ends, a byte-order mark, comments, tags that are missing or unknown and a missing
    result do not matter. Without tags the game is the standard one.
    """
    page = Page(_text(source))
    tags, end = _read_tags(page)
    ruleset = _ruleset(page, tags)
    game, result = _replay(page, end, ruleset)
    if not tags and not game.turns:
        raise page.error(0, RecordProblem.EMPTY)
    supplied = {
        name: tag.text
        for name, tag in tags.items()
        if name not in OWN_TAGS and name not in (RESULT, REASON)
    }
    return Record(game, supplied | _ending(page, game, tags, result))


# ------------------------------------------------------------------------------------ the text


def _text(source: str | bytes) -> str:
    """The text with plain line ends and nothing in it that no text has."""
    if len(source) > (MOST_BYTES if isinstance(source, bytes) else MOST_CHARACTERS):
        raise InvalidRecordError(1, 1, RecordProblem.TOO_LONG)
    text = _decoded(source) if isinstance(source, bytes) else source
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MOST_CHARACTERS:
        raise InvalidRecordError(1, 1, RecordProblem.TOO_LONG)
    impossible = _IMPOSSIBLE.search(text)
    if impossible is not None:
        found = f"U+{ord(impossible.group()):04X}"
        raise Page(text).error(impossible.start(), RecordProblem.CHARACTER, found=found)
    return text


def _decoded(source: bytes) -> str:
    # Some Windows programs write UTF-16, always with its mark.
    encoding = "utf-16" if source.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8"
    try:
        return source.decode(encoding)
    except UnicodeDecodeError as error:
        before = source[: error.start].decode(encoding, "replace").removeprefix("\ufeff")
        raise Page(before).error(len(before), RecordProblem.ENCODING) from None


# ------------------------------------------------------------------------------------ the tags


def _read_tags(page: Page) -> tuple[dict[str, Place], int]:
    """The tags by their names, and the index behind them."""
    tags: dict[str, Place] = {}
    at = _after_blank(page, 0)
    while page.text.startswith("[", at):
        name, value, end = _tag(page, at)
        if name in tags:
            raise page.error(at, RecordProblem.REPEATED_TAG, found=name)
        if len(tags) == MOST_TAGS:
            raise page.error(at, RecordProblem.TOO_LONG)
        tags[name] = Place(value, at)
        at = _after_blank(page, end)
    return tags, at


def _tag(page: Page, at: int) -> tuple[str, str, int]:
    """The name and the value of the tag at an index, and the index behind it."""
    match = _TAG.match(page.text, at)
    if match is None:
        found = page.text[at : at + EXCERPT].partition("\n")[0]
        raise page.error(at, RecordProblem.TAG, found=found)
    try:
        value = _ESCAPE.sub(_unescaped, match[2])
    except ValueError:
        raise page.error(match.start(2), RecordProblem.TAG, found=match[2]) from None
    if len(value) > MOST_IN_TAG:
        expected = str(MOST_IN_TAG)
        raise page.error(at, RecordProblem.LONG_TAG, found=match[1], expected=expected)
    return match[1], value, match.end()


def _unescaped(match: re.Match[str]) -> str:
    """The character that an escape stands for; ValueError if there is none of that number."""
    escape = match[1]
    if not escape.startswith("u"):
        return escape
    character = chr(int(escape[2:-1], 16))
    character.encode()  # half a character cannot be encoded: a UnicodeError is a ValueError
    return character


def _after_blank(page: Page, at: int) -> int:
    """The index of the next thing that is no space and no comment."""
    blank = _BLANK.match(page.text, at)
    at = at if blank is None else blank.end()
    if page.text.startswith("{", at):
        raise page.error(at, RecordProblem.COMMENT)
    return at


# ----------------------------------------------------------------------------------- the rules


def _ruleset(page: Page, tags: Mapping[str, Place]) -> Ruleset:
    """The rules that the tags name: a preset's, changed by what the options say."""
    variant = tags.get(VARIANT, Place(CUSTOM, 0))
    presets = {preset.key: preset.ruleset for preset in VARIANTS}
    if variant.text not in (CUSTOM, *presets):
        raise page.error(variant.at, RecordProblem.VARIANT, found=variant.text)
    preset = presets.get(variant.text)
    base = preset or VARIANTS[0].ruleset
    game = tags[GAME].text if GAME in tags else base.game
    options = {**base.options()} if game == base.game else {}
    try:
        ruleset = read_ruleset(game, {**options, **_written_options(page, game, tags)})
    except InvalidRulesetError as error:
        at = tags.get(option_tag(error.option), variant).at
        raise page.error(at, RecordProblem.RULES, cause=error) from None
    if preset not in (None, ruleset):
        made = variant_of(ruleset)
        expected = CUSTOM if made is None else made.key
        raise page.error(
            variant.at, RecordProblem.OTHER_VARIANT, found=variant.text, expected=expected
        )
    return ruleset


def _written_options(page: Page, game: str, tags: Mapping[str, Place]) -> dict[str, object]:
    """The options that tags give, by name; InvalidRulesetError if there is no such game."""
    known = read_ruleset(game, {}).options()
    options: dict[str, object] = {}
    for name, tag in tags.items():
        option = OPTION_TAGS.get(name)
        if option is None:
            continue
        if option not in known:
            raise page.error(tag.at, RecordProblem.OPTION, found=name)
        options[option] = _value(tag.text, known[option])
    return options


def _value(text: str, example: object) -> object:
    """A written value as one of the example's kind; what is none is left to the ruleset."""
    if isinstance(example, bool):
        return {"yes": True, "no": False}.get(text, text)
    if isinstance(example, int) and re.fullmatch(r"[0-9]{1,4}", text):
        return int(text)
    return text


# ----------------------------------------------------------------------------------- the turns


def _replay(page: Page, at: int, ruleset: Ruleset) -> tuple[Game, Place | None]:
    """The game of the turns from an index on, and the result behind them, if any."""
    game, result = Game(ruleset), None
    numbered = False
    for word in _words_from(page, at):
        if result is not None:
            raise page.error(word.at, RecordProblem.AFTER_RESULT, found=word.text)
        if word.text in set(Result):
            result = word
        elif _NUMBER.fullmatch(word.text) is not None:
            _require_due(page, game, word, numbered)
            numbered = True
        else:
            game, numbered = _played(page, game, word, numbered), False
    return game, result


def _require_due(page: Page, game: Game, word: Place, numbered: bool) -> None:
    """Refuse a number that is not that of the next turn, or not its first."""
    due = str(len(game.turns) // 2 + 1)
    if word.text.rstrip(".").lstrip("0") != due:
        raise page.error(word.at, RecordProblem.NUMBER, found=word.text, expected=due)
    if numbered:
        raise page.error(word.at, RecordProblem.CHARACTER, found=word.text)


def _words_from(page: Page, at: int) -> Iterator[Place]:
    while (at := _after_blank(page, at)) < len(page.text):
        match = _WORD.match(page.text, at)
        if match is None:
            raise page.error(at, RecordProblem.LATE_TAG)
        yield Place(match.group(), at)
        at = match.end()


def _played(page: Page, game: Game, word: Place, numbered: bool) -> Game:
    """The game with one more turn, which may have its number before it without a space.

    In Gridball `1.0` can also be a step and a penalty: what is legal as a turn is one.
    """
    glued = _NUMBERED.fullmatch(word.text)
    if glued is None:
        return _drawn(page, game, word)
    number, turn = Place(glued[1], word.at), Place(glued[2], word.at + glued.start(2))
    try:
        return game.play(word.text[:MOST_STEPS])
    except InvalidTurnError:
        _require_due(page, game, number, numbered)
        return _drawn(page, game, turn)
    except IllegalTurnError:
        with suppress(InvalidRecordError):
            _require_due(page, game, number, numbered)
            return _drawn(page, game, turn)
        return _drawn(page, game, word)


def _drawn(page: Page, game: Game, word: Place) -> Game:
    """The game with one more turn."""
    turn = len(game.turns) + 1
    try:
        return game.play(word.text[:MOST_STEPS])
    except (InvalidTurnError, IllegalTurnError) as error:
        at = word.at + _refused_at(word.text, error)
        raise page.error(at, RecordProblem.TURN, found=word.text, turn=turn, cause=error) from None


def _refused_at(turn: str, error: InvalidTurnError | IllegalTurnError) -> int:
    """The index of the character or step that is refused; the end for a step that is missing."""
    if isinstance(error, InvalidTurnError):
        return error.at
    digits = [index for index, character in enumerate(turn) if character.isdigit()]
    return digits[error.at] if error.at < len(digits) else len(turn)


# ---------------------------------------------------------------------------------- the ending


def _ending(
    page: Page, game: Game, tags: Mapping[str, Place], token: Place | None
) -> dict[str, str]:
    """Result and Reason as far as they say more than the turns; refused if they say otherwise."""
    written, reason = tags.get(RESULT), tags.get(REASON)
    if written is not None and written.text not in set(Result):
        raise page.error(written.at, RecordProblem.RESULT, found=written.text)
    results = [place for place in (written, token) if place and place.text != Result.OPEN]
    reasons = [] if reason is None else [reason]
    if game.outcome is not None:
        _require(page, results, result_of(game.outcome))
        _require(page, reasons, game.outcome.reason)
        return {}
    if reason is not None and reason.text in REASONS:
        _require(page, reasons, Result.OPEN)
    _require(page, results, results[0].text if results else "")
    ending = {RESULT: results[0], REASON: reason} if results else {REASON: reason}
    return {name: place.text for name, place in ending.items() if place is not None}


def _require(page: Page, places: Iterable[Place], expected: str) -> None:
    for text, at in places:
        if text != expected:
            raise page.error(at, RecordProblem.CONTRADICTION, found=text, expected=str(expected))
