"""The bot: Discord, the store and the workers, wired together."""

import asyncio
import itertools
import logging
import secrets
import signal
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from random import Random, SystemRandom
from typing import Any

import discord

from bot.actions.permissions import INVITED
from bot.announcer import Announcer
from bot.commands import add_commands
from bot.commands.tree import CommandTranslator, SoccerTree
from bot.computer.pool import Thinking, ThinkingPool
from bot.config import AboutConfig, Config, LimitsConfig, LoginError, OutOfReach, Rejected
from bot.custom_game import ShownOffers
from bot.failures import Refused, answer_failure, say_privately
from bot.i18n import reader_language
from bot.membership import Membership
from bot.newcomers import Newcomers
from bot.pace import Pace, keeps_pace
from bot.people import People
from bot.pictures import Pictures
from bot.private_boards import PrivateBoards
from bot.replays import Replays
from bot.sync import CommandUpload, passes
from bot.taps.every import TAPS
from bot.trouble import describe
from bot.underway import Underway
from bot.workers.computer import ComputerWorker
from bot.workers.due import DueWorker
from bot.workers.presence import Presence
from bot.workers.replaying import Replaying
from matches.ids import MatchId
from matches.ports import Store
from storage import open_store

logger = logging.getLogger(__name__)

AUTHENTICATION_FAILED = 4004
MORE_SHARDS = 4011
OLD_PROTOCOL = 4012
WRONG_INTENTS = (4013, 4014)
LONGEST_GOODBYE = 5.0
"""Seconds for what is under way at the end: service managers wait ten before they kill."""

NO_PACE = LimitsConfig(taps_per_minute=0)
"""The usual limits, except that one person may try out everything in no time."""

NOTHING_SAID = AboutConfig()

# The bot has no voice: discord.py need not say that it lacks packages for that.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


def utc_now() -> datetime:
    """The time, aware and in UTC."""
    return datetime.now(UTC)


class PaperSoccer(discord.AutoShardedClient):
    """The client. Time, chance and who thinks for the computer are arguments, so that tests can
    move them.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime] = utc_now,
        rng: Random | None = None,
        test_guild: int | None = None,
        limits: LimitsConfig = NO_PACE,
        about: AboutConfig = NOTHING_SAID,
        thinking: Thinking | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            # Slash commands and buttons need no privileged intent; guilds bring the channels and
            # what the bot may do in them.
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            # Seconds, the least that discord.py takes: what must wait longer is tried later.
            max_ratelimit_timeout=30.0,
            **options,
        )
        self.store = store
        self.now = now
        self.started_at = now()
        self.rng = rng or SystemRandom()
        self.people = People(store)
        self.membership = Membership(store, now)
        self.newcomers = Newcomers(store)
        self.pictures = Pictures()
        self.replays = Replays()
        self.private_boards = PrivateBoards(self)
        self.thinking: Thinking = thinking or ThinkingPool()
        self.computer = ComputerWorker(self)
        self.hinting: set[MatchId] = set()
        """The games about which somebody waits for a hint."""
        self.announcer = Announcer(self)
        self.due = DueWorker(self)
        self.presence = Presence(self)
        self.replaying = Replaying(self)
        self.underway = Underway()
        self.limits = limits.of_players
        self.about = about
        self.pace = Pace(limits.taps_per_minute)
        self.tree = SoccerTree(self)
        self.open_forms: set[str] = set()
        self.offers = ShownOffers()
        self._form_numbers = itertools.count()
        self._process = secrets.token_hex(4)
        add_commands(self.tree)
        self._upload = CommandUpload(self.tree, store, test_guild=test_guild)

    async def setup_hook(self) -> None:
        """Once after the login: buttons, commands, workers. Nothing waits for `on_ready`."""
        self.add_dynamic_items(*TAPS)
        await self.tree.set_translator(CommandTranslator())
        logger.info("invite the bot with %s", self.invite_link())
        await self._upload.start()

    def invite_link(self) -> str:
        """The address that adds the bot to a server with the permissions that it needs."""
        return discord.utils.oauth_url(
            self.application_id or 0,
            permissions=INVITED,
            scopes=("bot", "applications.commands"),
        )

    def wake(self) -> None:
        """Something was stored that wants to be told.

        Nothing falls due within the half minute in which its worker looks again by itself.
        """
        self.announcer.wake()

    def new_form_id(self) -> str:
        """An id for a form that only this process can answer."""
        form = f"psf:{self._process}:{next(self._form_numbers)}"
        self.open_forms.add(form)
        return form

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer what discord.py drops: forms from before a restart, and buttons of old boards.

        Whoever acts is seen where they act.
        """
        self.membership.saw(interaction)
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self._answer_lost_form(interaction, custom_id)
        elif interaction.type is discord.InteractionType.component:
            await self._answer_lost_button(interaction, custom_id)

    async def _answer_lost_form(self, interaction: discord.Interaction[Any], form_id: str) -> None:
        if form_id in self.open_forms:
            self.open_forms.discard(form_id)
            return
        if not await keeps_pace(interaction):
            return
        language = reader_language(interaction)
        await say_privately(
            interaction,
            language.say("This form is too old, so nothing has changed. Please open it again."),
        )

    async def _answer_lost_button(
        self, interaction: discord.Interaction[Any], custom_id: str
    ) -> None:
        """discord.py looks for a tapped button on the message, where it may be no more, and drops
        one whose id no template takes.
        """
        message = interaction.message
        if message is None or not custom_id.startswith("ps"):
            return
        tap = next((tap for tap in TAPS if tap.takes(custom_id)), None)
        if tap is not None and custom_id in _custom_ids(message):
            return
        if not await keeps_pace(interaction):
            return
        if tap is None:
            await answer_failure(interaction, _outlived(interaction))
        else:
            await answer_failure(interaction, tap.gone(reader_language(interaction)))

    async def on_shard_ready(self, shard_id: int) -> None:
        """The channels of a shard are known: tell what waits, and let time run.

        Comes again after every reconnect; starting what is started changes nothing.
        """
        self.presence.shard_is_back(shard_id)
        self.presence.start()
        # Deadlines move by the time without a process before any board is shown with them.
        self.due.start()
        self.announcer.start()
        self.computer.start()
        self.replaying.start()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A shard goes on where it was: Discord sends it what it missed."""
        self.presence.shard_is_back(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Discord does not reach this shard: nobody whose server is on it can play."""
        self.presence.shard_is_lost(shard_id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """An outage of the server is over."""
        self.presence.look()

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord has an outage; the bot is still a member."""
        self.presence.look()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Somebody invited the bot, perhaps again."""
        self.presence.look()

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """What the bot may do there may have changed."""
        self.presence.look(after.guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """The matches there go on elsewhere, or stand still."""
        self.presence.channel_is_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The match there goes on in the channel."""
        self.presence.channel_is_gone(payload.guild_id, payload.thread_id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """What the bot may do in the server may have changed."""
        self.presence.look(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """What the bot may do may have changed by a role of its own.

        Without the intent for members Discord tells only of the bot itself, which discord.py knows
        in every server whatever else it remembers.
        """
        if self.user is not None and after.id == self.user.id:
            self.presence.look(after.guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Somebody removed the bot: its matches there stand still until it is back."""
        self.presence.look()

    async def close(self) -> None:
        """Finish what is being answered and sent, then leave; the rest waits in the outbox."""
        self._upload.stop()
        try:
            async with asyncio.timeout(LONGEST_GOODBYE):
                await self.presence.stop()
                await self.due.stop()
                await self.replaying.stop()
                await self.underway.end()
                await self.computer.stop()
                await self.membership.stop()
                await self.announcer.stop()
        except TimeoutError:
            logger.warning("Discord keeps the bot waiting: the rest is told after the next start")
        await super().close()


def _outlived(interaction: discord.Interaction[Any]) -> Refused:
    """A button that an older version of the bot made, and this one reads no more."""
    language = reader_language(interaction)
    return Refused(
        language.say(
            "This button is too old, so nothing has changed. `/board` shows the board as it is now."
        )
    )


def _custom_ids(message: discord.Message) -> set[str]:
    return {
        item.custom_id
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for item in row.children
        if item.custom_id is not None
    }


async def run(config: Config) -> int:
    """Run the bot on Discord until it is told to stop; the exit status.

    Raises LoginError for a refused token, Rejected for refused intents and the like, OutOfReach if
    Discord does not answer at the start, ConfigError for a test server without the bot, and what
    `open_store` raises.
    """
    store = await open_store(config.storage.url, backups=config.storage.backups)
    try:
        bot = PaperSoccer(
            store,
            test_guild=config.discord.test_guild,
            limits=config.limits,
            about=config.about,
            thinking=ThinkingPool(config.computer.processes),
        )
        await _run_until_stopped(bot, config.discord.token or "")
    finally:
        await store.close()
    return 0


async def _run_until_stopped(bot: PaperSoccer, token: str) -> None:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers: there, Ctrl-C cancels the run.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stopping.set)
    async with bot:
        running = asyncio.create_task(bot.start(token))
        stopped = asyncio.create_task(stopping.wait())
        await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if running.done():
            _raise_in_words(running)
        logger.info("stopping")
        await bot.close()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


def _is_token_taken_back(error: BaseException | None) -> bool:
    """Whether the gateway refuses the token, which then was reset while the bot was running."""
    return isinstance(error, discord.ConnectionClosed) and error.code == AUTHENTICATION_FAILED


def _rejection(error: BaseException | None) -> str | None:
    """What to do about a connection that Discord closes for good; None for anything else."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        code: int | None = WRONG_INTENTS[-1]
    else:
        code = error.code if isinstance(error, discord.ConnectionClosed) else None
    if code in WRONG_INTENTS:
        return (
            "Discord refuses the intents that the bot asks for: look at the Bot page of your "
            "application, and update the program"
        )
    if code == MORE_SHARDS:
        return "Discord wants the bot to use more connections: start it again, and it will"
    if code == OLD_PROTOCOL:
        return "Discord does not talk to this version of the program any more: update it"
    return None


def _raise_in_words(running: asyncio.Task[None]) -> None:
    error = running.exception()
    if isinstance(error, discord.LoginFailure) or _is_token_taken_back(error):
        raise LoginError(
            "Discord refuses the token: copy it again from the Bot page of your application"
        ) from error
    if rejection := _rejection(error):
        raise Rejected(rejection) from error
    if error is not None and passes(error):
        logger.info("the start failed: %s", describe(error))
        raise OutOfReach(
            "Discord cannot be reached: look at the network of this machine and at "
            "https://discordstatus.com, then start the bot again"
        ) from error
    if error is not None:
        raise error
