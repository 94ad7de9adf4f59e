"""The fonts that are shipped, and the program that makes them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from renderer import typefaces
from renderer.fonts import FINAL, INITIAL, joined_glyph
from renderer.fonts.__main__ import CUTS, Cut, main, make
from renderer.typefaces import Typeface

FOLDER = Path(typefaces.__file__).parent / "fonts"
MOST_BYTES = 20_000_000


def test_the_fonts_are_small_enough():
    """All that is shipped for letters takes at most 20 MB."""
    assert sum(file.stat().st_size for file in FOLDER.iterdir() if file.is_file()) <= MOST_BYTES


def test_every_font_has_its_licence():
    """The fonts' page names each file and its licence, and both are there."""
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    fonts = {file.name for file in FOLDER.iterdir() if file.suffix in (".ttf", ".otf")}
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    named = {
        name for row in rows for name in re.findall(r"`([^`]+-names\.\w+|Deja[^`]+\.ttf)`", row)
    }
    assert named == fonts
    for row in rows:
        (licence,) = re.findall(r"`(LICENSE-\w+\.txt)`", row)
        assert "license" in (FOLDER / licence).read_text(encoding="utf-8").lower()


def test_every_cut_is_shipped():
    """The program makes the files that are there, no others."""
    assert {cut.target for cut in CUTS} == {file.name for file in FOLDER.glob("*-names.*")}


def test_a_cut_keeps_what_it_is_for(tmp_path, monkeypatch):
    """A font that is made has the wanted characters and the joined forms, and nothing else."""
    cut = Cut("small.ttf", "DejaVuSans.ttf", ((0x41, 0x43), (0x628, 0x62F), (0x4E00, 0x4E01)))
    kept = make(cut, FOLDER / cut.source, tmp_path)
    monkeypatch.setattr(typefaces, "_FOLDER", tmp_path)
    made = Typeface(cut.target)
    assert all(made.has(character) for character in "ABCبتد")
    assert not any(made.has(character) for character in "D@م一")
    assert made.has(joined_glyph("ب", INITIAL))
    assert made.has(joined_glyph("د", FINAL))
    assert not made.has(joined_glyph("د", INITIAL))
    assert kept == 3 + 8 + sum(
        made.has(joined_glyph(chr(letter), form))
        for letter in range(0x628, 0x630)
        for form in (1, 2, 3)
    )


def test_a_font_that_is_not_there_is_named(tmp_path, capsys):
    """Who has not all the sources is told which ones are missing."""
    assert main([str(tmp_path), str(tmp_path)]) == 1
    assert "NotoSansCJK-Regular.ttc is not in" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_all_sources_there(tmp_path, capsys, monkeypatch):
    """With every source there the program makes every font and says how large each is."""
    cut = Cut("small.ttf", "DejaVuSans.ttf", ((0x41, 0x43),))
    monkeypatch.setattr("renderer.fonts.__main__.CUTS", (cut,))
    assert main([str(FOLDER), str(tmp_path)]) == 0
    assert "small.ttf: 3 characters" in capsys.readouterr().out


@pytest.mark.parametrize("kinds", [b"", b"\x00\x03\x00\x01\x00\x00\x00\x0c\x00\x04" + bytes(14)])
def test_a_font_without_the_table_of_characters_is_refused(tmp_path, monkeypatch, kinds):
    """A font that the program could only take for empty is an error with its reason."""
    table = b"\x00\x00" + len(kinds[:1] and b"x").to_bytes(2, "big") + kinds
    tables = (b"cmap" if kinds else b"glyf") + b"\x00" * 4
    head = b"\x00\x01\x00\x00\x00\x01" + b"\x00" * 6
    body = head + tables + (28).to_bytes(4, "big") + len(table).to_bytes(4, "big") + table
    (tmp_path / "odd.ttf").write_bytes(body)
    monkeypatch.setattr(typefaces, "_FOLDER", tmp_path)
    with pytest.raises(ValueError, match="characters"):
        Typeface("odd.ttf").has("A")


def test_a_latin_name_opens_no_large_font():
    """A bot whose players write Latin never reads the fonts of other scripts."""
    program = (
        "from renderer.text import text_tile\n"
        "from renderer.theme import PENCIL\n"
        "from renderer import typefaces\n"
        "text_tile('Zażółć Ünal', 200, (20,), PENCIL, bold=True)\n"
        "print('_ranges' in vars(typefaces._EAST_ASIAN), '_ranges' in vars(typefaces._EMOJI))\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, cwd=FOLDER.parents[1]
    )
    assert answer.stdout.split() == [b"False", b"False"]
