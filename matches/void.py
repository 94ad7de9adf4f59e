"""A rated match that shall not have been: who decided that, and why."""

from dataclasses import dataclass
from datetime import datetime

from matches.ids import MatchId, PlayerId

LONGEST_REASON = 200
"""Characters."""


@dataclass(frozen=True, slots=True)
class Void:
    """The decision about one match."""

    match: MatchId
    by: PlayerId | None
    """An administrator; None for whoever runs the bot."""
    reason: str
    made_at: datetime
    tells: bool = True
    """Whether both players are told where they played, once ratings are good."""
