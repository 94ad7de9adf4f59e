"""Turns as people type and read them: digits, compass words or arrows.

The written turn is digits, as the position's own `read_steps` reads them; everything else is
turned into it and back. A game may mark some steps with a dot before them (Gridball's penalties):
dots that were typed are kept, and where none was typed the position says which steps need one.

    digits          67       6 7      6-7      6,7
    compass words   w nw     W-NW     west, north-west     (words of other languages as an argument)
    arrows          ←↖       ← ↖      ⬅️↖️     (with or without the emoji's variation selector)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias
from unicodedata import combining, normalize

from rules.errors import InvalidTurnError
from rules.pitch import DIRECTIONS, Direction
from rules.position import Position

Words: TypeAlias = Mapping[str, Direction]
"""What may be typed for each direction: lower case, hyphens inside a word allowed."""

COMPASS: tuple[str, ...] = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The English names of the directions, in the order of their digits."""

_ENGLISH_WORDS = (
    ("n", "north", "up"),
    ("ne", "north-east", "northeast", "up-right"),
    ("e", "east", "right"),
    ("se", "south-east", "southeast", "down-right"),
    ("s", "south", "down"),
    ("sw", "south-west", "southwest", "down-left"),
    ("w", "west", "left"),
    ("nw", "north-west", "northwest", "up-left"),
)

ENGLISH: Words = {
    word: direction for direction, words in enumerate(_ENGLISH_WORDS) for word in words
}

ARROWS = "↑↗→↘↓↙←↖"
EMOJI = ("⬆️", "↗️", "➡️", "↘️", "⬇️", "↙️", "⬅️", "↖️")
"""The arrows as Discord's emoji, in the order of their digits."""

_DIGITS = {str(direction): direction for direction in DIRECTIONS}
_SIGNS = {
    **_DIGITS,
    **{arrow: direction for direction, arrow in enumerate(ARROWS)},
    **{emoji[0]: direction for direction, emoji in enumerate(EMOJI)},
}
_DOT = "."
_SEPARATORS = ",-"
_SELECTORS = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"


class _Token(NamedTuple):
    """One direction as it was typed, and the index of its first character."""

    direction: Direction
    dotted: bool
    at: int


def read_turn(text: str, position: Position, words: Words = ENGLISH) -> str:
    """The written turn that somebody typed in any of the forms; it need not be legal.

    Raises InvalidTurnError, whose `at` is the index in the text as typed of the first character
    that does not belong (a word that is none is named by its first; a direction that is missing
    altogether, by the end).
    """
    tokens = list(_tokens(text, words))
    if not tokens:
        raise InvalidTurnError(text, len(text))
    if any(token.dotted for token in tokens):
        steps = [_DOT * token.dotted + str(token.direction) for token in tokens]
    else:
        steps = list(_steps(position, [token.direction for token in tokens]))
    written = "".join(steps)
    try:
        position.read_steps(written)
    except InvalidTurnError as error:
        raise InvalidTurnError(text, _typed_at(text, tokens, steps, error.at)) from None
    return written


def write_digits(position: Position, directions: Iterable[Direction]) -> str:
    """Directions from this position on as a written turn, with the dots that the game needs."""
    return "".join(_steps(position, directions))


def write_compass(turn: str, names: Sequence[str] = COMPASS) -> str:
    """A written turn in words: `67` is `w nw`; `names` are the words in the digits' order."""
    return " ".join(_translated(turn, names.__getitem__))


def write_arrows(turn: str, *, emoji: bool = False) -> str:
    """A written turn in arrows, plain or as Discord's emoji: `67` is `←↖`."""
    return "".join(_translated(turn, (EMOJI if emoji else ARROWS).__getitem__))


def _steps(position: Position, directions: Iterable[Direction]) -> Iterator[str]:
    """Each direction as the position writes it, as long as they are legal and one player's."""
    mover = position.to_move
    for direction in directions:
        yield position.write_step(direction)
        if direction in position.legal_directions():
            following = position.after(direction)
            if following.to_move is mover:
                position = following


def _translated(turn: str, name: Callable[[Direction], str]) -> Iterator[str]:
    """The steps of a written turn, each with its dot and its digit's name."""
    dots = ""
    for character in turn:
        if character == _DOT:
            dots = _DOT
        else:
            yield dots + name(_DIGITS[character])
            dots = ""


def _tokens(text: str, words: Words) -> Iterator[_Token]:
    """The directions of a typed text; InvalidTurnError at the first character that is none."""
    at = 0
    dot: int | None = None
    while at < len(text):
        character = text[at]
        if character == _DOT and dot is None:
            dot, at = at, at + 1
        elif character.isspace() or character in _SEPARATORS:
            at += 1
        else:
            direction, length = _direction_at(text, at, words)
            yield _Token(direction, dot is not None, at if dot is None else dot)
            dot, at = None, at + length
    if dot is not None:
        raise InvalidTurnError(text, dot)


def _direction_at(text: str, at: int, words: Words) -> tuple[Direction, int]:
    """The direction that is typed from this index on, and how many characters it takes."""
    if text[at] in _SIGNS:
        selected = text[at] not in _DIGITS and text[at + 1 : at + 2] in tuple(_SELECTORS)
        return _SIGNS[text[at]], 1 + selected
    # The longest first: `north-east` is one direction, `n-e` is two.
    for end in reversed(_word_ends(text, at)):
        word = normalize("NFC", text[at:end]).casefold()
        if word in words:
            return words[word], end - at
    raise InvalidTurnError(text, at)


_MOST_PARTS = 3


def _word_ends(text: str, at: int) -> list[int]:
    """Where a word that begins here may end: after its letters, or after further parts."""
    ends: list[int] = []
    end = at
    while len(ends) < _MOST_PARTS and end < len(text) and _in_word(text[end]):
        while end < len(text) and _in_word(text[end]):
            end += 1
        ends.append(end)
        if text[end : end + 1] == "-":
            end += 1
    return ends


def _in_word(character: str) -> bool:
    return character.isalpha() or combining(character) > 0


def _typed_at(text: str, tokens: Sequence[_Token], steps: Sequence[str], written_at: int) -> int:
    """The index as typed of what stands at this index of the written turn."""
    for token, step in zip(tokens, steps, strict=True):
        if written_at < len(step):
            return token.at
        written_at -= len(step)
    return len(text)
