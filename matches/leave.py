"""Leave: days on which no time runs in a player's slow matches."""

from dataclasses import dataclass
from datetime import datetime

from matches.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Leave:
    """One leave of a player; `ends_at` is when it ended, if it was ended early."""

    player: PlayerId
    began_at: datetime
    ends_at: datetime
