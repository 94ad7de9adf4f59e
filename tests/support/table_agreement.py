"""Whether the database, the board and what people were told agree, at a table of simcord's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import discord
from simcord.builders import ChannelHandle
from simcord.env import Env

from bot.i18n import ENGLISH
from bot.pictures import Picture, Pictures
from bot.showing import show_board
from matches.challenge import Challenge, ChallengeStatus
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.match import Match
from matches.offer import Offer, OfferKind, OfferStatus
from matches.standings import BoardState, board_state
from renderer import PAPER, Scene, Theme, render
from rules import Player
from tests.support.simcord_seams import files_of

if TYPE_CHECKING:
    from tests.support.table import Table

_BOARD = re.compile(r"board-(\d+)-(\d+)-(\d+)\.png")


@dataclass(frozen=True, slots=True)
class Notice:
    """A new message with a board that notified somebody."""

    match: int
    version: int
    people: frozenset[int]


class Notices:
    """Everybody whom a board has notified, in order; edits and deletions take nothing back."""

    def __init__(self, env: Env) -> None:
        self._env = env
        self._seen: list[Notice] = []
        env.backend.subscribers.append(self._see)

    def of(self, match: int) -> list[Notice]:
        """Those of one match."""
        return [notice for notice in self._seen if notice.match == match]

    def forget(self) -> None:
        """Begin anew: a long run needs none of them."""
        self._seen.clear()

    def _see(self, event: str, payload: Mapping[str, Any]) -> None:
        if event != "MESSAGE_CREATE":
            return
        message = self._env.backend.get_message(int(payload["channel_id"]), int(payload["id"]))
        names = [_BOARD.fullmatch(file["filename"]) for file in message.attachments]
        people = frozenset(message.ping_user_ids)
        self._seen += [Notice(int(n[1]), int(n[2]), people) for n in names if n and people]


async def assert_agrees(
    table: Table,
    match: int = 1,
    *,
    reminded: int = 0,
    kept: Sequence[discord.Message] = (),
    unseen: timedelta = timedelta(),
    deleted: Mapping[PlayerId, int] | None = None,
) -> discord.Message:
    """Everything about a match agrees; its newest board.

    That board stands where the match is played and shows what is stored: lines, picture,
    alternative text with the record, and buttons that name the match's version and the draft's
    revision. No older board has a button but those that are `kept` since Discord let nobody edit
    them, and these must have theirs. Nothing waits to be told, its challenge is shown as it stands,
    and of each turn nobody was notified but whoever it concerned, once, save for `reminded`
    reminders; `deleted` are the accounts of players who had one when they were notified. The board
    counts down to the deadline, or `unseen` earlier: it is not edited for a few seconds.
    """
    async with table.store.reading() as uow:
        state = await board_state(uow, MatchId(match), now=table.clock.now())
        noted = await uow.places.board_of(MatchId(match))
        challenge = await uow.challenges.of_match(MatchId(match))
        offers = await uow.offers.of_match(MatchId(match))
        players = await uow.players.people((state.match.first, state.match.second))
    waiting = await table.rows(match)
    assert waiting == [], f"something waits to be told: {waiting}"
    with_buttons = [m for m in everything_public(table) if ids(m, f"ps:{match}:")]
    assert noted is not None, "no board is known"
    old = sorted(m.id for m in kept)
    assert [m.id for m in with_buttons] == [*old, noted.message], "one board has buttons"
    board = with_buttons[-1]
    assert board.channel.id == noted.channel == state.match.place.target
    if unseen:
        assert state.deadline is not None
        state = replace(state, deadline=state.deadline - unseen)
    await _assert_shows(table, board, state)
    if challenge is not None:
        await assert_challenge_agrees(table, challenge.id)
    accounts = {
        player: (deleted or {}).get(player, person.account) for player, person in players.items()
    }
    concerned = {
        version: {accounts[player] for player in players_concerned}
        for version, players_concerned in _concerned(state.match, offers).items()
    }
    _assert_notified(table.notices.of(match), concerned, reminded)
    return board


async def _assert_shows(table: Table, board: discord.Message, state: BoardState) -> None:
    wanted = await show_board(state, _AtOnce(), ENGLISH)
    assert board.content == wanted.content, f"{board.content!r} instead of {wanted.content!r}"
    pictures = [
        Picture(f.data, f.filename, f.description or "") for f in files_of(table.env, board)
    ]
    for shown in pictures:
        assert wanted.picture is not None
        text = wanted.picture.description
        assert shown.description == text, f"{shown.description!r} instead of {text!r}"
    right = [] if wanted.picture is None else [wanted.picture]
    assert pictures == right, f"another picture: {[p.filename for p in pictures]}"
    children: Any = [] if wanted.view is None else wanted.view.children
    buttons = [(b.custom_id, int(b.style), b.disabled) for b in children]
    assert shown_buttons(board) == buttons, f"{shown_buttons(board)} instead of {buttons}"


class _AtOnce(Pictures):
    """Draws in place, and each picture once for all tests of a process."""

    async def draw(self, scene: Scene, theme: Theme = PAPER) -> bytes:
        return _drawn(scene, theme)


@lru_cache(maxsize=256)
def _drawn(scene: Scene, theme: Theme) -> bytes:
    return render(scene, theme)


def _assert_notified(
    notices: Sequence[Notice], concerned: Mapping[int, set[int | None]], reminded: int
) -> None:
    times: Counter[tuple[int, int]] = Counter()
    for notice in notices:
        whom = concerned[notice.version]
        assert notice.people <= whom, f"{notice} was too much: it concerns {whom}"
        times.update((notice.version, person) for person in notice.people)
    again = sum(number - 1 for number in times.values())
    assert again <= reminded, f"{again} times somebody was notified again: {notices}"


def _concerned(match: Match, offers: Sequence[Offer]) -> dict[int, set[PlayerId]]:
    """Who had something to do, or to learn, in each version of a match."""
    movers = (match.first, match.second)
    found = {
        version: {movers[turns % 2]} for version, turns in _turns_by_version(match, offers).items()
    }
    if match.is_over:
        found[match.version] = {match.player(side) for side in match.concerned}
    return found


def _turns_by_version(match: Match, offers: Sequence[Offer]) -> dict[int, int]:
    """How many turns a match had in each of its versions: a takeback is a version with fewer."""
    taken_back = {
        offer.version: offer.turns - (1 if offer.side is _played(offer.turns) else 2)
        for offer in offers
        if offer.kind is OfferKind.TAKEBACK and offer.status is OfferStatus.ACCEPTED
    }
    found = {1: 0}
    for version in range(1, match.version):
        found[version + 1] = taken_back.get(version, found[version] + 1)
    return found


def _played(turns: int) -> Player:
    """Whose turn was the last of so many."""
    return Player.FIRST if turns % 2 else Player.SECOND


async def assert_challenge_agrees(table: Table, challenge: int = 1) -> Challenge:
    """A challenge has buttons in one message while it is open, and in none afterwards; nothing
    waits to be told of it.
    """
    async with table.store.reading() as uow:
        found = await uow.challenges.get(ChallengeId(challenge))
        rows = await uow.outbox.of_challenge(ChallengeId(challenge))
    assert found is not None
    assert rows == [], "something waits to be told of the challenge"
    shown = [m.id for m in everything_public(table) if ids(m, f"psc:{challenge}:")]
    is_open = found.status is ChallengeStatus.OPEN
    assert shown == ([found.message] if is_open else []), f"it is {found.status}"
    return found


async def assert_private_agrees(table: Table, match: int = 1) -> discord.Message:
    """Everything about Carol's game against the computer agrees; her newest board of it.

    It shows what is stored: lines, alternative text with the record, and buttons. Nothing waits to
    be told, nobody else sees anything of it, and nobody was notified.
    """
    async with table.store.reading() as uow:
        state = await board_state(uow, MatchId(match), now=table.clock.now())
    assert state.match.computer is not None
    waiting = await table.rows(match)
    assert waiting == [], f"something waits to be told: {waiting}"
    assert [m.content for m in everything_public(table) if ids(m, f"ps:{match}:")] == []
    assert table.notices.of(match) == []
    seen = [m for m in table.channel.history(viewer=table.carol) if ids(m, f"ps:{match}:")]
    newest = max(seen, key=lambda message: message.id)
    await _assert_shows(table, newest, state)
    return newest


async def assert_nothing_begun(table: Table) -> None:
    """No challenge and no match is stored, none is shown, and nobody was notified of any."""
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(1)) is None
        assert await uow.matches.get(MatchId(1)) is None
    shown = [m.content for m in everything_public(table) if ids(m, "ps:") or ids(m, "psc:")]
    assert shown == [], "something is shown that is not stored"
    assert table.notices.of(1) == []


def everything_public(table: Table) -> list[discord.Message]:
    """Every message that everybody sees, the oldest first."""
    found = [m for place in places(table) for m in place.history() if not m.flags.ephemeral]
    return sorted(found, key=lambda message: message.id)


def places(table: Table) -> list[ChannelHandle]:
    """Every channel of the server that can hold messages, and its threads."""
    backend = table.env.backend
    texts = [c for c in backend.channels.values() if c.guild_id == table.server.id]
    known = [c for c in texts if c.id in backend.messages or c.thread_metadata is not None]
    return [ChannelHandle(table.env, table.server, channel) for channel in known]


def ids(message: discord.Message, prefix: str) -> list[str]:
    """The ids of a message's buttons that start like this."""
    found = [custom_id for custom_id, _, _ in shown_buttons(message) if custom_id]
    return [custom_id for custom_id in found if custom_id.startswith(prefix)]


def shown_buttons(message: discord.Message) -> list[tuple[str | None, int, bool]]:
    """Of each button of a message its id, its style and whether it is disabled."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    buttons = [item for row in rows for item in row.children if isinstance(item, discord.Button)]
    return [(b.custom_id, int(b.style), b.disabled) for b in buttons]
