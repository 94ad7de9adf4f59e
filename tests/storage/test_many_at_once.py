"""A hundred turns at once, some of them the last ones, while people look at boards and at ratings,
and a backup runs in another process.
"""

import asyncio
from pathlib import Path

from matches.ids import MatchId, PlayerId
from matches.playing import play_turn
from matches.standings import board_state
from matches.terms import Terms, TurnTime
from rules import Game
from storage import SqlStore, open_store
from tests.storage.samples import HOUR, NOW, add_players, new_match, read, write
from tests.support.many_at_once import COPIES, copying, read_all_ratings, turns_in
from tests.support.people import FIRST_SCORES, SMALL, assert_is_the_fold

MATCHES = 100
PEOPLE = 20
"""Each half plays against the other one."""
TURNS = FIRST_SCORES
WIDE_READERS = 5
ROUNDS_AT_LEAST, ROUNDS_AT_MOST = 3, 12


async def test_hundred_turns_with_ends_readers_and_a_backup(sqlite_url: str, tmp_path: Path):
    """Every turn is stored once and every end rated once, nobody finds the database locked, and
    each copy is sound.
    """
    store = await open_store(sqlite_url)
    try:
        hall = Hall(store, await add_players(store, PEOPLE))
        await hall.open()
        rounds = 0
        async with copying(sqlite_url, tmp_path) as copies:
            while rounds < ROUNDS_AT_LEAST or (rounds < ROUNDS_AT_MOST and not copies.is_enough):
                await hall.round()
                rounds += 1
            await copies.enough()
        stored = await assert_is_the_fold(store)
    finally:
        await store.close()
    assert len(stored.history) == hall.ended == rounds * MATCHES // len(TURNS)
    assert {number: len(m.game.turns) for number, m in stored.matches.items()} == hall.turns
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    assert turns_in(file) == {match: turns for match, turns in hall.turns.items() if turns}
    copied = copies.turns()
    assert len(copied) > COPIES
    assert any(turns != copied[0] for turns in copied), "nothing was copied while they played"


class Hall:
    """A hundred boards, at which everybody plays several matches at once, and one after the other.

    Turns and ends are counted as they are answered.
    """

    def __init__(self, store: SqlStore, people: list[PlayerId]) -> None:
        self._store = store
        half = len(people) // 2
        self._pairs = [(first, second) for first in people[:half] for second in people[half:]]
        self._boards: list[MatchId] = []
        self.turns: dict[int, int] = {}
        self.ended = 0

    async def open(self) -> None:
        """A match at each board; in every fifth of them the next turn is the last."""
        self._boards = [await self._begin(pair) for pair in self._pairs]
        assert len(self._boards) == MATCHES
        for number, match in enumerate(self._boards):
            for _ in range(number % len(TURNS)):
                await self._play(match)

    async def round(self) -> None:
        """A turn at each board at once. Meanwhile everybody looks at their boards, and some at what
        everybody has won and lost.
        """
        turns = [self._turn(board) for board in range(MATCHES)]
        looks = [self._look(match) for match in self._boards]
        wide = [read_all_ratings(self._store) for _ in range(WIDE_READERS)]
        await asyncio.gather(*turns, *looks, *wide)

    async def _turn(self, board: int) -> None:
        """The next turn at a board; after the last one the next match begins."""
        if await self._play(self._boards[board]):
            self.ended += 1
            self._boards[board] = await self._begin(self._pairs[board])

    async def _begin(self, pair: tuple[PlayerId, PlayerId]) -> MatchId:
        terms = Terms(SMALL, TurnTime.THREE_DAYS)
        begun = new_match(*pair, game=Game(SMALL), terms=terms)
        match = await write(self._store, lambda uow: uow.matches.add(begun))
        self.turns[match.id] = 0
        return match.id

    async def _play(self, match: MatchId) -> bool:
        """Play the next turn of a match, with one unit of work; whether that has ended it."""
        async with self._store.writing() as uow:
            found = await uow.matches.get(match)
            assert found is not None
            assert found.player_to_move is not None
            turn = TURNS[len(found.game.turns)]
            update = await play_turn(uow, match, found.player_to_move, turn, now=NOW + HOUR)
        self.turns[match] += 1
        return update.match.is_over

    async def _look(self, match: MatchId) -> None:
        """The board, before or after this round's turn."""
        before = self.turns[match]
        state = await read(self._store, lambda uow: board_state(uow, match, now=NOW + HOUR))
        assert before <= len(state.match.game.turns) <= before + 1
