"""In which order a line of both directions stands."""

from pathlib import Path

import pytest

from renderer.direction import levels, mirrored, visual_order

CASES = [
    line.split(";")
    for line in Path("tests/data/bidi.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def test_lines_stand_as_unicode_says():
    """Levels and order are those of Unicode's own test."""
    assert len(CASES) > 500
    for codes, direction, deep, order in CASES:
        line = "".join(chr(int(code, 16)) for code in codes.split())
        found = levels(line, None if direction == "2" else int(direction))
        assert found == [int(level) for level in deep.split()], codes
        assert visual_order(found) == [int(at) for at in order.split()], codes


def test_nothing_has_no_order():
    """An empty line is in order."""
    assert visual_order(levels("")) == []


@pytest.mark.parametrize("pair", ["()", "[]", "<>", "«»", "‹›", "「」", "（）", "≤≥", "⁅⁆"])
def test_brackets_are_turned_round(pair):
    """What opens from the left opens from the right, too."""
    assert mirrored(pair[0]) == pair[1]
    assert mirrored(pair[1]) == pair[0]


def test_a_sign_without_its_mirror_image_stays():
    """Letters, and signs of which Unicode has no mirrored one, are drawn as they are."""
    assert mirrored("a") == "a"
    assert mirrored("∑") == "∑"
