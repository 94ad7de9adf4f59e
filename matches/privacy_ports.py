"""The ports about one person's data, apart from the others: what holds for all is said in
`matches.ports`.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeAlias

from matches.ids import ChallengeId, MatchId, PlayerId
from matches.people import Person

StoredRow: TypeAlias = Mapping[str, Any]
"""A row as it is stored, by the names of its columns; moments are aware datetimes."""
OVERALL = 0
"""The scope of overall ratings in a row: a part of a key cannot be null, and no server has id 0."""
StoredRows: TypeAlias = Mapping[str, Sequence[StoredRow]]
"""Rows by the names of their tables, each in a fixed order."""


class Accounts(Protocol):
    """The accounts of players, which can be deleted."""

    async def find(self, account: int) -> Person | None:
        """The player of a Discord account; nobody is made if there is none."""

    async def open_challenges(self, player: PlayerId) -> list[ChallengeId]:
        """The unanswered challenges from and to a player, in the order of their ids."""

    async def delete(self, player: PlayerId, now: datetime) -> None:
        """Remove the account and all that is only about the person; no leaderboard lists them from
        now on. Challenges, matches and ratings stay, as those of a player without an account.
        """


class Personal(Protocol):
    """What is stored about one player, as it is stored, readable or not. Nothing is locked."""

    async def of_player(self, player: PlayerId) -> StoredRows:
        """`accounts`, `player_settings`, `leaves`, `hints` and `ratings` of the player, the
        `blocks` that the player made, and the `voids` that the player decided on.
        """

    async def challenges(self, player: PlayerId) -> list[ChallengeId]:
        """The challenges from and to a player, in the order of their ids."""

    async def matches(self, player: PlayerId) -> list[MatchId]:
        """The matches of a player, in the order of their ids."""

    async def of_challenges(self, challenges: Iterable[ChallengeId]) -> StoredRows:
        """These `challenges`."""

    async def of_matches(self, matches: Iterable[MatchId], player: PlayerId) -> StoredRows:
        """These `matches`, with their `turns`, `drafts`, `offers`, `boards`, `voids` and
        `rating_events`, and the player's own `rating_changes`.
        """
