"""A game: a ruleset and the turns played so far. Acting returns a new value, the old one stays."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from rules.errors import IllegalStepError, IllegalTurnError, InvalidTurnError, Refusal
from rules.pitch import Point
from rules.player import Player
from rules.position import Outcome, Position, Ruleset, StepKind


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """One step as it was drawn: the points that the ball passed, and whether it was a penalty."""

    path: tuple[Point, ...]
    kind: StepKind

    @property
    def end(self) -> Point:
        """Where the ball stopped."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class DrawnTurn:
    """A turn as it was drawn: by whom, how it is written, and its steps in order."""

    player: Player
    text: str
    steps: tuple[DrawnStep, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A ruleset and the complete turns so far, the first player's first.

    `position` is the position after them, `history` what each of them drew.
    """

    ruleset: Ruleset
    turns: tuple[str, ...] = ()
    position: Position = field(init=False, compare=False, repr=False)
    history: tuple[DrawnTurn, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        position = self.ruleset.start()
        history = []
        for turn in self.turns:
            position, drawn = draw_turn(position, turn)
            history.append(drawn)
        self._remember(position, tuple(history))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.position.outcome

    @property
    def to_move(self) -> Player | None:
        """Whose turn it is; None when the game is over."""
        return self.position.to_move

    def play(self, turn: str) -> Self:
        """The game with one more complete turn; InvalidTurnError or IllegalTurnError."""
        position, drawn = draw_turn(self.position, turn)
        # Made without __init__, which would replay every turn again.
        following = object.__new__(type(self))
        object.__setattr__(following, "ruleset", self.ruleset)
        object.__setattr__(following, "turns", (*self.turns, drawn.text))
        following._remember(position, (*self.history, drawn))
        return following

    def play_all(self, turns: Iterable[str]) -> Self:
        """The game with these turns played one after the other; errors as in `play`."""
        game = self
        for turn in turns:
            game = game.play(turn)
        return game

    def _remember(self, position: Position, history: tuple[DrawnTurn, ...]) -> None:
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "history", history)


def draw_turn(position: Position, turn: str) -> tuple[Position, DrawnTurn]:
    """Draw a whole turn: the position after it, and what was drawn.

    Raises InvalidTurnError for a text that is no turn, and IllegalTurnError for one that is
    refused; nothing of it is drawn then.
    """
    following, drawn = draw_steps(position, turn)
    if following.to_move is drawn.player:
        raise IllegalTurnError(turn, len(drawn.steps), Refusal.INCOMPLETE)
    return following, drawn


def draw_steps(position: Position, steps: str) -> tuple[Position, DrawnTurn]:
    """Draw the beginning of a turn, or all of it; errors as in `draw_turn`, save INCOMPLETE."""
    mover = position.to_move
    directions = position.read_steps(steps)
    if mover is None:
        raise IllegalTurnError(steps, 0, Refusal.GAME_OVER)
    drawn = []
    written = ""
    for index, direction in enumerate(directions):
        if position.to_move is not mover:
            raise IllegalTurnError(steps, index, Refusal.TOO_LONG)
        # A turn is written in one way only: a dot belongs before a penalty and nowhere else.
        written += position.write_step(direction)
        if not steps.startswith(written):
            raise InvalidTurnError(steps, _first_difference(steps, written))
        kind = position.next_step
        try:
            following = position.after(direction)
        except IllegalStepError as error:
            raise IllegalTurnError(steps, index, error.refusal) from None
        drawn.append(DrawnStep(position.path(direction), kind))
        position = following
    return position, DrawnTurn(mover, steps, tuple(drawn))


def _first_difference(text: str, other: str) -> int:
    pairs = enumerate(zip(text, other, strict=False))
    return next((at for at, (here, there) in pairs if here != there), min(len(text), len(other)))
