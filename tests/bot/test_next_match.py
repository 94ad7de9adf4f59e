"""After a turn: how many matches wait, and the way to the most urgent one."""

import re
from dataclasses import replace
from unittest import mock

import pytest
from simcord import InteractionResult, MemberActor

from bot.actions import afterwards
from matches.ids import MatchId, PlayerId
from matches.pauses import Pause
from matches.timekeeping import stop_clock
from storage.repositories.matches import SqlMatches
from tests.bot.test_refusals import broken
from tests.support.table import Table, buttons, told, told_nothing


async def start(table: Table, time: str = "10m", first: str = "alice") -> int:
    """One more match of Alice and Bob, in which this one draws first; its number."""
    while True:
        await table.start(time=time)
        async with table.store.reading() as uow:
            [match] = await uow.matches.newest_of(PlayerId(1), 1)
        if (await table.seats(match.id))["first"] is getattr(table, first):
            return match.id
        question = await table.alice.slash(table.channel, "resign", match=match.id)
        assert question.response is not None
        await table.tap(table.alice, question.response.message, "yes")


def link(result: InteractionResult) -> str | None:
    """Where *Next match* leads; None without the button."""
    private = [m for m in (result.response, *result.followups) if m is not None and m.ephemeral]
    found = [button for message in private for button in buttons(message.message)]
    assert [button.label for button in found] in ([], ["Next match"])
    return found[0].url if found else None


async def address(table: Table, match: int) -> str:
    """The link to a match's board."""
    async with table.store.reading() as uow:
        board = await uow.places.board_of(MatchId(match))
    assert board is not None
    return f"https://discord.com/channels/{table.server.id}/{board.channel}/{board.message}"


async def tap_turn(table: Table, who: MemberActor, match: int, turn: str) -> InteractionResult:
    """Somebody taps a turn on the board of this match."""
    async with table.store.reading() as uow:
        board = await uow.places.board_of(MatchId(match))
    assert board is not None
    [message] = [
        message
        for place in (table.channel, *table.channel.threads)
        for message in table.messages(place)
        if message.id == board.message
    ]
    return await table.tap(who, message, turn)


async def test_nothing_is_said_after_a_tap_if_nothing_waits(table: Table) -> None:
    """A live match goes on without a message after each turn."""
    match = await start(table)
    await start(table, first="bob")
    assert told_nothing(await tap_turn(table, table.alice, match, "0"))


async def test_what_waits_is_said_after_a_tap(table: Table) -> None:
    """How many matches wait for whoever has played, and a link to the most urgent one's board."""
    later = await start(table, "3d")
    match = await start(table)
    sooner = await start(table, "1h")
    result = await tap_turn(table, table.alice, match, "0")
    assert told(result) == "2 matches wait for you."
    assert link(result) == await address(table, sooner)
    await tap_turn(table, table.alice, later, "0")
    assert (await table.match(later)).game.turns == ()


async def test_play_it_says_it_too(table: Table) -> None:
    """Only once the turn is played: a draft is answered by the board alone."""
    match = await start(table, "3d")
    other = await start(table, "7d")
    assert told_nothing(await tap_turn(table, table.alice, match, "0"))
    assert told_nothing(await tap_turn(table, table.alice, match, "back"))
    assert told_nothing(await tap_turn(table, table.alice, match, "1"))
    result = await tap_turn(table, table.alice, match, "play")
    assert told(result) == "1 match waits for you."
    assert link(result) == await address(table, other)


async def test_move_always_says_it(table: Table) -> None:
    """In its own answer, also that nothing waits; not for a draft."""
    match = await start(table)
    other = await start(table)
    result = await table.alice.slash(table.channel, "move", turn="0", match=match)
    assert told(result) == "You played `0`. 1 match waits for you."
    assert link(result) == await address(table, other)
    result = await table.alice.slash(table.channel, "move", turn="0", match=other)
    assert told(result) == "You played `0`. No match waits for you."
    assert link(result) is None
    await tap_turn(table, table.bob, other, "2")
    result = await table.alice.slash(table.channel, "move", turn="5", match=other)
    assert "waits" not in told(result)


async def test_a_match_without_a_board_has_no_link(table: Table) -> None:
    """What was not posted yet is counted all the same."""
    match = await start(table)
    await start(table, "2m")
    async with table.store.reading() as uow:
        waiting = await uow.matches.waiting_for(PlayerId(1))
    hidden = [replace(waiting[0], board=None), *waiting[1:]]
    with mock.patch.object(SqlMatches, "waiting_for", mock.AsyncMock(return_value=hidden[:1])):
        result = await tap_turn(table, table.alice, match, "0")
    assert told(result) == "1 match waits for you."
    assert link(result) is None


async def test_the_link_leads_to_a_match_that_can_be_seen(table: Table) -> None:
    """Not to the old board of one that cannot be shown, nor to one whose time stands still, as long
    as another one waits.
    """
    match = await start(table)
    hidden, away = await start(table, "2m"), await start(table, "1h")
    seen = await start(table, "3d")
    async with table.store.writing() as uow:
        for number, pause in ((hidden, Pause.HIDDEN), (away, Pause.SECOND_AWAY)):
            await stop_clock(uow, await table.match(number), pause, since=table.clock.now())
        await uow.commit()
    result = await tap_turn(table, table.alice, match, "0")
    assert told(result) == "3 matches wait for you."
    assert link(result) == await address(table, seen)
    await tap_turn(table, table.alice, seen, "0")
    result = await tap_turn(table, table.alice, seen, "play")
    assert told(result) == "2 matches wait for you."
    assert link(result) == await address(table, away)


async def test_hints_and_what_waits_come_in_one_message(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever learns something by a turn is not told twice."""
    match = await start(table)
    await start(table)
    hint = mock.AsyncMock(return_value=("A hint.",))
    monkeypatch.setattr(afterwards, "fresh_hints", hint)
    result = await tap_turn(table, table.alice, match, "0")
    assert told(result) == "A hint.\n1 match waits for you."


@pytest.mark.parametrize("typed", [True, False])
async def test_a_fault_in_the_look_leaves_the_turn_alone(
    table: Table, monkeypatch: pytest.MonkeyPatch, typed: bool
) -> None:
    """The turn is played and shown; what waits is left out, and the fault is logged."""
    match = await start(table)
    await start(table)
    monkeypatch.setattr(SqlMatches, "waiting_for", broken)
    table.logs.expect("ZeroDivisionError: the fault")
    if typed:
        result = await table.alice.slash(table.channel, "move", turn="0", match=match)
        assert told(result) == "You played `0`."
    else:
        assert told_nothing(await tap_turn(table, table.alice, match, "0"))
    assert (await table.match(match)).game.turns == ("0",)


async def test_games_says_that_time_stands_still(table: Table) -> None:
    """Instead of an end that would not come."""
    match = await start(table, "3d")
    assert re.search(r"<t:\d+:R>", told(await table.alice.slash(table.channel, "games")))
    async with table.store.writing() as uow:
        await stop_clock(uow, await table.match(match), Pause.FIRST_AWAY, since=table.clock.now())
        await uow.commit()
    words = told(await table.alice.slash(table.channel, "games"))
    assert "time stands still" in words
    assert "<t:" not in words
