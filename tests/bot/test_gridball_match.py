"""Gridball on the board, and every preset through the pad."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

import rules.gridball
from matches.ids import MatchId
from matches.match import EndReason, Result
from rules import VARIANTS, Effect, Game, Player, StepKind, Variant
from rules.diagram import draw_diagram
from tests.support.simcord_seams import files_of
from tests.support.table import Table, buttons, told

GAMES = Path(__file__).parents[1] / "data/conformance/games.jsonl"
TRAP = ["433", "107"]
"""After these, `634` traps the second player."""


def pad(message: discord.Message) -> dict[str, tuple[bool, discord.ButtonStyle]]:
    """What each button of a board does: whether it can be tapped, and its colour."""
    return {
        str(b.custom_id).rpartition(":")[2]: (not b.disabled, b.style) for b in buttons(message)
    }


def free(message: discord.Message) -> str:
    """The directions that can be tapped."""
    return "".join(act for act, (can, _) in sorted(pad(message).items()) if can and act.isdigit())


def heading(table: Table) -> str:
    """The first line above the newest board."""
    return str(table.board().content.splitlines()[0])


def alternative(table: Table) -> str:
    """The alternative text of the newest board; its picture is one."""
    [file] = files_of(table.env, table.board())
    assert file.data.startswith(b"\x89PNG")
    assert file.description is not None
    assert 0 < len(file.description) <= 1024
    return file.description


async def tap_all(table: Table, digits: str) -> None:
    """Whoever is to move taps these directions."""
    who = await table.player_to_move()
    for digit in digits:
        await table.tap(who, table.board(), digit)


async def put(table: Table, turns: list[str]) -> None:
    """The match of this table is where these turns lead, and its board is shown."""
    match = await table.match()
    game = Game(match.game.ruleset, tuple(turns))
    async with table.store.writing() as uow:
        await uow.matches.save(replace(match, game=game, version=match.version + 1))
        await uow.commit()
    await table.alice.slash(table.place, "board")


async def test_a_whole_match_with_a_trap(table: Table) -> None:
    """Three segments a turn, a trap with its penalty in the same turn, and a goal in time."""
    await table.start(variant="gridball", time="10m")
    first, second = (seat.mention for seat in (await table.seats()).values())
    assert heading(table) == f"{first}, you draw first: the ball is in the centre."
    await tap_all(table, "4")
    assert heading(table) == f"{first}, 2 segments left in your turn."
    assert "2 segments are left in this turn." in alternative(table)
    await tap_all(table, "3")
    assert heading(table) == f"{first}, 1 segment left in your turn."
    await tap_all(table, "3")
    assert heading(table) == f"{second}, your turn: the ball stopped in your half."
    assert "3 segments are left in this turn." in alternative(table)
    assert "There are no walls." in alternative(table)
    await table.draw("107")
    await tap_all(table, "63")
    assert "down (4): traps your opponent, a penalty follows" in alternative(table)
    assert pad(table.board())["4"] == (True, discord.ButtonStyle.primary)
    await tap_all(table, "4")
    assert (await table.match()).game.turns == ("433", "107")
    assert await table.draft() == "634"
    assert heading(table) == f"{first}, you trapped your opponent: draw a **penalty**."
    text = alternative(table)
    assert "A penalty of 6 steps is due." in text
    assert "down left (5) to 6, 21: the turn passes" in text
    await tap_all(table, "5")
    assert (await table.match()).game.turns == ("433", "107", "634.5")
    assert heading(table) == f"{second}, your turn: a penalty, and the ball stopped in your half."
    assert "Last turn: 634.5." in alternative(table)
    await table.play(["333", "444"])
    match = await table.match()
    assert match.result == Result(Player.FIRST, EndReason.GOAL)
    assert "wins with a goal" in table.messages()[-1].content


async def test_take_back_and_play_it_are_for_the_whole_turn(table: Table) -> None:
    """With time to look twice nothing is played before *Play it*, penalty and all."""
    await table.start(variant="gridball", time="3d")
    await table.play(TRAP)
    await tap_all(table, "634")
    assert pad(table.board())["play"][0] is False
    refused = await table.tap_old(
        await table.player_to_move(),
        table.board(),
        next(
            str(b.custom_id) for b in buttons(table.board()) if str(b.custom_id).endswith(":play")
        ),
    )
    assert told(refused) == "Your turn is not complete yet: draw on."
    await tap_all(table, "5")
    assert await table.draft() == "634.5"
    assert "your turn is complete" in heading(table)
    assert (await table.match()).game.turns == tuple(TRAP)
    who = await table.player_to_move()
    await table.tap(who, table.board(), "back")
    assert await table.draft() == "634"
    assert free(table.board()) == "01234567"
    await table.tap(who, table.board(), "back")
    assert await table.draft() == "63"
    await tap_all(table, "45")
    await table.tap(who, table.board(), "play")
    assert (await table.match()).game.turns == (*TRAP, "634.5")


async def test_penalty_mode(table: Table) -> None:
    """After six penalties in vain the opponent's whole turn consists of penalties."""
    entries = [json.loads(line) for line in GAMES.read_text().splitlines()]
    turns = next(entry["turns"] for entry in entries if entry["id"] == "gbs-g0023")
    at = next(i for i, turn in enumerate(turns) if turn.startswith("."))
    assert (turns[at - 1], turns[at]) == ("567.1.2.2.4.4.7", ".1.0")
    await table.start(variant="gridball", time="10m")
    await put(table, turns[: at - 1])
    await tap_all(table, "567")
    assert "you trapped your opponent: draw a **penalty**." in heading(table)
    assert "up (0) to 2, 9: still locked, another penalty" in alternative(table)
    assert free(table.board()) == "01234"
    leaves = next(str(b.custom_id) for b in buttons(table.board()) if b.custom_id.endswith(":6"))
    refused = await table.tap_old(await table.player_to_move(), table.board(), leaves)
    assert told(refused) == "Step 4 of `567.6`: That leaves the pitch."
    assert await table.draft() == "567"
    await tap_all(table, "1")
    assert "the ball is still locked: draw another **penalty**." in heading(table)
    await tap_all(table, "2244")
    assert ": the turn passes, by a penalty" in alternative(table)
    await tap_all(table, "7")
    match = await table.match()
    assert match.game.turns[-1] == turns[at - 1]
    assert match.game.position.next_step is StepKind.PENALTY
    mover = await table.player_to_move()
    assert heading(table).startswith(
        f"{mover.mention}, the ball is locked, so draw a **penalty**: 6 penalties, and the ball "
        "stopped "
    )
    directions = "".join(map(str, match.game.position.legal_directions()))
    assert free(table.board()) == directions
    assert "A penalty of 6 steps is due." in alternative(table)
    await tap_all(table, "1")
    assert await table.draft() == ".1"
    await table.tap(mover, table.board(), "back")
    assert await table.draft() == ""
    await tap_all(table, "10")
    assert (await table.match()).game.turns[-1] == ".1.0"
    assert "your turn: 2 penalties, and the ball stopped" in heading(table)


@pytest.mark.parametrize("typed", ["634.5", "6345", "6 3 4 .5", "w se s sw", "←↘↓.↙", "63 4.sw"])
async def test_dots_may_be_typed_or_left_out(table: Table, typed: str) -> None:
    """The same turn, however it is written."""
    await table.start(variant="gridball", time="10m")
    await table.play(TRAP)
    who = await table.player_to_move()
    assert (
        told(await who.slash(table.thread, "move", turn=typed))
        == "You played `634.5`. No match waits for you."
    )
    assert (await table.match()).game.turns == (*TRAP, "634.5")


async def test_what_is_typed_wrongly(table: Table) -> None:
    """A dot in the wrong place, a turn that stops too soon, and one that goes on too long."""
    await table.start(variant="gridball", time="10m")
    await table.play(TRAP)
    who = await table.player_to_move()
    for typed, words in (
        ("63.4", "`63.4` is not a turn. A dot stands before a penalty and nowhere else; you may "
                 "leave all dots out."),
        ("634", "`634` is drawn, and the ball is locked: draw a penalty."),
        ("63", "`63` is drawn, and the turn is not complete yet: draw on."),
        ("634.57", None),
        ("6341", "You played `634.1`. No match waits for you."),
    ):  # fmt: skip
        answer = told(await who.slash(table.thread, "move", turn=typed))
        assert words is None or answer == words
    assert len((await table.match()).game.turns) == 3


def labels(message: discord.Message) -> dict[str, str | None]:
    """What stands on the nine buttons of the pad beside their signs."""
    return {str(b.custom_id).rpartition(":")[2]: b.label for b in buttons(message)[:9]}


async def test_the_pad_says_that_a_penalty_is_due(table: Table) -> None:
    """Each arrow with how far it goes, in the same three rows of three."""
    await table.start(variant="gridball", time="3d")
    await table.play(TRAP)
    assert set(labels(table.board()).values()) == {None}
    shape = [len(row.children) for row in table.board().components]  # type: ignore[union-attr]  # rows
    await tap_all(table, "634")
    assert labels(table.board()) == {**dict.fromkeys("01234567", "6"), "back": "·"}
    assert shape == [len(row.children) for row in table.board().components]  # type: ignore[union-attr]  # rows
    assert shape[:3] == [3, 3, 3]
    await tap_all(table, "5")
    assert set(labels(table.board()).values()) == {None}


@pytest.mark.parametrize("variant", ["gridball", "gridball-classic", "large"])
async def test_the_menu_has_the_position_as_text(table: Table, variant: str) -> None:
    """In the message, or as a file beside it where it is too long; with the marks of the game."""
    await table.start(variant=variant, time="10m")
    result = await table.tap(table.carol, table.board(), "more")
    assert result.response is not None
    message = result.response.message
    diagram = draw_diagram((await table.match()).game.position).rpartition("\n")[0]
    if "```" in message.content:
        assert diagram in message.content
        assert message.attachments == []
    else:
        [file] = files_of(table.env, message)
        assert file.filename == "position-1-1.txt"
        assert file.data.decode() == diagram
    assert ("□" in message.content) is variant.startswith("gridball")


async def test_completion_of_penalties(table: Table) -> None:
    """With a dot, without one, and with a dot just typed: the same penalties are offered."""
    await table.start(variant="gridball", time="10m")
    await table.play(TRAP)
    who = await table.player_to_move()

    async def offered(typed: str) -> list[dict[str, Any]]:
        return list(await who.autocomplete(table.thread, "move", "turn", typed))

    assert len(await offered("")) == 25
    assert {c["name"] for c in await offered("63")} >= {
        "634: down, traps your opponent, a penalty follows"
    }
    after = await offered("634")
    assert [c["value"] for c in after][:8] == [f"634.{d}" for d in range(8)]
    assert after[5]["name"] == "634.5: down left, the turn passes"
    assert await offered("634.") == after
    assert (
        await offered("634.5")
        == await offered("6345")
        == [{"name": "634.5: play it", "value": "634.5"}]
    )
    await tap_all(table, "634")
    assert await offered("") == await offered(".") == after


async def test_a_draw_at_the_limit(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last turn ends the match as a draw, which is told, and rated as one."""
    monkeypatch.setattr(rules.gridball, "TURN_LIMIT", 4)
    await table.start(variant="gridball", time="10m")
    await table.play(["222", "111", "000"])
    await tap_all(table, "70")
    assert "up (0): ends in a draw" in alternative(table)
    assert pad(table.board())["0"] == (True, discord.ButtonStyle.secondary)
    await tap_all(table, "0")
    match = await table.match()
    assert match.result == Result(None, EndReason.TURN_LIMIT)
    last = table.messages()[-1].content
    assert "the match is a draw: 4 turns without a goal." in last
    assert last.count("(1500?, 0)") == 2
    async with table.store.reading() as uow:
        [event] = await uow.ratings.history()
    assert event.score == 0.5


async def test_the_rules_of_a_match_are_those_of_its_game(table: Table) -> None:
    """*Rules* on the board explains Gridball, and nothing of bounces."""
    await table.start(variant="gridball", time="10m")
    words = told(await table.tap(table.carol, table.board(), "rules"))
    assert words
    assert "ounce" not in words


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
async def test_every_preset_is_played_on_the_pad(table: Table, variant: Variant) -> None:
    """From the challenge through some turns: each free direction can be tapped, each board has
    its picture and its text, and its lines stay two.
    """
    await table.start(variant=variant.key, time="10m")
    match = await table.match()
    assert match.game.ruleset == variant.ruleset
    assert match.rated
    for step in range(14):
        match = await table.match()
        position = match.game.position
        drawn = await table.draft()
        for direction in position.read_steps(drawn) if drawn else ():
            position = position.after(direction)
        legal = position.legal_directions()
        assert free(table.board()) == "".join(map(str, legal))
        assert len(table.board().content.splitlines()) == 2
        text = alternative(table)
        assert "is to move and attacks the " in text
        safe = [d for d in legal if position.effect(d) in (Effect.PASSES, Effect.CONTINUES)]
        await tap_all(table, str(safe[step % len(safe)]))
    assert not (await table.match()).is_over
    async with table.store.reading() as uow:
        assert await uow.matches.get(MatchId(1)) == await table.match()
