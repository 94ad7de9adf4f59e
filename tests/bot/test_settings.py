"""`/soccer settings`: reminders, leave and blocked players, and what follows from them."""

from dataclasses import replace

import discord
import pytest
from simcord import InteractionResult, MemberActor
from simcord.builders import ChannelHandle

from bot.i18n import ENGLISH
from bot.wording.settings import OwnSettings, own_settings_lines
from matches.blocking import block
from matches.finishing import end_match
from matches.ids import ChallengeId, PlayerId
from matches.leave import Leave
from matches.leaving import LeaveState, leave_of
from matches.match import EndReason, Result
from matches.people import Person
from matches.preferences import PlayerSettings, Reminders
from tests.support.clock import START
from tests.support.people import FIRST_SCORES
from tests.support.simcord_seams import Click, click_by_id, perform, pinged, race
from tests.support.table import Table, button_ids, told

DAY = 24 * 3600.0

NEWCOMER = (
    "**Reminder**, once, when a fifth of the time for your turn is left: where the match is "
    "played. I write direct messages only to whoever chooses them here.\n\n"
    "**Leave:** you have 30 days left of the 30 in a year. While you are on leave no time runs in "
    "your matches with a day or more for a turn.\n\n"
    "**Blocked:** nobody. Whoever you block can start nothing with you, and what they do in your "
    "running matches does not notify you.\n\n"
    "**Boards:** as pictures. In words: the position is written below the first lines, and the pad "
    "has words; there is no picture, unless your opponent looks at one. It begins with the next "
    "board; `/board` shows it at once."
)


async def opened(
    table: Table, who: MemberActor, where: ChannelHandle | None = None
) -> discord.Message:
    """The panel."""
    result = await who.slash(where or table.channel, "soccer settings")
    told(result)
    assert result.response is not None
    return result.response.message


async def choose(
    who: MemberActor, panel: discord.Message, name: str, value: object
) -> InteractionResult:
    """Choose in a menu of the panel."""
    return await who.select(panel, [value], custom_id=f"ps-self:{name}")


def shown(table: Table, panel: discord.Message) -> list[str]:
    """The panel's paragraphs as they are now."""
    content = table.env.backend.get_message(panel.channel.id, panel.id).content
    return str(content).split("\n\n")


def menus(table: Table, panel: discord.Message) -> dict[str, list[str]]:
    """The menus of the panel as they are now, with what they offer."""
    components = table.env.backend.get_message(panel.channel.id, panel.id).components
    return {
        item["custom_id"].removeprefix("ps-self:"): [o["label"] for o in item.get("options") or []]
        for row in components
        for item in row["components"]
    }


async def player(table: Table, who: MemberActor) -> PlayerId:
    """Somebody's key."""
    async with table.store.writing() as uow:
        return await uow.players.find_or_add(who.id, who.name.title())


async def settings_of(table: Table, who: MemberActor) -> PlayerSettings:
    """What is stored of somebody's settings."""
    async with table.store.reading() as uow:
        return await uow.preferences.of(await player(table, who))


async def blocks(table: Table, who: MemberActor, other: MemberActor) -> None:
    """Somebody blocks somebody."""
    one, two = await player(table, who), await player(table, other)
    async with table.store.writing() as uow:
        await block(uow, one, two)


async def pass_days(table: Table, days: int) -> None:
    """Days pass at once, then a minute in which the bot looks what is due."""
    table.clock.advance(days * DAY)
    await table.wait(60)


async def test_the_panel_of_a_newcomer(table: Table) -> None:
    """It says everything in words, and offers reminders, leave and blocking."""
    panel = await opened(table, table.alice)
    assert "\n\n".join(shown(table, panel)) == NEWCOMER
    assert menus(table, panel) == {
        "reminders": [
            "Reminder: where the match is played",
            "Reminder: by direct message",
            "Reminder: off",
        ],
        "leave": [
            "1 day", "2 days", "3 days", "4 days", "5 days", "6 days", "7 days", "10 days",
            "14 days", "21 days", "30 days",
        ],
        "block": [],
        "boards": ["Boards: as pictures", "Boards: in words"],
    }  # fmt: skip


async def test_the_panel_in_direct_messages(table: Table) -> None:
    """It works there as well."""
    user = table.env.create_user("dora", global_name="Dora")
    result = await user.slash("soccer settings")
    assert told(result) == NEWCOMER
    assert result.response is not None
    await user.select(result.response.message, ["direct"], custom_id="ps-self:reminders")
    async with table.store.writing() as uow:
        dora = await uow.players.find_or_add(user.id, "Dora")
        assert await uow.preferences.of(dora) == PlayerSettings(Reminders.DIRECT)


@pytest.mark.parametrize("reminders", Reminders)
async def test_reminders_are_chosen(table: Table, reminders: Reminders) -> None:
    """What was chosen holds, for whoever chose it, and the panel says so."""
    panel = await opened(table, table.alice)
    for value in ("off", reminders.value):
        await choose(table.alice, panel, "reminders", value)
    assert await settings_of(table, table.alice) == PlayerSettings(reminders)
    assert await settings_of(table, table.bob) == PlayerSettings()
    words = {
        Reminders.CHANNEL: "where the match is played",
        Reminders.DIRECT: "by direct message",
        Reminders.OFF: "off",
    }
    assert f"is left: {words[reminders]}." in shown(table, panel)[0]


async def test_leave_and_back(table: Table) -> None:
    """The answer says until when and how many days are left; the boards say that time stands."""
    await table.start(time="3d")
    panel = await opened(table, table.alice)
    await choose(table.alice, panel, "leave", "10")
    until = int(table.clock.now().timestamp() + 10 * DAY)
    assert shown(table, panel)[1] == (
        f"**Leave:** you are on leave until <t:{until}:f>, and have 20 days left after it. No time "
        "runs in your matches with a day or more for a turn."
    )
    assert list(menus(table, panel)) == ["reminders", "back", "block", "boards"]
    assert (await table.match()).pauses
    assert "leave" in table.board().content
    await pass_days(table, 2)
    await table.alice.click(panel, custom_id="ps-self:back")
    assert shown(table, panel)[1].startswith("**Leave:** you have 27 days left of the 30")
    match = await table.match()
    assert not match.pauses
    assert match.deadline is not None
    assert round((match.deadline - table.clock.now()).total_seconds()) == 3 * DAY
    assert "leave" not in table.board().content


async def test_a_leave_ends_by_itself(table: Table) -> None:
    """When it is over time runs again, and the board says so."""
    await table.start(time="1d")
    panel = await opened(table, table.bob)
    await choose(table.bob, panel, "leave", "2")
    await pass_days(table, 2)
    match = await table.match()
    assert not match.pauses
    assert match.deadline is not None
    assert DAY - 60 <= (match.deadline - table.clock.now()).total_seconds() <= DAY
    assert "leave" not in table.board().content


async def test_two_taps_on_i_am_back(table: Table) -> None:
    """The second one is told that it is so already."""
    panel = await opened(table, table.alice)
    await choose(table.alice, panel, "leave", "5")
    taps = [Click(table.alice, panel, "ps-self:back") for _ in range(2)]
    results = await race(table.env, taps)
    said = [a.content for r in results for a in (r.response, *r.followups) if a and a.ephemeral]
    assert "You are not on leave any more." in said


async def test_more_leave_than_is_left(table: Table) -> None:
    """A panel from before is answered with how many days there are."""
    old = await opened(table, table.alice)
    panel = await opened(table, table.alice)
    await choose(table.alice, panel, "leave", "30")
    assert told(await choose(table.alice, old, "leave", "1")) == "You are on leave already."
    await pass_days(table, 28)
    await table.alice.click(panel, custom_id="ps-self:back")
    assert menus(table, panel)["leave"] == ["1 day"]
    assert told(await choose(table.alice, old, "leave", "2")) == (
        "You have only 1 day of leave left now."
    )
    async with table.store.reading() as uow:
        state = await leave_of(uow, await player(table, table.alice), now=table.clock.now())
    assert state.present is None


async def test_without_days_there_is_no_menu(table: Table) -> None:
    """Whoever has used them all is offered none."""
    panel = await opened(table, table.alice)
    await choose(table.alice, panel, "leave", "30")
    await pass_days(table, 30)
    panel = await opened(table, table.alice)
    assert shown(table, panel)[1].startswith("**Leave:** you have 0 days left")
    assert list(menus(table, panel)) == ["reminders", "block", "boards"]


async def test_blocking_and_unblocking(table: Table) -> None:
    """Whoever is blocked stands in the panel, and can be unblocked there."""
    panel = await opened(table, table.alice)
    await choose(table.alice, panel, "block", table.bob)
    await choose(table.alice, panel, "block", table.carol)
    assert shown(table, panel)[2].startswith("**Blocked:** Bob, Carol. They can start nothing")
    assert menus(table, panel)["unblock"] == ["Bob", "Carol"]
    bob = await player(table, table.bob)
    await choose(table.alice, panel, "unblock", str(bob))
    assert shown(table, panel)[2].startswith("**Blocked:** Carol. They")
    assert menus(table, panel)["unblock"] == ["Carol"]


async def test_nobody_to_block(table: Table) -> None:
    """Neither oneself nor a bot."""
    panel = await opened(table, table.alice)
    assert told(await choose(table.alice, panel, "block", table.alice)) == (
        "You cannot block yourself."
    )
    robot = table.server.add_member(table.env.create_user("robot", bot=True))
    assert told(await choose(table.alice, panel, "block", robot)) == (
        "Bots do not play, so there is nobody to block."
    )
    assert shown(table, panel)[2].startswith("**Blocked:** nobody.")


async def test_more_blocked_players_than_a_menu_offers(table: Table) -> None:
    """The first ones are named and offered; when they are unblocked the others come."""
    alice = await player(table, table.alice)
    async with table.store.writing() as uow:
        for number in range(30):
            other = await uow.players.find_or_add(1000 + number, f"P{number}")
            await uow.blocks.add(alice, other)
        await uow.commit()
    panel = await opened(table, table.alice)
    assert "P9 and more" in shown(table, panel)[2]
    assert menus(table, panel)["unblock"] == [f"P{number}" for number in range(25)]


async def test_the_panel_outlives_a_restart(table: Table) -> None:
    """All of its state is in its ids."""
    panel = await opened(table, table.alice)
    await table.restart()
    await choose(table.alice, panel, "reminders", "off")
    await choose(table.alice, panel, "block", table.bob)
    await choose(table.alice, panel, "leave", "3")
    await table.restart()
    await table.alice.click(panel, custom_id="ps-self:back")
    assert await settings_of(table, table.alice) == PlayerSettings(Reminders.OFF)


async def test_a_menu_that_is_gone(table: Table) -> None:
    """*I am back* on a panel that has moved on is answered."""
    panel = await opened(table, table.alice)
    result = await click_by_id(table.alice, panel, "ps-self:back")
    assert told(result) == "You are not on leave any more."
    crossed = Click(table.alice, panel, "ps-self:back", as_seen=False)
    assert told(await perform(table.env, crossed)) == (
        "You have moved on already: use the buttons as they are now."
    )


# --- what blocking means


async def test_a_blocked_player_cannot_challenge(table: Table) -> None:
    """They are told no more than that; whoever blocked them is told to unblock first."""
    await blocks(table, table.alice, table.bob)
    refused = await table.bob.slash(table.channel, "challenge", opponent=table.alice)
    assert told(refused) == "You cannot challenge this player."
    refused = await table.alice.slash(table.channel, "challenge", opponent=table.bob)
    assert told(refused) == (
        "You have blocked this player. Unblock them in `/soccer settings` first."
    )
    # A custom game is refused before anybody fills in its form.
    options = {"opponent": table.alice, "variant": "custom"}
    refused = await table.bob.slash(table.channel, "challenge", **options)
    assert told(refused) == "You cannot challenge this player."
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(1)) is None


@pytest.mark.parametrize("act", ["accept", "terms"])
async def test_a_blocked_player_cannot_answer_an_open_challenge(table: Table, act: str) -> None:
    """Neither with a match nor with other terms; everybody else can."""
    await blocks(table, table.alice, table.bob)
    result = await table.alice.slash(table.channel, "challenge")
    assert result.response is not None
    message = result.response.message
    assert told(await table.tap(table.bob, message, act)) == "You cannot answer this challenge."
    await table.tap(table.carol, message, "accept")
    assert not (await table.match()).is_over


@pytest.mark.parametrize("blocker", ["alice", "bob"])
async def test_a_board_does_not_notify_who_blocked_the_other(table: Table, blocker: str) -> None:
    """The match goes on; only the one who blocked reads of it without a notification."""
    await table.start(time="3d")
    one = getattr(table, blocker)
    other = table.bob if one is table.alice else table.alice
    await blocks(table, one, other)
    notified = []
    for turn in ("0", "0", "0", "0"):
        mover = await table.player_to_move()
        next_one = other if mover is one else one
        await table.wait(300)
        await table.play([turn])
        notified.append((next_one is one, pinged(table.env, table.board())))
    assert all(pings == set() for quiet, pings in notified if quiet)
    assert all(pings == {other.id} for quiet, pings in notified if not quiet)
    assert {quiet for quiet, _ in notified} == {True, False}


async def test_a_reminder_notifies_who_blocked_the_other(table: Table) -> None:
    """It comes from the clock, not from the other one."""
    await table.start(time="10m")
    await table.play(["0"])
    mover = await table.player_to_move()
    await blocks(table, mover, table.bob if mover is table.alice else table.alice)
    before = table.board().id
    await table.wait(8 * 60 + 31)
    assert table.board().id != before
    assert pinged(table.env, table.board()) == {mover.id}


@pytest.mark.parametrize("turns", [[], ["0", "0"]], ids=["aborted", "lost"])
async def test_an_end_by_the_clock_notifies_who_blocked_the_other(
    table: Table, turns: list[str]
) -> None:
    """That the time ran out is nothing that the other one did."""
    await table.start(time="10m")
    await table.play(turns)
    await blocks(table, table.alice, table.bob)
    await table.wait(601)
    assert (await table.match()).is_over
    assert pinged(table.env, table.board()) == {table.alice.id, table.bob.id}


@pytest.mark.parametrize("reason", [EndReason.CLOSED, EndReason.OUT_OF_REACH])
async def test_a_closed_match_notifies_who_blocked_the_other(
    table: Table, reason: EndReason
) -> None:
    """Nobody closed it."""
    await table.start(time="3d")
    await blocks(table, table.alice, table.bob)
    match = await table.match()
    async with table.store.writing() as uow:
        ended = replace(match, version=match.version + 1)
        await end_match(uow, ended, Result(None, reason), table.clock.now())
    await table.wait(31)
    assert pinged(table.env, table.board()) == {table.alice.id, table.bob.id}


async def test_the_end_does_not_notify_who_blocked_the_other(table: Table) -> None:
    """Giving up is something that the other one did."""
    await table.start(time="3d")
    await table.play(FIRST_SCORES[:3])
    await blocks(table, table.alice, table.bob)
    question = await table.bob.slash(table.place, "resign")
    assert question.response is not None
    await table.tap(table.bob, question.response.message, "yes")
    assert (await table.match()).is_over
    assert pinged(table.env, table.board()) == set()


async def test_a_decline_does_not_notify_who_blocked_the_other(table: Table) -> None:
    """The line is there, without a notification."""
    message = await table.challenge()
    await blocks(table, table.alice, table.bob)
    await table.tap(table.bob, message, "decline")
    line = table.messages(table.channel)[-1]
    assert line.content == f"{table.alice.mention}, Bob declined your challenge."
    assert pinged(table.env, line) == set()


async def test_a_blocked_player_gets_no_rematch(table: Table) -> None:
    """The button under the ended board offers nothing."""
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "17"])
    await blocks(table, table.alice, table.bob)
    refused = await perform(
        table.env, Click(table.bob, table.board(), button_ids(table.board(), "ps:")[0])
    )
    assert told(refused) == "You cannot challenge this player."


def test_the_panel_is_never_too_long() -> None:
    """With any number of blocked players of any names it fits into a message of Discord."""
    crowd = [Person(PlayerId(n), n, "*_~`|" * 20) for n in range(100)]
    leave = Leave(PlayerId(1), START, START)
    own = OwnSettings(PlayerSettings(Reminders.CHANNEL), LeaveState(leave, 29), crowd)
    assert len(own_settings_lines(own, ENGLISH)) < 1600
