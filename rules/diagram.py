r"""Positions as text diagrams, in both directions.

Points stand on every second column and row, lines between them; walls are `#`, the ball is `o`,
two diagonals that cross are `X`. The last line says in words who is to draw, or how the game
ended, and what else belongs to the position. On the smallest pitch, after the first player's `0`
and the second's `1`, a bounce off a post:

      #####
      #   #
    ### . o##
    #    /  #
    # . . . #
    #   |   #
    # . . . #
    #       #
    # . . . #
    #       #
    ### . ###
      #   #
      #####
    second to draw

A field without walls shows where it ends by its points: `+` on the edge, `#` the posts. The goals
of Gridball, the upper one after a shot from its left post:

                    + o + + +
                     /
    + + + + + + + + # . . . # + + + + + + + +
    + . . . . . . . . . . . . . . . . . . . +
"""

from collections.abc import Iterator

from rules.errors import InvalidDiagramError, InvalidPositionError
from rules.pitch import Pitch, Point, Segment
from rules.player import Player
from rules.position import Position, Reason, Ruleset

BALL = "o"
POINT = "."
EDGE = "+"
WALL = "#"
"""A wall's points and lines, or a post of a field without walls."""
CROSSING = "X"
BLANK = " "

_NAMES = {POINT: "a point (.)", EDGE: "the edge (+)", WALL: "a wall or a post (#)"}

_MARKS = {(1, 0): "-", (0, 1): "|", (1, 1): "\\", (1, -1): "/"}
"""The mark of a line by where its second point lies from its first."""


def draw_diagram(position: Position) -> str:
    """The position as text; `read_diagram` reads it back."""
    rows = _empty(position.ruleset.pitch)
    for segment in position.drawn_segments():
        row, column = _cell(segment)
        rows[row][column] = _mark(segment) if rows[row][column] == BLANK else CROSSING
    row, column = _cell(Segment(position.ball, position.ball))
    rows[row][column] = BALL
    return "\n".join([*("".join(row).rstrip() for row in rows), _status(position)])


def read_diagram(text: str, ruleset: Ruleset) -> Position:
    """The position that a diagram shows under these rules; InvalidDiagramError if it shows none.

    Spaces at the ends of lines, empty lines after the last and Windows line ends do not matter.
    """
    empty = _empty(ruleset.pitch)
    # Split no further than needed: the text may be anything, of any length.
    lines = [line.rstrip() for line in text.rstrip().split("\n", len(empty) + 1)]
    if len(lines) != len(empty) + 1:
        problem = f"{len(empty)} lines of pitch and one of words are needed"
        raise InvalidDiagramError(min(len(lines), len(empty) + 1) + 1, 1, problem)
    *rows, status = lines
    segments: list[Segment] = []
    ball: Point | None = None
    for row, (expected, line) in enumerate(zip(empty, rows, strict=True)):
        for column, mark in _marks(row, expected, line):
            if expected[column] == BLANK:
                segments += _segments(ruleset.pitch, row, column, mark)
            elif ball is None:
                ball = Point(column // 2, row // 2 - 1)
            else:
                raise InvalidDiagramError(row + 1, column + 1, "a second ball")
    if ball is None:
        raise InvalidDiagramError(1, 1, "the ball is missing")
    return _position(ruleset, segments, ball, status, len(lines))


def _position(
    ruleset: Ruleset, segments: list[Segment], ball: Point, status: str, last: int
) -> Position:
    """The position of these parts, if its own words are those that the diagram ends with."""
    who, _, rest = status.partition(" ")
    how, *progress = rest.split(", ")
    if how == "won" and progress:
        how = f"won, {progress.pop(0)}"
    mover = _movers().get(f"{who} {how}")
    if mover is None:
        raise InvalidDiagramError(last, 1, "who is to draw, or who won and how, is missing")
    try:
        position = ruleset.position_of(segments, ball, mover, progress)
    except InvalidPositionError as error:
        row, column = (last - 1, 0) if error.segment is None else _cell(error.segment)
        raise InvalidDiagramError(row + 1, column + 1, error.problem) from None
    if _status(position) != status:
        raise InvalidDiagramError(last, 1, f"the lines and the ball say: {_status(position)}")
    return position


def _status(position: Position) -> str:
    """The last line: who is to draw or how the game ended, and the rest of the position."""
    outcome = position.outcome
    ended = outcome and _won(outcome.winner, outcome.reason)
    return ", ".join([ended or _to_draw(position.to_move), *position.progress()])


def _to_draw(player: Player | None) -> str:
    return f"{_name(player)} to draw"


def _won(winner: Player | None, reason: Reason) -> str:
    return f"{_name(winner)} won, {reason.replace('_', ' ')}"


def _name(player: Player | None) -> str:
    return "nobody" if player is None else player.value


def _movers() -> dict[str, Player]:
    """For all words that a status may begin with, the mover of the position.

    Who scores stays the mover; otherwise the winner is the mover's opponent. A draw by the limit
    of turns, an even number, would be the first player's turn.
    """
    movers = {_won(None, Reason.TURN_LIMIT): Player.FIRST}
    for player in Player:
        movers[_to_draw(player)] = player
        movers[_won(player, Reason.GOAL)] = player
        movers[_won(player, Reason.OWN_GOAL)] = player.opponent
        movers[_won(player, Reason.BLOCKED)] = player.opponent
    return movers


def _empty(pitch: Pitch) -> list[list[str]]:
    """The pitch before the first turn, without the ball, as rows of characters."""
    top, bottom = pitch.goals
    rows = [[BLANK] * (2 * pitch.width + 1) for _ in range(2 * (bottom.back - top.back) + 1)]
    for point in pitch.points():
        row, column = _cell(Segment(point, point))
        rows[row][column] = POINT if pitch.walls else _open_mark(pitch, point)
    for wall in pitch.walls:
        for part in (wall, Segment(wall.a, wall.a), Segment(wall.b, wall.b)):
            row, column = _cell(part)
            rows[row][column] = WALL
    return rows


def _open_mark(pitch: Pitch, point: Point) -> str:
    """How a field without walls shows a point: as a post, as its edge, or open."""
    if any(point in goal.posts for goal in pitch.goals):
        return WALL
    if any(point.y == goal.line and goal.left < point.x < goal.right for goal in pitch.goals):
        return POINT
    inside = 0 < point.x < pitch.width and 0 < point.y < pitch.height
    return POINT if inside else EDGE


def _marks(row: int, empty: list[str], line: str) -> Iterator[tuple[int, str]]:
    """Where a line of text differs from the empty pitch, and what stands there."""
    if len(line) > len(empty):
        raise InvalidDiagramError(row + 1, len(empty) + 1, "beyond the pitch")
    for column, (there, mark) in enumerate(zip(empty, line.ljust(len(empty)), strict=True)):
        if mark == there:
            continue
        if there != BLANK and not (mark == BALL and row % 2 == column % 2 == 0):
            raise InvalidDiagramError(row + 1, column + 1, f"{_NAMES[there]} belongs here")
        yield column, mark


def _segments(pitch: Pitch, row: int, column: int, mark: str) -> list[Segment]:
    """The lines that a mark between points stands for."""
    segments = _segments_at(row, column)
    if mark != CROSSING or len(segments) < 2:
        segments = [segment for segment in segments if _mark(segment) == mark]
    if not segments or not all(_inside(pitch, segment) for segment in segments):
        raise InvalidDiagramError(row + 1, column + 1, f"{mark!r} does not belong here")
    return segments


def _segments_at(row: int, column: int) -> list[Segment]:
    """The lines whose middle is at this place of the diagram: two diagonals, one line, or none."""
    segments = []
    for dx, dy in _MARKS:
        if (row % 2, column % 2) == (abs(dy), dx):
            start = Point((column - dx) // 2, (row - dy) // 2 - 1)
            segments.append(Segment(start, Point(start.x + dx, start.y + dy)))
    return segments


def _inside(pitch: Pitch, segment: Segment) -> bool:
    start, end = segment
    return pitch.admits(start, end) and pitch.admits(end, start)


def _cell(segment: Segment) -> tuple[int, int]:
    """The row and column of a line's middle; of a point, if both ends are the same."""
    start, end = segment
    return start.y + end.y + 2, start.x + end.x


def _mark(segment: Segment) -> str:
    start, end = segment
    return _MARKS[end.x - start.x, end.y - start.y]
