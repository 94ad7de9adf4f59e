"""What is agreed before a match: the rules, the time per turn, and whether it is rated."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from rules import Ruleset, variant_of


class TurnTime(Enum):
    """The time for one turn; the values are stored and never change."""

    TWO_MINUTES = "2m"
    TEN_MINUTES = "10m"
    ONE_HOUR = "1h"
    EIGHT_HOURS = "8h"
    ONE_DAY = "1d"
    THREE_DAYS = "3d"
    SEVEN_DAYS = "7d"
    FOURTEEN_DAYS = "14d"
    UNLIMITED = "none"

    @property
    def duration(self) -> timedelta | None:
        """The time as a duration; None without a limit."""
        if self is TurnTime.UNLIMITED:
            return None
        units = {"m": "minutes", "h": "hours", "d": "days"}
        return timedelta(**{units[self.value[-1]]: int(self.value[:-1])})

    @property
    def is_live(self) -> bool:
        """Whether both players sit at the board: less than an hour for a turn."""
        return self.duration is not None and self.duration < timedelta(hours=1)

    @property
    def knows_leave(self) -> bool:
        """Whether time stands still while a player is on leave: a day or more for a turn."""
        return self.duration is not None and self.duration >= timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules, the time per turn, and whether the match is meant to be rated."""

    ruleset: Ruleset
    turn_time: TurnTime = TurnTime.THREE_DAYS
    rated: bool = True

    @property
    def variant(self) -> str | None:
        """The preset's key; None for a custom game."""
        variant = variant_of(self.ruleset)
        return None if variant is None else variant.key

    @property
    def can_be_rated(self) -> bool:
        """Only presets are rated: their ratings mean the same everywhere."""
        return self.variant is not None
