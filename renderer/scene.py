"""What a picture shows: a scene is plain data, made from a game or from a ruleset alone."""

from dataclasses import dataclass

from rules import (
    DrawnTurn,
    Effect,
    Game,
    Pitch,
    Player,
    Point,
    Position,
    Ruleset,
    draw_steps,
)


@dataclass(frozen=True, slots=True)
class Side:
    """One player as the picture shows them: a name and a ready text such as "1512" or "1500?"."""

    name: str
    rating: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """One legal direction, exactly one step ahead: where the step ends and what it does.

    `path` is the points that the ball would pass, both ends included; it may be left out where
    the end is a neighbour of the ball.
    """

    end: Point
    effect: Effect
    path: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A board at one moment.

    The last turn of `history` is drawn stronger than the others; `draft` is an unfinished turn,
    drawn lighter. On the final picture nobody is to move: `caption` is a ready line, such as
    "Alice wins: goal", `winner` is whose name is celebrated, and `decided` says that the last turn
    ended the game, so that a winner's turn is celebrated too.
    """

    pitch: Pitch
    history: tuple[DrawnTurn, ...]
    draft: DrawnTurn | None
    ball: Point
    marks: tuple[Mark, ...]
    to_move: Player | None
    first: Side
    second: Side
    caption: str = ""
    winner: Player | None = None
    decided: bool = False

    @property
    def winning_turn(self) -> DrawnTurn | None:
        """The turn that won the game; None if there is none, or the loser's ended it."""
        last = self.history[-1] if self.history and self.decided else None
        return last if last is not None and last.player is self.winner else None

    def side(self, player: Player) -> Side:
        """The side of that player."""
        return self.first if player is Player.FIRST else self.second


def board_scene(
    game: Game,
    *,
    draft: str = "",
    first: Side,
    second: Side,
    marks: bool = True,
    caption: str = "",
    over: bool = False,
    winner: Player | None = None,
) -> Scene:
    """The scene of a game, with the beginning of the next turn as a draft.

    A draft that is already a whole turn still belongs to its player, who may take it back: it is
    shown without marks. `over` and `winner` are for a match that ended although its turns do not
    end the game: one that was given up.

    Raises InvalidTurnError or IllegalTurnError for a draft that is refused.
    """
    position, drawn = draw_steps(game.position, draft) if draft else (game.position, None)
    open_turn = position.to_move is game.to_move
    outcome = game.outcome
    over = over or outcome is not None
    return Scene(
        pitch=game.ruleset.pitch,
        history=game.history,
        draft=drawn,
        ball=position.ball,
        marks=marks_of(position) if marks and open_turn and not over else (),
        to_move=None if over else game.to_move,
        first=first,
        second=second,
        caption=caption,
        winner=winner if outcome is None else outcome.winner,
        decided=outcome is not None,
    )


def empty_scene(ruleset: Ruleset, first: Side | None = None, second: Side | None = None) -> Scene:
    """The empty pitch of a challenge, before anybody is to move; players may not be known yet."""
    position = ruleset.start()
    return Scene(
        pitch=ruleset.pitch,
        history=(),
        draft=None,
        ball=position.ball,
        marks=(),
        to_move=None,
        first=first or Side(""),
        second=second or Side(""),
    )


def marks_of(position: Position) -> tuple[Mark, ...]:
    """A mark for each legal direction of a position, in their order."""
    return tuple(
        Mark(path[-1], position.effect(direction), path)
        for direction in position.legal_directions()
        for path in (position.path(direction),)
    )
