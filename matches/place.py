"""Where a challenge or a match lives, in Discord's ids; None of them is interpreted here."""

from dataclasses import dataclass
from enum import Enum

from matches.ids import ServerId
from matches.terms import TurnTime


@dataclass(frozen=True, slots=True)
class Place:
    """A channel of a server, and the thread in it where the match is played, if it has one."""

    server: ServerId | None
    channel: int
    thread: int | None = None

    @property
    def target(self) -> int:
        """The id of the channel that messages are sent to."""
        return self.channel if self.thread is None else self.thread


class BoardTheme(Enum):
    """The look of a server's public boards; the values are stored."""

    PAPER = "paper"
    DARK = "dark"
    HIGH_CONTRAST = "high-contrast"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server's administrators decided."""

    games_channels: frozenset[int] = frozenset()
    """Channels for games: boards are posted in them directly, and replaced, not kept."""
    threads: bool = True
    """Whether a match elsewhere gets a thread of its own."""
    language: str | None = None
    """The catalogue of public messages; None for the language that Discord knows of the server."""
    variant: str | None = None
    """The preset of a challenge that names none; None for the usual one."""
    turn_time: TurnTime | None = None
    """The time per turn of a challenge that names none; None for the usual one."""
    challengers: frozenset[int] = frozenset()
    """Who may challenge: members with one of these roles; if there are none, everybody."""
    theme: BoardTheme = BoardTheme.PAPER


UNDECIDED = ServerSettings()
"""The settings of a server whose administrators never decided anything."""


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """The message that shows a match's newest board."""

    channel: int
    message: int
