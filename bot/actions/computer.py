"""Games against the computer: begun, shown in private, taken back, shared, and begun anew."""

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped, in_time, in_turn
from bot.actions.places import place_of, settings_here
from bot.actions.seeing import may_share
from bot.actions.variants import read_variant, usual_variant
from bot.failures import Refused, say_privately
from bot.i18n import reader_language, server_language
from bot.pictures import Picture
from bot.private_boards import private_showing
from bot.scenes import scene_of, theme_of
from bot.showing import Showing
from bot.trouble import TROUBLE, describe
from bot.wording.alternative import board_text
from bot.wording.computer import computer_is_off, shared_board
from bot.wording.names import message_name
from matches import computing
from matches.errors import UnknownMatch
from matches.ids import MatchId
from matches.match import Match
from matches.outbox import OutboxRow
from matches.standings import BoardState, board_state
from rules import find_variant
from rules.record import CUSTOM
from storage import StoreUnavailable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def play_computer(
    interaction: discord.Interaction["PaperSoccer"], variant: str | None, level: int | None
) -> None:
    """Begin a game at once, and show its board to whoever asked. Raises Refused, TooManyMatches."""
    bot, language = interaction.client, reader_language(interaction)
    _require_computer(interaction)
    key = usual_variant(await settings_here(interaction))
    if variant is not None:
        key = read_variant(variant, language)
    if key == CUSTOM:
        raise Refused(
            language.say(
                "A custom game needs a person as opponent: `/challenge` asks for its rules."
            )
        )
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        match = await computing.begin(
            uow,
            player,
            find_variant(key).ruleset,
            place_of(interaction),
            level=level,
            now=bot.now(),
            limits=bot.limits,
        )
    await show_anew(interaction, match.id)


async def begin_again(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId, *, stronger: bool
) -> None:
    """*Same again* or *Stronger*: the next game takes the place of the one that is over.

    Raises Refused, and what the use case raises.
    """
    bot = interaction.client
    _require_computer(interaction)
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        match = await computing.play_again(
            uow,
            match_id,
            player,
            place_of(interaction),
            stronger=stronger,
            now=bot.now(),
            limits=bot.limits,
        )
    bot.private_boards.forget(match_id)
    await show_where_tapped(interaction, match.id)


def _require_computer(interaction: discord.Interaction["PaperSoccer"]) -> None:
    if not interaction.client.thinking.processes:
        raise Refused(computer_is_off(reader_language(interaction)))


# ---------------------------------------------------------------------------- the private board


async def show_anew(interaction: discord.Interaction["PaperSoccer"], match_id: MatchId) -> None:
    """Answer with the board in a private message of its own, which is the newest from now on.

    Raises UnknownMatch.
    """
    bot = interaction.client

    async def shown() -> tuple[BoardState, Showing]:
        state = await _state(bot, match_id)
        return state, await private_showing(interaction, state)

    state, showing = await in_time(interaction, shown(), anew=True)
    await say_privately(
        interaction,
        showing.content,
        files=showing.files(),
        view=showing.view or discord.utils.MISSING,
    )
    bot.private_boards.stands(match_id, interaction)
    if (await _state(bot, match_id)).match.version != state.match.version:
        bot.announcer.refresh(match_id)
    _go_on(bot, state.match)


async def show_where_tapped(
    interaction: discord.Interaction["PaperSoccer"],
    match_id: MatchId,
    row: OutboxRow | None = None,
) -> None:
    """Let the tapped message show the board as it is now. What fails is shown by the outbox."""
    bot = interaction.client
    bot.private_boards.stands(match_id, interaction)
    try:
        async with in_turn(interaction, bot.announcer.showing(match_id)):
            state = await _state(bot, match_id)
            await change_tapped(interaction, state, row)
    except TROUBLE as error:
        logger.warning("match %s is shown by the outbox: %s", match_id, describe(error))
        bot.announcer.refresh(match_id)
    except StoreUnavailable:
        logger.warning("match %s is shown by the outbox: nothing can be stored", match_id)
    finally:
        bot.wake()
        bot.computer.wake()


async def change_tapped(
    interaction: discord.Interaction["PaperSoccer"], state: BoardState, row: OutboxRow | None
) -> None:
    """The same for who holds `showing` and has read the state; `row` asked for it."""
    bot = interaction.client
    bot.private_boards.stands(state.match.id, interaction)
    _go_on(bot, state.match)
    showing = await in_time(interaction, private_showing(interaction, state))
    await edit_tapped(
        interaction, content=showing.content, view=showing.view, attachments=showing.files()
    )
    if row is not None:
        await bot.announcer.was_told(state.match, row)


def _go_on(bot: "PaperSoccer", match: Match) -> None:
    if match.awaits_computer:
        bot.computer.wake()


async def _state(bot: "PaperSoccer", match_id: MatchId) -> BoardState:
    async with bot.store.reading() as uow:
        return await board_state(uow, match_id, now=bot.now())


# -------------------------------------------------------------------------------- under the menu


async def take_back(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId, version: int | None
) -> None:
    """Take one's last turn back. Where the board cannot be changed it is shown anew.

    Raises what the use case raises.
    """
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        await computing.take_back(uow, match_id, player, seen_version=version, now=bot.now())
    bot.wake()
    if bot.private_boards.can_change(match_id):
        words = reader_language(interaction).say("Your last turn is taken back: draw another one.")
        await say_privately(interaction, words)
    else:
        await show_anew(interaction, match_id)


async def share_board(interaction: discord.Interaction["PaperSoccer"], match_id: MatchId) -> None:
    """Post the board as a picture for everybody, in the server's language, without buttons.

    Raises Refused where that may not be done, UnknownMatch for somebody else's game.
    """
    bot, language = interaction.client, reader_language(interaction)
    if not may_share(interaction):
        raise Refused(language.say("A picture can be shared only where you and I may send files."))
    player = await bot.people.player(interaction.user)
    state = await _state(bot, match_id)
    side = state.match.side_of(player)
    if side is None:
        raise UnknownMatch
    await say_privately(interaction, language.say("The board is shared."))
    # What is drawn of the next turn is not for others yet.
    state = replace(state, draft=None, settings=await settings_here(interaction))
    public = server_language(interaction.guild, state.settings)
    content = await bot.pictures.draw(scene_of(state, public), theme_of(state.settings))
    name = f"shared-{match_id}-{state.match.version}.png"
    picture = Picture(content, name, board_text(state, public))
    words = shared_board(message_name(state.person(side), public), state, public)
    try:
        await interaction.followup.send(words, file=picture.file())
    except TROUBLE as error:
        logger.warning("match %s could not be shared: %s", match_id, describe(error))
        await say_privately(
            interaction, language.say("Discord did not take it, so nobody has seen it. Try again.")
        )
