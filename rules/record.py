r"""Records of games as text, in the manner of chess's PGN.

    [Server "The Corner"]
    [First "Alice"]
    [Second "Bob"]
    [Game "paper_soccer"]
    [Variant "small"]
    [Width "6"]
    [Height "8"]
    …
    [Result "1-0"]
    [Reason "goal"]

    1. 0 2 2. 2 17 3. 77 1-0

First the tags, then the turns, numbered by pairs, then the result. Whoever writes a record supplies
its tags about people, dates and clocks; those about the game follow from it. Only if the players
ended it themselves (by giving up, or by the clock) must Result and Reason be supplied too.

Inside a tag's quotes, `\"` and `\\` stand for `"` and `\`, and `\u{…}` for the character of that
number: controls and line ends are written so. Comments are `{…}`, or `;` up to the line's end.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from unicodedata import category

from rules.game import Game
from rules.player import Player
from rules.position import Outcome, Reason, Ruleset
from rules.variants import VARIANTS, read_ruleset, variant_of

COLUMNS = 80
CUSTOM = "custom"
"""The variant of a game that is no preset."""


class Result(StrEnum):
    """How a game ended, as a record writes it."""

    FIRST_WON = "1-0"
    SECOND_WON = "0-1"
    DRAW = "1/2-1/2"
    OPEN = "*"

    @property
    def winner(self) -> Player | None:
        """Who won; None after a draw, or if the game is open."""
        return {Result.FIRST_WON: Player.FIRST, Result.SECOND_WON: Player.SECOND}.get(self)


def option_tag(option: str) -> str:
    """The tag of an option: `goal_width` is GoalWidth."""
    return "".join(word.capitalize() for word in option.split("_"))


def option_text(value: int | str | bool) -> str:
    """An option's value as a record writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


GAME, VARIANT, RESULT, REASON = "Game", "Variant", "Result", "Reason"

OPTION_TAGS = {
    option_tag(option): option for variant in VARIANTS for option in variant.ruleset.options()
}
"""The options of all games by their tags."""

OWN_TAGS = frozenset({GAME, VARIANT, *OPTION_TAGS})
"""The tags that follow from the game: nobody supplies them, and no record's `tags` hold them."""

MOST_IN_TAG = 1_000
"""Characters in the text of a tag."""

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}", re.ASCII)

REASONS = frozenset(reason.value for reason in Reason)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, and the tags that do not follow from it: what is known of the people's side.

    Among them are Result and Reason only if the turns do not end the game; without Result it is
    open.
    """

    game: Game
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def result(self) -> Result:
        """How the game ended, by its turns or by its players."""
        if self.game.outcome is not None:
            return result_of(self.game.outcome)
        return Result(self.tags.get(RESULT, Result.OPEN))

    @property
    def reason(self) -> str | None:
        """Why it ended: one of the rules' own reasons, or the players' in whatever words."""
        if self.game.outcome is not None:
            return self.game.outcome.reason.value
        return self.tags.get(REASON)


def result_of(outcome: Outcome) -> Result:
    """How a record writes an outcome."""
    winners = {Player.FIRST: Result.FIRST_WON, Player.SECOND: Result.SECOND_WON, None: Result.DRAW}
    return winners[outcome.winner]


def write_record(game: Game, tags: Mapping[str, str] | None = None) -> str:
    """The record of a game with these tags; `read_record` reads it back.

    ValueError for a tag that follows from the game, contradicts it, has no proper name or more than
    `MOST_IN_TAG` characters. Half
    characters (lone surrogates), which no file can hold, become U+FFFD.
    """
    record = Record(game, dict(tags or {}))
    for name, text in record.tags.items():
        if TAG_NAME.fullmatch(name) is None:
            raise ValueError(f"not a name for a tag: {name!r}")
        if len(text) > MOST_IN_TAG:
            raise ValueError(f"too long for a tag: {name}")
    _require_consistent(record)
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _all_tags(record)]
    return "\n".join([*lines, "", *_filled(_words(record)), ""])


def short_record(game: Game, draft: str = "") -> str:
    """The game on one line, with no more tags than it needs, for `read_record` to read back.

    `draft`, the beginning of the next turn, stands at the end as a comment.
    """
    ruleset = game.ruleset
    variant = variant_of(ruleset)
    tags = _needed_tags(ruleset) if variant is None else [(VARIANT, variant.key)]
    words = [*(f'[{name} "{_escaped(value)}"]' for name, value in tags), *game.turns]
    return " ".join([*words, f"{{draft {draft}}}"] if draft else words)


def _needed_tags(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The tags of rules that are no preset: a game's own name, and what its options change."""
    usual = VARIANTS[0].ruleset
    if ruleset.game != usual.game:
        usual = read_ruleset(ruleset.game, {})
    yield GAME, ruleset.game
    for option, value in ruleset.options().items():
        if value != usual.options()[option]:
            yield option_tag(option), option_text(value)


def _require_consistent(record: Record) -> None:
    """Refuse tags that say what the game says itself."""
    own = OWN_TAGS if record.game.outcome is None else OWN_TAGS | {RESULT, REASON}
    if not own.isdisjoint(record.tags):
        raise ValueError(f"tags that follow from the game: {sorted(own & record.tags.keys())}")
    if record.game.outcome is None and record.reason in REASONS:
        raise ValueError(f"the turns do not end the game by {record.reason}")
    if record.tags.get(RESULT, Result.OPEN) not in set(Result):
        raise ValueError(f"not a result: {record.tags[RESULT]!r}")


def _all_tags(record: Record) -> Iterator[tuple[str, str]]:
    ruleset = record.game.ruleset
    yield from ((name, text) for name, text in record.tags.items() if name not in (RESULT, REASON))
    variant = variant_of(ruleset)
    yield GAME, ruleset.game
    yield VARIANT, CUSTOM if variant is None else variant.key
    for option, value in ruleset.options().items():
        yield option_tag(option), option_text(value)
    yield RESULT, record.result
    if record.reason is not None:
        yield REASON, record.reason


def _escaped(text: str) -> str:
    return "".join(map(_escape, text))


def _escape(character: str) -> str:
    kind = category(character)
    if kind == "Cs":
        return "\N{REPLACEMENT CHARACTER}"
    if kind in ("Cc", "Zl", "Zp"):
        return f"\\u{{{ord(character):x}}}"
    return f"\\{character}" if character in '"\\' else character


def _words(record: Record) -> Iterator[str]:
    """What a line is not broken within: a turn, with the number before it."""
    for index, turn in enumerate(record.game.turns):
        yield turn if index % 2 else f"{index // 2 + 1}. {turn}"
    yield record.result


def _filled(words: Iterable[str]) -> Iterator[str]:
    """Lines of words, as full as `COLUMNS` allows; a word that is longer has its own."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > COLUMNS:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
