"""From the order in which a line is read to the order in which it stands: Unicode's algorithm.

A name is one paragraph of one line without control characters, so that the parts of the algorithm
that deal with these are not here. The rules' names are those of Unicode's annex 9.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeVar

_Kind = TypeVar("_Kind")

_STRONG = ("L", "R")
_NUMBERS = ("EN", "AN")
_NEUTRAL = ("B", "S", "WS", "ON")


def turns(characters: str) -> bool:
    """Whether any of the characters is written from right to left."""
    return not characters.isascii() and any(
        unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in characters
    )


def levels(characters: str, base: int | None = None) -> list[int]:
    """How deep each character is embedded: odd levels are written from right to left.

    `base` is that of the line; without it, it follows from the first letter.
    """
    kinds = [unicodedata.bidirectional(character) or "L" for character in characters]
    if base is None:
        base = _base_of(kinds)
    around = _STRONG[base % 2]
    _resolve_weak(kinds, around)
    _resolve_brackets(characters, kinds, around)
    _resolve_neutral(kinds, around)
    return [base + _rise(kind, base) for kind in kinds]


def visual_order(levels: list[int]) -> list[int]:
    """Which character stands at each place from the left (L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        deep = [levels[at] >= level for at in order]
        for start, end in _runs(deep, (True,)):
            order[start:end] = order[start:end][::-1]
    return order


@lru_cache(maxsize=256)
def mirrored(character: str) -> str:
    """What stands for a character in text from right to left (L4)."""
    if not unicodedata.mirrored(character):
        return character
    words = unicodedata.name(character, "").replace("-", " - ").split(" ")
    other = " ".join(_OPPOSITES.get(word, word) for word in words).replace(" - ", "-")
    try:
        return unicodedata.lookup(other)
    except KeyError:
        return character


_OPPOSITES = {"LEFT": "RIGHT", "RIGHT": "LEFT", "LESS": "GREATER", "GREATER": "LESS"}


def _base_of(kinds: list[str]) -> int:
    """The first letter decides about the whole line (P2, P3)."""
    first = next((kind for kind in kinds if kind in ("L", "R", "AL")), "L")
    return int(first != "L")


def _rise(kind: str, base: int) -> int:
    """I1, I2."""
    if base % 2:
        return int(kind != "R")
    return {"L": 0, "R": 1}.get(kind, 2)


# ------------------------------------------------------------------------ signs within numbers


def _resolve_weak(kinds: list[str], around: str) -> None:
    """Marks, and digits and what belongs to them (W1 to W7)."""
    strong = before = around
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[at] = before
        elif kind == "EN" and strong == "AL":
            kinds[at] = "AN"
        elif kind in ("L", "R", "AL"):
            strong = kind
        before = kinds[at]
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for at in range(1, len(kinds) - 1):
        left, kind, right = kinds[at - 1 : at + 2]
        if left == right and (kind, left) in (("ES", "EN"), ("CS", "EN"), ("CS", "AN")):
            kinds[at] = left
    _join_signs(kinds)
    strong = around
    for at, kind in enumerate(kinds):
        if kind in _STRONG:
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"


def _join_signs(kinds: list[str]) -> None:
    """Signs as of money go with the digits beside them; the other ones are neutral (W5, W6)."""
    for start, end in _runs(kinds, ("ET",)):
        beside = kinds[max(start - 1, 0)] == "EN" or kinds[min(end, len(kinds) - 1)] == "EN"
        if beside:
            kinds[start:end] = ["EN"] * (end - start)
    kinds[:] = ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]


def _runs(kinds: Sequence[_Kind], wanted: tuple[_Kind, ...]) -> Iterator[tuple[int, int]]:
    """Where the characters of these kinds begin, and where the first other one follows."""
    end = 0
    for among, run in groupby(list(kinds), lambda kind: kind in wanted):
        start, end = end, end + len(list(run))
        if among:
            yield start, end


# ----------------------------------------------------------------------------- brackets, blanks


def _direction(kind: str) -> str | None:
    """The direction that a character gives to what is between: numbers go from right to left."""
    return "R" if kind in _NUMBERS else kind if kind in _STRONG else None


def _resolve_brackets(characters: str, kinds: list[str], around: str) -> None:
    """A pair of brackets has the direction of what is in it (N0)."""
    for start, end in _bracket_pairs(characters, kinds):
        inside = {_direction(kind) for kind in kinds[start + 1 : end]}
        if around in inside:
            chosen = around
        elif inside & set(_STRONG):
            before = (_direction(kind) for kind in reversed(kinds[:start]))
            chosen = next((direction for direction in before if direction), around)
        else:
            continue
        for at in (start, end):
            kinds[at] = chosen
            # Marks on a bracket go with it.
            for mark in range(at + 1, len(kinds)):
                if unicodedata.bidirectional(characters[mark]) != "NSM":
                    break
                kinds[mark] = chosen


def _bracket_pairs(characters: str, kinds: list[str]) -> list[tuple[int, int]]:
    """Where brackets open and close, in the order in which they open."""
    opened: list[tuple[str, int]] = []
    pairs = []
    for at, character in enumerate(characters):
        if kinds[at] != "ON" or not unicodedata.mirrored(character):
            continue
        category = unicodedata.category(character)
        if category == "Ps":
            opened.append((mirrored(character), at))
        elif category == "Pe":
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == character:
                    pairs.append((opened[depth][1], at))
                    del opened[depth:]
                    break
    return sorted(pairs)


def _resolve_neutral(kinds: list[str], around: str) -> None:
    """What is between two of one direction has it too; else that of the line (N1, N2)."""
    for start, end in _runs(kinds, _NEUTRAL):
        before = _direction(kinds[start - 1]) if start else around
        after = _direction(kinds[end]) if end < len(kinds) else around
        kinds[start:end] = [before if before == after and before else around] * (end - start)
