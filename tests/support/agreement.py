"""Whether the database, the boards and what people were told agree."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from simcord.backend.models import Message

from bot.i18n import ENGLISH
from bot.pictures import Pictures
from bot.showing import show_board
from matches.challenge import ChallengeStatus
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.match import Match
from matches.standings import BoardState, state_of, stored_board
from rules import read_record
from storage import SqlStore, open_store
from tests.process.child import House
from tests.support.pair import Tapped, buttons_of

BOARD = re.compile(r"board-(\d+)-(\d+)-(\d+)\.png")
PITCH = re.compile(r"pitch-(\d+)\.png")
RECORD = re.compile(r"Record: (.*)|It ends with: … (.*)")
ON_ITS_WAY = timedelta(seconds=10)
"""What a board may take from reading what is stored until it is shown."""
DEADLINE = re.compile(r"<t:(\d+):R>")
RATED = re.compile(r"\((\d+)\??\)")
DRAWN = re.compile(r"Drawn of this turn: (\S+)\.")


@dataclass(frozen=True, slots=True)
class Shown:
    """A state of a match that everybody saw."""

    match: int
    version: int
    revision: int
    message: int
    text: str
    """The picture's alternative text."""


@dataclass(frozen=True, slots=True)
class Told:
    """A new message that notified somebody: of this version of this match, or of a challenge."""

    subject: tuple[str, int, int]
    person: int


class Agreement:
    """Watches what Discord shows from now on, and compares it with what is stored."""

    def __init__(self, house: House, folder: Path) -> None:
        self._house, self._folder = house, folder
        self._moved: set[int] = set()
        self._shown: list[Shown] = []
        self._told: Counter[Told] = Counter()
        self._copies = 0
        self._pictures = Pictures()
        house.fake.backend.subscribers.append(self._watch)

    # --- what happens

    def _watch(self, event: str, payload: Mapping[str, Any]) -> None:
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return
        message = self._house.fake.find(int(payload["channel_id"]), int(payload["id"]))
        if message is None or message.is_ephemeral or not message.attachments:
            return
        [picture] = message.attachments
        board, pitch = BOARD.fullmatch(picture["filename"]), PITCH.fullmatch(picture["filename"])
        if board is not None:
            match, version, revision = (int(number) for number in board.groups())
            text = picture["description"] or ""
            self._shown.append(Shown(match, version, revision, message.id, text))
            subject = ("match", match, version)
        elif pitch is not None:
            subject = ("challenge", int(pitch[1]), 0)
        if event == "MESSAGE_CREATE":
            self._told.update(Told(subject, person) for person in message.ping_user_ids)

    def is_moved(self, match: int) -> None:
        """From now on this match is played in the channel: somebody asked for its board there."""
        self._moved.add(match)

    # --- the comparison

    def told(self, subject: str, number: int, version: int = 0) -> list[int]:
        """Who was notified of this version of a match, or of this challenge; twice if so."""
        found = [told for told in self._told if told.subject == (subject, number, version)]
        return [told.person for told in found for _ in range(self._told[told])]

    async def findings(self, taps: Sequence[Tapped] | None = None) -> list[str]:
        """What does not agree, with an empty outbox; empty if everything does. `taps` are all that
        were made, None for those that nobody noted.
        """
        self._copies += 1
        copy = self._folder / f"copy-{self._copies}.sqlite3"
        self._house.copy_database(copy)
        store = await open_store(f"sqlite:///{copy}")
        try:
            return [each async for each in self._findings(store, taps)]
        finally:
            await store.close()

    async def _findings(self, store: SqlStore, taps: Sequence[Tapped] | None) -> Any:
        ids = self._house.stored("SELECT id FROM matches ORDER BY id")
        boards = self._boards()
        for (number,) in ids:
            async with store.reading() as uow:
                board = await stored_board(uow, MatchId(number))
                state = await state_of(uow, board, now=datetime.now(UTC))  # noqa: TID251
            assert board.message is not None, f"match {number} has no board"
            newest = self._house.fake.find(board.message.channel, board.message.message)
            problems = [
                *await self._board(state, newest, boards[number]),
                *self._history(state.match),
                *_taps(state.match, taps),
                *self._notified(state, taps or ()),
                *self._closed(state),
            ]
            for problem in problems:
                yield f"match {number}: {problem}"
        for problem in self._twice():
            yield problem
        async for problem in self._challenges(store):
            yield problem

    def _boards(self) -> dict[int, list[Message]]:
        """Every board that stands in the channel and its threads, by its match, oldest first."""
        found: dict[int, list[Message]] = defaultdict(list)
        for place in (self._house.channel, *self._house.threads()):
            for message in self._house.fake.messages(place):
                for picture in message.attachments:
                    if board := BOARD.fullmatch(picture["filename"]):
                        found[int(board[1])].append(message)
        return found

    async def _board(
        self, state: BoardState, stored: Message | None, boards: list[Message]
    ) -> list[str]:
        """The newest board shows what is stored, and no other has a button."""
        if stored is None or not boards or stored.id != max(message.id for message in boards):
            return [f"the stored board is not the newest: {stored}"]
        should = await show_board(self._as_then(state, stored), self._pictures, ENGLISH)
        assert should.picture is not None  # nobody here has chosen words
        [file] = self._house.fake.files_of(stored)
        wanted, shown = _wanted_buttons(should.view), _all_buttons(stored)
        problems = [
            f"{what} is {is_!r} instead of {wants!r}"
            for what, is_, wants in (
                ("the text above", stored.content, should.content),
                ("the alternative text", file.description, should.picture.description),
                ("a button", shown, wanted),
            )
            if is_ != wants
        ]
        # The last picture of an ended match has the ratings of then.
        if not state.match.is_over and file.data != should.picture.content:
            problems.append("the picture shows something else")
        old = [m.id for m in boards if m.id != stored.id and any(buttons_of(m))]
        return problems + [f"the old board {each} has buttons" for each in old]

    def _as_then(self, state: BoardState, shown: Message) -> BoardState:
        """The state with what a running board rightly says of the moment when it was shown."""
        return _timed_as_then(self._rated_as_then(state, shown), shown)

    def _rated_as_then(self, state: BoardState, shown: Message) -> BoardState:
        """A running board has the ratings of when it was last shown: another match of the same
        people may have ended since. Only a rating that such an end has changed counts.
        """
        values = [int(value) for value in RATED.findall(shown.content)]
        if state.match.is_over or len(values) != len(state.seats):
            return state
        shown_at = datetime.fromisoformat(shown.edited_timestamp or shown.timestamp)
        seats = dict(state.seats)
        for (side, seat), value in zip(state.seats.items(), values, strict=True):
            former = self._changed_since(state.match.player(side), shown_at - ON_ITS_WAY)
            if seat.rating is not None and value in former:
                seats[side] = replace(seat, rating=replace(seat.rating, value=float(value)))
        return replace(state, seats=seats)

    def _changed_since(self, player: PlayerId, moment: datetime) -> set[int]:
        """What the player's rating in the server was before each change since then."""
        changes = self._house.stored(
            "SELECT value_before FROM rating_changes "
            f"WHERE player = {player} AND scope = {self._house.guild.id} "
            f"AND finished_at > {moment.timestamp() * 1_000_000:.0f}"
        )
        return {round(value) for (value,) in changes}

    def _history(self, match: Match) -> Iterator[str]:
        """All that was ever shown of a match happened, and no message went back in time."""
        turns = match.game.turns
        if len(turns) != match.version - 1:
            yield f"{len(turns)} turns are stored in version {match.version}"
        seen: dict[int, tuple[int, int]] = {}
        drawn: dict[tuple[int, int], str] = {}
        for shown in self._shown:
            if shown.match != match.id:
                continue
            at = (shown.version, shown.revision)
            if at < seen.get(shown.message, (0, 0)):
                yield f"message {shown.message} went back from {seen[shown.message]} to {at}"
            seen[shown.message] = at
            found = DRAWN.search(shown.text)
            steps = "" if found is None else found[1]
            if drawn.setdefault(at, steps) != steps:
                yield f"{at} was shown with the draft {drawn[at]!r} and then with {steps!r}"
            if not _is_record(shown, turns):
                yield f"{at} was shown, but is not stored: {shown.text!r}, {turns}"

    def _notified(self, state: BoardState, taps: Sequence[Tapped]) -> Iterator[str]:
        """Whoever looked away was notified of each turn that passed to them, and of the end."""
        match = state.match
        for version in range(2, match.version + 1):
            before = [t for t in taps if (t.match, t.version) == (match.id, version - 1)]
            if not before or not all(tap.is_away for tap in before):
                continue
            subject = ("match", int(match.id), version)
            if not any(told.subject == subject for told in self._told):
                yield f"nobody was notified of turn {version - 1}"

    def _twice(self) -> Iterator[str]:
        for told, times in self._told.items():
            if times > 1:
                yield f"{told.person} was notified {times} times of {told.subject}"

    def _closed(self, state: BoardState) -> Iterator[str]:
        """An ended match is told of once in the channel, and its thread is archived; one that was
        moved into the channel has no thread, and any other has one.
        """
        thread = state.match.place.thread
        if (thread is None) is not (state.match.id in self._moved):
            yield f"its thread is {thread}"
        if thread is None:
            return
        lines = [
            m for m in self._house.fake.messages(self._house.channel) if f"<#{thread}>" in m.content
        ]
        if len(lines) != state.match.is_over:
            yield f"its end is told {len(lines)} times in the channel"
        data = self._house.fake.backend.get_channel(thread).thread_metadata
        if data is not None and data.archived is not state.match.is_over:
            yield f"its thread's archived is {data.archived}"

    async def _challenges(self, store: SqlStore) -> Any:
        """Each challenge stands in one message, with buttons as long as it is open."""
        wanted = {number for (number,) in self._house.stored("SELECT id FROM challenges")}
        for number in sorted(wanted):
            async with store.reading() as uow:
                challenge = await uow.challenges.get(ChallengeId(number))
            assert challenge is not None
            live = [
                message
                for place in (self._house.channel, *self._house.threads())
                for message in self._house.fake.messages(place)
                if any(b.custom_id.startswith(f"psc:{number}:") for b in buttons_of(message))
            ]
            if len(live) != (challenge.status is ChallengeStatus.OPEN):
                yield f"challenge {number} is {challenge.status} and open in {len(live)} messages"


def _timed_as_then(state: BoardState, shown: Message) -> BoardState:
    """Time that stood still runs from when the board is noted; its text was made moments before."""
    found = DEADLINE.search(shown.content)
    if state.deadline is None or found is None:
        return state
    said = datetime.fromtimestamp(int(found[1]), UTC)
    late = state.deadline - said
    return replace(state, deadline=said) if timedelta() < late < ON_ITS_WAY else state


def _is_record(shown: Shown, turns: tuple[str, ...]) -> bool:
    """Whether the turns that were shown are those that are stored."""
    turns = turns[: shown.version - 1]
    found = RECORD.search(shown.text)
    if found is None:
        return False
    if found[1] is None:
        return " ".join(turns).endswith(f" {found[2]}")
    return read_record(found[1]).game.turns == turns


def _taps(match: Match, taps: Sequence[Tapped] | None) -> Iterator[str]:
    """Every stored turn was tapped, on boards of its own version."""
    if taps is None:
        return
    taps = [tap for tap in taps if tap.match == match.id]
    for number, turn in enumerate(match.game.turns, start=1):
        tapped = Counter(tap.act for tap in taps if tap.version == number)
        if missing := Counter(turn) - tapped:
            yield f"turn {number} is {turn}, but {missing} was never tapped"


def _wanted_buttons(view: Any) -> list[tuple[str, bool, int]]:
    children = [] if view is None else view.children
    return [(b.custom_id, b.disabled, int(b.style)) for b in children]


def _all_buttons(message: Message) -> list[tuple[str, bool, int]]:
    return [
        (each["custom_id"], bool(each.get("disabled")), each["style"])
        for row in message.components
        for each in row["components"]
    ]
