"""Newcomers: three sentences on the first board, and one in private when something happens for the
first time, after the answer to what they did.
"""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.i18n import ENGLISH
from bot.wording.hints import first_match_lines, hint_sentence
from matches.hints import Hint
from rules import VARIANTS, Variant, find_variant
from tests.bot.test_i18n import assert_translated, languages, made_up
from tests.support.simcord_seams import Click, Slash, race, requests_of, speak, world_of
from tests.support.table import Table, button_id, laid_table, told

__all__ = ["languages", "made_up"]  # fixtures

TO_A_BOUNCE = ["0", "2"]
"""After these turns 5 bounces off a line."""
TO_THE_POST = ["0", "0", "0", "0"]
"""After these, 1 bounces off the post, which is wall."""
TO_THE_CORNER = ["7", "7", "7", "0"]
"""After these, 7 runs into the corner."""
TO_THE_OWN_GOAL = ["2", "5", "4", "4", "4", "4"]
"""After these, 4 is an own goal of the player to move."""


@pytest.fixture
async def fresh(tmp_path: Path) -> AsyncIterator[Table]:
    """A table at which nobody has ever played."""
    async with laid_table(tmp_path, newcomers=True) as laid:
        yield laid


def whispers(result: InteractionResult) -> list[str]:
    """What was told in private after the answer."""
    assert all(message.ephemeral for message in result.followups)
    return [message.content for message in result.followups]


def sentences(*hints: Hint) -> str:
    """The hints in one message."""
    return "\n".join(hint_sentence(hint, ENGLISH) for hint in hints)


# --- three sentences


def told_above(table: Table, variant: str = "standard") -> bool:
    """Whether the newest board carries the three sentences; otherwise it has its two lines."""
    content = table.board().content
    if content.count("\n") == 1:
        return False
    assert content.split("\n", 2)[2] == first_match_lines(find_variant(variant).ruleset, ENGLISH)
    return True


async def test_a_first_board_carries_three_sentences(fresh: Table) -> None:
    """For both to see, below its two lines, and nothing is told in private."""
    message = await fresh.challenge(time="10m")
    accepted = await fresh.tap(fresh.bob, message, "accept")
    assert whispers(accepted) == []
    assert told_above(fresh)
    assert fresh.board().content.count("\n") == 4


@pytest.mark.parametrize("time", ["10m", "3d"])
async def test_the_sentences_stay_until_both_have_moved(fresh: Table, time: str) -> None:
    """So that nothing moves under the thumb within a turn."""
    await fresh.start(time=time)
    for turn in ("0", "2"):
        await fresh.tap(await fresh.player_to_move(), fresh.board(), turn)
        if time == "3d":
            assert told_above(fresh)
            await fresh.tap(await fresh.player_to_move(), fresh.board(), "back")
            assert told_above(fresh)
            await fresh.draw(turn)
        assert told_above(fresh) is (turn == "0")
    await fresh.tap(await fresh.player_to_move(), fresh.board(), "0")
    assert not told_above(fresh)


async def test_the_sentences_are_those_of_the_game(fresh: Table) -> None:
    """A first match of Gridball explains Gridball, also between the lines of a turn."""
    await fresh.start(variant="gridball", time="10m")
    assert told_above(fresh, "gridball")
    await fresh.tap(await fresh.player_to_move(), fresh.board(), "2")
    assert told_above(fresh, "gridball")


async def test_a_second_match_of_both_is_not_explained(fresh: Table) -> None:
    """By the next process neither."""
    await fresh.start(time="10m")
    await fresh.restart()
    await fresh.start(time="10m")
    assert (await fresh.match(2)).game.turns == ()
    assert not told_above(fresh)


async def test_a_veteran_who_plays_a_newcomer_sees_them_too(fresh: Table) -> None:
    """It is the first match of one of them."""
    await fresh.start(time="10m")
    message = await fresh.challenge(opponent=fresh.carol, time="10m")
    await fresh.tap(fresh.carol, message, "accept")
    assert told_above(fresh)


async def test_an_aborted_first_match_explains_nothing_more(fresh: Table) -> None:
    """Its last board says how it ended."""
    await fresh.start(time="10m")
    question = await fresh.bob.slash(fresh.thread, "resign")
    assert question.response is not None
    await fresh.tap(fresh.bob, question.response.message, "yes")
    assert fresh.messages()[-1].content.count("\n") == 1


# --- what happens for the first time


async def begin(
    table: Table, turns: list[str], *, time: str = "10m", **options: Any
) -> MemberActor:
    """A match after these turns; whose turn it is."""
    await table.start(time=time, **options)
    await table.play(turns)
    return await table.player_to_move()


@pytest.mark.parametrize(
    ("turns", "act", "hints"),
    [
        ([], "0", ()),
        (TO_A_BOUNCE, "5", (Hint.BOUNCE,)),
        (TO_THE_POST, "1", (Hint.BOUNCE, Hint.WALL)),
        (TO_THE_CORNER, "3", ()),
        (TO_THE_CORNER, "7", (Hint.DEAD_END,)),
        (TO_THE_OWN_GOAL, "1", ()),
        (TO_THE_OWN_GOAL, "4", (Hint.OWN_GOAL,)),
    ],
)
async def test_what_happens_first_is_explained_once(
    fresh: Table, turns: list[str], act: str, hints: tuple[Hint, ...]
) -> None:
    """After the tap is answered, in one private message; taken back and drawn again, never more."""
    who = await begin(fresh, turns)
    result = await fresh.tap(who, fresh.board(), act)
    assert whispers(result) == ([sentences(*hints)] if hints else [])
    if await fresh.draft():
        await fresh.tap(who, fresh.board(), "back")
        assert whispers(await fresh.tap(who, fresh.board(), act)) == []


async def test_the_tap_is_answered_first(fresh: Table) -> None:
    """The board is edited before anything is told beside it."""
    who = await begin(fresh, TO_A_BOUNCE)
    seen = len(requests_of(fresh.env))
    await fresh.tap(who, fresh.board(), "5")
    sent = [request for request in requests_of(fresh.env)[seen:] if request.method == "POST"]
    assert sent[0].json["type"] == 7
    assert sent[1].json["flags"] == 64
    assert len(sent) == 2


@pytest.mark.parametrize("turn", ["56", "5"])
async def test_a_typed_turn_is_explained_too(fresh: Table, turn: str) -> None:
    """`/move` is answered, and the hint comes after it."""
    who = await begin(fresh, TO_A_BOUNCE)
    result = await who.slash(fresh.thread, "move", turn=turn)
    assert result.response is not None
    assert whispers(result) == [sentences(Hint.BOUNCE)]


async def test_each_player_is_told(fresh: Table) -> None:
    """What one has seen the other may see for the first time."""
    who = await begin(fresh, TO_A_BOUNCE)
    await fresh.draw("56")
    other = await fresh.player_to_move()
    assert other is not who
    # Back to the centre's neighbours, where lines end.
    result = await fresh.tap(other, fresh.board(), "1")
    assert whispers(result) == [sentences(Hint.BOUNCE)]


async def test_a_slow_match_explains_the_draft(fresh: Table) -> None:
    """With *Play it* the hint comes with the line that bounces, not with the whole turn."""
    who = await begin(fresh, TO_A_BOUNCE, time="3d")
    assert whispers(await fresh.tap(who, fresh.board(), "5")) == [sentences(Hint.BOUNCE)]
    assert whispers(await fresh.tap(who, fresh.board(), "6")) == []
    assert whispers(await fresh.tap(who, fresh.board(), "play")) == []


async def test_gridball_explains_its_trap(fresh: Table) -> None:
    """The third segment traps, and the penalty is explained."""
    who = await begin(fresh, ["202", "244"], variant="gridball")
    for act in "66":
        assert whispers(await fresh.tap(who, fresh.board(), act)) == []
    assert whispers(await fresh.tap(who, fresh.board(), "1")) == [sentences(Hint.TRAP)]


async def test_hints_are_told_once_after_a_restart(fresh: Table) -> None:
    """The next process knows from the database."""
    who = await begin(fresh, TO_A_BOUNCE)
    await fresh.tap(who, fresh.board(), "5")
    await fresh.tap(who, fresh.board(), "back")
    await fresh.restart()
    assert whispers(await fresh.tap(who, fresh.board(), "5")) == []


@pytest.mark.parametrize("seed", range(4))
async def test_two_at_once_are_told_once(fresh: Table, seed: int) -> None:
    """A tap and a typed turn, or the same tap twice: one of them brings the hint."""
    who = await begin(fresh, TO_A_BOUNCE)
    board = fresh.board()
    tap = Click(who, board, button_id(board, "5"))
    other = Slash(who, fresh.thread, "move", {"turn": "5"}) if seed % 2 else tap
    results = await race(fresh.env, [tap, other], rng=random.Random(seed))
    told_of_it = [
        words
        for result in results
        for words in whispers(result)
        if hint_sentence(Hint.BOUNCE, ENGLISH) in words
    ]
    assert len(told_of_it) == 1


# --- when it goes wrong


async def test_a_hint_that_cannot_be_sent_harms_nothing(fresh: Table) -> None:
    """The turn is drawn and shown; the failure is only logged, and not as an error."""
    who = await begin(fresh, TO_A_BOUNCE)

    def refuse(_: Any, request: Any, answer: Any) -> Any:
        if request.method == "POST" and request.path.startswith("/webhooks/"):
            raise ConnectionResetError
        return answer()

    world_of(fresh.env.backend).rules.insert(0, refuse)
    result = await fresh.tap(who, fresh.board(), "5")
    assert result.acknowledged
    assert await fresh.draft() == "5"
    assert f"<@{who.id}>" in fresh.board().content


async def test_hints_that_cannot_be_stored_harm_nothing(
    fresh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn does not fail; what went wrong is noted."""

    async def broken(*_: object) -> tuple[Hint, ...]:
        raise RuntimeError("no table of hints")

    monkeypatch.setattr(fresh.bot.newcomers, "fresh", broken)
    fresh.logs.expect("no hint")
    who = await begin(fresh, TO_A_BOUNCE)
    result = await fresh.tap(who, fresh.board(), "5")
    assert whispers(result) == []
    assert await fresh.draft() == "5"


async def test_who_was_refused_is_told_of_the_refusal_alone(fresh: Table) -> None:
    """A tap that changes nothing explains nothing."""
    who = await begin(fresh, TO_A_BOUNCE)
    other = fresh.bob if who is fresh.alice else fresh.alice
    answer = await fresh.tap_old(other, fresh.board(), button_id(fresh.board(), "5"))
    assert told(answer) == "It is your opponent's turn."


# --- words


async def test_hints_speak_the_readers_language(tmp_path: Path, languages: None) -> None:
    """Whatever the server speaks; rules, lessons and their pages too."""
    async with laid_table(tmp_path, locale="pl", newcomers=True) as table:
        for who in (table.alice, table.bob, table.carol):
            speak(who, "de")
        who = await begin(table, TO_THE_CORNER)
        assert "⟪" in whispers(await table.tap(who, table.board(), "7"))[0]
        for variant in VARIANTS:
            opened = await table.carol.slash(table.channel, "rules", variant=variant.key)
            assert opened.response is not None
            message = opened.response.message
            await table.tap(table.carol, message, "last")
        overview = await table.carol.slash(table.channel, "help")
        assert overview.response is not None
        lesson = await table.tap(table.carol, overview.response.message, "learn")
        assert lesson.response is not None
        for act in ("4", "back", "0", "next"):
            message = next(
                m for m in table.channel.history(viewer=table.carol) if m.id == lesson.response.id
            )
            await table.tap(table.carol, message, act)
        assert assert_translated(table) > 50


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_variant_has_its_three_sentences(variant: Variant) -> None:
    """One a line, each of them one sentence."""
    lines = first_match_lines(variant.ruleset, ENGLISH).split("\n")
    assert len(lines) == 3
    assert all(line.count(".") == 2 and line.endswith(".") for line in lines), lines


@pytest.mark.parametrize("hint", Hint)
def test_a_hint_is_one_sentence(hint: Hint) -> None:
    """Short enough to be read beside the board."""
    words = hint_sentence(hint, ENGLISH)
    assert words.count(". ") == 0
    assert len(words) <= 180


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("standard", "a line or a wall touches"),
        ("no-double-bounce", "a line or a wall touches"),
        ("texas", "crosses a drawn diagonal"),
        ("gridball", "● you draw again, ○ it is complete"),
        ("gridball-classic", "never across a diagonal"),
    ],
)
def test_the_three_sentences_say_what_is_special(variant: str, words: str) -> None:
    """Walls that bounce, diagonals that may not cross, turns of three."""
    assert words in first_match_lines(find_variant(variant).ruleset, ENGLISH)


def test_a_penalty_hint_says_when_the_turn_passes() -> None:
    """After six at the latest, whether the ball is free or not."""
    words = hint_sentence(Hint.PENALTY, ENGLISH)
    assert "six at most" in words
    assert "still locked" in words
