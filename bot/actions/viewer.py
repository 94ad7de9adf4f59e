"""A match looked back on board by board in a private message, and as a moving picture.

Which match and which turn stands in the buttons; all else is read when one is tapped.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped, in_time
from bot.actions.records import MOST_LISTED
from bot.actions.seeing import may_attach, may_share, seen_match
from bot.failures import Refused, say_privately
from bot.i18n import Language, reader_language, server_language
from bot.pictures import Picture
from bot.replays import step_of
from bot.scenes import theme_of
from bot.showing import Showing
from bot.trouble import TROUBLE, describe
from bot.views.replay import TurnForm, share_view, viewer_view
from bot.wording.names import message_name
from bot.wording.records import shared_line
from bot.wording.refusals import quoted
from matches.ids import MatchId
from matches.records import newest_meant
from matches.standings import BoardState

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def open_replay_of(
    interaction: discord.Interaction["PaperSoccer"], match_id: int | None
) -> None:
    """Open the match of that number; without one, the match meant.

    Raises NotSeenHere and NothingPlayed.
    """
    bot = interaction.client
    if match_id is None:
        player = await bot.people.player(interaction.user)
        async with bot.store.reading() as uow:
            channel = interaction.channel_id or 0
            match_id = (await newest_meant(uow, player, channel, among=MOST_LISTED)).id
    await open_replay(interaction, MatchId(match_id))


async def open_replay(interaction: discord.Interaction["PaperSoccer"], match_id: MatchId) -> None:
    """Answer with the last board of a match and the buttons to look back. Raises NotSeenHere."""
    language = reader_language(interaction)
    state = await seen_match(interaction, match_id)
    if not may_attach(interaction):
        step = await in_time(
            interaction, asyncio.to_thread(step_of, state, None, language), anew=True
        )
        await say_privately(interaction, f"{step.words}\n{_no_files(language)}")
        return
    showing = await in_time(interaction, _showing(interaction, state, None, language), anew=True)
    await say_privately(
        interaction,
        showing.content,
        files=showing.files(),
        view=showing.view or discord.utils.MISSING,
    )


async def act_in_replay(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId, turn: int, act: str
) -> None:
    """One tap under a board of a match. Raises NotSeenHere, and Refused without permissions."""
    state = await seen_match(interaction, match_id)
    if act == "here":
        await _ask_for_turn(interaction, state)
    elif act == "gif":
        await _send_moving(interaction, state)
    elif act == "share":
        await _share(interaction, state)
    else:
        steps = {"first": 0, "previous": turn - 1, "next": turn + 1, "last": None}
        await _go_to(interaction, state, steps.get(act, turn))


async def go_to_typed(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId, typed: str
) -> None:
    """Show the board of a turn whose number was typed. Raises NotSeenHere, Refused for others."""
    state = await seen_match(interaction, match_id)
    count = len(state.match.game.turns)
    text = typed.strip()
    if not (text.isascii() and text.isdecimal()) or int(text) > count:
        language = reader_language(interaction)
        raise Refused(
            language.say(
                "There is no turn `{typed}`: type a number from 0 to {count}.",
                typed=quoted(typed),
                count=count,
            )
        )
    await _go_to(interaction, state, int(text))


async def _go_to(
    interaction: discord.Interaction["PaperSoccer"], state: BoardState, turn: int | None
) -> None:
    """Show another board in the same message."""
    language = reader_language(interaction)
    showing = await in_time(interaction, _showing(interaction, state, turn, language))
    await edit_tapped(
        interaction, content=showing.content, attachments=showing.files(), view=showing.view
    )


async def _showing(
    interaction: discord.Interaction["PaperSoccer"],
    state: BoardState,
    turn: int | None,
    language: Language,
) -> Showing:
    step = await asyncio.to_thread(step_of, state, turn, language)
    bot, match = interaction.client, state.match
    view = viewer_view(match.id, step.turn, step.total, language, goes_on=not match.is_over)
    if await bot.people.reads(interaction.user):
        return Showing(step.read, None, view)
    picture = Picture(
        await bot.pictures.draw(step.scene, theme_of(state.settings)),
        f"match-{match.id}-{step.turn}.png",
        step.description,
    )
    return Showing(step.words, picture, view)


async def _ask_for_turn(interaction: discord.Interaction["PaperSoccer"], state: BoardState) -> None:
    bot, language = interaction.client, reader_language(interaction)
    count = len(state.match.game.turns)
    form = TurnForm(bot, state.match.id, count, language, bot.new_form_id(), go_to_typed)
    await interaction.response.send_modal(form)


# ---------------------------------------------------------------------------------- what moves


async def _send_moving(interaction: discord.Interaction["PaperSoccer"], state: BoardState) -> None:
    """The moving picture in a private message of its own, and *Share* where that may be done."""
    bot, language = interaction.client, reader_language(interaction)
    if not may_attach(interaction):
        raise Refused(_no_files(language))
    drawing = bot.replays.draw(state, language, theme_of(state.settings))
    picture = await in_time(interaction, drawing, anew=True)
    match = state.match
    view = discord.utils.MISSING
    if may_share(interaction):
        view = share_view(match.id, len(match.game.turns), language)
    words = language.say("Match {number}, turn by turn.", number=match.id)
    await say_privately(interaction, words, file=picture.file(), view=view)


async def _share(interaction: discord.Interaction["PaperSoccer"], state: BoardState) -> None:
    """Post the moving picture for everybody, in the server's language, and take *Share* away."""
    bot, language = interaction.client, reader_language(interaction)
    if not may_share(interaction):
        raise Refused(language.say("A picture can be shared only where you and I may send files."))
    message = interaction.message
    await edit_tapped(
        interaction,
        content=language.say("Match {number}, turn by turn: shared.", number=state.match.id),
        view=None,
        attachments=[] if message is None else message.attachments,
    )
    public = server_language(interaction.guild, state.settings)
    picture = await bot.replays.draw(state, public, theme_of(state.settings))
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        person = (await uow.players.people((player,)))[player]
    words = shared_line(message_name(person, public), state, public)
    try:
        await interaction.followup.send(words, file=picture.file())
    except TROUBLE as error:
        logger.warning("match %s could not be shared: %s", state.match.id, describe(error))
        await say_privately(
            interaction, language.say("Discord did not take it, so nobody has seen it. Try again.")
        )


def _no_files(language: Language) -> str:
    return language.say("I may not attach files in this channel, so there is no picture.")
