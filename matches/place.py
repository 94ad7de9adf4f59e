"""Where a challenge or a match lives, in Discord's ids; None of them is interpreted here."""

from dataclasses import dataclass

from matches.ids import ServerId


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


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server's administrators decided."""

    games_channels: frozenset[int] = frozenset()
    """Channels for games: boards are posted in them directly, and replaced, not kept."""


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """The message that shows a match's newest board."""

    channel: int
    message: int
