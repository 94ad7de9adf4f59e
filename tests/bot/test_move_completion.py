"""Completion: what is typed plus one legal segment, in words, then whole turns."""

from typing import Any

import pytest
from simcord import MemberActor

from bot.actions import moving
from matches.match import Match
from rules import IllegalTurnError, draw_turn
from tests.support.limits import autocomplete_problems
from tests.support.table import Table

Choices = list[dict[str, Any]]


async def offered(
    table: Table, typed: str, who: MemberActor | None = None, **filled: Any
) -> Choices:
    """What completion offers to whoever is to move, within Discord's limits."""
    actor = who or await table.player_to_move()
    where = table.thread if table.channel.threads else table.channel
    choices = await actor.autocomplete(where, "move", "turn", typed, **filled)
    assert autocomplete_problems({"choices": choices}) == []
    values = [choice["value"] for choice in choices]
    assert len(set(values)) == len(values)
    return choices


def names(choices: Choices) -> list[str]:
    return [choice["name"] for choice in choices]


def values(choices: Choices) -> list[str]:
    return [choice["value"] for choice in choices]


def is_whole(match: Match, turn: str) -> bool:
    """Whether the rules take it as a turn."""
    try:
        draw_turn(match.game.position, turn)
    except IllegalTurnError:
        return False
    return True


async def bouncing(table: Table) -> None:
    """A match in which some directions pass the turn and some bounce."""
    await table.start(time="10m")
    await table.play(["0", "2"])


async def test_with_nothing_typed_every_direction_is_offered(table: Table) -> None:
    """At the start: eight segments, each in words with what it does."""
    await table.start()
    assert names(await offered(table, "")) == [
        "0: up, the turn passes",
        "1: up right, the turn passes",
        "2: right, the turn passes",
        "3: down right, the turn passes",
        "4: down, the turn passes",
        "5: down left, the turn passes",
        "6: left, the turn passes",
        "7: up left, the turn passes",
    ]


async def test_one_more_segment_comes_before_whole_turns(table: Table) -> None:
    """First each legal segment, then turns that are complete, the shortest first."""
    await bouncing(table)
    choices = await offered(table, "")
    assert names(choices)[:2] == ["0: up, the turn passes", "1: up right, the turn passes"]
    assert "5: down left, you draw again" in names(choices)
    legal = list((await table.match()).game.position.legal_directions())
    assert values(choices)[: len(legal)] == [str(direction) for direction in legal]
    whole = choices[len(legal) :]
    assert whole
    match = await table.match()
    for choice in whole:
        assert choice["name"] == f"{choice['value']}: a whole turn"
        assert is_whole(match, choice["value"])


async def test_typed_segments_go_on(table: Table) -> None:
    """What is typed so far stays, and one legal segment is added."""
    await bouncing(table)
    choices = await offered(table, "5")
    assert choices
    assert all(value.startswith("5") for value in values(choices))
    assert "50: up, " not in names(choices)
    assert names(choices)[0].startswith("51") or names(choices)[0].startswith("52")


@pytest.mark.parametrize("typed", ["5", "sw", "↙", " SW "])
async def test_words_and_arrows_complete_as_digits_do(table: Table, typed: str) -> None:
    """However the beginning is written, the same turns are offered."""
    await bouncing(table)
    assert values(await offered(table, typed)) == values(await offered(table, "5"))


async def test_a_whole_turn_is_offered_as_it_is(table: Table) -> None:
    """Once the turn is complete there is nothing to add."""
    await table.start()
    assert await offered(table, "0") == [{"name": "0: play it", "value": "0"}]


@pytest.mark.parametrize(
    "typed", ["x", "00", "8", "hello", "0 0", "7!", "9" * 300, "`", "é", "\U0001f600"]
)
async def test_nonsense_is_offered_nothing(table: Table, typed: str) -> None:
    """What begins no turn is offered nothing; sent anyway it gets the reason."""
    await table.start()
    assert await offered(table, typed) == []


async def test_the_draft_is_gone_on_with_when_nothing_is_typed(table: Table) -> None:
    """Taps on the board and typing work on the same turn."""
    await bouncing(table)
    await table.tap(await table.player_to_move(), table.board(), "5")
    assert values(await offered(table, "")) == values(await offered(table, "5"))
    assert values(await offered(table, "0")) == ["0"]


async def test_a_complete_draft_is_offered_to_be_played(table: Table) -> None:
    """A drawn turn that waits for *Play it* can be played by typing, too."""
    await table.start(time="3d")
    await table.tap(await table.player_to_move(), table.board(), "0")
    assert await offered(table, "") == [{"name": "0: play it", "value": "0"}]


async def test_marks_of_the_goal(table: Table) -> None:
    """A segment that wins or loses says so."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0"])
    assert "17: up left, wins" in names(await offered(table, "1"))


async def test_choices_can_be_played(table: Table) -> None:
    """A whole turn that was offered is played as it was offered."""
    await bouncing(table)
    choices = await offered(table, "")
    turn = next(c["value"] for c in reversed(choices) if c["name"].endswith("a whole turn"))
    who = await table.player_to_move()
    await who.slash(table.thread, "move", turn=turn)
    assert (await table.match()).game.turns[-1] == turn


async def test_who_is_not_to_move_is_offered_nothing(table: Table) -> None:
    """Neither the opponent nor a stranger gets completions, with or without a match named."""
    await table.start()
    mover = await table.player_to_move()
    other = table.bob if mover.id == table.alice.id else table.alice
    for who in (other, table.carol):
        assert await offered(table, "", who) == []
        assert await offered(table, "", who, match=1) == []
    assert await offered(table, "", mover, match=999) == []


async def test_the_named_match_is_completed(table: Table) -> None:
    """With several matches the one that was chosen counts, not the one of this channel."""
    await bouncing(table)
    first = table.thread
    await table.start(time="10m")
    mover = await table.player_to_move(1)
    choices = await mover.autocomplete(table.thread, "move", "turn", "", match=1)
    assert "5: down left, you draw again" in names(choices)
    assert first.id != table.thread.id


async def chains(table: Table) -> None:
    """A match in which a turn can bounce several times."""
    await table.start(time="10m")
    await table.play(["0", "2", "4"])


async def test_a_turn_too_long_for_a_choice_is_left_to_be_typed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A choice is never cut: it would play less than it says."""
    await chains(table)
    assert max(len(value) for value in values(await offered(table, "6"))) > 2
    monkeypatch.setattr(moving, "LONGEST_CHOICE", 2)
    assert {len(value) for value in values(await offered(table, "6"))} == {2}
    assert await offered(table, "61") == []


async def test_of_a_long_turn_the_end_is_shown(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Choices that begin alike are told apart by their ends."""
    await chains(table)
    monkeypatch.setattr(moving, "LONGEST_SHOWN", 3)
    shown = names(await offered(table, "61"))
    assert any(name.startswith("610: up") for name in shown)
    monkeypatch.setattr(moving, "LONGEST_SHOWN", 2)
    assert any(name.startswith("…0: up") for name in names(await offered(table, "61")))


# --- the option `match`


async def test_matches_are_offered_with_their_opponents(table: Table) -> None:
    """My running matches, those that wait for me first, by number, name and variant."""
    await table.start(time="10m")
    await table.start(variant="small")
    await table.start(variant="large")
    for command in ("move", "board", "resign"):
        filled = {"turn": "0"} if command == "move" else {}
        choices = await table.alice.autocomplete(table.channel, command, "match", "", **filled)
        assert autocomplete_problems({"choices": choices}) == []
        mine = [(await table.player_to_move(c["value"])).id == table.alice.id for c in choices]
        assert mine == sorted(mine, reverse=True)
        assert {c["value"]: c["name"] for c in choices} == {
            1: "1: against Bob, Standard",
            2: "2: against Bob, Small",
            3: "3: against Bob, Large",
        }


async def test_what_is_typed_narrows_the_matches(table: Table) -> None:
    """By number, by name and by variant, in any case; nothing for somebody without a match."""
    await table.start()
    await table.start(variant="small")
    for typed, found in (("SMALL", [2]), ("1", [1]), ("bob", {1, 2}), ("zzz", [])):
        choices = await table.alice.autocomplete(table.channel, "board", "match", typed)
        assert sorted(c["value"] for c in choices) == sorted(found)
    assert await table.carol.autocomplete(table.channel, "board", "match", "") == []


async def test_a_finished_match_is_not_offered(table: Table) -> None:
    """Only running matches can be meant."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "17"])
    assert await table.alice.autocomplete(table.channel, "board", "match", "") == []
