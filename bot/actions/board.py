"""What a tap on a board does."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.afterwards import tell_afterwards
from bot.actions.answering import edit_tapped, in_time, in_turn
from bot.actions.computer import begin_again, change_tapped, show_where_tapped
from bot.actions.information import show_match_menu, show_rules
from bot.actions.permissions import missing_permissions
from bot.actions.stranger import answer_stranger
from bot.actions.viewer import open_replay
from bot.deliveries import BoardOrder, board_order
from bot.failures import say_privately
from bot.i18n import reader_language, server_language
from bot.showing import picture_of, show_board
from bot.trouble import TROUBLE, describe
from bot.wording.board import turn_line
from bot.wording.reach import hidden_turn
from bot.wording.terms import is_unrated_after_all, told_unrated
from matches import challenging, playing
from matches.challenge import Challenge
from matches.errors import MatchOver, NotYourMatch, NotYourTurn, StaleMatch
from matches.ids import MatchId
from matches.outbox import OutboxRow, Telling
from matches.place import BoardMessage
from matches.playing import Seen
from matches.standings import BoardState
from matches.update import Update
from storage import StoreUnavailable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def act_on_board(
    interaction: discord.Interaction["PaperSoccer"], match: MatchId, seen: Seen, act: str
) -> None:
    """One tap: a digit draws, the rest is named. Raises what the use cases raise."""
    if act == "more":
        await show_match_menu(interaction, match)
    elif act == "rules":
        await show_rules(interaction, match)
    elif act == "replay":
        await open_replay(interaction, match)
    elif act == "rematch":
        await offer_rematch(interaction, match)
    elif act in ("again", "stronger"):
        await begin_again(interaction, match, stronger=act == "stronger")
    else:
        try:
            update = await _changed(interaction, match, seen, act)
        except NotYourMatch:
            await answer_stranger(interaction, match)
            return
        except (StaleMatch, NotYourTurn, MatchOver) as error:
            if error.match is None or error.match.computer is None:
                raise
            # Nothing else can change a private board that was left behind.
            await show_where_tapped(interaction, match)
            return
        await show_update(interaction, update)
        await tell_afterwards(interaction, update)


async def _changed(
    interaction: discord.Interaction["PaperSoccer"], match: MatchId, seen: Seen, act: str
) -> Update:
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        if act == "back":
            return await playing.take_back_step(uow, match, player, seen=seen, now=bot.now())
        if act == "play":
            return await playing.play_draft(uow, match, player, seen=seen, now=bot.now())
        return await playing.draw_step(uow, match, player, int(act), seen=seen, now=bot.now())


async def show_update(interaction: discord.Interaction["PaperSoccer"], update: Update) -> None:
    """Answer a tap with the board as it is now, in the message that was tapped.

    After a turn that is posted as a new message the tapped one only keeps the picture. What has
    happened counts, whatever becomes of the answer: the outbox shows it then.
    """
    bot = interaction.client
    match = update.match.id
    try:
        # Whatever shows this board waits, so that an older state never lands on a newer one.
        async with in_turn(interaction, bot.announcer.showing(match)):
            await _show(interaction, update)
    except TROUBLE as error:
        logger.warning("match %s is shown by the outbox: %s", match, describe(error))
        bot.announcer.refresh(match)
    except StoreUnavailable:
        # What happened is stored, and so is the row that shows it once the store is back.
        logger.warning("match %s is shown by the outbox: nothing can be stored", match)
    finally:
        bot.wake()


async def _show(interaction: discord.Interaction["PaperSoccer"], update: Update) -> None:
    row, tapped = update.board, interaction.message
    order = await _order_after(interaction, update)
    if order.state.match.computer is not None:
        await change_tapped(interaction, order.state, row)
    elif row is not None and row.telling is Telling.POST_BOARD:
        await _show_anew(interaction, order, row)
    elif order.board is None or tapped is None or order.board.message != tapped.id:
        await _leave_behind(interaction, order.state)
        interaction.client.announcer.refresh(update.match.id)
    else:
        await _edit_in_place(interaction, order.state, row)


async def _order_after(
    interaction: discord.Interaction["PaperSoccer"], update: Update
) -> BoardOrder:
    """What is to be shown now, read in one go.

    A tap that was no stale one, on a message newer than the board: an earlier process posted that,
    and died before it could note it. So it is noted first.
    """
    tapped, bot, match = interaction.message, interaction.client, update.match.id
    order = await _order(bot, match)
    if tapped is None or tapped.flags.ephemeral:
        return order
    if order.board is not None and tapped.id <= order.board.message:
        return order
    board = BoardMessage(tapped.channel.id, tapped.id)
    logger.info("board of match %s is found again: message %s", match, tapped.id)
    await bot.announcer.found(order, board, update.board)
    return await _order(bot, match)


async def _order(bot: "PaperSoccer", match: MatchId) -> BoardOrder:
    async with bot.store.reading() as uow:
        return await board_order(uow, match, now=bot.now())


async def _show_anew(
    interaction: discord.Interaction["PaperSoccer"], order: BoardOrder, row: OutboxRow
) -> None:
    """The turn stays in the tapped message, and the next player gets a new one."""
    await _leave_behind(interaction, order.state)
    if not any(asking.id == row.id for asking in order.asking):
        return
    if not await interaction.client.announcer.post_at_once(row, order):
        words = hidden_turn(missing_permissions(interaction), reader_language(interaction))
        await say_privately(interaction, words)


async def _edit_in_place(
    interaction: discord.Interaction["PaperSoccer"], state: BoardState, row: OutboxRow | None
) -> None:
    bot = interaction.client
    language = server_language(interaction.guild, state.settings)
    showing = await in_time(interaction, show_board(state, bot.pictures, language))
    await edit_tapped(
        interaction, content=showing.content, view=showing.view, attachments=showing.files()
    )
    if row is not None:
        await bot.announcer.was_told(state.match, row)


async def _leave_behind(interaction: discord.Interaction["PaperSoccer"], state: BoardState) -> None:
    """The tapped board stays as a picture of the turn, without buttons."""
    bot = interaction.client
    language = server_language(interaction.guild, state.settings)
    picture = await in_time(interaction, picture_of(state, bot.pictures, language))
    message = interaction.message
    if message is not None:
        bot.announcer.retired(message.id)
    try:
        await edit_tapped(
            interaction,
            content=turn_line(state, language),
            view=None,
            attachments=[] if picture is None else [picture.file()],
        )
    except TROUBLE as error:
        logger.warning("an old board of match %s stays: %s", state.match.id, describe(error))
        if message is not None:
            bot.announcer.not_retired(message.id)


async def offer_rematch(interaction: discord.Interaction["PaperSoccer"], match: MatchId) -> None:
    """The same again with the sides swapped: offered, or taken if the opponent offered it."""
    bot = interaction.client
    language = reader_language(interaction)
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        made = await challenging.rematch(
            uow, match, player, now=bot.now(), rng=bot.rng, limits=bot.limits
        )
    bot.wake()
    if isinstance(made, Challenge):
        words = language.say("Your offer of a rematch is in <#{channel}>.")
        place = made.place
    else:
        words = language.say("The rematch is on: its board comes in <#{channel}>.")
        if is_unrated_after_all(made.match):
            words += " " + told_unrated(language)
        place = made.match.place
    await say_privately(interaction, words.format(channel=place.target))
