"""How fast and how small a board is: `python -m benchmarks.render`.

Sizes are those of many boards, with everyday names and with long ones in which hardly a letter
comes twice, since the encoder has nothing to repeat there; times are those of some boards of each.

The yardsticks run in the same process, by turns with our own: Pillow's encoding of the very same
picture at its level 6, the plain way to soft edges, four times the size and LANCZOS, and resvg
drawing the same board from SVG, if it is installed: `pip install -e ".[bench]"`. Milliseconds are
those of the processor: a drawing waits for nothing.
"""

import random
import sys
from dataclasses import replace
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from time import process_time

from PIL import Image, ImageDraw

from benchmarks.report import exit_status, interleaved_medians, measure, missing
from benchmarks.svg import svg_of
from renderer import PAPER, Scene, Side, board_scene, render
from renderer.layout import layout_of
from rules import Field, Game, Gridball, Point, Ruleset, find_variant

SEGMENTS = 60
BOARDS = 12
SIZED_BOARDS = 150
MOST_BYTES = 13_000
ENLARGED = 4
LONG_NAMES = (
    ("Wolfeschlegelsteinhausenbergerdo", "Maximiliane Schröder-Quirrenbach"),
    ("Abcdefghijklmn", "Opqrstuvwxyz&@"),
    ("Agnieszka Brzęczyszczykiewicz GQ", "§&%@#ßØÞ€£ŷǾģķ Ωψξζ ЖЩЮфя"),
)

RESVG_TIMES = 6

LARGE_SEGMENTS = 400
LARGE_MILLISECONDS = 25


def main() -> int:
    """Measure and report; 1 if a bar does not hold."""
    standard = find_variant("standard").ruleset
    boards = [_board(standard, SEGMENTS, random.Random(seed)) for seed in range(BOARDS)]
    _measure_size()
    _measure_encoding("board", boards)
    long = [_named(board, LONG_NAMES[at % len(LONG_NAMES)]) for at, board in enumerate(boards)]
    _measure_encoding("board with long names", long)
    _measure_plain_drawing(boards)
    _measure_resvg(boards)
    _measure_largest_pitch()
    return exit_status()


def _measure_size() -> None:
    standard = find_variant("standard").ruleset
    boards = [_board(standard, SEGMENTS, random.Random(seed)) for seed in range(SIZED_BOARDS)]
    largest = max(len(render(board)) for board in boards)
    measure("render: largest board", largest, "bytes", at_most=MOST_BYTES)
    largest = max(len(render(_named(board, names))) for board in boards for names in LONG_NAMES)
    measure("render: largest board with long names", largest, "bytes", at_most=MOST_BYTES)


def _measure_encoding(what: str, boards: list[Scene]) -> None:
    """Drawing and encoding against encoding alone, over all the boards."""
    pictures = [_decoded(render(board)) for board in boards]
    ours, pillows = interleaved_medians(
        [
            lambda: [render(board) for board in boards],
            lambda: [_encoded(picture) for picture in pictures],
        ],
        rounds=40,
        clock=process_time,
    )
    each, yardstick = 1000 * ours / BOARDS, 1000 * pillows / BOARDS
    measure(f"render: Pillow's encoding of a {what}", yardstick, "ms")
    measure(f"render: {what}", each, "ms", at_most=round(0.75 * yardstick + 1, 3))


def _measure_plain_drawing(boards: list[Scene]) -> None:
    ours, plain = interleaved_medians(
        [lambda: render(boards[0]), lambda: plainly_drawn(boards[0])], rounds=9
    )
    measure("render: faster than supersampling", plain / ours, "times", at_least=15)


def _measure_resvg(boards: list[Scene]) -> None:
    """From SVG text that is ready to PNG, against all of our work."""
    name = "render: faster than resvg"
    try:
        resvg = import_module("resvg_py")
    except ImportError:
        missing(name, "times", 'resvg_py is not installed: pip install -e ".[bench]"')
        return
    fonts = [str(file) for file in files("renderer").joinpath("fonts").iterdir() if _is_font(file)]
    drawings = [svg_of(board) for board in boards]

    def draw(svg: str) -> object:
        return resvg.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts)

    ours, theirs = interleaved_medians(
        [lambda: [render(board) for board in boards], lambda: [draw(svg) for svg in drawings]],
        rounds=9,
    )
    measure("render: resvg's drawing of a board", 1000 * theirs / len(boards), "ms")
    measure(name, theirs / ours, "times", at_least=RESVG_TIMES)


def _is_font(file: Traversable) -> bool:
    """Those of names in Latin, Greek and Cyrillic letters, which the boards here have."""
    return file.name.startswith("DejaVuSans") and file.name.endswith(".ttf")


def _measure_largest_pitch() -> None:
    """Gridball's classic field with marks: small as a whole, and large around the ball."""
    board = _board(Gridball(Field.CLASSIC), LARGE_SEGMENTS, random.Random(1))
    size = len(render(board))
    (ours,) = interleaved_medians([lambda: render(board)], rounds=20, clock=process_time)
    measure("render: Gridball classic, 400 segments", size, "bytes", at_most=2 * MOST_BYTES)
    measure("render: Gridball classic", 1000 * ours, "ms", at_most=LARGE_MILLISECONDS)


def _decoded(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    image.load()
    return image


def _encoded(picture: Image.Image) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


# ---------------------------------------------------------------------------------- the boards


def _board(ruleset: Ruleset, segments: int, rng: random.Random) -> Scene:
    """A random game's board when so many segments have been drawn, with marks."""
    while True:
        game, draft, drawn = _random_game(ruleset, segments, rng)
        if drawn >= segments:
            first, second = Side("Alice", "1512"), Side("Robert", "1500?")
            return board_scene(game, draft=draft, first=first, second=second)


def _named(board: Scene, names: tuple[str, str]) -> Scene:
    first, second = (Side(name, "1512?") for name in names)
    return replace(board, first=first, second=second)


def _random_game(ruleset: Ruleset, segments: int, rng: random.Random) -> tuple[Game, str, int]:
    """A game of random turns, a draft that holds the rest, and how many segments both have."""
    game = Game(ruleset)
    position, turn, drawn = game.position, "", 0
    while drawn < segments and position.outcome is None:
        mover, direction = position.to_move, rng.choice(position.legal_directions())
        drawn += len(position.path(direction)) - 1
        turn += position.write_step(direction)
        position = position.after(direction)
        if position.to_move is not mover and position.outcome is None:
            game, turn = game.play(turn), ""
    return game, turn, drawn


# ---------------------------------------------------------------------------- the plain picture


def plainly_drawn(scene: Scene) -> bytes:
    """The same lines, ball and marks in RGB at four times the size, reduced with LANCZOS."""
    layout = layout_of(scene.pitch)
    width, height = layout.size
    image = Image.new("RGB", (width * ENLARGED, height * ENLARGED), PAPER.paper)
    draw = ImageDraw.Draw(image)

    def at(point: Point) -> tuple[int, int]:
        x, y = layout.field.pixel(point)
        return x * ENLARGED, y * ENLARGED

    for x in layout.field.columns:
        draw.line([x * ENLARGED, 0, x * ENLARGED, image.height], PAPER.grid, 2 * ENLARGED)
    for y in layout.field.rows:
        draw.line([0, y * ENLARGED, image.width, y * ENLARGED], PAPER.grid, 2 * ENLARGED)
    for turn in (*scene.history, *((scene.draft,) if scene.draft else ())):
        for step in turn.steps:
            points = [at(point) for point in step.path]
            draw.line(points, PAPER.ink(turn.player).colour, 6 * ENLARGED)
    for wall in scene.pitch.walls:
        draw.line([at(wall.a), at(wall.b)], PAPER.pencil, 8 * ENLARGED)
    for mark in scene.marks:
        draw.circle(at(mark.end), 11 * ENLARGED, PAPER.paper, PAPER.first.colour, 4 * ENLARGED)
    draw.circle(at(scene.ball), 17 * ENLARGED, PAPER.ball, PAPER.pencil, 3 * ENLARGED)
    buffer = BytesIO()
    image.resize((width, height), Image.Resampling.LANCZOS).save(buffer, "PNG")
    return buffer.getvalue()


if __name__ == "__main__":
    sys.exit(main())
