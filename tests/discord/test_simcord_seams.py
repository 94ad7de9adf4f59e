"""Canaries: each seam of `tests/support/simcord_*.py` does what it says on the simcord that is
installed.
"""

from __future__ import annotations

import asyncio
import io
import random
import re
from collections.abc import AsyncIterator
from typing import Any, Self

import discord
import pytest
from discord import app_commands
from simcord import InteractionResult, MemberActor, SetupError
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

from tests.support import (
    discord_rules,
    openapi,
    simcord_model,
    simcord_seams,
    simcord_trouble,
)
from tests.support.simcord_seams import Click, Slash, Submit, click_by_id, perform, race

INVITED = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, read_message_history=True
)
PICTURE = b"\x89PNG not really"


def picture(text: str = "an empty board") -> discord.File:
    return discord.File(io.BytesIO(PICTURE), "board.png", description=text)


class Counter(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"n:(?P<n>\d+)"):
    """A button that carries the number it saw; the first tap on a number wins."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=str(n), custom_id=f"n:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        bot: SampleBot = interaction.client
        if self.n != bot.count:
            await interaction.response.send_message("That was old.", ephemeral=True)
            return
        bot.count += 1
        await interaction.response.edit_message(
            content=f"{bot.count}",
            view=counter_view(bot.count),
            attachments=[picture(f"board {bot.count}")],
        )


class Naive(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"naive:(?P<n>\d+)"):
    """The same with a mistake: it looks, gives way, and only then counts."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=str(n), custom_id=f"naive:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        fresh = self.n == interaction.client.count
        await interaction.response.defer()
        interaction.client.count += fresh


def counter_view(n: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(Counter(n))
    view.stop()
    return view


class Form(discord.ui.Modal, title="Write"):
    words: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Words", custom_id="words")

    def __init__(self) -> None:
        super().__init__(custom_id="form:7")

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"form says {self.words.value}", ephemeral=True)


class SampleBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents.default(), allowed_mentions=discord.AllowedMentions.none()
        )
        self.count = 0
        self.tree = app_commands.CommandTree(self)
        self.lost_forms: list[Any] = []
        self.guild_events: list[str] = []
        self.add_dynamic_items(Counter, Naive)
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await asyncio.sleep(0)
        if (
            interaction.type is discord.InteractionType.modal_submit
            and not interaction.response.is_done()
        ):
            self.lost_forms.append(interaction.data)
            await interaction.response.send_message(
                "That form is from before a restart.", ephemeral=True
            )

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.guild_events.append("remove")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.guild_events.append("join")

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.guild_events.append("unavailable")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.guild_events.append("available")


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command(description="post the counter")
    async def post(interaction: discord.Interaction[Any]) -> None:
        view = counter_view(interaction.client.count)
        await interaction.response.send_message("0", view=view, file=picture())

    @tree.command(description="who asks")
    async def about(interaction: discord.Interaction[Any]) -> None:
        rights = interaction.app_permissions
        text = f"{interaction.locale} {interaction.guild_locale} "
        text += f"guild={interaction.is_guild_integration()} "
        text += f"user={interaction.is_user_integration()} files={rights.attach_files}"
        await interaction.response.send_message(text, ephemeral=True)
        await interaction.followup.send("more", file=picture("more of it"), ephemeral=True)

    @tree.command(description="open a form")
    async def form(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Form())

    @tree.command(description="write to me")
    async def dm(interaction: discord.Interaction[Any]) -> None:
        try:
            await interaction.user.send("hello", file=picture())
        except discord.Forbidden as error:
            await interaction.response.send_message(f"refused {error.code}", ephemeral=True)
        else:
            await interaction.response.send_message("sent", ephemeral=True)

    @tree.command(description="a thread with a message")
    async def thread(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("challenge")
        parent = await interaction.original_response()
        assert isinstance(interaction.channel, discord.TextChannel)
        message = await interaction.channel.fetch_message(parent.id)
        place = await message.create_thread(name="match")
        await place.send("board")


@pytest.fixture
async def env() -> AsyncIterator[Env]:
    async with simcord_seams.running(SampleBot(), rules=discord_rules.standard_rules()) as env:
        yield env
        openapi.assert_valid(env)


@pytest.fixture
def guild(env: Env) -> GuildHandle:
    return env.create_guild()


@pytest.fixture
def channel(guild: GuildHandle) -> ChannelHandle:
    return guild.create_text_channel("games")


@pytest.fixture
def alice(env: Env, guild: GuildHandle) -> MemberActor:
    return guild.add_member(env.create_user("alice"))


@pytest.fixture
def bob(env: Env, guild: GuildHandle) -> MemberActor:
    return guild.add_member(env.create_user("bob"))


def bot_of(env: Env) -> SampleBot:
    assert isinstance(env.bot, SampleBot)
    return env.bot


def content(result: InteractionResult) -> str:
    """The text of the answer."""
    assert result.response is not None
    return result.response.content


async def posted(alice: MemberActor, channel: ChannelHandle) -> discord.Message:
    result = await alice.slash(channel, "post")
    assert result.response is not None
    return result.response.message


async def test_settling_takes_no_nap(env: Env, channel: ChannelHandle, alice: MemberActor) -> None:
    """A click settles without simcord's nap of 50 ms."""
    assert Env._settle_internal.__kwdefaults__ is not None
    assert Env._settle_internal.__kwdefaults__["idle"] == 0.001


async def test_two_clicks_in_flight(
    env: Env, channel: ChannelHandle, alice: MemberActor, bob: MemberActor
) -> None:
    """Of two taps on the same button exactly one wins, whatever the interleaving."""
    message = await posted(alice, channel)
    for seed in range(20):
        n = bot_of(env).count
        results = await race(
            env,
            [Click(alice, message, f"n:{n}"), Click(bob, message, f"n:{n}")],
            rng=random.Random(seed),
        )
        assert sorted(result.ephemeral for result in results) == [False, True]
        assert bot_of(env).count == n + 1


async def test_a_race_finds_what_is_not_safe(
    env: Env, channel: ChannelHandle, alice: MemberActor, bob: MemberActor
) -> None:
    """A handler that gives way between looking and writing lets both win: the race shows it."""
    message = await posted(alice, channel)
    winners = set()
    for seed in range(20):
        n = bot_of(env).count
        taps = [Click(alice, message, f"naive:{n}"), Click(bob, message, f"naive:{n}")]
        await race(env, taps, rng=random.Random(seed))
        winners.add(bot_of(env).count - n)
    assert 2 in winners


async def test_different_actions_race(
    env: Env, channel: ChannelHandle, alice: MemberActor, bob: MemberActor
) -> None:
    """A click, a command and a form are in flight together, each with its own answer."""
    message = await posted(alice, channel)
    actions: list[simcord_seams.Action] = [
        Click(alice, message, "n:0"),
        Slash(bob, channel, "about"),
        Submit(bob, channel, "lost", {"words": "x"}),
    ]
    click, slash, form = await race(env, actions)
    assert content(click) == "1"
    assert content(slash).startswith("en-US")
    assert "before a restart" in content(form)


async def test_old_button(env: Env, channel: ChannelHandle, alice: MemberActor) -> None:
    """A tap that crossed an edit reaches the DynamicItem although the message lost the button."""
    message = await posted(alice, channel)
    await alice.click(message, custom_id="n:0")
    with pytest.raises(SetupError):
        await alice.click(message, custom_id="n:0")
    for _ in range(2):
        result = await click_by_id(alice, message, "n:0")
        assert content(result) == "That was old."


async def test_button_that_the_message_lacks_reaches_no_dynamic_item(
    env: Env, channel: ChannelHandle, alice: MemberActor
) -> None:
    """discord.py drops a custom_id that is not among the message's components without a word."""
    message = await posted(alice, channel)
    result = await perform(env, Click(alice, message, "n:9", as_seen=False))
    assert not result.acknowledged


async def test_dynamic_item_after_restart(
    env: Env, channel: ChannelHandle, alice: MemberActor
) -> None:
    """A DynamicItem works in a new bot without any state."""
    message = await posted(alice, channel)
    await env.restart_bot(SampleBot())
    result = await alice.click(message, custom_id="n:0")
    assert content(result) == "1"


async def test_form_from_before_a_restart(
    env: Env, channel: ChannelHandle, alice: MemberActor
) -> None:
    """discord.py knows such a form no more, `on_interaction` still sees it, with the values."""
    shown = await alice.slash(channel, "form")
    await env.restart_bot(SampleBot())
    result = await alice.submit_modal(shown, {"words": "abc"})
    assert "before a restart" in content(result)
    assert "abc" in str(bot_of(env).lost_forms)


@pytest.mark.parametrize("layout", ["label", "row"])
async def test_form_by_hand(
    env: Env, channel: ChannelHandle, alice: MemberActor, layout: Any
) -> None:
    """A form sent by hand has the shape of a real one: an open form takes it."""
    await alice.slash(channel, "form")
    result = await perform(env, Submit(alice, channel, "form:7", {"words": "abc"}, layout=layout))
    assert content(result) in ("form says abc", "That form is from before a restart.")


async def test_language_and_owners(
    env: Env, guild: GuildHandle, channel: ChannelHandle, alice: MemberActor
) -> None:
    """The reader's language, the server's, and who installed the app."""
    simcord_seams.speak(alice, "pl")
    guild._guild.preferred_locale = "de"
    result = await alice.slash(channel, "about")
    assert content(result) == "pl de guild=True user=False files=True"


async def test_user_install(
    env: Env, guild: GuildHandle, channel: ChannelHandle, alice: MemberActor
) -> None:
    """In a server without the bot a command is a user's integration and the bot cannot post."""
    await simcord_trouble.user_install(env, guild)
    result = await alice.slash(channel, "about")
    assert "guild=False user=True" in content(result)
    assert env.bot.get_guild(guild.id) is None
    with pytest.raises(discord.Forbidden):
        await env.bot.get_partial_messageable(channel.id).send("x")


async def test_app_permissions_follow_overwrites(
    env: Env, channel: ChannelHandle, alice: MemberActor
) -> None:
    """`app_permissions` counts the channel's overwrites for the bot."""
    await simcord_trouble.set_permissions(env, channel, env.backend.bot_user.id, attach_files=False)
    result = await alice.slash(channel, "about")
    assert content(result).endswith("files=False")


async def test_files_and_their_texts(env: Env, channel: ChannelHandle, alice: MemberActor) -> None:
    """Bytes and alternative texts of a public answer, of its edit and of a private follow-up."""
    message = await posted(alice, channel)
    assert simcord_seams.files_of(env, message) == [
        simcord_model.Shown("board.png", "an empty board", PICTURE)
    ]
    await alice.click(message, custom_id="n:0")
    assert [shown.description for shown in simcord_seams.files_of(env, message)] == ["board 1"]
    result = await alice.slash(channel, "about")
    assert [shown.description for shown in simcord_seams.files_of(env, result.followups[0])] == [
        "more of it"
    ]


async def test_requests_with_files(env: Env, channel: ChannelHandle, alice: MemberActor) -> None:
    """The log of requests shows the files that each one carried."""
    simcord_seams.forget_logs(env)
    await posted(alice, channel)
    callback = simcord_seams.requests_of(env)[-1]
    assert callback.path.endswith("/callback")
    assert callback.files == (simcord_seams.Upload("board.png", "an empty board", len(PICTURE)),)


async def test_logs_are_forgotten(env: Env, channel: ChannelHandle, alice: MemberActor) -> None:
    """Nothing is left in any log, and the message still works."""
    message = await posted(alice, channel)
    simcord_seams.forget_logs(env)
    assert not env.http_requests
    assert not env.transcript()
    assert not simcord_seams.requests_of(env)
    assert not env.backend.interactions
    assert not env.backend.cdn._blobs
    assert len(env.backend._sequences) == 1
    assert env.backend.snowflake() not in env.backend.messages[channel.id]
    assert (await alice.click(message, custom_id="n:0")).acknowledged
    simcord_seams.forget_messages(env, channel)
    assert channel.history() == []


async def test_archived_threads_are_forgotten(env: Env, channel: ChannelHandle) -> None:
    """An open thread stays, an archived one is gone with its messages."""
    backend = env.backend
    threads = [backend.create_thread(channel.id, name, backend.bot_user.id) for name in "ab"]
    backend.edit_channel(threads[0].id, {}, thread_metadata={"archived": True})
    simcord_seams.forget_threads(env, channel)
    assert [thread.id in backend.channels for thread in threads] == [False, True]
    assert threads[0].id not in backend.messages


async def test_closed_direct_messages(env: Env, channel: ChannelHandle, alice: MemberActor) -> None:
    """50007 while closed; messages arrive in the DM channel when open."""
    with simcord_trouble.closed_dms(env, alice.user):
        result = await alice.slash(channel, "dm")
        assert content(result) == "refused 50007"
    await alice.slash(channel, "dm")
    assert [message.content for message in alice.user.dm_channel.history()] == ["hello"]


async def test_outage_and_removal(
    env: Env, guild: GuildHandle, channel: ChannelHandle, alice: MemberActor
) -> None:
    """An outage is not a removal: the bot hears the difference, and old messages are there after
    both.
    """
    message = await posted(alice, channel)
    bot_of(env).guild_events.clear()
    await simcord_trouble.outage(env, guild)
    await simcord_trouble.outage_over(env, guild)
    await simcord_trouble.remove_bot(env, guild)
    await simcord_trouble.return_bot(env, guild)
    assert bot_of(env).guild_events == ["unavailable", "available", "remove", "join"]
    assert (await alice.click(message, custom_id="n:0")).acknowledged


async def thread_board(env: Env, channel: ChannelHandle, alice: MemberActor) -> discord.Message:
    await alice.slash(channel, "thread")
    return next(message for message in channel.threads[0].history() if message.content == "board")


async def test_thread_from_a_message(env: Env, channel: ChannelHandle, alice: MemberActor) -> None:
    """`message.create_thread` makes a thread with the message's id; the owner may archive it."""
    message = await thread_board(env, channel, alice)
    thread = env.bot.get_channel(message.channel.id)
    assert isinstance(thread, discord.Thread)
    await simcord_trouble.invite_bot_with(env, env.guild, INVITED)
    await thread.edit(archived=True)
    assert simcord_trouble.thread_state(env, thread.id) == (True, False)
    with pytest.raises(discord.Forbidden):
        await thread.edit(locked=True)


async def test_archived_thread(env: Env, channel: ChannelHandle, alice: MemberActor) -> None:
    """An archived thread refuses edits with 50083 and is opened by a message; a locked one refuses
    both.
    """
    message = await thread_board(env, channel, alice)
    board = env.bot.get_partial_messageable(message.channel.id).get_partial_message(message.id)
    await simcord_trouble.set_thread_state(env, message.channel.id, archived=True)
    with pytest.raises(discord.HTTPException, match="50083"):
        await board.edit(content="x")
    await board.channel.send("wake up")
    await board.edit(content="x")
    await simcord_trouble.invite_bot_with(env, env.guild, INVITED)
    await simcord_trouble.set_thread_state(env, message.channel.id, archived=True, locked=True)
    with pytest.raises(discord.HTTPException, match="50083"):
        await board.channel.send("wake up")


async def test_nonce(env: Env, channel: ChannelHandle) -> None:
    """discord.py enforces the nonce: the same one returns the same message, for some minutes."""
    place = env.bot.get_partial_messageable(channel.id)
    first = await place.send("board", nonce="row-1")
    again = await place.send("board", nonce="row-1")
    assert first.id == again.id
    assert len(channel.history()) == 1
    await env.advance_time(600)
    assert (await place.send("board", nonce="row-1")).id != first.id
    assert simcord_seams.requests_of(env)[-1].json["enforce_nonce"] is True


async def test_attach_files(env: Env, channel: ChannelHandle) -> None:
    """A picture in a channel where the bot may not attach files is refused."""
    await simcord_trouble.set_permissions(env, channel, env.backend.bot_user.id, attach_files=False)
    with pytest.raises(discord.Forbidden, match="50013"):
        await env.bot.get_partial_messageable(channel.id).send("x", file=picture())


async def test_old_message_edits() -> None:
    """The cap on edits of old messages can be switched on."""
    rules = [discord_rules.edits_of_old_messages_are_refused]
    async with simcord_seams.running(SampleBot(), rules=rules) as env:
        place = env.bot.get_partial_messageable(env.create_guild().create_text_channel("games").id)
        message = await place.send("board")
        await message.edit(content="still young")
        await env.advance_time(3700)
        with pytest.raises(discord.HTTPException, match="30046"):
            await message.edit(content="old")


async def test_another_process(env: Env, channel: ChannelHandle, alice: MemberActor) -> None:
    """A second client knows the same servers, hears the same events and posts as the same bot; what
    people do it hears only if it is asked to.
    """
    for hears in (False, True):
        other = SampleBot()
        heard: list[int] = []

        @other.event
        async def on_interaction(each: discord.Interaction[Any], to: list[int] = heard) -> None:
            to.append(each.id)

        async with simcord_seams.another_process(env, other, hears_actions=hears):
            assert other.user == env.bot.user
            assert [guild.id for guild in other.guilds] == [guild.id for guild in env.bot.guilds]
            found = other.get_channel(channel.id)
            assert isinstance(found, discord.TextChannel)
            message = await found.send("from the other one", view=counter_view(99))
            assert channel.history()[-1].author.id == message.author.id
            await click_by_id(alice, message, "n:99")
            assert len(heard) == hears


async def test_the_bot_hears_of_its_own_roles(env: Env, guild: GuildHandle) -> None:
    """Without the intent for members, and without remembering any other member."""
    role = guild.create_role("trusted")
    heard: list[int] = []

    async def on_member_update(before: discord.Member, after: discord.Member) -> None:
        heard.append(after.id)

    env.bot.event(on_member_update)
    await simcord_trouble.give_bot_role(env, env.bot, guild, role)
    mine = env.bot.get_guild(guild.id)
    assert mine is not None
    assert mine.me.get_role(role.id) is not None
    assert heard == [env.backend.bot_user.id]
