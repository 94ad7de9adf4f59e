"""The gallery: a page with a picture of everything that a board can show, and a player's card.

Whatever draws another kind of picture adds its exhibits to `EXHIBITS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from renderer.board import render
from renderer.card import CardRating, CardScene, Fact, ResultWords, Tally, render_card
from renderer.chart import AxisLabel, CurveScene, chart_values, render_curve
from renderer.curve import Curve, CurvePoint
from renderer.recorded import Recorded
from renderer.scene import Side
from renderer.theme import PAPER, THEMES, Theme
from rules import VARIANTS, Game, Player, find_variant

PAGE = "gallery.md"
FOLDER = "gallery"

SHOWN = 350
"""The width at which the page shows a picture: that of a phone."""

ALICE, BOB = Side("Alice", "1512"), Side("Bob", "1498")

GAMES = {
    "standard": "0/0/0/2/7/16/5/36/1723",
    "small": "3/2/0/6/45/2/010/36167/5",
    "large": "1/4/67/7/6/5/0/6352/53",
    "no-double-bounce": "6/5/5/53/61/44/1/70/72",
    "no-bounce": "6/7/4/1/2/4/4/4/7/7/5",
    "texas": "7/7/5/72/463/1/6463/03/2",
    "gridball": "674/345/447/543/424/221/705/471/002",
    "gridball-classic": "674/345/447/543/424/221/705/471/002",
}
"""A game of each preset."""

CHAIN = "1/2/0/7/2/1/27475/5/3/32/27/55/07/021/6355/21241670747"
MARKS = "4/3/5/6/7/7/1/6/1/6/1/7/1/6"
PENALTY = (
    "000/216/657/160/671/332/422/200/232/334/242/000/571/167/652/420.7/534/246/675/244/677/572/"
    "775/645/616/021/661/723/135.3.1"
)
GOAL = "4/1/65/6/1/21/0/6/5/2/12/4/2/71/36/16436060/1/74/1364777"
OWN_GOAL = "7/7/5/72/3/4/7611/7/53452/0221/0/5/70/5/427241/77413/1/1"
BLOCKED = "6/7/4/1/2/44/4/7/75/4/3/4/2/42/21/7/0/5/7/25/66/1/200357/06/4527236436/0530727"
GRIDBALL_GOAL = "674/345/447/543/424/221/705/471/002/341/232/464/654/754/131/356/365"


def _wandering(count: int, seed: int, deviation: float) -> Curve:
    """A rating over some months, less uncertain with each match; in the middle nobody plays."""
    value, points = 1500.0, []
    for at in range(count):
        value += (37 * at * (seed + 3)) % 61 - 27
        day = 4.0 * at + (120 if 2 * at > count > 9 else 0)
        points.append(CurvePoint(day, value, max(55, deviation - 9 * at)))
    return Curve(tuple(points), 90)


def _end(curve: Curve) -> str:
    return f"{curve.points[-1].value:.0f}"


CURVE, FEW, ONE = _wandering(36, 1, 300), _wandering(9, 5, 320), _wandering(1, 0, 290)
CARD = CardScene(
    name="Alice",
    since="in this server, since 3 Mar 2026",
    ratings=(
        CardRating("Standard", _end(CURVE), False, CURVE, "3 Mar 2026", "20 Nov 2026"),
        CardRating("Small", f"{_end(FEW)}?", True, FEW, "9 Apr 2026", "11 May 2026"),
        CardRating("Gridball", f"{_end(ONE)}?", True, ONE, "2 Oct 2026", "2 Oct 2026"),
    ),
    total=Tally("", 27, 3, 19),
    words=ResultWords("27 won", "3 drawn", "19 lost"),
    sides_heading="By side",
    sides=(Tally("First player", 16, 1, 8), Tally("Second player", 11, 2, 11)),
    reasons_heading="Endings",
    reasons=(
        Tally("Goal", 18, 0, 11),
        Tally("Blocked", 5, 0, 4),
        Tally("Own goal", 3, 0, 2),
        Tally("Agreed draw", 0, 3, 0),
        Tally("Out of time", 1, 0, 2),
    ),
    opponents_heading="Most played",
    opponents=(Tally("Bob", 14, 2, 12), Tally("Zoë", 8, 1, 3), Tally("Дмитрий", 2, 0, 4)),
    facts=(
        Fact("Longest chain", "14"),
        Fact("Most wins in a row", "6"),
        Fact("Wins in a row now", "2"),
        Fact("Rated matches", "42"),
    ),
)
RATING = CurveScene(
    "Alice, Standard",
    _end(CURVE),
    CURVE,
    tuple(AxisLabel(value, str(value)) for value in chart_values(CURVE)),
    (AxisLabel(0, "3 Mar 2026"), AxisLabel(CURVE.points[-1].at, "20 Nov 2026")),
)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A picture of the gallery: its file, what it shows in a sentence, and how it is made."""

    file: str
    words: str
    make: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Room:
    """A part of the page."""

    title: str
    words: str
    exhibits: tuple[Exhibit, ...]


def _board(turns: str, variant: str = "standard") -> Recorded:
    return Recorded(Game(find_variant(variant).ruleset, tuple(turns.split("/"))), ALICE, BOB)


def _ended(turns: str, how: str, variant: str = "standard") -> Recorded:
    """A game that its turns end; `how` is the reason in a word or two."""
    board = _board(turns, variant)
    outcome = board.game.outcome
    if outcome is None or outcome.winner is None:
        raise ValueError(f"nobody wins {turns}")
    return Recorded(board.game, ALICE, BOB, f"{_name(outcome.winner)} wins: {how}")


def _name(player: Player) -> str:
    return (ALICE if player is Player.FIRST else BOB).name


def _exhibit(
    file: str, words: str, board: Callable[[], Recorded], theme: Theme = PAPER, draft: str = ""
) -> Exhibit:
    return Exhibit(f"{file}.png", words, lambda: render(board().scene(draft), theme))


def _picture(file: str, words: str, make: Callable[[], bytes]) -> Exhibit:
    return Exhibit(f"{file}.png", words, make)


def _start(variant: str) -> Recorded:
    return Recorded(Game(find_variant(variant).ruleset), ALICE, BOB)


def _preset(variant: str) -> Callable[[], Recorded]:
    return lambda: _board(GAMES[variant], variant)


EXHIBITS: tuple[Room, ...] = (
    Room(
        "Themes",
        "A server chooses the look of its public boards in `/soccer setup`.",
        tuple(
            _exhibit(f"theme-{name}", f"The theme {name}.", _preset("standard"), theme)
            for name, theme in THEMES.items()
        ),
    ),
    Room(
        "A turn",
        "The last turn is stronger than older ones. Arrowheads tell its order, in a long turn "
        "numbers. A draft is lighter and dashed. The marks look one step ahead: a ring passes the "
        "turn, a dot bounces, a star scores, a cross loses.",
        (
            _exhibit(
                "start", "An empty pitch, as a challenge shows it.", lambda: _start("standard")
            ),
            _exhibit("chain", "A turn of eleven segments.", lambda: _board(CHAIN)),
            _exhibit(
                "draft",
                "A draft that has bounced twice.",
                lambda: _board(CHAIN.rpartition("/")[0]),
                draft="212",
            ),
            _exhibit(
                "marks", "Next to a corner, from which no line leads on.", lambda: _board(MARKS)
            ),
            _exhibit(
                "penalty", "Penalties are rows of beads.", lambda: _board(PENALTY, "gridball")
            ),
        ),
    ),
    Room(
        "Presets",
        "A large pitch is shown twice: all of it small, the ball's surroundings large.",
        tuple(
            _exhibit(f"preset-{variant.key}", f"The preset {variant.key}.", _preset(variant.key))
            for variant in VARIANTS
        ),
    ),
    Room(
        "The end",
        "The winner's line is marked, and the result stands beside the bottom goal.",
        (
            *(
                _exhibit(f"end-{name}", "A goal.", lambda: _ended(GOAL, "goal"), theme)
                for name, theme in THEMES.items()
            ),
            _exhibit("end-own-goal", "An own goal.", lambda: _ended(OWN_GOAL, "own goal")),
            _exhibit("end-blocked", "Nowhere to go.", lambda: _ended(BLOCKED, "blocked")),
            _exhibit(
                "end-resigned",
                "Given up.",
                lambda: Recorded(
                    _board(CHAIN).game, ALICE, BOB, "Alice wins: resigned", True, Player.FIRST
                ),
            ),
            _exhibit(
                "end-gridball",
                "A goal in Gridball.",
                lambda: _ended(GRIDBALL_GOAL, "goal", "gridball"),
            ),
        ),
    ),
    Room(
        "A player",
        "What `/profile` shows: a curve for each rating, shaded as far as it may be wrong, and all "
        "results.",
        (
            *(
                _picture(
                    f"card-{name}",
                    f"A card in the theme {name}.",
                    partial(render_card, CARD, theme),
                )
                for name, theme in THEMES.items()
            ),
            _picture("curve", "A rating by itself.", partial(render_curve, RATING)),
        ),
    ),
)


def page(rooms: tuple[Room, ...] = EXHIBITS) -> str:
    """The page in Markdown, for a folder that has the pictures in `FOLDER`."""
    lines = [
        "# Gallery",
        "",
        "<!-- Made by `python -m renderer --gallery docs`: change renderer/gallery.py instead. -->",
        "",
        "What boards look like, at the width of a phone.",
    ]
    for room in rooms:
        lines += ["", f"## {room.title}", "", room.words, ""]
        lines += [
            f'<img src="{FOLDER}/{each.file}" width="{SHOWN}" alt="{each.words}" '
            f'title="{each.words}">'
            for each in room.exhibits
        ]
    return "\n".join([*lines, ""])


def write_gallery(folder: Path, rooms: tuple[Room, ...] = EXHIBITS) -> None:
    """Write the page and its pictures into a folder; OSError if that cannot be done."""
    pictures = folder / FOLDER
    pictures.mkdir(parents=True, exist_ok=True)
    for room in rooms:
        for each in room.exhibits:
            (pictures / each.file).write_bytes(each.make())
    (folder / PAGE).write_text(page(rooms), encoding="utf-8", newline="\n")
