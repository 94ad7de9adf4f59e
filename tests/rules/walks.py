"""Random rulesets and random legal games for the properties, and small helpers of the tests."""

from dataclasses import dataclass
from functools import lru_cache
from textwrap import dedent
from typing import Generic, TypeVar

from hypothesis import strategies as st

from rules import (
    Bounce,
    Direction,
    Field,
    Gridball,
    OwnGoal,
    PaperSoccer,
    Player,
    Position,
    Reason,
    Ruleset,
    StepKind,
    draw_diagram,
    draw_steps,
)
from rules.gridball import GridballPosition
from rules.paper_soccer import GOAL_WIDTHS, HEIGHTS, WIDTHS, PaperSoccerPosition

TINY = PaperSoccer(width=4, height=4)
"""The smallest pitch: a diagram of it is read at a glance."""

P = TypeVar("P", bound=Position)
P_co = TypeVar("P_co", bound=Position, covariant=True)


@dataclass(frozen=True)
class Walk(Generic[P_co]):
    """A legal game, finished or not: the positions step by step, and the steps between them."""

    positions: tuple[P_co, ...]
    steps: tuple[Direction, ...]

    def __repr__(self) -> str:
        return f"Walk({self.last.ruleset}, steps={''.join(map(str, self.steps))!r})"

    @property
    def latest(self) -> tuple[P_co, ...]:
        """The last few positions: the fullest, and the end if the game has one."""
        return self.positions[-4:]

    @property
    def last(self) -> P_co:
        return self.positions[-1]

    @property
    def turns(self) -> tuple[str, ...]:
        """The complete turns."""
        return self._split()[0]

    @property
    def partial(self) -> str:
        """The beginning of an unfinished turn."""
        return self._split()[1]

    def _split(self) -> tuple[tuple[str, ...], str]:
        turns, turn = [], ""
        for step, before, after in zip(
            self.steps, self.positions, self.positions[1:], strict=False
        ):
            turn += before.write_step(step)
            if after.to_move is not before.to_move:
                turns.append(turn)
                turn = ""
        return tuple(turns), turn


@st.composite
def rulesets(draw: st.DrawFn, goal_widths: st.SearchStrategy[int] | None = None) -> PaperSoccer:
    """Any combination of the options, small pitches more often than large ones."""
    width = draw(st.sampled_from((4, 4, 6, *WIDTHS)))
    goal_width = draw(st.sampled_from(GOAL_WIDTHS) if goal_widths is None else goal_widths)
    return PaperSoccer(
        width=width,
        height=draw(st.sampled_from((4, 4, 6, *HEIGHTS))),
        goal_width=min(goal_width, width - 2),
        bounce=draw(st.sampled_from(Bounce)),
        wall_bounce=draw(st.booleans()),
        own_goal=draw(st.sampled_from(OwnGoal)),
        crossing_diagonals=draw(st.booleans()),
    )


@st.composite
def walks(
    draw: st.DrawFn, of: st.SearchStrategy[PaperSoccer] | None = None
) -> Walk[PaperSoccerPosition]:
    """A random game of paper soccer, to its end or until the choices are used up."""
    return walked(draw(rulesets() if of is None else of).start(), draw(choices()))


@st.composite
def gridball_walks(draw: st.DrawFn) -> Walk[GridballPosition]:
    """A random game of Gridball; in most of them the players trap each other where they can."""
    start = Gridball(draw(st.sampled_from(Field))).start()
    if draw(st.sampled_from((True, True, False))):
        # The players look for traps in every turn, which takes time: fewer steps must do.
        return walked(start, draw(choices(most=30)), trapping=True)
    return walked(start, draw(choices()))


def any_walks() -> st.SearchStrategy[Walk[Position]]:
    """A random game of any kind."""
    return st.one_of(walks(), gridball_walks())


@st.composite
def choices(draw: st.DrawFn, most: int = 80) -> list[int]:
    """Which of the legal directions to draw, step by step."""
    least = draw(st.sampled_from((0, most // 8, most - most // 4)))
    return draw(st.lists(st.integers(0, 7), min_size=least, max_size=most))


def walked(position: P, choices: list[int], *, trapping: bool = False) -> Walk[P]:
    """The game in which these choices are made, to its end or theirs; traps come before them."""
    positions: list[P] = [position]
    steps: list[Direction] = []
    planned: tuple[Direction, ...] = ()
    for choice in choices:
        legal = position.legal_directions()
        if not legal:
            break
        if trapping:
            planned = planned or trap(position)
        step, *rest = planned or (legal[choice % len(legal)],)
        planned = tuple(rest)
        position = position.after(step)
        steps.append(step)
        positions.append(position)
    return Walk(tuple(positions), tuple(steps))


@lru_cache(maxsize=10_000)
def trap(position: Position) -> tuple[Direction, ...]:
    """The first steps found after which a penalty is due; none if the turn cannot end so."""
    for direction in position.legal_directions():
        following = position.after(direction)
        if following.next_step is StepKind.PENALTY:
            return (direction,)
        if position.next_step is StepKind.SEGMENT and following.to_move is position.to_move:
            further = trap(following)
            if further:
                return (direction, *further)
    return ()


def played(ruleset: Ruleset, *turns: str) -> Position:
    """The position after these turns, the last of which may be unfinished."""
    position = ruleset.start()
    for turn in turns:
        position, _ = draw_steps(position, turn)
    return position


def mover_of(position: Position) -> Player:
    """Who draws next or, when the game is over, who cannot or who scored."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return position.to_move or Player.FIRST
    return outcome.winner if outcome.reason is Reason.GOAL else outcome.winner.opponent


def shows(position: Position, diagram: str) -> bool:
    """Whether this is the position's diagram, however the test indents it."""
    lines = draw_diagram(position).splitlines()
    expected = dedent(diagram.strip("\n")).rstrip().splitlines()
    assert lines == expected, "\n".join(["the diagram is", *lines])
    return True


def other(player: Player | None) -> Player | None:
    """The opponent, of nobody nobody."""
    return player and player.opponent
