"""`/help` and *Learn by playing*: three positions with the pad of every board."""

import re
from itertools import product

import discord
import pytest
from simcord import MemberActor

from bot.guide.example import Example
from bot.guide.lessons import LESSONS, LONGEST, Verdict
from bot.i18n import ENGLISH
from bot.wording.guide import example_text
from bot.wording.lesson import lesson_lines
from rules import Effect
from tests.support.simcord_seams import Click, files_of, perform, race
from tests.support.table import Table, button_id, buttons, told

GOAL = "107"


async def begin(table: Table, who: MemberActor | None = None) -> discord.Message:
    """Somebody opens the first lesson from `/help`."""
    who = who or table.carol
    overview = await who.slash(table.channel, "help")
    assert overview.response is not None
    opened = await table.tap(who, overview.response.message, "learn")
    told(opened)
    assert opened.response is not None
    return opened.response.message


def now(table: Table, who: MemberActor, message: discord.Message) -> discord.Message:
    """A private message as it is now."""
    history = table.channel.history(viewer=who)
    return next(m for m in history if m.id == message.id)


async def do(
    table: Table, message: discord.Message, acts: list[str], who: MemberActor | None = None
) -> discord.Message:
    """Tap one button after the other; the message then."""
    who = who or table.carol
    for act in acts:
        await table.tap(who, message, act)
        message = now(table, who, message)
    return message


def can_go_on(message: discord.Message) -> bool:
    """Whether *Next* is open."""
    [following] = [b for b in buttons(message) if b.custom_id.endswith(":next")]
    return not following.disabled


def pad(message: discord.Message) -> list[tuple[str, bool]]:
    """What the buttons of the pad do, and whether each is open."""
    return [(b.custom_id.rpartition(":")[2], not b.disabled) for b in buttons(message)[:9]]


async def test_help_opens_the_lessons_and_the_rules(table: Table) -> None:
    """The overview has two buttons, and stays."""
    overview = await table.carol.slash(table.channel, "help")
    assert overview.response is not None
    message = overview.response.message
    assert [b.label for b in buttons(message)] == ["Learn by playing", "Rules with pictures"]
    [learn, rules] = [b.custom_id for b in buttons(message)]
    assert told(await table.carol.click(message, custom_id=learn)).startswith("**Lesson 1 of 3")
    assert told(await table.carol.click(message, custom_id=rules)).startswith("**Standard: ")
    assert now(table, table.carol, message).content == message.content


async def test_three_lessons_lead_to_a_real_match(table: Table) -> None:
    """A line, a bounce, a chain to the goal; then it says how to play for real."""
    message = await begin(table)
    assert message.content.startswith("**Lesson 1 of 3: draw a line**\n")
    assert not can_go_on(message)
    message = await do(table, message, ["0"])
    assert "Well drawn!" in message.content
    message = await do(table, message, ["next"])
    assert message.content.startswith("**Lesson 2 of 3: use a bounce**\n")
    message = await do(table, message, ["7"])
    assert "you draw again" in message.content
    assert not can_go_on(message)
    message = await do(table, message, ["0"])
    assert "Well bounced!" in message.content
    message = await do(table, message, ["next"])
    assert message.content.startswith("**Lesson 3 of 3: score by a chain**\n")
    message = await do(table, message, list(GOAL))
    assert "**Goal!**" in message.content
    assert "`/challenge`" in message.content
    assert "`/play`" in message.content
    again = await do(table, message, ["next"])
    assert again.content.startswith("**Lesson 1 of 3")


@pytest.mark.parametrize(
    ("before", "wrong", "hint"),
    [
        ([], ["4"], "leads away from the goal"),
        (["0", "next"], ["3"], "came to a fresh point"),
        (["0", "next", "7", "0", "next"], ["7"], "without a goal"),
    ],
)
async def test_a_wrong_try_gets_a_hint_and_can_be_taken_back(
    table: Table, before: list[str], wrong: list[str], hint: str
) -> None:
    """The hint says why; the middle button leads back, and nothing is open but that."""
    start = await do(table, await begin(table), before)
    message = await do(table, start, wrong)
    assert hint in message.content
    assert "button in the middle" in message.content
    assert not can_go_on(message)
    assert [act for act, is_open in pad(message) if is_open] == ["back"]
    back = await do(table, message, ["back"])
    assert (back.content, pad(back)) == (start.content, pad(start))


async def test_nothing_moves_from_tap_to_tap(table: Table) -> None:
    """The same rows, two lines of text, and a picture of the same size in every state."""
    message = await begin(table)
    shapes = set()
    for act in ("4", "back", "0", "next", "3", "back", "7", "0", "next", *GOAL):
        message = await do(table, message, [act])
        [file] = files_of(table.env, message)
        assert file.description
        rows = [len(row.children) for row in message.components]  # type: ignore[union-attr]  # rows
        size = file.data[16:24]  # width and height in a PNG's header
        shapes.add((tuple(rows), size, message.content.count("\n")))
    assert len(shapes) == 1
    assert {rows for rows, _, _ in shapes} == {(3, 3, 3, 2)}


async def test_a_lesson_goes_on_after_a_restart(table: Table) -> None:
    """Its buttons carry all that there is."""
    message = await do(table, await begin(table), ["0", "next", "7"])
    await table.restart()
    message = await do(table, message, ["0"])
    assert can_go_on(message)


async def test_any_number_of_people_learn_at_once(table: Table) -> None:
    """Each in a message of their own, however their taps are mixed."""
    people = (table.alice, table.bob, table.carol)
    messages = {who.id: await begin(table, who) for who in people}
    for acts in (["0", "0", "4"], ["next", "next", "back"]):
        clicks = [
            Click(who, messages[who.id], button_id(messages[who.id], act))
            for who, act in zip(people, acts, strict=True)
        ]
        await race(table.env, clicks)
        messages = {who.id: now(table, who, messages[who.id]) for who in people}
    assert [messages[who.id].content[:13] for who in people] == [
        "**Lesson 2 of", "**Lesson 2 of", "**Lesson 1 of",
    ]  # fmt: skip
    async with table.store.reading() as uow:
        assert await uow.matches.get(1) is None  # type: ignore[arg-type]  # none is there


async def test_two_taps_at_once_draw_one_line(table: Table) -> None:
    """Both mean the position that was there."""
    message = await do(table, await begin(table), ["0", "next"])
    taps = [Click(table.carol, message, button_id(message, "7"))] * 2
    await race(table.env, taps)
    assert button_id(now(table, table.carol, message), "back") == "psl:1:7:back"


@pytest.mark.parametrize(
    "button", ["psl:2:7:7", "psl:0:44:0", "psl:1:0:0", "psl:3::0", "psl:9:0:back", "psl:4::next"]
)
async def test_what_there_is_not_is_refused(table: Table, button: str) -> None:
    """A line or a lesson, as an old or a made-up button may ask for; the lesson stays as it is."""
    message = await begin(table)
    assert told(await table.tap_old(table.carol, message, button))
    assert now(table, table.carol, message).content == message.content


@pytest.mark.parametrize("button", ["psl:0::next", "psl:1:3:next"])
async def test_nobody_skips_a_lesson(table: Table, button: str) -> None:
    """*Next* of a lesson that is not done shows it again."""
    message = await begin(table)
    await table.tap_old(table.carol, message, button)
    lesson = int(button.split(":")[1])
    assert now(table, table.carol, message).content.startswith(f"**Lesson {lesson + 1} of 3")


async def test_a_tap_on_a_button_that_is_gone_is_answered(table: Table) -> None:
    """It would be dropped otherwise."""
    message = await begin(table)
    button = button_id(message, "1")
    shown = await do(table, message, ["0"])
    gone = Click(table.carol, shown, button, as_seen=False)
    assert told(await perform(table.env, gone)).startswith("You have moved on already")


# --- the positions


def turns(number: int) -> list[str]:
    """Every turn that can be drawn in a lesson."""
    lesson, found, waiting = LESSONS[number], [], [""]
    for steps in waiting:
        so_far = lesson.drafted(steps)
        if so_far.is_complete:
            found.append(steps)
        elif len(steps) < LONGEST:
            waiting += [f"{steps}{d}" for d in so_far.position.legal_directions()]
    return found


@pytest.mark.parametrize("number", range(3))
def test_every_turn_gets_a_verdict(number: int) -> None:
    """Whatever somebody draws: it is done, or a hint says why not; some turns are and some not."""
    lesson = LESSONS[number]
    verdicts = {lesson.verdict(lesson.drafted(steps)) for steps in turns(number)}
    assert Verdict.SOLVED in verdicts
    assert len(verdicts) > 1
    assert not verdicts & {Verdict.BEGIN, Verdict.GO_ON}
    assert max(map(len, turns(number))) <= LONGEST


def test_the_goal_needs_the_chain() -> None:
    """In the third lesson one way leads there in three lines, over a line and the post."""
    lesson = LESSONS[2]
    solved = [s for s in turns(2) if lesson.verdict(lesson.drafted(s)) is Verdict.SOLVED]
    assert [s for s in solved if len(s) <= 3] == [GOAL]
    position = lesson.game.position
    for direction in map(int, GOAL[:-1]):
        assert position.effect(direction) is Effect.CONTINUES
        position = position.after(direction)
    assert any(position.ball in goal.posts for goal in position.ruleset.pitch.goals)


def test_every_state_has_its_words() -> None:
    """Two lines each, the alternative text within Discord's limit, and no mark that is wrong."""
    for number, verdict in product(range(3), Verdict):
        words = lesson_lines(number, verdict, ENGLISH)
        assert words.count("\n") == 1
        assert len(words) < 400
    for number in range(3):
        lesson = LESSONS[number]
        for steps in ("", *turns(number)[:20]):
            text = example_text(Example(lesson.game, steps), ENGLISH)
            assert len(text) <= 1024
            assert '. Record: [Variant "' in text
            assert re.search(r"The ball is at \d+, -?\d+\.", text)
