"""Random rulesets and random legal games for the properties, and small helpers of the tests."""

from dataclasses import dataclass
from textwrap import dedent

from hypothesis import strategies as st

from rules import Bounce, Direction, OwnGoal, PaperSoccer, Player, draw_diagram, draw_steps
from rules.paper_soccer import GOAL_WIDTHS, HEIGHTS, WIDTHS, PaperSoccerPosition

TINY = PaperSoccer(width=4, height=4)
"""The smallest pitch: a diagram of it is read at a glance."""


@dataclass(frozen=True)
class Walk:
    """A legal game, finished or not: the positions step by step, and the steps between them."""

    positions: tuple[PaperSoccerPosition, ...]
    steps: tuple[Direction, ...]

    def __repr__(self) -> str:
        return f"Walk({self.last.ruleset}, steps={''.join(map(str, self.steps))!r})"

    @property
    def latest(self) -> tuple[PaperSoccerPosition, ...]:
        """The last few positions: the fullest, and the end if the game has one."""
        return self.positions[-4:]

    @property
    def last(self) -> PaperSoccerPosition:
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
            turn += str(step)
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
def walks(draw: st.DrawFn, of: st.SearchStrategy[PaperSoccer] | None = None) -> Walk:
    """A random game by random rules, to its end or until the choices are used up."""
    position = draw(rulesets() if of is None else of).start()
    positions, steps = [position], []
    least = draw(st.sampled_from((0, 10, 60)))
    for choice in draw(st.lists(st.integers(0, 7), min_size=least, max_size=80)):
        legal = position.legal_directions()
        if not legal:
            break
        steps.append(legal[choice % len(legal)])
        position = position.after(steps[-1])
        positions.append(position)
    return Walk(tuple(positions), tuple(steps))


def played(ruleset: PaperSoccer, *turns: str) -> PaperSoccerPosition:
    """The position after these turns, the last of which may be unfinished."""
    position = ruleset.start()
    for turn in turns:
        following, _ = draw_steps(position, turn)
        assert isinstance(following, PaperSoccerPosition)
        position = following
    return position


def shows(position: PaperSoccerPosition, diagram: str) -> bool:
    """Whether this is the position's diagram, however the test indents it."""
    lines = draw_diagram(position).splitlines()
    expected = dedent(diagram.strip("\n")).rstrip().splitlines()
    assert lines == expected, "\n".join(["the diagram is", *lines])
    return True


def other(player: Player | None) -> Player | None:
    """The opponent, of nobody nobody."""
    return player and player.opponent
