"""A store in plain dictionaries that keeps the promises of `matches.ports`, for fast tests.

A unit works on a copy of everything. Committing puts the copy in place; leaving drops it. Writers
come one after the other; readers look at what was committed when they began.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Self

from matches import ports
from matches.challenge import Challenge, ChallengeStatus
from matches.clock import HELD, noticed_in, started, stood
from matches.computer import Computer
from matches.errors import ChallengeOver, StaleMatch
from matches.hints import Hint
from matches.history import RatingChange, RatingEvent, RatingKey, StoredRating
from matches.ids import ChallengeId, MatchId, PlayerId, ServerId
from matches.leave import Leave
from matches.match import Draft, ListedMatch, Match, WaitingMatch
from matches.offer import Offer, OfferKind
from matches.outbox import UNPLAYED, DueKind, DueRow, OutboxRow, Telling
from matches.pauses import OUT_OF_REACH, Pause
from matches.people import Person
from matches.place import BoardMessage, Place, ServerSettings
from matches.preferences import PlayerSettings
from matches.stored_board import StoredBoard
from matches.terms import TurnTime
from matches.void import Void
from rules import Player
from tests.support.memory_accounts import MemoryAccounts, MemoryPersonal
from tests.support.memory_profiles import MemoryProfiles
from tests.support.memory_ratings import Listed, MemoryLeaderboards, MemoryRatings
from tests.support.memory_voids import MemoryVoids


@dataclass
class Tables:
    """Everything that is stored. Values are immutable, so a copy of the dictionaries will do."""

    accounts: dict[int, Person] = field(default_factory=dict)
    computers: dict[int, Person] = field(default_factory=dict)
    challenges: dict[ChallengeId, Challenge] = field(default_factory=dict)
    matches: dict[MatchId, Match] = field(default_factory=dict)
    drafts: dict[MatchId, Draft] = field(default_factory=dict)
    offers: dict[tuple[MatchId, OfferKind, Player], Offer] = field(default_factory=dict)
    events: dict[int, RatingEvent] = field(default_factory=dict)
    changes: dict[int, list[RatingChange]] = field(default_factory=dict)
    ratings: dict[RatingKey, StoredRating] = field(default_factory=dict)
    listed: dict[RatingKey, Listed] = field(default_factory=dict)
    voids: dict[MatchId, Void] = field(default_factory=dict)
    open_voids: dict[MatchId, None] = field(default_factory=dict)
    outbox: dict[int, OutboxRow] = field(default_factory=dict)
    due: dict[tuple[DueKind, int], datetime] = field(default_factory=dict)
    boards: dict[MatchId, BoardMessage] = field(default_factory=dict)
    settings: dict[ServerId, ServerSettings] = field(default_factory=dict)
    preferences: dict[PlayerId, PlayerSettings] = field(default_factory=dict)
    leaves: dict[tuple[PlayerId, datetime], Leave] = field(default_factory=dict)
    blocks: dict[tuple[PlayerId, PlayerId], None] = field(default_factory=dict)
    hints: dict[tuple[PlayerId, Hint], None] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    beats: dict[int, datetime] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Self:
        """The same with dictionaries of its own."""
        return type(self)(**{each.name: dict(getattr(self, each.name)) for each in fields(self)})

    def next_id(self, kind: str) -> int:
        """An id that was not given before."""
        self.ids[kind] = self.ids.get(kind, 0) + 1
        return self.ids[kind]


class MemoryStore:
    """`matches.ports.Store`."""

    def __init__(self) -> None:
        self._tables = Tables()
        self._lock = asyncio.Lock()

    def writing(self) -> AbstractAsyncContextManager["MemoryUnitOfWork"]:
        """A unit that may change things."""
        return self._unit()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator["MemoryUnitOfWork"]:
        """A unit that only looks."""
        yield MemoryUnitOfWork(self._tables.copy(), None)

    async def erase_traces(self) -> bool:
        """There are no files."""
        return True

    async def close(self) -> None:
        """Nothing is open."""

    @asynccontextmanager
    async def _unit(self) -> AsyncIterator["MemoryUnitOfWork"]:
        async with self._lock:
            yield MemoryUnitOfWork(self._tables.copy(), self)

    def keep(self, tables: Tables) -> None:
        """Make a unit's tables those that everybody sees."""
        self._tables = tables.copy()


class MemoryUnitOfWork:
    """`matches.ports.UnitOfWork`."""

    def __init__(self, tables: Tables, store: MemoryStore | None) -> None:
        self._tables = tables
        self._store = store
        self.players: ports.Players = MemoryPlayers(tables)
        self.accounts: ports.Accounts = MemoryAccounts(tables)
        self.personal: ports.Personal = MemoryPersonal(tables)
        self.challenges: ports.Challenges = MemoryChallenges(tables)
        self.matches: ports.Matches = MemoryMatches(tables)
        self.drafts: ports.Drafts = MemoryDrafts(tables)
        self.offers: ports.Offers = MemoryOffers(tables)
        ratings = MemoryRatings(tables)
        self.ratings: ports.Ratings = ratings
        self.voids: ports.Voids = MemoryVoids(tables, ratings)
        self.leaderboards: ports.Leaderboards = MemoryLeaderboards(tables)
        self.profiles: ports.Profiles = MemoryProfiles(tables)
        self.outbox: ports.Outbox = MemoryOutbox(tables)
        self.due: ports.Due = MemoryDue(tables)
        self.heartbeats: ports.Heartbeats = MemoryHeartbeats(tables)
        self.outages: ports.Outages = MemoryOutages(tables)
        self.places: ports.Places = MemoryPlaces(tables)
        self.preferences: ports.Preferences = MemoryPreferences(tables)
        self.leaves: ports.Leaves = MemoryLeaves(tables)
        self.blocks: ports.Blocks = MemoryBlocks(tables)
        self.hints: ports.Hints = MemoryHints(tables)
        self.boards: ports.Boards = MemoryBoards(self, tables)
        self.notes: ports.Notes = MemoryNotes(tables)

    async def commit(self) -> None:
        """Make everything last."""
        # A turn of the loop, as a real commit takes one: a race that it allows must show here too.
        await asyncio.sleep(0)
        if self._store is None:
            raise RuntimeError("a reading unit has nothing to commit")
        self._store.keep(self._tables)


class MemoryPlayers:
    """`matches.ports.Players`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def find_or_add(self, account: int, name: str) -> PlayerId:
        name = "".join(c for c in name if c != "\0" and not "\ud800" <= c <= "\udfff")
        found = self._tables.accounts.get(account)
        player = PlayerId(self._tables.next_id("player")) if found is None else found.id
        self._tables.accounts[account] = Person(player, account, name)
        return player

    async def people(self, players: Iterable[PlayerId]) -> Mapping[PlayerId, Person]:
        known = {person.id: person for person in self._tables.accounts.values()}
        known |= {person.id: person for person in self._tables.computers.values()}
        return {p: known.get(p, Person(p, None, "")) for p in players if p <= self._newest()}

    async def computer(self, level: int) -> PlayerId:
        found = self._tables.computers.get(level)
        if found is None:
            found = Person(PlayerId(self._tables.next_id("player")), None, "", level)
            self._tables.computers[level] = found
        return found.id

    def _newest(self) -> int:
        return self._tables.ids.get("player", 0)

    async def lock(self, players: Iterable[PlayerId]) -> None:
        list(players)  # writers come one after the other


class MemoryChallenges:
    """`matches.ports.Challenges`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def add(self, challenge: Challenge) -> Challenge:
        added = replace(challenge, id=ChallengeId(self._tables.next_id("challenge")))
        self._tables.challenges[added.id] = added
        return added

    async def get(self, challenge: ChallengeId) -> Challenge | None:
        return self._tables.challenges.get(challenge)

    async def save(self, challenge: Challenge) -> None:
        stored = self._tables.challenges.get(challenge.id)
        if stored is None or stored.version != challenge.version - 1:
            raise ChallengeOver(stored)
        self._tables.challenges[challenge.id] = challenge

    async def of_match(self, match: MatchId) -> Challenge | None:
        found = (c for c in self._tables.challenges.values() if c.match == match)
        return next(found, None)

    async def open_from(self, challenger: PlayerId) -> list[Challenge]:
        return [
            challenge
            for challenge in self._tables.challenges.values()
            if challenge.challenger == challenger and challenge.status is ChallengeStatus.OPEN
        ]

    async def last_declined(self, challenger: PlayerId, opponent: PlayerId) -> datetime | None:
        return max(
            (
                challenge.ended_at
                for challenge in self._tables.challenges.values()
                if (challenge.challenger, challenge.opponent) == (challenger, opponent)
                and challenge.status is ChallengeStatus.DECLINED
                and challenge.ended_at is not None
            ),
            default=None,
        )


class MemoryMatches:
    """`matches.ports.Matches`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def add(self, match: Match) -> Match:
        added = replace(match, id=MatchId(self._tables.next_id("match")))
        self._tables.matches[added.id] = added
        return added

    async def get(self, match: MatchId) -> Match | None:
        return self._tables.matches.get(match)

    async def save(self, match: Match) -> None:
        stored = self._tables.matches.get(match.id)
        if stored is None or stored.version != match.version - 1:
            raise StaleMatch(stored)
        self._tables.matches[match.id] = match

    async def is_hidden(self, match: MatchId) -> bool:
        found = self._tables.matches.get(match)
        return found is not None and Pause.HIDDEN in found.pauses

    async def save_clock(self, match: Match) -> None:
        stored = self._tables.matches[match.id]
        self._tables.matches[match.id] = replace(
            stored,
            deadline=match.deadline,
            pauses=match.pauses,
            stands_since=match.stands_since,
            reminded=match.reminded,
        )

    async def running_of(self, player: PlayerId) -> list[Match]:
        found = [
            match
            for match in self._tables.matches.values()
            if not match.is_over and match.side_of(player) is not None
        ]
        return sorted(found, key=lambda match: (match.started_at, match.id), reverse=True)

    async def count_running(self, player: PlayerId) -> int:
        return len(await self.running_of(player))

    async def waiting_for(self, player: PlayerId) -> list[WaitingMatch]:
        found = [m for m in self._tables.matches.values() if m.player_to_move == player]
        found = [m for m in found if m.computer is None]
        found.sort(
            key=lambda m: (m.pauses.rank, m.deadline is None, m.deadline or m.started_at, m.id)
        )
        return [
            WaitingMatch(
                m.id, m.place, self._tables.boards.get(m.id), bool(m.pauses & OUT_OF_REACH)
            )
            for m in found
        ]

    async def newest_of(self, player: PlayerId, limit: int) -> list[ListedMatch]:
        found = [m for m in self._tables.matches.values() if m.side_of(player) is not None]
        found.sort(key=lambda match: (match.started_at, match.id), reverse=True)
        return [
            ListedMatch(
                id=match.id,
                first=match.first,
                second=match.second,
                variant=match.terms.variant,
                place=match.place,
                started_at=match.started_at,
                result=match.result,
            )
            for match in found[:limit]
        ]

    async def last_computer(self, player: PlayerId) -> Computer | None:
        found = [m for m in self._tables.matches.values() if m.side_of(player) is not None]
        found.sort(key=lambda match: (match.started_at, match.id))
        return next((m.computer for m in reversed(found) if m.computer is not None), None)

    async def played_before(self, player: PlayerId, match: MatchId) -> bool:
        return any(
            other.id < match and other.side_of(player) is not None
            for other in self._tables.matches.values()
        )

    async def rated_between(self, one: PlayerId, other: PlayerId, since: datetime) -> int:
        return sum(
            match.rated
            and match.started_at >= since
            and (match.result is None or match.result.reason.counts)
            and {match.first, match.second} == {one, other}
            for match in self._tables.matches.values()
        )


class MemoryDrafts:
    """`matches.ports.Drafts`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def get(self, match: MatchId) -> Draft | None:
        return self._tables.drafts.get(match)

    async def put(self, draft: Draft, previous: Draft | None) -> None:
        if self._tables.drafts.get(draft.match) != previous:
            raise StaleMatch(self._tables.matches.get(draft.match))
        self._tables.drafts[draft.match] = draft

    async def remove(self, match: MatchId) -> None:
        self._tables.drafts.pop(match, None)


class MemoryOffers:
    """`matches.ports.Offers`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of_match(self, match: MatchId) -> list[Offer]:
        found = [offer for offer in self._tables.offers.values() if offer.match == match]
        return sorted(found, key=lambda offer: (offer.kind.value, offer.side.value))

    async def put(self, offer: Offer) -> None:
        self._tables.offers[offer.match, offer.kind, offer.side] = offer

    async def shown(self, offer: Offer, line: BoardMessage | None) -> None:
        key = offer.match, offer.kind, offer.side
        stored = self._tables.offers.get(key)
        if stored is not None and stored.version == offer.version:
            self._tables.offers[key] = replace(stored, line=line)


class MemoryOutbox:
    """`matches.ports.Outbox`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

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
        row = OutboxRow(
            id=self._tables.next_id("outbox"),
            telling=telling,
            match=match,
            challenge=challenge,
            channel=channel,
            message=message,
            attempts=0,
            due_at=now if due_at is None else due_at,
            made_at=now,
            notifies=notifies,
            player=player,
        )
        self._tables.outbox[row.id] = row
        return row

    async def claim(self, now: datetime, until: datetime, limit: int) -> list[OutboxRow]:
        claimed = [row for row in self._tables.outbox.values() if row.due_at <= now][:limit]
        for row in claimed:
            self._tables.outbox[row.id] = replace(row, due_at=until)
        return claimed

    async def of_match(self, match: MatchId) -> list[OutboxRow]:
        return [row for row in self._tables.outbox.values() if row.match == match]

    async def of_challenge(self, challenge: ChallengeId) -> list[OutboxRow]:
        return [row for row in self._tables.outbox.values() if row.challenge == challenge]

    async def close(self, rows: Iterable[int]) -> None:
        for row in rows:
            self._tables.outbox.pop(row, None)

    async def postpone(self, row: int, until: datetime) -> None:
        found = self._tables.outbox.get(row)
        if found is not None:
            postponed = replace(found, due_at=until, attempts=found.attempts + 1)
            self._tables.outbox[row] = postponed

    async def hurry(self, row: int, due_at: datetime) -> None:
        found = self._tables.outbox.get(row)
        if found is not None:
            self._tables.outbox[row] = replace(found, due_at=min(found.due_at, due_at))

    async def hurry_all(self, now: datetime) -> None:
        for row in list(self._tables.outbox):
            await self.hurry(row, now)

    async def lease(self, rows: Iterable[int], until: datetime) -> None:
        for row in rows:
            if row in self._tables.outbox:
                self._tables.outbox[row] = replace(self._tables.outbox[row], due_at=until)

    async def next_due(self) -> datetime | None:
        return min((row.due_at for row in self._tables.outbox.values()), default=None)


class MemoryDue:
    """`matches.ports.Due`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def set(self, kind: DueKind, subject: int, due_at: datetime) -> None:
        self._tables.due[kind, subject] = due_at

    async def remove(self, kind: DueKind, subject: int) -> None:
        self._tables.due.pop((kind, subject), None)

    async def at(self, kind: DueKind, subject: int) -> datetime | None:
        return self._tables.due.get((kind, subject))

    async def claim(
        self, now: datetime, until: datetime, limit: int, *, computer: bool = False
    ) -> list[DueRow]:
        rows = [DueRow(kind, subject, due) for (kind, subject), due in self._tables.due.items()]
        rows.sort(key=lambda row: (row.due_at, row.kind.value, row.subject))
        of_computer = [(row.kind is DueKind.COMPUTER_TURN) is computer for row in rows]
        rows = [row for row, is_ours in zip(rows, of_computer, strict=True) if is_ours]
        claimed = [row for row in rows if row.due_at <= now][:limit]
        for row in claimed:
            self._tables.due[row.kind, row.subject] = until
        return claimed

    async def subjects(self, kind: DueKind) -> list[int]:
        return sorted(subject for each, subject in self._tables.due if each is kind)

    async def lease(self, kind: DueKind, subject: int, until: datetime) -> None:
        if (kind, subject) in self._tables.due:
            self._tables.due[kind, subject] = until

    async def next_due(self, *, computer: bool = False) -> datetime | None:
        kept = self._tables.due.items()
        is_computers = DueKind.COMPUTER_TURN
        return min(
            (at for (kind, _), at in kept if (kind is is_computers) is computer), default=None
        )


class MemoryHeartbeats:
    """`matches.ports.Heartbeats`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def beat(self, now: datetime) -> timedelta | None:
        last = self._tables.beats.get(0)
        ahead = last is not None and timedelta() < last - now < timedelta(minutes=1)
        if last is None or not ahead:
            self._tables.beats[0] = now
        return None if last is None else now - last

    async def resumed_at(self) -> datetime | None:
        return self._tables.beats.get(1)

    async def shift_deadlines(self, by: timedelta, *, since: datetime) -> None:
        for match in list(self._tables.matches.values()):
            if match.is_over:
                continue
            began = max(match.started_at, *match.acted_at.values())
            stopped_at = min(match.stands_since or since + by, since + by)
            lost = max(stopped_at - max(since, began), timedelta())
            if match.deadline is not None:
                self._tables.matches[match.id] = replace(match, deadline=match.deadline + lost)
            for kind in (DueKind.TURN_DEADLINE, *UNPLAYED):
                _put_off(self._tables, kind, match, lost)
        for kind, subject in self._tables.due:
            if kind is DueKind.GIVE_UP:
                self._tables.due[kind, subject] += by
        self._tables.beats[1] = since + by


def _put_off(tables: Tables, kind: DueKind, match: Match, by: timedelta) -> None:
    if (kind, match.id) in tables.due:
        tables.due[kind, match.id] += by


class MemoryOutages:
    """`matches.ports.Outages`, match by match."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def servers(self) -> frozenset[ServerId]:
        return self._where(away=False)

    async def standing(self) -> frozenset[ServerId]:
        return self._where(away=True)

    async def begin(self, server: ServerId, now: datetime, given_up_at: datetime) -> None:
        for match in self._running():
            if match.place.server == server and Pause.SERVER_AWAY not in match.pauses:
                self._tables.matches[match.id] = replace(
                    match,
                    pauses=match.pauses | Pause.SERVER_AWAY,
                    stands_since=match.stands_since or now,
                )
                if not match.pauses:
                    self._put_off(match, HELD)
                self._tables.due.setdefault((DueKind.GIVE_UP, match.id), given_up_at)

    async def end(self, server: ServerId, now: datetime) -> None:
        for match in self._running():
            if match.place.server != server or Pause.SERVER_AWAY not in match.pauses:
                continue
            running = started(match, Pause.SERVER_AWAY, now)
            self._tables.matches[match.id] = running
            if not running.pauses:
                self._put_off(match, stood(match, now) - HELD)
                if match.deadline is not None:
                    self._tables.due[DueKind.TURN_DEADLINE, match.id] = now
            if not running.pauses & OUT_OF_REACH:
                self._tables.due.pop((DueKind.GIVE_UP, match.id), None)
            if match.terms.turn_time in noticed_in(stood(match, now)):
                await MemoryOutbox(self._tables).add(Telling.EDIT_BOARD, now=now, match=match.id)

    async def ask_for_boards_in(self, server: ServerId, channel: int, now: datetime) -> None:
        for match in self._running():
            place = match.place
            if place.server == server and channel in (place.channel, place.thread):
                await MemoryOutbox(self._tables).add(Telling.EDIT_BOARD, now=now, match=match.id)

    async def channels(self) -> frozenset[tuple[ServerId, int]]:
        places = (match.place for match in self._running())
        return frozenset((p.server, p.channel) for p in places if p.server is not None)

    async def hurry_boards(self, server: ServerId, now: datetime) -> None:
        hidden = {
            match.id
            for match in self._running()
            if match.place.server == server and Pause.HIDDEN in match.pauses
        }
        for row in list(self._tables.outbox.values()):
            if row.match in hidden:
                await MemoryOutbox(self._tables).hurry(row.id, now)

    async def ask_for_boards(self, times: Collection[TurnTime], now: datetime) -> None:
        for match in self._running():
            if match.terms.turn_time in times and not match.pauses:
                await MemoryOutbox(self._tables).add(Telling.EDIT_BOARD, now=now, match=match.id)

    def _put_off(self, match: Match, by: timedelta) -> None:
        if match.deadline is None:
            for kind in UNPLAYED:
                _put_off(self._tables, kind, match, by)

    def _where(self, *, away: bool) -> frozenset[ServerId]:
        found = (m for m in self._running() if (Pause.SERVER_AWAY in m.pauses) is away)
        return frozenset(m.place.server for m in found if m.place.server is not None)

    def _running(self) -> list[Match]:
        return [match for match in self._tables.matches.values() if not match.is_over]


class MemoryPlaces:
    """`matches.ports.Places`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def board_of(self, match: MatchId) -> BoardMessage | None:
        return self._tables.boards.get(match)

    async def set_board(self, match: MatchId, board: BoardMessage) -> None:
        self._tables.boards[match] = board

    async def move(self, match: MatchId, place: Place) -> None:
        self._tables.matches[match] = replace(self._tables.matches[match], place=place)

    async def settings(self, server: ServerId | None) -> ServerSettings:
        if server is None:
            return ServerSettings()
        return self._tables.settings.get(server, ServerSettings())

    async def save_settings(self, server: ServerId, settings: ServerSettings) -> None:
        self._tables.settings[server] = settings


class MemoryPreferences:
    """`matches.ports.Preferences`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of(self, player: PlayerId) -> PlayerSettings:
        return self._tables.preferences.get(player, PlayerSettings())

    async def of_account(self, account: int) -> PlayerSettings:
        person = self._tables.accounts.get(account)
        return PlayerSettings() if person is None else await self.of(person.id)

    async def save(self, player: PlayerId, settings: PlayerSettings) -> None:
        self._tables.preferences[player] = settings


class MemoryLeaves:
    """`matches.ports.Leaves`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of(self, player: PlayerId, since: datetime) -> list[Leave]:
        found = (leave for leave in self._tables.leaves.values() if leave.player == player)
        return sorted((leave for leave in found if leave.ends_at > since), key=_began_at)

    async def save(self, leave: Leave) -> None:
        self._tables.leaves[leave.player, leave.began_at] = leave


def _began_at(leave: Leave) -> datetime:
    return leave.began_at


class MemoryBlocks:
    """`matches.ports.Blocks`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of(self, player: PlayerId) -> list[PlayerId]:
        return sorted(blocked for by, blocked in self._tables.blocks if by == player)

    async def between(self, one: PlayerId, other: PlayerId) -> frozenset[PlayerId]:
        both = (one, other), (other, one)
        return frozenset(by for by, blocked in both if (by, blocked) in self._tables.blocks)

    async def add(self, player: PlayerId, blocked: PlayerId) -> None:
        self._tables.blocks[player, blocked] = None

    async def remove(self, player: PlayerId, blocked: PlayerId) -> None:
        self._tables.blocks.pop((player, blocked), None)


class MemoryHints:
    """`matches.ports.Hints`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def tell(self, player: PlayerId, hints: Iterable[Hint]) -> frozenset[Hint]:
        fresh = frozenset(hint for hint in hints if (player, hint) not in self._tables.hints)
        self._tables.hints.update(dict.fromkeys((player, hint) for hint in fresh))
        return fresh


class MemoryBoards:
    """`matches.ports.Boards`: the others, asked one after the other."""

    def __init__(self, uow: "MemoryUnitOfWork", tables: Tables) -> None:
        self._uow, self._tables = uow, tables

    async def get(self, match: MatchId) -> StoredBoard | None:
        uow = self._uow
        found = await uow.matches.get(match)
        if found is None:
            return None
        players, variant = (found.first, found.second), found.terms.variant
        scope = found.place.server
        return StoredBoard(
            found,
            await uow.drafts.get(match),
            await uow.players.people(players),
            {} if variant is None else await uow.ratings.of(players, variant, scope),
            await uow.places.board_of(match),
            await uow.places.settings(scope),
            frozenset([player for player in players if (await uow.preferences.of(player)).words]),
        )

    async def drawn_on(self, since: int) -> list[MatchId]:
        boards = self._tables.boards
        drawn = (match for match in self._tables.drafts if match in boards)
        return sorted(match for match in drawn if boards[match].message >= since)


class MemoryNotes:
    """`matches.ports.Notes`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def get(self, name: str) -> str | None:
        return self._tables.notes.get(name)

    async def put(self, name: str, text: str) -> None:
        self._tables.notes[name] = text
