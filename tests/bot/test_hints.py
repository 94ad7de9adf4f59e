"""Newcomers: three sentences before the first match, one when something happens for the first
time. Each is told once, in private, after the answer to what they did.
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
from rules import VARIANTS, Variant
from tests.bot.test_i18n import assert_translated, languages, made_up
from tests.support.simcord_seams import Click, Slash, race, requests_of, speak, world_of
from tests.support.table import Table, button_id, buttons, laid_table, told

__all__ = ["languages", "made_up"]  # fixtures

WELCOME = "**Your first match!**"
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


async def test_a_first_match_begins_with_three_sentences(fresh: Table) -> None:
    """Whoever challenges is told at once, whoever accepts when the match begins; both in private,
    and the board and its place stay as they are for veterans.
    """
    result = await fresh.alice.slash(fresh.channel, "challenge", opponent=fresh.bob, time="10m")
    assert result.response is not None
    assert not result.response.ephemeral
    [words] = whispers(result)
    assert words.startswith(f"{WELCOME} The game in three sentences:\n1. ")
    assert words.count("\n") == 3
    accepted = await fresh.tap(fresh.bob, result.response.message, "accept")
    assert whispers(accepted) == [words]
    assert len(fresh.messages()) == 1
    assert fresh.board().content.count("\n") == 1


async def test_the_three_sentences_lead_on(fresh: Table) -> None:
    """Their buttons open the lessons and the rules of this very variant."""
    result = await fresh.alice.slash(fresh.channel, "challenge", variant="gridball")
    [message] = [each.message for each in result.followups]
    [learn, rules] = [button.custom_id for button in buttons(message)]
    assert told(await fresh.alice.click(message, custom_id=learn)).startswith("**Lesson 1")
    assert told(await fresh.alice.click(message, custom_id=rules)).startswith("**Gridball: ")


async def test_the_three_sentences_are_told_once(fresh: Table) -> None:
    """Not for the second challenge, nor by the next process; a stranger's tap is no match."""
    first = await fresh.alice.slash(fresh.channel, "challenge", opponent=fresh.bob)
    assert len(whispers(first)) == 1
    assert first.response is not None
    assert whispers(await fresh.tap(fresh.carol, first.response.message, "rules")) == []
    assert whispers(await fresh.tap(fresh.bob, first.response.message, "decline")) == []
    await fresh.restart()
    assert whispers(await fresh.alice.slash(fresh.channel, "challenge")) == []


async def test_who_answers_with_other_terms_is_told_too(fresh: Table) -> None:
    """It may become their first match."""
    message = await fresh.challenge()
    opened = await fresh.tap(fresh.bob, message, "terms")
    assert opened.modal is not None
    values = {
        label["component"]["custom_id"]: [
            o["value"] for o in label["component"]["options"] if o.get("default")
        ]
        for label in opened.modal["components"]
    }
    result = await fresh.bob.submit_modal(opened, values)
    assert [words.startswith(WELCOME) for words in whispers(result)] == [True]


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
        (TO_THE_CORNER, "3", (Hint.DEAD_END,)),
        (TO_THE_CORNER, "7", (Hint.DEAD_END,)),
        (TO_THE_OWN_GOAL, "1", (Hint.OWN_GOAL,)),
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
    """Neither the challenge nor the turn fails; what went wrong is noted."""

    async def broken(*_: object) -> tuple[Hint, ...]:
        raise RuntimeError("no table of hints")

    monkeypatch.setattr(fresh.bot.newcomers, "fresh", broken)
    fresh.logs.expect("no introduction")
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
    _, *lines = first_match_lines(variant.ruleset, ENGLISH).split("\n")
    assert len(lines) == 3
    assert all(line.count(".") == 2 and line.endswith(".") for line in lines), lines


@pytest.mark.parametrize("hint", Hint)
def test_a_hint_is_one_sentence(hint: Hint) -> None:
    """Short enough to be read beside the board."""
    words = hint_sentence(hint, ENGLISH)
    assert words.count(". ") == 0
    assert len(words) <= 180
