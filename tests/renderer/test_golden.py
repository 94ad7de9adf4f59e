"""Golden pictures: what every preset and every theme looked like when somebody last approved it.

After an intended change: `python -m tests.renderer.test_golden` draws them anew. Look at each one
before it is committed.
"""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from renderer import PAPER, THEMES, Scene, Theme, board_scene, render
from rules import VARIANTS, Game, Player, find_variant
from tests.renderer.boards import ALICE, BOB

FOLDER = Path(__file__).parents[1] / "data" / "golden"

DIFFERENT = 40
"""Of 255, from which a colour is another one: fonts are drawn a little differently elsewhere."""
MOST_DIFFERENT = 0.002
"""The part of a picture's pixels that may be different: 1,300 of a standard board."""

PAPER_SOCCER_GAME = ("0", "3", "67", "5", "7012", "1", "46")
GRIDBALL_GAME = ("602", "245", "572")
GOAL = ("1", "7", "1", "0", "14", "4", "77", "246", "01")


def scenes() -> dict[str, tuple[Scene, Theme]]:
    """Each golden picture by its file's name."""
    found: dict[str, tuple[Scene, Theme]] = {}
    for variant in VARIANTS:
        found[f"preset-{variant.key}"] = _running(variant.key), PAPER
    won = Game(find_variant("standard").ruleset, GOAL)
    for name, theme in THEMES.items():
        found[f"theme-{name}"] = _running("standard", draft="1"), theme
        caption = "Alice wins: goal"
        found[f"end-{name}"] = board_scene(won, first=ALICE, second=BOB, caption=caption), theme
    resigned = board_scene(
        Game(find_variant("standard").ruleset, GOAL[:5]),
        first=ALICE,
        second=BOB,
        caption="Alice wins: resigned",
        over=True,
        winner=Player.FIRST,
    )
    found["end-resigned"] = resigned, PAPER
    return found


def _running(variant: str, draft: str = "") -> Scene:
    """A running game of few turns, as many of them as are legal in the variant."""
    game = Game(find_variant(variant).ruleset)
    turns = GRIDBALL_GAME if variant.startswith("gridball") else PAPER_SOCCER_GAME
    for turn in turns:
        try:
            game = game.play(turn)
        except ValueError:
            break
    return board_scene(game, draft=draft, first=ALICE, second=BOB)


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


@pytest.mark.parametrize("name", scenes())
def test_a_picture_looks_as_it_did(name: str) -> None:
    """Every preset, every theme and the ends look as approved; a new look is put beside."""
    actual, golden = render(*scenes()[name]), FOLDER / f"{name}.png"
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
    assert files == set(scenes())


def test_a_missing_line_is_noticed() -> None:
    """The tolerance is smaller than one segment, a mark or a name."""
    shown = _running("standard")
    whole = render(shown)
    game = Game(find_variant("standard").ruleset, PAPER_SOCCER_GAME[:-1])
    less = render(board_scene(game, first=ALICE, second=BOB))
    unnamed = render(board_scene(game, first=BOB, second=BOB))
    assert differing(whole, whole) == 0
    assert differing(less, whole) > MOST_DIFFERENT
    assert differing(unnamed, less) > MOST_DIFFERENT


def renew() -> None:
    """Draw all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, (scene, theme) in scenes().items():
        (FOLDER / f"{name}.png").write_bytes(render(scene, theme))


if __name__ == "__main__":
    renew()
