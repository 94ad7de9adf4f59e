"""A whole match, from challenge to goal."""

from matches.match import EndReason, Result
from rules import Player
from tests.support.table import Table, button_ids


async def test_two_players_play_from_the_challenge_to_a_goal(table: Table) -> None:
    """One challenges, the other accepts, they tap turn by turn, one scores, both ratings change."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "17"])
    match = await table.match()
    assert match.result == Result(Player.FIRST, EndReason.GOAL)
    last = table.messages()[-1]
    assert "wins with a goal" in last.content
    assert "(1662?, +162)" in last.content
    assert "(1338?, -162)" in last.content
    assert [act.rpartition(":")[2] for act in button_ids(last)] == ["rematch", "replay", "more"]
