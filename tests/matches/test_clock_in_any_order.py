"""Whatever stops and starts a clock, in any order: who is to move has the time that ran."""

from datetime import timedelta
from random import Random

import pytest

from matches.match import EndReason, Match
from matches.outbox import DueKind, Telling
from matches.pauses import Pause
from matches.terms import Terms, TurnTime
from tests.support.clocks import DEADLINE, GIVE_UP, REASONS, be_down, begun, start, stop, work
from tests.support.memory_store import MemoryStore
from tests.support.people import (
    HOUR,
    NOW,
    SMALL,
    Club,
    all_stored,
    found_club,
)

WEIGHTS = {"wait": 8, "stop": 3, "start": 6, "down": 1, "turn": 1}


class Afternoon:
    """One match after the other, and a naive clock beside it: how long time ran in this turn."""

    def __init__(self, club: Club, rng: Random) -> None:
        self.club = club
        self.rng = rng

    async def begin(self) -> None:
        """A match in which both have moved."""
        self.match = await begun(self.club, Terms(SMALL, TurnTime.ONE_HOUR))
        self.reasons: set[Pause] = set()
        self._new_turn()

    def _new_turn(self) -> None:
        self.had, self.reminders = timedelta(), 0

    async def anything(self) -> None:
        """Time passes, or something stops or starts, or no process is there, or a turn is played;
        then the worker comes.
        """
        (kind,) = self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))
        standing = [pause for pause in REASONS if pause in self.reasons]
        pause = self.rng.choice(standing if kind == "start" and standing else REASONS)
        if kind == "wait":
            time = timedelta(seconds=self.rng.randrange(1, 1500))
            self.club.wait(time)
            self.had += time * (not self.reasons)
        elif kind == "down":
            await be_down(self.club, timedelta(seconds=self.rng.randrange(61, 9000)))
        elif kind == "stop":
            await stop(self.club, self.match, pause)
            self.reasons.add(pause)
        elif kind == "start":
            await start(self.club, self.match, pause)
            self.reasons.discard(pause)
        else:
            await self.club.play(self.match, any_turn(self.rng, self.match))
            await self.club.forget_told()
            self._new_turn()
        await work(self.club)

    async def check(self) -> None:
        """The match is as the naive clock says."""
        self.match = match = await self.club.match(self.match.id)
        rows = (await all_stored(self.club.store)).outbox
        posted = sum(row.telling is Telling.POST_BOARD and row.notifies for row in rows)
        await self.club.forget_told()
        if match.result is not None and match.result.reason is not EndReason.TIME:
            return
        assert match.is_over == (self.had >= HOUR)
        self.reminders += posted - match.is_over
        reminder_is_due = self.had >= 0.8 * HOUR
        assert self.reminders == (match.reminded if match.is_over else reminder_is_due)
        if match.deadline is not None:
            assert set(match.pauses) == self.reasons
            assert match.deadline - (match.stands_since or self.club.now) == HOUR - self.had
            self._check_due(await self.club.due())

    def _check_due(self, due: dict[tuple[DueKind, int], timedelta]) -> None:
        mine = {kind for kind, subject in due if subject == self.match.id}
        out_of_reach = self.reasons & {Pause.HIDDEN, Pause.SERVER_AWAY}
        assert (GIVE_UP in mine) == bool(out_of_reach)
        if not self.reasons:
            assert due[DEADLINE, self.match.id] > NOW


def any_turn(rng: Random, match: Match) -> str:
    """A whole turn, drawn at random."""
    position, steps = match.game.position, ""
    while position.outcome is None and position.to_move is match.side_to_move:
        direction = rng.choice(position.legal_directions())
        steps += position.write_step(direction)
        position = position.after(direction)
    return steps


@pytest.mark.parametrize("seed", range(12))
async def test_mover_has_exactly_the_time_that_ran(seed: int):
    """Whatever stops and starts, in whatever order: what is left is what a naive clock says, the
    match ends at that instant, and there is one reminder in a turn.
    """
    afternoon = Afternoon(await found_club(MemoryStore()), Random(seed))
    await afternoon.begin()
    ends = 0
    for _ in range(250):
        await afternoon.anything()
        await afternoon.check()
        if afternoon.match.is_over:
            ends += afternoon.had >= HOUR
            await afternoon.begin()
    assert ends
