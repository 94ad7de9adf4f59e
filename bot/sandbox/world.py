"""What there is in the sandbox: a server, a channel, two players, and the bot among them."""

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from simcord import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

from bot.app import PaperSoccer
from bot.sync import upload_note
from matches.ids import ServerId
from matches.outbox import Telling
from matches.ports import Store, UnitOfWork

NAMES = ("Alice", "Bob")
TOPIC = "Type /challenge and pick the other player. Two windows of this page are two players."


@dataclass(frozen=True, slots=True)
class World:
    """The sandbox's Discord. Its ids are the same each time, as a kept database holds them."""

    bot: PaperSoccer
    env: Env
    server: GuildHandle
    channel: ChannelHandle
    alice: MemberActor
    bob: MemberActor

    @property
    def players(self) -> list[MemberActor]:
        """Both, in the order in which the page offers them."""
        return [self.alice, self.bob]


def found_world(bot: PaperSoccer, now: datetime) -> World:
    """Everything is founded at simcord's first moment, which fixes the ids; then it becomes now."""
    # Its time limit stays at 5 s: simcord waits for timers within it, and workers sleep for 30 s.
    env = Env(bot, check_errors=False)
    env.backend.bot_user.name = "Paper Soccer"
    alice, bob = (env.create_user(name.lower(), global_name=name) for name in NAMES)
    # Alice owns the server: one of the two has to see what administrators see.
    server = env.create_guild("Sandbox", owner=alice)
    channel = server.create_text_channel("paper-soccer", topic=TOPIC)
    world = World(bot, env, server, channel, server.add_member(alice), server.add_member(bob))
    catch_up(env, now)
    return world


def catch_up(env: Env, now: datetime) -> None:
    """Set Discord's clock to now; what falls due meanwhile runs when the environment settles.

    After a long sleep of the machine all of it runs once, not once for every half minute slept.
    """
    behind = (now - env.now()).total_seconds()
    if behind > 0:
        env.backend.advance_clock(behind)


async def move_in(store: Store, world: World, now: datetime) -> None:
    """Bring what a kept database knows into a Discord that has just been made."""
    async with store.writing() as uow:
        # The commands are to be uploaded again.
        await uow.notes.put(upload_note(world.env.backend.application_id), "")
        await _mark_channel(uow, world)
        await _show_again(uow, world, now)
        await uow.commit()


async def _mark_channel(uow: UnitOfWork, world: World) -> None:
    """Matches are played in the channel itself, as the page shows no threads."""
    server = ServerId(world.server.id)
    settings = await uow.places.settings(server)
    channels = settings.games_channels | {world.channel.id}
    await uow.places.save_settings(server, replace(settings, games_channels=channels))


async def _show_again(uow: UnitOfWork, world: World, now: datetime) -> None:
    """Post what stood in the channel: the boards of running matches, and open challenges."""
    names = zip(world.players, NAMES, strict=True)
    players = [await uow.players.find_or_add(actor.id, name) for actor, name in names]
    running = chain.from_iterable([await uow.matches.running_of(player) for player in players])
    for match in sorted({match.id for match in running}):
        await uow.outbox.add(Telling.POST_BOARD, now=now, match=match)
    for player in players:
        for challenge in await uow.challenges.open_from(player):
            unseen = replace(challenge, message=None, version=challenge.version + 1)
            await uow.challenges.save(unseen)
            await uow.outbox.add(Telling.SHOW_CHALLENGE, now=now, challenge=challenge.id)
