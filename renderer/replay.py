"""A match as a moving picture: which frames it has, how long each stays, and the GIF of them.

The pace: a turn of one segment takes half a second and one of n segments n ** 0.6 times that, so
that a chain takes longer than a single segment, but each of its segments less. Where all turns
would take longer than half a minute, they become faster by the same factor.

It is played once and stays on the last frame, the picture of the board: in a channel in which
something always moves nothing else can be read, and whoever comes later sees it from the beginning
all the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from PIL import Image

from renderer.board import draw_board
from renderer.gif import TICK, Animation
from renderer.moving import UNUSED_ENTRY, MovingBoard
from renderer.scene import Scene
from renderer.theme import PAPER, Theme, palette
from rules import DrawnStep, DrawnTurn, Game

OPENING = 800
"""Milliseconds for the empty pitch."""
SINGLE = 500
"""Milliseconds for a turn of one segment."""
GROWTH = 0.6
"""The power of its segments with which a turn's time grows."""
LONGEST = 30_000
"""Milliseconds for all turns together."""
SHORTEST = 40
"""Milliseconds for a frame: what is faster still, programs slow down to a tenth of a second."""
FINAL = 10_000
"""Milliseconds for the last frame, where a program begins again all the same."""

MOST_MOMENTS = 500
"""Frames of a game; in one of more segments each frame draws several."""


class Frame(NamedTuple):
    """What is shown, and for how many milliseconds."""

    scene: Scene
    milliseconds: int


class _Moment(NamedTuple):
    """A segment that was just drawn: `turn` is the turn up to there, after `before` others."""

    before: int
    turn: DrawnTurn
    milliseconds: float


def frames_of(game: Game, board: Scene, before: Scene | None = None) -> tuple[Frame, ...]:
    """The frames of a game, from the empty pitch to `board`, the scene of how it stands now.

    Until then both players stand there as in the scene `before`, by default as in `board`.

    In between the last turn grows by a segment from frame to frame, penalties as well. Nobody is
    highlighted there and nothing is marked: what moves is the ball.
    """
    moments = list(_moments(game.history))
    if not moments:
        return (Frame(board, FINAL),)
    start, before = game.ruleset.start().ball, before or board
    opening = Scene(
        pitch=board.pitch,
        history=(),
        draft=None,
        ball=start,
        marks=(),
        to_move=None,
        first=before.first,
        second=before.second,
    )
    frames = [Frame(opening, OPENING)]
    stride = -(-len(moments) // MOST_MOMENTS)
    factor = min(1, LONGEST / sum(moment.milliseconds for moment in moments))
    # The last moment is the board.
    for at in range(stride - 1, len(moments) - 1, stride):
        moment = moments[at]
        lasts = factor * sum(each.milliseconds for each in moments[at + 1 - stride : at + 1])
        history = (*game.history[: moment.before], moment.turn)
        scene = replace(opening, history=history, ball=moment.turn.steps[-1].end)
        frames.append(Frame(scene, max(SHORTEST, TICK * round(lasts / TICK))))
    return (*frames, Frame(board, FINAL))


def _moments(history: Sequence[DrawnTurn]) -> Iterator[_Moment]:
    for before, turn in enumerate(history):
        segments = sum(len(step.path) - 1 for step in turn.steps)
        for begun in _growing(turn):
            yield _Moment(before, begun, SINGLE * segments ** (GROWTH - 1))


def _growing(turn: DrawnTurn) -> Iterator[DrawnTurn]:
    """The turn as it grows segment by segment; at the end it is the turn itself."""
    for at, step in enumerate(turn.steps):
        for end in range(2, len(step.path)):
            shot = DrawnStep(step.path[:end], step.kind)
            yield replace(turn, steps=(*turn.steps[:at], shot))
        whole = at + 1 == len(turn.steps)
        yield turn if whole else replace(turn, steps=turn.steps[: at + 1])


def render_replay(frames: Sequence[Frame], theme: Theme = PAPER) -> bytes:
    """The bytes of a GIF file, the same for the same frames and theme.

    The last frame may be any scene; the others are without a draft, marks and a caption, and each
    follows on the one before it.
    """
    *moving, last = frames
    animation = Animation(palette(theme))
    shown: Image.Image | None = None
    if moving:
        board = MovingBoard(moving[0].scene, theme)
        animation.begin(board.entries, moving[0].milliseconds)
        for frame in moving[1:]:
            animation.change(*board.show(frame.scene), frame.milliseconds, UNUSED_ENTRY)
        shown = board.entries
    final = draw_board(last.scene, theme)
    if shown is None:
        animation.begin(final, last.milliseconds)
    else:
        animation.change(shown, final, (0, 0), last.milliseconds)
    return animation.file()
