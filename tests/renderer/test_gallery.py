"""The gallery page is what its command makes."""

from pathlib import Path

from renderer.__main__ import main
from renderer.gallery import EXHIBITS, page
from rules import VARIANTS
from tests.renderer.test_golden import MOST_DIFFERENT, differing

DOCS = Path(__file__).parents[2] / "docs"
FILES = [each.file for room in EXHIBITS for each in room.exhibits]


def test_the_page_is_what_the_command_makes(tmp_path):
    """Page and pictures in docs/ are those of `python -m renderer --gallery docs`."""
    assert main(["--gallery", str(tmp_path)]) == 0
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == page()
    assert (tmp_path / "gallery.md").read_bytes() == page().encode()
    made, kept = (sorted((at / "gallery").iterdir()) for at in (tmp_path, DOCS))
    assert [file.name for file in made] == [file.name for file in kept] == sorted(FILES)
    for new, old in zip(made, kept, strict=True):
        if new.suffix == ".png":
            assert differing(new.read_bytes(), old.read_bytes()) <= MOST_DIFFERENT, new.name


def test_the_page_shows_every_preset_and_each_picture_once():
    """No picture is named twice, and no preset is missing."""
    assert len(FILES) == len(set(FILES))
    assert {f"preset-{variant.key}.png" for variant in VARIANTS} <= set(FILES)


def test_a_folder_that_cannot_be_written_is_named(tmp_path, capsys):
    """A file where the folder should be ends in one sentence."""
    (tmp_path / "docs").write_text("")
    assert main(["--gallery", str(tmp_path / "docs")]) == 2
    assert "cannot write into" in capsys.readouterr().err
