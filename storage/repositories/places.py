"""Where boards stand, and what servers decided about it."""

from sqlalchemy import bindparam, select, update

from matches.ids import MatchId, ServerId
from matches.place import BoardMessage, Place, ServerSettings
from storage.records import SETTINGS_COLUMNS, place_values, read_settings, settings_values
from storage.tables import boards, matches, server_settings
from storage.transaction import Transaction, insert_if_absent, insert_or_replace

_BOARD_OF = select(boards.c.channel, boards.c.message).where(boards.c.match == bindparam("key"))
_SET_BOARD = insert_or_replace(boards, "channel", "message")
_MOVE = update(matches).where(matches.c.id == bindparam("key"))
_SETTINGS = select(*SETTINGS_COLUMNS).where(server_settings.c.server == bindparam("key"))
_SETTINGS_LOCKING = _SETTINGS.with_for_update()
_NO_SETTINGS = insert_if_absent(server_settings)
_SAVE_SETTINGS = insert_or_replace(server_settings, *settings_values(ServerSettings()))


class SqlPlaces:
    """`matches.ports.Places`."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def board_of(self, match: MatchId) -> BoardMessage | None:
        row = await self._transaction.row(_BOARD_OF, key=match)
        return None if row is None else BoardMessage(row.channel, row.message)

    async def set_board(self, match: MatchId, board: BoardMessage) -> None:
        await self._transaction.run(
            _SET_BOARD, match=match, channel=board.channel, message=board.message
        )

    async def move(self, match: MatchId, place: Place) -> None:
        await self._transaction.run(_MOVE, key=match, **place_values(place))

    async def settings(self, server: ServerId | None) -> ServerSettings:
        if server is None:
            return ServerSettings()
        statement = _SETTINGS
        if self._transaction.writing:
            # What is not there cannot be locked.
            defaults = settings_values(ServerSettings())
            await self._transaction.run(_NO_SETTINGS, server=server, **defaults)
            statement = _SETTINGS_LOCKING
        row = await self._transaction.row(statement, key=server)
        return ServerSettings() if row is None else read_settings(row)

    async def save_settings(self, server: ServerId, settings: ServerSettings) -> None:
        await self._transaction.run(_SAVE_SETTINGS, server=server, **settings_values(settings))
