"""A line of any scripts as pieces, each a text in one font at its place."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from PIL import ImageDraw

from renderer.direction import levels, mirrored, turns, visual_order
from renderer.fonts import FINAL, INITIAL, MEDIAL, flag_glyph, joined_glyph
from renderer.typefaces import Typeface, font_lock, ink, typeface_of

_MARKS = ("Mn", "Mc", "Me")
_LETTERS_OF_FLAGS = range(0x1F1E6, 0x1F200)

_TATWEEL = "\u0640"
_LAM = "\u0644"
_WITH_LAM = {"\u0622": 0xFEF5, "\u0623": 0xFEF7, "\u0625": 0xFEF9, "\u0627": 0xFEFB}
"""The glyph of lam with each alef by itself; the next one joins to the letter before."""


class Cluster(NamedTuple):
    """What a reader takes for one letter: a character or the two of a flag, and its marks."""

    base: str
    marks: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Text in one font; `left` is where it starts, `lower` how far it is below the baseline."""

    typeface: Typeface
    text: str
    left: int
    lower: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """Pieces at their places and the width of all together, in pixels."""

    pieces: tuple[Piece, ...]
    size: int
    width: int

    def draw(self, draw: ImageDraw.ImageDraw, baseline: int) -> None:
        """Write it in white from the left edge."""
        for piece in self.pieces:
            with font_lock:
                draw.text(
                    (piece.left, baseline + piece.lower),
                    piece.text,
                    255,
                    piece.typeface.font(self.size),
                    anchor="ls",
                    stroke_width=piece.typeface.stroke_width(self.size),
                )


def clusters(text: str) -> Iterator[Cluster]:
    """The clusters of a text in the order of reading."""
    base = marks = ""
    for character in text:
        if base and unicodedata.category(character) in _MARKS:
            marks += character
        elif len(base) == 1 and not marks and _is_flag(base, character):
            base += character
        else:
            if base:
                yield Cluster(base, marks)
            base, marks = character, ""
    if base:
        yield Cluster(base, marks)


def _is_flag(first: str, second: str) -> bool:
    return ord(first) in _LETTERS_OF_FLAGS and ord(second) in _LETTERS_OF_FLAGS


def glyph(base: str) -> str:
    """The character that draws the base of a cluster."""
    return base if len(base) == 1 else flag_glyph(*base)


@lru_cache(maxsize=1024)
def set_line(text: str, size: int, *, bold: bool) -> Line:
    """Lay out a text of which every character has a glyph."""
    row = _in_visual_order(list(clusters(text)), bold)
    pieces: list[Piece] = []
    end = 0.0
    for typeface, run, marks in _runs(row, bold):
        left = round(end)
        pieces.append(Piece(typeface, run, left))
        if marks:
            pieces += _placed(marks, pieces[-1], size, bold)
        with font_lock:
            end += typeface.font(size).getlength(run)
    edges = [_edges(piece, size) for piece in pieces]
    shift = max(0, -min((left for left, _ in edges), default=0))
    if shift:
        pieces = [replace(piece, left=piece.left + shift) for piece in pieces]
    width = max((right for _, right in edges), default=0) + shift
    return Line(tuple(pieces), size, width)


def _runs(row: list[Cluster], bold: bool) -> Iterator[tuple[Typeface, str, str]]:
    """Glyphs of one font that stand together; one with marks stands alone."""
    before: Typeface | None = None
    run = ""
    for base, marks in row:
        typeface = typeface_of(base, bold)
        if typeface is None:
            continue
        if before is not None and (typeface is not before or marks):
            yield before, run, ""
            before, run = None, ""
        if marks:
            yield typeface, base, marks
        else:
            before, run = typeface, run + base
    if before is not None:
        yield before, run, ""


def _edges(piece: Piece, size: int) -> tuple[int, int]:
    """How far a piece reaches to the left and to the right: its ink, and the room that it takes."""
    with font_lock:
        left, _, right, _ = piece.typeface.font(size).getbbox(piece.text, anchor="ls")
    wider = piece.typeface.stroke_width(size)
    return piece.left + floor(left - wider), piece.left + ceil(right + wider)


# ------------------------------------------------------------------------- from right to left


def _in_visual_order(logical: list[Cluster], bold: bool) -> list[Cluster]:
    """The clusters from the left to the right, in the forms in which they are drawn."""
    bases = "".join(cluster.base[0] for cluster in logical)
    if not turns(bases):
        return [Cluster(glyph(base), marks) for base, marks in logical]
    deep = levels(bases)
    drawn = _joined(logical, bold)
    row = []
    for at in visual_order(deep):
        base, marks = drawn[at]
        if base:
            row.append(Cluster(mirrored(base) if deep[at] % 2 else base, marks))
    return row


def _joined(logical: list[Cluster], bold: bool) -> list[Cluster]:
    """Arabic letters in the forms that they have beside each other.

    Lam and an alef after it are one glyph; an empty cluster is left where the alef was.
    """
    bases = [cluster.base for cluster in logical]
    links = [False, *(_links(*pair, bold) for pair in pairwise(bases)), False]
    drawn = [
        Cluster(_form(base, links[at], links[at + 1], bold), marks)
        for at, (base, marks) in enumerate(logical)
    ]
    for at, (first, second) in enumerate(pairwise(bases)):
        if first == _LAM and second in _WITH_LAM:
            both = chr(_WITH_LAM[second] + links[at])
            drawn[at] = Cluster(both, logical[at].marks + logical[at + 1].marks)
            drawn[at + 1] = Cluster("")
    return drawn


def _links(first: str, second: str, bold: bool) -> bool:
    """Whether a letter and the next one join."""
    return _has_form(first, INITIAL, bold) and _has_form(second, FINAL, bold)


def _has_form(base: str, form: int, bold: bool) -> bool:
    if base == _TATWEEL:
        return True
    joined = joined_glyph(base, form) if len(base) == 1 else ""
    return bool(joined) and typeface_of(joined, bold) is not None


def _form(base: str, before: bool, after: bool, bold: bool) -> str:
    """The glyph of a letter that joins on these sides."""
    if base == _TATWEEL or not (before or after):
        return glyph(base)
    form = MEDIAL if before and after else FINAL if before else INITIAL
    return joined_glyph(base, form)


# ----------------------------------------------------------------------------- marks on a letter

# By Unicode's combining classes; every other mark is drawn over the middle of its letter.
_BELOW = frozenset({*range(9, 19), 20, 22, 29, 32, 202, 218, 220, 222, 233, 240})
_ABOVE = frozenset({19, 23, 26, 27, 28, 30, 31, 33, 34, 35, 36, 214, 228, 230, 232, 234})
_ABOVE_LEFT, _ABOVE_RIGHT, _VOICED = 25, 24, 8


def _placed(marks: str, letter: Piece, size: int, bold: bool) -> Iterator[Piece]:
    """The marks at their places, those above over each other and those below under each other."""
    box = ink(letter.typeface, letter.text, size)
    if box is None:
        return
    left, top, right, bottom = box
    gap = max(1, size // 16)
    for mark in marks:
        typeface = typeface_of(mark, bold)
        touched = ink(typeface, mark, size) if typeface else None
        if typeface is None or touched is None:
            continue
        kind = unicodedata.combining(mark)
        lower = 0
        if kind in _ABOVE:
            lower = min(0, top - gap - touched[3])
            top = touched[1] + lower
        elif kind in _BELOW:
            lower = max(0, bottom + gap * (kind != 202) - touched[1])
            bottom = touched[3] + lower
        at = (left + right - touched[0] - touched[2]) // 2
        if kind == _ABOVE_LEFT:
            at = left - touched[0]
        elif kind in (_ABOVE_RIGHT, _VOICED):
            at = right - touched[2]
        yield Piece(typeface, mark, letter.left + at, lower)
