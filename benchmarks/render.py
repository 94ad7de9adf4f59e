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
from renderer import PAPER, Scene, Side, board_scene, frames_of, render, render_replay
from renderer.card import CardRating, CardScene, Fact, ResultWords, Tally, render_card
from renderer.chart import AxisLabel, CurveScene, chart_values, render_curve
from renderer.curve import Curve, CurvePoint
from renderer.layout import layout_of
from rules import VARIANTS, Effect, Field, Game, Gridball, Point, Ruleset, find_variant

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

CARDS = 8
CARD_MATCHES = (600, 200, 90, 40, 25, 12, 4, 1)
"""Rated matches in each preset of a card."""
CARD_MILLISECONDS = 25

REPLAY_TURNS = 60
REPLAYS = 3
MOST_BOARDS = 20
"""How many boards one draws in the time of a replay."""

GOING_ON = (Effect.PASSES, Effect.CONTINUES)

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
    _measure_replays(boards)
    _measure_resvg(boards)
    _measure_largest_pitch()
    _measure_cards()
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


def _measure_replays(boards: list[Scene]) -> None:
    """Moving pictures against boards; some of their turns are chains."""
    standard = find_variant("standard").ruleset
    games = [_long_game(standard, REPLAY_TURNS, random.Random(seed)) for seed in range(REPLAYS)]
    replays = [
        frames_of(game, board_scene(game, first=Side("Alice", "1512"), second=Side("Bob", "1500?")))
        for game in games
    ]
    size = max(len(render_replay(frames)) for frames in replays)
    ours, board = interleaved_medians(
        [
            lambda: [render_replay(frames) for frames in replays],
            lambda: [render(board) for board in boards],
        ],
        rounds=9,
    )
    frames = sum(map(len, replays)) / REPLAYS
    measure(f"render: replay of {REPLAY_TURNS} turns, frames", frames, "frames")
    measure(f"render: replay of {REPLAY_TURNS} turns, size", size, "bytes")
    measure(f"render: replay of {REPLAY_TURNS} turns", 1000 * ours / REPLAYS, "ms")
    in_boards = (ours / REPLAYS) / (board / BOARDS)
    measure(f"render: replay of {REPLAY_TURNS} turns", in_boards, "boards", at_most=MOST_BOARDS)


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


def _measure_cards() -> None:
    """Cards of players of every preset, each with other names and numbers, and one curve alone."""
    rng = random.Random(1)
    cards = [_card(number, rng) for number in range(CARDS)]
    curve = cards[0].ratings[0].curve
    values = tuple(AxisLabel(value, str(value)) for value in chart_values(curve))
    chart = CurveScene("Alice · Standard", "1512", curve, values)
    ours, alone = interleaved_medians(
        [lambda: [render_card(card) for card in cards], lambda: render_curve(chart)], rounds=20
    )
    measure("render: largest card", max(len(render_card(card)) for card in cards), "bytes")
    measure("render: profile card", 1000 * ours / CARDS, "ms", at_most=CARD_MILLISECONDS)
    measure("render: curve of 600 matches", 1000 * alone, "ms")


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


def _card(number: int, rng: random.Random) -> CardScene:
    """The card of somebody who played all the presets."""
    names = [f"{rng.choice(LONG_NAMES[at % len(LONG_NAMES)])} {number}" for at in range(5)]
    words = ("Goal", "Own goal", "Blocked", "Resigned", "Time", "Agreed")
    tallies = [
        Tally(label, rng.randrange(400), rng.randrange(40), rng.randrange(400))
        for label in (*words, "Drawing first", "Drawing second", *names)
    ]
    return CardScene(
        name=names[0],
        since="since March 2026",
        ratings=tuple(
            CardRating(
                variant.key,
                f"{rng.randrange(1200, 1900)}",
                False,
                _curve(matches, rng),
                "3 Mar 2026",
                f"{number % 30 + 1} Nov 2026",
            )
            for variant, matches in zip(VARIANTS, CARD_MATCHES, strict=True)
        ),
        total=tallies[0],
        words=ResultWords("won", "drawn", "lost"),
        sides_heading="Sides",
        sides=tuple(tallies[6:8]),
        reasons_heading="Reasons",
        reasons=tuple(tallies[:6]),
        opponents_heading="Opponents",
        opponents=tuple(tallies[8:]),
        facts=tuple(Fact(f"Longest {what}", str(rng.randrange(99))) for what in "abcd"),
    )


def _curve(matches: int, rng: random.Random) -> Curve:
    """A rating that goes up and down and becomes surer, with a pause in it."""
    at, value, deviation = 0.0, 1500.0, 350.0
    points = []
    for match in range(matches):
        points.append(CurvePoint(at, value, deviation))
        at += rng.random() + (90 if match == matches // 2 else 0)
        value += rng.gauss(0, 5 + deviation / 10)
        deviation = max(60, deviation * 0.95)
    return Curve(tuple(points), pause=60)


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


def _long_game(ruleset: Ruleset, turns: int, rng: random.Random) -> Game:
    """A game of so many turns, random save that no step ends it while another one does not."""
    while True:
        game, turn = Game(ruleset), ""
        position = game.position
        while position.outcome is None and len(game.turns) < turns:
            legal = position.legal_directions()
            going = [step for step in legal if position.effect(step) in GOING_ON]
            mover, direction = position.to_move, rng.choice(going or legal)
            turn += position.write_step(direction)
            position = position.after(direction)
            if position.to_move is not mover and position.outcome is None:
                game, turn = game.play(turn), ""
        if len(game.turns) == turns:
            return game


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
