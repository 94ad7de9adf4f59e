"""A whole match, from challenge to goal."""

from matches.match import EndReason
from rules import Player
from tests.support.table import Table


async def test_two_players_play_from_the_challenge_to_a_goal(table: Table) -> None:
    """One challenges, the other accepts, they tap turn by turn, one scores, both ratings change."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "0"])
    match = await table.match()
    assert match.result is not None
    assert match.result.winner is Player.FIRST
