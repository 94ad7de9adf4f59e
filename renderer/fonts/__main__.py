"""Makes the fonts of names from whole ones: `python -m renderer.fonts SOURCES TARGET`.

SOURCES is a folder that holds, wherever in it, the files that `CUTS` names; README.md says which
versions. The font of Chinese, Japanese and Korean takes some minutes.

A font keeps the outlines of the characters it is there for, and one table of them. The forms in
which Arabic letters join, and flags, get code points of their own (see `renderer.fonts`), so that
the tables of layout are not needed. Hinting and the names of glyphs go as well.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from renderer.fonts import FINAL, INITIAL, MEDIAL, flag_glyph, joined_glyph

Glyphs = dict[int, str]
"""The names of glyphs in a font by their code points."""

_FORMS = {"init": INITIAL, "medi": MEDIAL, "fina": FINAL}
_LETTERS_OF_FLAGS = range(0x1F1E6, 0x1F200)
_EXTENSION = 7  # a kind of look-up that only points to another one
_UNUSED_TABLES = (
    "BASE", "GDEF", "GPOS", "GSUB", "STAT", "VORG", "gasp", "kern", "meta", "vhea", "vmtx",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cut:
    """What is taken from which font: ranges of code points, each with its last one."""

    target: str
    source: str
    ranges: tuple[tuple[int, int], ...]
    face: int = -1


_ARABIC = (
    (0x600, 0x6FF),
    (0x750, 0x77F),
    (0x8A0, 0x8FF),
    (0xFDF0, 0xFDFD),  # words in one letter
    (0xFEF5, 0xFEFC),  # lam with alef
)

CUTS = (
    Cut(
        "NotoSansCJKjp-Regular-names.otf",
        "NotoSansCJK-Regular.ttc",
        (
            (0x2E80, 0x33FF),  # radicals, punctuation, kana, letters of Korean, signs in circles
            (0x3400, 0x4DBF),  # rare ideographs
            (0x4E00, 0x9FFF),  # the ideographs
            (0xAC00, 0xD7A3),  # the syllables of Korean
            (0xFE30, 0xFE4F),  # punctuation for columns
            (0xFF01, 0xFFEE),  # wide and narrow forms
        ),
        face=0,  # the Japanese one
    ),
    Cut("NotoSansArabicUI-Regular-names.ttf", "NotoSansArabicUI-Regular.ttf", _ARABIC),
    Cut("NotoSansArabicUI-Bold-names.ttf", "NotoSansArabicUI-Bold.ttf", _ARABIC),
    Cut(
        "NotoEmoji-Medium-names.ttf",
        "NotoEmoji_500Medium.ttf",
        ((0x203C, 0x203C), (0x2049, 0x2049), (0x2139, 0x3299), (0x1F000, 0x1FAFF)),
    ),
    Cut("NotoSansMath-Regular-names.ttf", "NotoSansMath-Regular.ttf", ((0x1D400, 0x1D7FF),)),
)


def main(arguments: list[str] | None = None) -> int:
    """Make every font of which the source is there; 1 if one is not."""
    parser = argparse.ArgumentParser(prog="python -m renderer.fonts")
    parser.add_argument("sources", type=Path, help="a folder with the whole fonts")
    parser.add_argument("target", type=Path, help="the folder for the fonts that are made")
    given = parser.parse_args(arguments)
    status = 0
    for cut in CUTS:
        source = next(given.sources.rglob(cut.source), None)
        if source is None:
            print(f"{cut.source} is not in {given.sources}", file=sys.stderr)
            status = 1
            continue
        characters = make(cut, source, given.target)
        size = (given.target / cut.target).stat().st_size
        print(f"{cut.target}: {characters} characters, {size:,} bytes")
    return status


def make(cut: Cut, source: Path, folder: Path) -> int:
    """Write the part of a font that a cut describes, and return how many characters it has."""
    with TTFont(source, fontNumber=cut.face, lazy=True, recalcTimestamp=False) as font:
        names: Glyphs = font.getBestCmap()
        kept = {
            at: names[at]
            for first, last in cut.ranges
            for at in range(first, last + 1)
            if at in names
        }
        if "GSUB" in font:
            kept |= dict(_joined(font, kept)) | dict(_flags(font, kept))
        # By themselves they are no flags but letters in boxes.
        kept = {at: name for at, name in kept.items() if at not in _LETTERS_OF_FLAGS}
        _keep_alone(font, kept)
        font.save(folder / cut.target)
    return len(kept)


def _joined(font: TTFont, kept: Glyphs) -> Iterator[tuple[int, str]]:
    """The forms of the letters that join."""
    for feature, form in _FORMS.items():
        forms = dict(_substitutes(font, feature))
        for letter, name in kept.items():
            glyph, stands_for = forms.get((name,)), joined_glyph(chr(letter), form)
            if glyph and stands_for:
                yield ord(stands_for), glyph


def _flags(font: TTFont, kept: Glyphs) -> Iterator[tuple[int, str]]:
    """The flags of countries, each of which a font makes of two letters."""
    letters = {name: chr(at) for at, name in kept.items() if at in _LETTERS_OF_FLAGS}
    for parts, glyph in _substitutes(font, "ccmp"):
        pair = [letters[part] for part in parts if part in letters]
        if len(pair) == len(parts) == 2:
            yield ord(flag_glyph(*pair)), glyph


def _substitutes(font: TTFont, feature: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Which glyph a font puts for one or several others, wherever these stand."""
    table = font["GSUB"].table
    lookups = {
        lookup
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for lookup in record.Feature.LookupListIndex
    }
    for lookup in sorted(lookups):
        for part in table.LookupList.Lookup[lookup].SubTable:
            rule = part.ExtSubTable if part.LookupType == _EXTENSION else part
            for name, glyph in getattr(rule, "mapping", {}).items():
                yield (name,), glyph
            for first, ligatures in getattr(rule, "ligatures", {}).items():
                for ligature in ligatures:
                    yield (first, *ligature.Component), ligature.LigGlyph


def _keep_alone(font: TTFont, kept: Glyphs) -> None:
    """Drop every glyph but these, and what plain drawing does not read."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 5, 13, 14]
    options.drop_tables += _UNUSED_TABLES
    table = CmapSubtable.newSubtable(12)
    table.platformID, table.platEncID, table.language = 3, 10, 0
    table.cmap = dict(kept)
    font["cmap"].tables = [table]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(kept))
    subsetter.subset(font)


if __name__ == "__main__":
    sys.exit(main())
