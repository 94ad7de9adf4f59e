"""All that a board shows, in two statements: what there is once of each, and the turns."""

from typing import Any

from sqlalchemy import Row, RowMapping, and_, bindparam, func, select

from matches.history import StoredRating
from matches.ids import MatchId, PlayerId
from matches.match import Draft, Match
from matches.people import Person
from matches.place import BoardMessage
from matches.privacy_ports import OVERALL
from matches.rating import Rating
from matches.stored_board import StoredBoard
from rules import Player
from storage.records import SETTINGS_COLUMNS, read_settings
from storage.repositories.matches import SqlMatches
from storage.tables import (
    accounts,
    boards,
    drafts,
    matches,
    player_settings,
    ratings,
    server_settings,
)
from storage.transaction import Transaction

_SIDES = ("first", "second")
_ACCOUNTS = {side: accounts.alias(f"{side}_account") for side in _SIDES}
_RATINGS = {side: ratings.alias(f"{side}_rating") for side in _SIDES}
_WISHES = {side: player_settings.alias(f"{side}_wishes") for side in _SIDES}


def _statement() -> Any:
    joined = (
        matches.outerjoin(drafts)
        .outerjoin(boards)
        .outerjoin(server_settings, server_settings.c.server == matches.c.server)
    )
    columns = [
        drafts.c.player.label("draft_player"),
        drafts.c.version.label("draft_version"),
        drafts.c.revision.label("draft_revision"),
        drafts.c.steps.label("draft_steps"),
        boards.c.channel.label("board_channel"),
        boards.c.message.label("board_message"),
        *SETTINGS_COLUMNS,
    ]
    for side in _SIDES:
        account, rating, wishes = _ACCOUNTS[side], _RATINGS[side], _WISHES[side]
        joined = (
            joined.outerjoin(account, account.c.player == matches.c[side])
            .outerjoin(wishes, wishes.c.player == matches.c[side])
            .outerjoin(
                rating,
                and_(
                    rating.c.scope == func.coalesce(matches.c.server, OVERALL),
                    rating.c.variant == matches.c.variant,
                    rating.c.player == matches.c[side],
                ),
            )
        )
        columns += [
            account.c.account.label(f"{side}_account"),
            account.c.name.label(f"{side}_name"),
            wishes.c.words.label(f"{side}_words"),
            rating.c.value.label(f"{side}_value"),
            rating.c.deviation.label(f"{side}_deviation"),
            rating.c.volatility.label(f"{side}_volatility"),
            rating.c.changed_at.label(f"{side}_changed_at"),
            rating.c.opponents.label(f"{side}_opponents"),
        ]
    return select(matches, *columns).select_from(joined).where(matches.c.id == bindparam("key"))


_GET = _statement()
_DRAWN_ON = (
    select(drafts.c.match)
    .join(boards, boards.c.match == drafts.c.match)
    .where(boards.c.message >= bindparam("since"))
    .order_by(drafts.c.match)
)


class SqlBoards:
    """`matches.ports.Boards`."""

    def __init__(self, transaction: Transaction, matches: SqlMatches) -> None:
        self._transaction = transaction
        self._matches = matches

    async def get(self, match: MatchId) -> StoredBoard | None:
        row = await self._transaction.row(_GET, key=match)
        if row is None:
            return None
        return _stored_board(row, await self._matches.read(row))

    async def drawn_on(self, since: int) -> list[MatchId]:
        rows = await self._transaction.rows(_DRAWN_ON, since=since)
        return [MatchId(row.match) for row in rows]


def _stored_board(found: Row[Any], match: Match) -> StoredBoard:
    row = found._mapping
    message = row["board_message"]
    sides = {"first": match.first, "second": match.second}
    return StoredBoard(
        match,
        draft=_draft(row, match.id),
        people={
            player: _person(row, match, Player(side), player) for side, player in sides.items()
        },
        ratings={}
        if match.terms.variant is None
        else {player: _rating(row, side) for side, player in sides.items()},
        message=None if message is None else BoardMessage(row["board_channel"], message),
        settings=read_settings(found),
        words=frozenset(player for side, player in sides.items() if row[f"{side}_words"]),
    )


def _person(row: RowMapping, match: Match, side: Player, player: PlayerId) -> Person:
    computer = match.computer
    level = computer.level if computer is not None and computer.side is side else None
    name = row[f"{side.value}_name"] or ""
    return Person(player, row[f"{side.value}_account"], name, level)


def _draft(row: RowMapping, match: MatchId) -> Draft | None:
    player = row["draft_player"]
    if player is None:
        return None
    return Draft(
        match, PlayerId(player), row["draft_version"], row["draft_revision"], row["draft_steps"]
    )


def _rating(row: RowMapping, side: str) -> StoredRating:
    value = row[f"{side}_value"]
    if value is None:
        return StoredRating(Rating(), None)
    rating = Rating(value, row[f"{side}_deviation"], row[f"{side}_volatility"])
    return StoredRating(rating, row[f"{side}_changed_at"], row[f"{side}_opponents"])
