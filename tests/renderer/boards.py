"""Games, scenes and decoded pictures for the renderer's tests."""

from io import BytesIO

from PIL import Image

from renderer import PAPER, Scene, Side, board_scene, render
from rules import VARIANTS, Field, Game, Gridball, PaperSoccer, Ruleset

STANDARD = PaperSoccer()
GRIDBALL, CLASSIC = Gridball(), Gridball(Field.CLASSIC)
ALICE, BOB = Side("Alice", "1512"), Side("Bob", "1500?")

OPENING = ("0", "3", "67", "5")
"""Four turns on the standard pitch; the third one bounces in the centre."""

CORNERS = (
    PaperSoccer(width=4, height=4, goal_width=1),
    PaperSoccer(width=4, height=28, goal_width=2),
    PaperSoccer(width=20, height=4, goal_width=3),
    PaperSoccer(width=20, height=28, goal_width=3),
)
"""The extreme pitches."""

WINDOWED = (*CORNERS[1:], PaperSoccer(width=8, height=28), GRIDBALL, CLASSIC)
"""Pitches whose squares would be too small on a phone."""

RULESETS = (*(variant.ruleset for variant in VARIANTS), *CORNERS, GRIDBALL, CLASSIC)
"""Each preset and the extremes."""


def scene(*turns: str, draft: str = "", marks: bool = False, caption: str = "") -> Scene:
    """A scene of the standard pitch."""
    game = Game(STANDARD, turns)
    return board_scene(game, draft=draft, first=ALICE, second=BOB, marks=marks, caption=caption)


def decoded(picture: bytes) -> Image.Image:
    """The picture as an image of palette entries."""
    image = Image.open(BytesIO(picture))
    image.load()
    return image


def pixels(shown: Scene) -> Image.Image:
    """The picture of a scene in RGB."""
    return decoded(render(shown, PAPER)).convert("RGB")


def around(image: Image.Image, place: tuple[int, int], reach: int = 14) -> bytes:
    """The pixels of a square around a place."""
    x, y = place
    return image.crop((x - reach, y - reach, x + reach, y + reach)).tobytes()


def random_game(ruleset: Ruleset, choices: list[int]) -> tuple[Game, str]:
    """The game and the draft to which choices among the legal directions lead."""
    game, draft = Game(ruleset), ""
    position = game.position
    for choice in choices:
        legal = position.legal_directions()
        if not legal:
            break
        mover, direction = position.to_move, legal[choice % len(legal)]
        draft += position.write_step(direction)
        position = position.after(direction)
        if position.to_move is not mover:
            game, draft = game.play(draft), ""
    return game, draft
