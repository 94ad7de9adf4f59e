"""`/soccer setup`: what those who manage a server decide, and what follows from it."""

from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image
from simcord import InteractionResult, MemberActor

from bot.actions.permissions import require_manager
from bot.failures import Refused
from bot.i18n import ENGLISH
from bot.views.setup import MOST_CHOSEN
from bot.wording.settings import Setup, setup_lines
from matches.ids import ChallengeId, ServerId
from matches.place import BoardTheme, ServerSettings
from matches.terms import TurnTime
from renderer import DARK, HIGH_CONTRAST, THEMES
from renderer.theme import ENTRIES, palette
from tests.bot.test_challenges import send_terms
from tests.bot.test_i18n import languages, made_up
from tests.support.simcord_seams import (
    Click,
    Slash,
    click_by_id,
    files_of,
    perform,
    pinged,
    requests_of,
)
from tests.support.simcord_trouble import set_permissions, user_install
from tests.support.table import Table, told

__all__ = ["languages", "made_up"]

EVERYTHING = (
    "**Paper soccer in this server**\n"
    "**Games channels:** none.\n"
    "**Threads:** yes. Elsewhere each new match gets one.\n"
    "**Who may challenge:** everybody.\n"
    "**Unless a challenge says otherwise:** Standard, 3 days a turn.\n"
    "**Look of the boards:** paper.\n"
    "**Language of public messages:** English, after the server's own in Discord."
)


@pytest.fixture
def owner(table: Table) -> MemberActor:
    """Somebody who may manage the server."""
    role = table.server.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return table.server.add_member(
        table.env.create_user("owner", global_name="Owner"), roles=[role]
    )


async def opened(table: Table, who: MemberActor) -> discord.Message:
    """The panel."""
    result = await who.slash(table.channel, "soccer setup")
    told(result)
    assert result.response is not None
    return result.response.message


async def chosen(
    table: Table, who: MemberActor, panel: discord.Message, name: str, *values: Any
) -> list[str]:
    """Choose in a menu of the panel: its lines afterwards."""
    await who.select(panel, list(values), custom_id=f"ps-server:{name}")
    return lines(table, panel)


async def tapped(table: Table, who: MemberActor, panel: discord.Message, act: str) -> list[str]:
    """Tap a button of the panel: its lines afterwards."""
    await who.click(panel, custom_id=f"ps-server:{act}")
    return lines(table, panel)


def lines(table: Table, panel: discord.Message) -> list[str]:
    """What the panel says now."""
    stored = table.env.backend.get_message(panel.channel.id, panel.id)
    return str(stored.content).splitlines()


async def stored(table: Table) -> ServerSettings:
    """What is stored."""
    async with table.store.reading() as uow:
        return await uow.places.settings(ServerId(table.server.id))


async def terms_of(table: Table, challenge: int) -> tuple[str | None, TurnTime]:
    """What a challenge is about."""
    async with table.store.reading() as uow:
        found = await uow.challenges.get(ChallengeId(challenge))
    assert found is not None
    return found.terms.variant, found.terms.turn_time


async def test_the_panel_says_everything_in_words(table: Table, owner: MemberActor) -> None:
    """A server where nobody decided anything has the usual settings."""
    assert "\n".join(lines(table, await opened(table, owner))) == EVERYTHING


async def test_games_channels_are_added_and_removed(table: Table, owner: MemberActor) -> None:
    """In them no thread is made and old boards are deleted; elsewhere everything is as before."""
    panel = await opened(table, owner)
    other = table.server.create_text_channel("more")
    said = await chosen(table, owner, panel, "games", table.channel, other)
    first, second = sorted((table.channel.id, other.id))
    assert said[1] == (
        f"**Games channels:** <#{first}>, <#{second}>. Matches are played in them directly, and "
        "old boards are deleted."
    )
    await table.start()
    assert table.channel.threads == []
    old = table.board(table.channel)
    await table.alice.slash(table.channel, "board")
    assert old.id not in [message.id for message in table.messages(table.channel)]
    said = await chosen(table, owner, panel, "games", other)
    assert said[1].startswith(f"**Games channels:** <#{other.id}>.")
    await table.start()
    assert len(table.channel.threads) == 1
    assert (await chosen(table, owner, panel, "games"))[1] == "**Games channels:** none."


async def test_a_games_channel_that_is_gone(table: Table, owner: MemberActor) -> None:
    """What was deleted is not offered any more."""
    panel = await opened(table, owner)
    other = table.server.create_text_channel("more")
    await chosen(table, owner, panel, "games", other)
    await table.env.settle()
    table.env.backend.delete_channel(other.id)
    await table.env.settle()
    assert lines(table, await opened(table, owner))[1] == "**Games channels:** none."


async def test_a_games_channel_that_is_closed_to_the_bot(table: Table, owner: MemberActor) -> None:
    """Whoever manages the server reads what to allow."""
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    said = await chosen(table, owner, await opened(table, owner), "games", table.channel)
    assert said[-1] == (
        f"⚠ I cannot show boards in <#{table.channel.id}>. Allow me there: Attach Files."
    )


async def test_without_threads(table: Table, owner: MemberActor) -> None:
    """Matches are played in the channel; old boards stay there."""
    panel = await opened(table, owner)
    said = await tapped(table, owner, panel, "no-threads")
    assert said[2] == "**Threads:** no. Matches are played in the channel itself."
    await table.start()
    assert table.channel.threads == []
    assert table.board(table.channel).channel.id == table.channel.id
    assert (await tapped(table, owner, panel, "threads"))[2].startswith("**Threads:** yes.")
    await table.start()
    assert len(table.channel.threads) == 1


async def test_the_usual_terms(table: Table, owner: MemberActor) -> None:
    """Wherever a challenge names no variant or time it has the server's."""
    panel = await opened(table, owner)
    await chosen(table, owner, panel, "variant", "small")
    said = await chosen(table, owner, panel, "time", "8h")
    assert said[4] == "**Unless a challenge says otherwise:** Small, 8 hours a turn."
    await table.alice.slash(table.channel, "challenge")
    await table.alice.slash(table.channel, "play", opponent=table.bob)
    await table.bob.context_menu(table.channel, "Challenge to paper soccer", table.carol)
    for number in (1, 2, 3):
        assert await terms_of(table, number) == ("small", TurnTime.EIGHT_HOURS)
    await table.carol.slash(table.channel, "challenge", variant="texas", time="1d")
    assert await terms_of(table, 4) == ("texas", TurnTime.ONE_DAY)
    menus = str(table.env.backend.get_message(panel.channel.id, panel.id).components)
    assert menus.count("'Usual ") == 2
    assert "'Usual variant: Small'" in menus


async def test_the_usual_time_of_a_custom_game(table: Table, owner: MemberActor) -> None:
    """A game of one's own has the server's time too."""
    await chosen(table, owner, await opened(table, owner), "time", "10m")
    shown = await table.alice.slash(table.channel, "challenge", variant="custom")
    sent = await table.alice.submit_modal(
        shown, {"size": "4 × 4", "goal_width": "2", "bounce": "unlimited", "allowed": []}
    )
    assert "10 minutes a turn" in told(sent)


async def test_who_may_challenge(table: Table, owner: MemberActor) -> None:
    """Members with one of the roles, and who manages the server; a refusal notifies nobody."""
    role = table.server.create_role("players")
    dora = table.server.add_member(table.env.create_user("dora"), roles=[role])
    panel = await opened(table, owner)
    said = await chosen(table, owner, panel, "challengers", role)
    assert said[3] == (
        f"**Who may challenge:** members with <@&{role.id}>, and whoever manages the server."
    )
    attempts: list[InteractionResult] = [
        await table.alice.slash(table.channel, "challenge"),
        await table.alice.slash(table.channel, "challenge", variant="custom"),
        await table.alice.slash(table.channel, "play", opponent=table.bob),
        await table.alice.context_menu(table.channel, "Challenge to paper soccer", table.bob),
    ]
    for refused in attempts:
        assert told(refused) == (
            f"In this server only members with one of these roles may challenge: <@&{role.id}>."
        )
        assert refused.response is not None
        assert pinged(table.env, refused.response.message) == set()
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(1)) is None
    for who in (dora, owner):
        result = await who.slash(table.channel, "challenge", opponent=table.alice)
        assert result.response is not None
        message = result.response.message
    # Whoever was challenged may answer, with other terms as well.
    answered = await table.alice.click(message, custom_id="psc:2:terms")
    assert answered.modal is not None
    assert (await chosen(table, owner, panel, "challengers"))[3] == (
        "**Who may challenge:** everybody."
    )
    assert (await table.alice.slash(table.channel, "challenge")).response is not None


async def test_a_custom_game_is_not_sent_without_the_role(table: Table, owner: MemberActor) -> None:
    """Also if the role is demanded while somebody looks at the preview."""
    shown = await table.alice.slash(table.channel, "challenge", variant="custom")
    offer = await table.alice.submit_modal(
        shown, {"size": "4 × 4", "goal_width": "2", "bounce": "unlimited", "allowed": []}
    )
    role = table.server.create_role("players")
    await chosen(table, owner, await opened(table, owner), "challengers", role)
    assert offer.response is not None
    button = next(
        b
        for row in offer.response.message.components
        if isinstance(row, discord.ActionRow)
        for b in row.children
        if (b.custom_id or "").startswith("psn:send")
    )
    refused = await table.alice.click(offer.response.message, custom_id=button.custom_id)
    assert told(refused).startswith("In this server only members with one of these roles")
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(1)) is None


async def test_a_role_that_is_gone_lets_nobody_in(table: Table, owner: MemberActor) -> None:
    """A server that chose who may challenge has not chosen everybody: whoever manages it challenges
    on, and everybody else hears whom to ask.
    """
    async with table.store.writing() as uow:
        await uow.places.save_settings(
            ServerId(table.server.id), ServerSettings(challengers=frozenset({12345}))
        )
        await uow.commit()
    for options in ({}, {"variant": "custom"}):
        refused = await table.alice.slash(table.channel, "challenge", **options)
        assert told(refused).startswith("You cannot challenge here: ask somebody who manages the")
        assert "the role that may challenge is gone" in told(refused)
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(1)) is None
    assert (await owner.slash(table.channel, "challenge")).response is not None
    assert lines(table, await opened(table, owner))[3] == (
        "**Who may challenge:** only whoever manages the server, since the chosen role is gone."
    )


async def test_other_terms_for_an_open_challenge_need_the_role(
    table: Table, owner: MemberActor
) -> None:
    """They are a new challenge, to somebody who named nobody; accepting one is none, and whoever
    was challenged answers as they like.
    """
    opened_one = await owner.slash(table.channel, "challenge")
    named = await owner.slash(table.channel, "challenge", opponent=table.alice)
    assert opened_one.response is not None
    assert named.response is not None
    early = await table.bob.click(opened_one.response.message, custom_id="psc:1:terms")
    assert early.modal is not None
    role = table.server.create_role("players")
    await chosen(table, owner, await opened(table, owner), "challengers", role)
    needed = "In this server only members with one of these roles may challenge"
    refused = await table.alice.click(opened_one.response.message, custom_id="psc:1:terms")
    assert told(refused).startswith(needed)
    # Also if the role is demanded while somebody has the form open.
    refused = await send_terms(table.bob, early)
    assert told(refused).startswith(needed)
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(3)) is None
    form = await table.alice.click(named.response.message, custom_id="psc:2:terms")
    assert form.modal is not None
    await send_terms(table.alice, form)
    async with table.store.reading() as uow:
        assert await uow.challenges.get(ChallengeId(3)) is not None
    await table.bob.click(opened_one.response.message, custom_id="psc:1:accept")
    assert not (await table.match()).is_over


@pytest.mark.usefixtures("languages")
async def test_the_language_of_public_messages(table: Table, owner: MemberActor) -> None:
    """Everything public is in the language that was chosen, whatever Discord says of the server."""
    panel = await opened(table, owner)
    await tapped(table, owner, panel, "languages")
    said = await chosen(table, owner, panel, "language", "x-server")
    assert said[6] == "**Language of public messages:** x-server."
    await table.start(time="3d")
    await table.play(["0"])
    await table.wait(300)
    await table.play(["0", "0"])
    public = [
        message
        for place in (table.channel, *table.channel.threads)
        for message in table.messages(place)
        if message.content and not message.flags.ephemeral
    ]
    assert len(public) >= 3
    assert all("⟦" in message.content for message in public)
    edits = [
        r.json["data"]["content"]
        for r in requests_of(table.env)
        if r.path.endswith("/callback") and r.json["type"] == 7
    ]
    assert all("⟦" in edit for edit in edits if "Paper soccer in this server" not in edit)
    await tapped(table, owner, panel, "languages")
    said = await chosen(table, owner, panel, "language", "discord")
    assert said[6].endswith("English, after the server's own in Discord.")
    message = await table.challenge()
    assert "⟦" not in message.content


async def test_the_look_of_the_boards(table: Table, owner: MemberActor) -> None:
    """Every public picture has the look that was chosen, from the next one on."""
    panel = await opened(table, owner)
    await tapped(table, owner, panel, "themes")
    said = await chosen(table, owner, panel, "theme", "dark")
    assert said[5] == "**Look of the boards:** dark."
    assert (await stored(table)).theme is BoardTheme.DARK
    pitch = await table.challenge()
    assert colours(table, pitch) == palette(DARK)
    await table.start(time="3d")
    assert colours(table, table.board()) == palette(DARK)
    await tapped(table, owner, panel, "themes")
    said = await chosen(table, owner, panel, "theme", "high-contrast")
    assert said[5] == "**Look of the boards:** high contrast."
    await table.play(["0"])
    assert colours(table, table.board()) == palette(HIGH_CONTRAST)


def colours(table: Table, message: discord.Message) -> bytes:
    """The palette of a message's picture."""
    [picture] = files_of(table.env, message)
    image = Image.open(BytesIO(picture.data))
    return bytes(image.getpalette() or ())[: 3 * ENTRIES]


def test_every_look_can_be_drawn() -> None:
    """What can be chosen is what the renderer has, by the same names."""
    assert {theme.value for theme in BoardTheme} == set(THEMES)


async def test_a_language_without_its_catalogue(table: Table, owner: MemberActor) -> None:
    """The server's own takes its place."""
    async with table.store.writing() as uow:
        await uow.places.save_settings(
            ServerId(table.server.id), ServerSettings(language="tlh", variant="gone")
        )
        await uow.commit()
    message = await table.challenge()
    assert "challenges you to paper soccer" in message.content
    assert await terms_of(table, 1) == ("standard", TurnTime.THREE_DAYS)
    assert (await opened(table, owner)).content


async def test_the_way_back_from_the_languages(table: Table, owner: MemberActor) -> None:
    """Nothing is changed by looking."""
    panel = await opened(table, owner)
    await tapped(table, owner, panel, "languages")
    assert "\n".join(await tapped(table, owner, panel, "setup")) == EVERYTHING
    crossed = Click(owner, panel, "ps-server:languages", as_seen=False)
    await tapped(table, owner, panel, "languages")
    assert told(await perform(table.env, crossed)) == (
        "You have moved on already: use the buttons as they are now."
    )
    assert await stored(table) == ServerSettings()


async def test_setup_is_for_those_who_manage_the_server(table: Table, owner: MemberActor) -> None:
    """Anybody else is refused, also on a panel from when they did; nothing changes."""
    refusal = "This is for members who may manage the server."
    assert told(await table.bob.slash(table.channel, "soccer setup")) == refusal
    panel = await opened(table, owner)
    for custom_id in ("ps-server:no-threads", "ps-server:languages"):
        assert told(await click_by_id(table.bob, panel, custom_id)) == refusal
    assert await stored(table) == ServerSettings()


async def test_the_panel_outlives_a_restart(table: Table, owner: MemberActor) -> None:
    """All of its state is in its ids."""
    panel = await opened(table, owner)
    await table.restart()
    assert (await chosen(table, owner, panel, "variant", "large"))[4] == (
        "**Unless a challenge says otherwise:** Large, 3 days a turn."
    )
    await tapped(table, owner, panel, "no-threads")
    assert await stored(table) == ServerSettings(threads=False, variant="large")


def test_setup_is_for_servers() -> None:
    """In direct messages it says so, whoever asks."""
    interaction: Any = SimpleNamespace(guild_id=None, locale=discord.Locale.american_english)
    with pytest.raises(Refused, match=r"^This command works in servers only\.$"):
        require_manager(interaction)


async def test_setup_needs_the_bot_in_the_server(table: Table, owner: MemberActor) -> None:
    """Nothing is played where it is not."""
    await user_install(table.env, table.server)
    result = await perform(table.env, Slash(owner, table.channel, "soccer setup"))
    assert told(result).startswith("I am not in this server")


def test_the_panel_is_never_too_long() -> None:
    """With as much decided as a server can decide it fits into a message of Discord."""
    most = list(range(10**19 - MOST_CHOSEN, 10**19))
    setup = Setup(
        games_channels=most,
        threads=False,
        challengers=most,
        everybody_challenges=False,
        variant="no-double-bounce",
        turn_time=TurnTime.FOURTEEN_DAYS,
        theme=BoardTheme.DARK,
        language="en",
        speaks="en",
        closed=most,
        missing="x" * 80,
    )
    assert len(setup_lines(setup, ENGLISH)) < 1600
