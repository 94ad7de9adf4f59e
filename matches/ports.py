"""What the use cases need of a store. `storage/` keeps these promises; so do the tests' fakes.

In a writing unit `get` locks what it returns until the unit ends, where the database can lock rows,
so that two units never decide on the same state. Lists lock nothing: what they return may have
changed when it is saved, and saving then fails. They, and what is claimed, leave out what cannot be
read, while `get` fails for it.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from matches.challenge import Challenge
from matches.computer import Computer
from matches.hints import Hint
from matches.ids import ChallengeId, MatchId, PlayerId, ServerId
from matches.leave import Leave
from matches.match import Draft, ListedMatch, Match, WaitingMatch
from matches.offer import Offer
from matches.outbox import OutboxRow, Telling
from matches.people import Person
from matches.place import BoardMessage, Place, ServerSettings
from matches.preferences import PlayerSettings
from matches.privacy_ports import Accounts as Accounts
from matches.privacy_ports import Personal as Personal
from matches.profile_ports import Profiles as Profiles
from matches.rating_ports import Leaderboards as Leaderboards
from matches.rating_ports import Ratings as Ratings
from matches.rating_ports import Voids as Voids
from matches.stored_board import StoredBoard
from matches.timing_ports import Due as Due
from matches.timing_ports import Heartbeats as Heartbeats
from matches.timing_ports import Outages as Outages


class Players(Protocol):
    """Players and the accounts behind them."""

    async def find_or_add(self, account: int, name: str) -> PlayerId:
        """The player of a Discord account, made if new; the name is kept up to date."""

    async def people(self, players: Iterable[PlayerId]) -> Mapping[PlayerId, Person]:
        """Who these players are."""

    async def computer(self, level: int) -> PlayerId:
        """The player that the computer is at this level, made if new."""

    async def lock(self, players: Iterable[PlayerId]) -> None:
        """Let nobody else decide anything that depends on these players until the unit ends."""


class Challenges(Protocol):
    """Challenges."""

    async def add(self, challenge: Challenge) -> Challenge:
        """Store a new one; its id is ignored and given by the store."""

    async def get(self, challenge: ChallengeId) -> Challenge | None:
        """The challenge of that id."""

    async def save(self, challenge: Challenge) -> None:
        """Store a changed one, whose version has grown by one.

        Raises ChallengeOver if it has changed since it was read: nothing is stored then.
        """

    async def of_match(self, match: MatchId) -> Challenge | None:
        """The challenge that became this match."""

    async def open_from(self, challenger: PlayerId) -> list[Challenge]:
        """The unanswered challenges of one person, the oldest first."""

    async def last_declined(self, challenger: PlayerId, opponent: PlayerId) -> datetime | None:
        """When this opponent last declined a challenge of this challenger."""


class Matches(Protocol):
    """Matches and their turns."""

    async def add(self, match: Match) -> Match:
        """Store a new one; its id is ignored and given by the store."""

    async def get(self, match: MatchId) -> Match | None:
        """The match of that id."""

    async def save(self, match: Match) -> None:
        """Store a changed match, whose version has grown by one, and the turns that are new.

        Raises StaleMatch if the stored version is not the one before: nothing is stored then.
        """

    async def save_clock(self, match: Match) -> None:
        """Store the clock of a match that was read for writing: its deadline, what holds it, and
        whether somebody was reminded. The version stays as it is: what was seen is not stale.
        """

    async def is_hidden(self, match: MatchId) -> bool:
        """Whether it stands still because its board cannot be shown; locks nothing."""

    async def running_of(self, player: PlayerId) -> list[Match]:
        """The matches of one player that are not over, the newest first."""

    async def count_running(self, player: PlayerId) -> int:
        """How many running matches one player has."""

    async def waiting_for(self, player: PlayerId) -> list[WaitingMatch]:
        """The running matches in which a player is to move, the most urgent first, save for those
        against the computer: nobody waits there.

        No game is read for that, so that matches that could not be read are among them.
        """

    async def newest_of(self, player: PlayerId, limit: int) -> list[ListedMatch]:
        """Up to `limit` matches of one player, running and over, the newest first."""

    async def last_computer(self, player: PlayerId) -> Computer | None:
        """The computer's part in a player's newest game against it; None if there was none."""

    async def played_before(self, player: PlayerId, match: MatchId) -> bool:
        """Whether a player has a match that began before this one, however it ended."""

    async def rated_between(self, one: PlayerId, other: PlayerId, since: datetime) -> int:
        """How many rated matches of these two started since then; aborted ones do not count."""


class Drafts(Protocol):
    """The one draft that a match can have."""

    async def get(self, match: MatchId) -> Draft | None:
        """The match's draft, of whatever version."""

    async def put(self, draft: Draft, previous: Draft | None) -> None:
        """Store a draft in place of `previous` (None: of no draft); StaleMatch if it changed."""

    async def remove(self, match: MatchId) -> None:
        """Forget the match's draft, if there is one."""


class Offers(Protocol):
    """The last offer of each kind from each side of a match."""

    async def of_match(self, match: MatchId) -> list[Offer]:
        """All of a match, in a fixed order. Whoever decides about them has locked the match."""

    async def put(self, offer: Offer) -> None:
        """Store an offer in place of the one of its kind from its side."""

    async def shown(self, offer: Offer, line: BoardMessage | None) -> None:
        """Note where its line stands (None: it has no buttons any more), whatever became of it.

        Nothing happens if another offer has taken its place.
        """


class Outbox(Protocol):
    """What must still be told."""

    async def add(
        self,
        telling: Telling,
        *,
        now: datetime,
        due_at: datetime | None = None,
        match: MatchId | None = None,
        challenge: ChallengeId | None = None,
        channel: int | None = None,
        message: int | None = None,
        notifies: bool = False,
        player: PlayerId | None = None,
    ) -> OutboxRow:
        """Add a row; it is due at once unless `due_at` says later."""

    async def claim(self, now: datetime, until: datetime, limit: int) -> list[OutboxRow]:
        """Take up to `limit` due rows, the oldest first; nobody else gets them before `until`."""

    async def of_match(self, match: MatchId) -> list[OutboxRow]:
        """The open rows of a match, the oldest first."""

    async def of_challenge(self, challenge: ChallengeId) -> list[OutboxRow]:
        """The open rows of a challenge, the oldest first."""

    async def close(self, rows: Iterable[int]) -> None:
        """These rows were told; unknown ids are ignored."""

    async def postpone(self, row: int, until: datetime) -> None:
        """Try again at `until`; counts an attempt."""

    async def hurry(self, row: int, due_at: datetime) -> None:
        """Be due at `due_at` unless it is due earlier; no attempt is counted."""

    async def hurry_all(self, now: datetime) -> None:
        """The clock was turned back: whatever is due later was put off by another time, and is due
        now; no attempt is counted.
        """

    async def lease(self, rows: Iterable[int], until: datetime) -> None:
        """Nobody else gets these rows before `until`; unknown ids are ignored."""

    async def next_due(self) -> datetime | None:
        """When the earliest row is due; None if there is none."""


class Places(Protocol):
    """Where boards stand, and what servers decided about it."""

    async def board_of(self, match: MatchId) -> BoardMessage | None:
        """The message that shows the match's newest board."""

    async def set_board(self, match: MatchId, board: BoardMessage) -> None:
        """From now on this message does."""

    async def move(self, match: MatchId, place: Place) -> None:
        """The match is played there from now on; its version does not change."""

    async def settings(self, server: ServerId | None) -> ServerSettings:
        """A server's settings, the defaults if it has none; locked as by `get`."""

    async def save_settings(self, server: ServerId, settings: ServerSettings) -> None:
        """Store a server's settings."""


class Preferences(Protocol):
    """What players decided for all their matches."""

    async def of(self, player: PlayerId) -> PlayerSettings:
        """A player's settings, the defaults if they never chose."""

    async def of_account(self, account: int) -> PlayerSettings:
        """The same for whoever a Discord account belongs to, who may be no player yet."""

    async def save(self, player: PlayerId, settings: PlayerSettings) -> None:
        """Store a player's settings."""


class Leaves(Protocol):
    """The leaves of players. Locking the player keeps them as they are."""

    async def of(self, player: PlayerId, since: datetime) -> list[Leave]:
        """The leaves that end after that time, the oldest first."""

    async def save(self, leave: Leave) -> None:
        """Store a leave, in place of one of the same player that began at the same time."""


class Blocks(Protocol):
    """Who wants nothing to do with whom."""

    async def of(self, player: PlayerId) -> list[PlayerId]:
        """Whom a player has blocked."""

    async def between(self, one: PlayerId, other: PlayerId) -> frozenset[PlayerId]:
        """Those of the two who have blocked the other."""

    async def add(self, player: PlayerId, blocked: PlayerId) -> None:
        """Block somebody; a second time changes nothing."""

    async def remove(self, player: PlayerId, blocked: PlayerId) -> None:
        """Block somebody no more; nothing happens if they are not blocked."""


class Hints(Protocol):
    """Which hints for newcomers a player has been told."""

    async def tell(self, player: PlayerId, hints: Iterable[Hint]) -> frozenset[Hint]:
        """Note these hints as told; those among them that were not before.

        Of two units that tell the same hint at once, one gets it.
        """


class Boards(Protocol):
    """What boards show. Nothing is locked, also in a writing unit: who looks decides nothing."""

    async def get(self, match: MatchId) -> StoredBoard | None:
        """All that is stored about a match's board, save for the outbox and what its end changed.

        The same as `matches`, `drafts`, `players`, `ratings` and `places` say, in one go.
        """

    async def drawn_on(self, since: int) -> list[MatchId]:
        """The matches of whose next turn something was drawn, and whose board is the message
        `since` or a later one.
        """


class Notes(Protocol):
    """Small facts about the installation, by name."""

    async def get(self, name: str) -> str | None:
        """What was noted under this name."""

    async def put(self, name: str, text: str) -> None:
        """Note it, in place of what was noted before."""


class UnitOfWork(Protocol):
    """Everything that one use case reads and writes; leaving it uncommitted undoes everything."""

    players: Players
    accounts: Accounts
    personal: Personal
    challenges: Challenges
    matches: Matches
    drafts: Drafts
    offers: Offers
    ratings: Ratings
    leaderboards: Leaderboards
    voids: Voids
    profiles: Profiles
    outbox: Outbox
    due: Due
    heartbeats: Heartbeats
    outages: Outages
    places: Places
    preferences: Preferences
    leaves: Leaves
    blocks: Blocks
    hints: Hints
    boards: Boards
    notes: Notes

    async def commit(self) -> None:
        """Make everything last."""


class Store(Protocol):
    """Makes units of work."""

    def writing(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """A unit that may change things."""

    def reading(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """A unit that only looks; several may look while one writes."""

    async def erase_traces(self) -> bool:
        """Let nothing be found in the files that was deleted and committed before, however one
        looks; False if somebody still reads what was there: then it must be tried again.
        """
