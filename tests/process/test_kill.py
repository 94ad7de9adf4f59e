"""Killed with SIGKILL at any point of running matches, it loses nothing and says nothing twice."""

from pathlib import Path

import pytest

from tests.process.child import House
from tests.support.survival import Survival

TURNS = 200
KILLS = 20


@pytest.mark.unmeasured(reason="a process that is killed leaves no measurements")
async def test_matches_survive_sudden_ends(house: House, tmp_path: Path) -> None:
    """20 kills over 200 turns: every turn that was shown is stored, once and in order; after each
    start the boards show what is stored; and nobody was notified twice of anything, or not at all.
    """
    survival = Survival(house, tmp_path, turns=TURNS, kills=KILLS, seed=1)
    done = await survival.run()
    assert done.findings == []
    assert done.turns >= TURNS
    assert done.kills >= KILLS
    assert done.audits > KILLS / 3
