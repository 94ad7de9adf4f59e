"""Golden pictures: what every preset and every theme looked like when somebody last approved it.

After an intended change: `python -m tests.renderer.test_golden` draws them anew. Look at each one
before it is committed.
"""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from renderer import THEMES, board_scene, render
from renderer.gallery import EXHIBITS, GAMES
from rules import Game, find_variant
from tests.renderer.boards import ALICE, BOB

FOLDER = Path(__file__).parents[1] / "data" / "golden"

DIFFERENT = 40
"""Of 255, from which a colour is another one: fonts are drawn a little differently elsewhere."""
MOST_DIFFERENT = 0.001
"""The part of a picture's pixels that may be different: 650 of a standard board."""

ROOMS = {room.title: room for room in EXHIBITS}


def pictures() -> dict[str, Callable[[], bytes]]:
    """How each golden picture is made, by its file's name: every preset in every theme, the ends,
    a player's card.

    The turns are the gallery's.
    """
    found: dict[str, Callable[[], bytes]] = {}
    for key, turns in GAMES.items():
        game = Game(find_variant(key).ruleset, tuple(turns.split("/")))
        shown = board_scene(game, first=ALICE, second=BOB)
        for name, theme in THEMES.items():
            found[f"{key}-{name}"] = partial(render, shown, theme)
    for title in ("A turn", "The end", "A player"):
        found |= {Path(each.file).stem: each.make for each in ROOMS[title].exhibits}
    return found


def differing(actual: bytes, golden: bytes) -> float:
    """The part of the pixels that look different; all of them if the sizes do."""
    one, other = (Image.open(BytesIO(picture)).convert("RGB") for picture in (actual, golden))
    if one.size != other.size:
        return 1
    most = ImageChops.difference(one, other)
    bands = most.split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    counts = strongest.histogram()
    return sum(counts[DIFFERENT:]) / sum(counts)


@pytest.mark.parametrize("name", pictures())
def test_a_picture_looks_as_it_did(name: str) -> None:
    """Every preset, every theme and the ends look as approved; a new look is put beside."""
    actual, golden = pictures()[name](), FOLDER / f"{name}.png"
    beside = golden.with_suffix(".actual.png")
    if golden.exists() and differing(actual, golden.read_bytes()) <= MOST_DIFFERENT:
        return
    beside.write_bytes(actual)
    pytest.fail(
        f"{name} looks different: see {beside}. If it should, run "
        "`python -m tests.renderer.test_golden`."
    )


def test_no_golden_picture_is_left_over() -> None:
    """Each file belongs to a picture that is compared."""
    files = {file.stem for file in FOLDER.glob("*.png") if not file.name.endswith(".actual.png")}
    assert files == set(pictures())


def test_a_missing_line_is_noticed() -> None:
    """The tolerance is smaller than one segment, a mark or a name."""
    turns = tuple(GAMES["standard"].split("/"))
    ruleset = find_variant("standard").ruleset
    whole, less, unnamed = (
        render(board_scene(Game(ruleset, played), first=first, second=BOB))
        for played, first in ((turns, ALICE), (turns[:-1], ALICE), (turns[:-1], BOB))
    )
    assert differing(whole, whole) == 0
    assert differing(less, whole) > MOST_DIFFERENT
    assert differing(unnamed, less) > MOST_DIFFERENT


def renew() -> None:
    """Draw all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, make in pictures().items():
        (FOLDER / f"{name}.png").write_bytes(make())


if __name__ == "__main__":
    renew()
