"""What a draft amounts to, one segment at a time: derived from the match, never stored."""

from dataclasses import dataclass

from matches.match import Draft, Match
from rules import DrawnTurn, Player, Position, draw_steps


@dataclass(frozen=True, slots=True)
class Drafted:
    """The position with the draft drawn, and what that means for the turn."""

    position: Position
    drawn: DrawnTurn | None
    """None if nothing is drawn yet."""
    is_complete: bool
    """Whether the turn has passed or the game has ended: nothing can be added."""
    loses: bool
    """Whether playing it loses the match at once."""

    @property
    def steps(self) -> str:
        """The draft as it is written."""
        return "" if self.drawn is None else self.drawn.text


def drafted(match: Match, draft: Draft | None) -> Drafted:
    """The match's position with its draft; a draft of another version counts as none."""
    position = match.game.position
    if draft is None or draft.version != match.version or not draft.steps:
        return Drafted(position, None, is_complete=False, loses=False)
    return draw_draft(position, draft.steps)


def draw_draft(position: Position, steps: str) -> Drafted:
    """The position with these steps drawn; InvalidTurnError or IllegalTurnError if refused."""
    mover = position.to_move
    following, drawn = draw_steps(position, steps)
    return Drafted(
        following,
        drawn,
        is_complete=following.to_move is not mover,
        loses=_lost(following, mover),
    )


def needs_confirmation(match: Match, drafted: Drafted) -> bool:
    """Whether a complete turn waits for *Play it* instead of being played at once.

    Friends who play a turn a day may look twice; and nobody should lose by a slip of the thumb.
    Against the computer a turn can be taken back.
    """
    at_once = match.terms.turn_time.is_live or match.computer is not None
    return drafted.is_complete and (drafted.loses or not at_once)


def _lost(position: Position, player: Player | None) -> bool:
    outcome = position.outcome
    return outcome is not None and outcome.winner not in (None, player)
