"""Two things at once: exactly one counts, and database, board and answers agree afterwards.

Each seed lets the bot's requests and units of work give way to each other differently. Several
races share a table, so that a hundred of them take seconds.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import discord
import pytest
from simcord import InteractionResult

from matches.ids import ChallengeId, MatchId
from matches.match import EndReason, Result
from rules import Effect, Player
from tests.support.hesitant_store import at_once
from tests.support.simcord_seams import Action, Click, Slash
from tests.support.table import Table, button_id, button_ids, laid_table, told, told_nothing
from tests.support.table_agreement import assert_agrees

STALE = "The match has moved on since that button was shown. Look at its newest board."
NOT_YOUR_TURN = "It is your opponent's turn."
HUNDRED = [range(start, start + 20) for start in range(0, 100, 20)]
"""A hundred seeds, twenty to a table."""
FORTY = HUNDRED[:2]
TWENTY = HUNDRED[:1]
FEW = range(6)


def name(seeds: range) -> str:
    """How a test of these seeds is called."""
    return f"{seeds[0]}-{seeds[-1]}"


@asynccontextmanager
async def started(folder: Path, time: str = "3d") -> AsyncIterator[Table]:
    """A table with a match that has just begun."""
    async with laid_table(folder) as table:
        await table.start(time=time)
        yield table


def the_loser(results: list[InteractionResult]) -> tuple[int, str]:
    """Which of two taps counted, and what the other one was told in private."""
    silent = [told_nothing(result) for result in results]
    assert sorted(silent) == [False, True], f"not one winner: {results}"
    winner = silent.index(True)
    return winner, told(results[1 - winner])


async def quiet_steps(table: Table, match: int) -> list[str]:
    """The directions after which the turn passes."""
    position = (await table.match(match)).game.position
    free = position.legal_directions()
    return [str(d) for d in free if position.effect(d) is Effect.PASSES]


async def with_room(table: Table, match: int) -> int:
    """The match, or another one on the same terms once it has less than two quiet steps."""
    if len(await quiet_steps(table, match)) > 1:
        return match
    # Whoever plays on is not to be told of a match that waits.
    question = await table.alice.slash(table.channel, "resign", match=match)
    assert question.response is not None
    await table.tap(table.alice, question.response.message, "yes")
    await table.start(time=(await table.match(match)).terms.turn_time.value)
    return match + 1


@pytest.mark.parametrize("seeds", HUNDRED, ids=name)
async def test_the_same_button_twice_at_once(tmp_path: Path, seeds: range) -> None:
    """A double tap draws one segment, and taken back twice at once it is gone once."""
    async with started(tmp_path) as table:
        first = await table.player_to_move()
        for seed in seeds:
            act = "back" if await table.draft() else Random(seed).choice("01234567")
            board = table.board()
            tap = Click(first, board, button_id(board, act))
            _, words = the_loser(await at_once(table, seed, tap, tap))
            assert words == STALE
            assert await table.draft() == ("" if act == "back" else act)
            await assert_agrees(table)


@pytest.mark.parametrize("seeds", HUNDRED, ids=name)
async def test_two_directions_at_once(tmp_path: Path, seeds: range) -> None:
    """Two fingers draw one segment: that of the tap that counted."""
    async with started(tmp_path) as table:
        first = await table.player_to_move()
        for seed in seeds:
            acts = Random(seed).sample("01234567", 2)
            board = table.board()
            taps = [Click(first, board, button_id(board, act)) for act in acts]
            winner, words = the_loser(await at_once(table, seed, *taps))
            assert words == STALE
            assert await table.draft() == acts[winner]
            await assert_agrees(table)
            await table.tap(first, table.board(), "back")
        await assert_agrees(table)


@pytest.mark.parametrize("seeds", TWENTY, ids=name)
async def test_the_same_turn_twice_at_once(tmp_path: Path, seeds: range) -> None:
    """In a live match a double tap plays one turn, and the opponent's is left alone."""
    async with started(tmp_path, "10m") as table:
        match = 1
        for seed in seeds:
            match = await with_room(table, match)
            mover = await table.player_to_move(match)
            turns = len((await table.match(match)).game.turns)
            board, act = table.board(), Random(seed).choice(await quiet_steps(table, match))
            tap = Click(mover, board, button_id(board, act))
            _, words = the_loser(await at_once(table, seed, tap, tap))
            assert words == NOT_YOUR_TURN
            assert (await table.match(match)).game.turns[turns:] == (act,)
            await assert_agrees(table, match)


@pytest.mark.parametrize("seeds", FORTY, ids=name)
async def test_a_tap_against_a_typed_turn(tmp_path: Path, seeds: range) -> None:
    """One of them is played; whichever comes too late is told that the turn is over."""
    async with started(tmp_path, "10m") as table:
        match = 1
        for seed in seeds:
            match = await with_room(table, match)
            mover = await table.player_to_move(match)
            turns = len((await table.match(match)).game.turns)
            board = table.board()
            tapped, typed = Random(seed).sample(await quiet_steps(table, match), 2)
            tap = Click(mover, board, button_id(board, tapped))
            move = Slash(mover, table.place, "move", {"turn": typed, "match": match})
            actions: list[Action] = [tap, move] if seed % 2 else [move, tap]
            results = await at_once(table, seed, *actions)
            tap_result, move_result = results if seed % 2 else results[::-1]
            [played] = (await table.match(match)).game.turns[turns:]
            if told_nothing(tap_result):
                assert played == tapped
                assert told(move_result) == NOT_YOUR_TURN
            else:
                assert played == typed
                assert told(tap_result) == NOT_YOUR_TURN
                assert told(move_result) == f"You played `{typed}`. No match waits for you."
            await assert_agrees(table, match)


@pytest.mark.parametrize("seeds", TWENTY, ids=name)
async def test_two_clients_of_one_player(tmp_path: Path, seeds: range) -> None:
    """One taps the newest board, the other an older one: one segment, shown on the newest."""
    async with started(tmp_path) as table:
        first = await table.player_to_move()
        for seed in seeds:
            old = table.board()
            one, other = Random(seed).sample("01234567", 2)
            old_button = button_id(old, one)
            await first.slash(table.place, "board", match=1)
            board = table.board()
            assert board.id != old.id
            taps = [Click(first, old, old_button), Click(first, board, button_id(board, other))]
            winner, words = the_loser(await at_once(table, seed, *taps))
            assert words == STALE
            assert await table.draft() == (one, other)[winner]
            await assert_agrees(table)
            await table.tap(first, table.board(), "back")
        await assert_agrees(table)


@pytest.mark.parametrize("seeds", FORTY, ids=name)
async def test_play_it_against_take_back(tmp_path: Path, seeds: range) -> None:
    """Either the turn is played or its last segment is gone, never both."""
    async with started(tmp_path) as table:
        match = 1
        for seed in seeds:
            match = await with_room(table, match)
            mover = await table.player_to_move(match)
            turns = len((await table.match(match)).game.turns)
            act = Random(seed).choice(await quiet_steps(table, match))
            await table.tap(mover, table.board(), act)
            board = table.board()
            taps = [Click(mover, board, button_id(board, each)) for each in ("play", "back")]
            winner, words = the_loser(
                await at_once(table, seed, *(taps if seed % 2 else taps[::-1]))
            )
            played = (winner == 0) == bool(seed % 2)
            assert (await table.match(match)).game.turns[turns:] == ((act,) if played else ())
            assert words == (NOT_YOUR_TURN if played else STALE)
            assert await table.draft(match) == ""
            await assert_agrees(table, match)


@pytest.mark.parametrize("seeds", TWENTY, ids=name)
async def test_both_players_tap_at_once(tmp_path: Path, seeds: range) -> None:
    """Only the turn of whoever is to move counts, also when the opponent taps a moment later."""
    async with started(tmp_path, "10m") as table:
        match = 1
        for seed in seeds:
            match = await with_room(table, match)
            seats = await table.seats(match)
            mover = await table.player_to_move(match)
            other = seats["second"] if mover is seats["first"] else seats["first"]
            turns = len((await table.match(match)).game.turns)
            board, act = table.board(), Random(seed).choice(await quiet_steps(table, match))
            taps = [Click(each, board, button_id(board, act)) for each in (other, mover)]
            winner, words = the_loser(await at_once(table, seed, *taps))
            assert winner == 1
            assert words in (NOT_YOUR_TURN, STALE)
            assert (await table.match(match)).game.turns[turns:] == (act,)
            await assert_agrees(table, match)


@pytest.mark.parametrize("seeds", TWENTY, ids=name)
async def test_two_people_accept_an_open_challenge(tmp_path: Path, seeds: range) -> None:
    """One match begins; whoever came too late is told that it was accepted."""
    async with laid_table(tmp_path) as table:
        for number, seed in enumerate(seeds, start=1):
            result = await table.alice.slash(table.channel, "challenge", rated=False)
            assert result.response is not None
            message = result.response.message
            accept = button_id(message, "accept")
            taps = [Click(each, message, accept) for each in (table.bob, table.carol)]
            winner, words = the_loser(await at_once(table, seed, *taps))
            assert words == "This challenge has been accepted already."
            accepted_by = (table.bob, table.carol)[winner]
            match = await table.match(number)
            async with table.store.reading() as uow:
                people = await uow.players.people((match.first, match.second))
                challenge = await uow.challenges.get(ChallengeId(number))
                assert await uow.matches.get(MatchId(number + 1)) is None
            accounts = {person.account for person in people.values()}
            assert accounts == {table.alice.id, accepted_by.id}
            assert challenge is not None
            assert challenge.match == match.id
            [shown] = [m for m in table.messages(table.channel) if m.id == message.id]
            assert "the challenge was accepted, the match is on." in shown.content
            assert button_ids(shown) == []
            assert len(table.channel.threads) == number
            await assert_agrees(table, number)


@pytest.mark.parametrize("seed", FEW)
async def test_a_goal_against_resigning(tmp_path: Path, seed: int) -> None:
    """A match ends once: the ratings change once, by the end that came first."""
    async with started(tmp_path, "10m") as table:
        await table.play(["0", "0", "0", "0"])
        await table.tap(table.alice, table.board(), "1")
        board = table.board()
        version = (await table.match()).version
        question = await table.bob.slash(table.place, "resign", match=1)
        assert question.response is not None
        assert f"psr:1:{version}:yes" in str(question.response.components)
        score = Click(table.alice, board, button_id(board, "7"))
        resign = Click(table.bob, question.response, f"psr:1:{version}:yes")
        scored, resigned = await at_once(table, seed, score, resign)
        match = await table.match()
        assert match.result is not None
        if match.result.reason is EndReason.GOAL:
            assert told_nothing(scored)
            assert told(resigned) == "This match is over."
        else:
            assert match.result.reason is EndReason.RESIGNED
            assert told(scored) == "This match is over."
            assert told(resigned) == "You resigned."
        async with table.store.reading() as uow:
            assert len(await uow.ratings.history()) == 1
        await assert_agrees(table)


@pytest.mark.parametrize("seed", FEW)
async def test_both_tap_rematch_at_once(tmp_path: Path, seed: int) -> None:
    """One offers, the other accepts: one rematch begins."""
    async with started(tmp_path, "10m") as table:
        await table.play(["0", "0", "0", "0", "17"])
        last = table.messages()[-1]
        taps = [Click(p, last, button_id(last, "rematch")) for p in (table.alice, table.bob)]
        answers = sorted(told(result)[:20] for result in await at_once(table, seed, *taps))
        assert answers == ["The rematch is on: i", "Your offer of a rema"]
        assert not (await table.match(2)).is_over
        async with table.store.reading() as uow:
            assert await uow.matches.get(MatchId(3)) is None
        await assert_agrees(table, 2)


def line_of_the_offer(table: Table) -> discord.Message:
    """The message with *Accept* and *Decline*."""
    [line] = [m for m in table.messages() if button_ids(m, "pso:")]
    return line


@pytest.mark.parametrize("seed", FEW)
async def test_a_turn_against_accepting_a_draw(tmp_path: Path, seed: int) -> None:
    """Two taps of one player: either the turn is played and the offer gone, or it is a draw."""
    async with started(tmp_path, "10m") as table:
        await table.play(["0", "0"])
        told(await table.bob.slash(table.place, "soccer offer-draw"))
        board, line = table.board(), line_of_the_offer(table)
        turn = Click(table.alice, board, button_id(board, "0"))
        accept = Click(table.alice, line, button_id(line, "accept"))
        results = await at_once(table, seed, *((turn, accept) if seed % 2 else (accept, turn)))
        played, accepted = results if seed % 2 else results[::-1]
        match = await table.match()
        if match.is_over:
            assert match.result == Result(None, EndReason.AGREED, ended_by=Player.FIRST)
            assert (match.game.turns, told(played)) == (("0", "0"), "This match is over.")
        else:
            assert match.game.turns == ("0", "0", "0")
            assert told(accepted) == "This offer stands no more: look at the newest board."
        assert not [m for m in table.messages() if button_ids(m, "pso:")]
        await assert_agrees(table)


@pytest.mark.parametrize("seed", FEW)
async def test_a_turn_against_a_takeback(tmp_path: Path, seed: int) -> None:
    """Bob plays while he lets Alice take her turn back: one of the two counts."""
    async with laid_table(tmp_path) as table:
        await table.start(time="10m", rated=False)
        await table.play(["0", "2", "0"])
        told(await table.alice.slash(table.place, "soccer takeback"))
        board, line = table.board(), line_of_the_offer(table)
        turn = Click(table.bob, board, button_id(board, "2"))
        accept = Click(table.bob, line, button_id(line, "accept"))
        results = await at_once(table, seed, *((turn, accept) if seed % 2 else (accept, turn)))
        played, accepted = results if seed % 2 else results[::-1]
        turns = (await table.match()).game.turns
        if turns == ("0", "2"):
            assert told(played) == NOT_YOUR_TURN
        else:
            assert turns == ("0", "2", "0", "2")
            assert told(accepted) == "This offer stands no more: look at the newest board."
        assert not [m for m in table.messages() if button_ids(m, "pso:")]
        await assert_agrees(table)
