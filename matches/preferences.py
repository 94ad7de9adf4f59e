"""What a player decided for all their matches."""

from dataclasses import dataclass
from enum import Enum


class Reminders(Enum):
    """Where somebody is reminded of a turn whose time runs short; the values are stored."""

    CHANNEL = "channel"
    """Where the match is played."""
    DIRECT = "direct"
    """By a direct message: whoever chose this agreed to get them."""
    OFF = "off"


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """A player's settings; the defaults are those of whoever never chose."""

    reminders: Reminders = Reminders.CHANNEL
    words: bool = False
    """Whether boards are to be read and not looked at: in words, with words on the pad."""
