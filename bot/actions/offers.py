"""Offering a draw or a takeback, answering, and giving the opponent time."""

import logging
from datetime import datetime
from typing import TYPE_CHECKING, Any

import discord

from bot.actions.answering import edit_tapped
from bot.actions.computer import take_back
from bot.actions.games import meant_match
from bot.failures import say_privately
from bot.i18n import reader_language, server_language
from bot.trouble import TROUBLE, describe
from bot.views.offers import TIME, ask_buttons
from bot.wording.clock import relative_time
from bot.wording.offers import offer_line, offered_words
from matches.ids import MatchId, PlayerId
from matches.match import Match
from matches.offer import Offer, OfferKind
from matches.offering import (
    SeenOffer,
    accept_offer,
    decline_offer,
    give_time,
    line_told,
    make_offer,
    offer_refusal,
    offered_draw,
    time_refusal,
)
from matches.standings import board_state
from matches.update import Offered

if TYPE_CHECKING:
    from bot.app import PaperSoccer
    from bot.i18n import Language

logger = logging.getLogger(__name__)


async def ask(
    interaction: discord.Interaction["PaperSoccer"],
    match_id: MatchId,
    act: str,
    *,
    seen_version: int,
) -> None:
    """One tap of the menu of a match. Raises what the use cases raise."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    language = reader_language(interaction)
    if act == TIME:
        async with bot.store.writing() as uow:
            match = await give_time(uow, match_id, player, seen_version=seen_version, now=bot.now())
        words = language.say("You gave your opponent more time.")
        if match.deadline is not None and not match.pauses:
            words = language.say(
                "You gave your opponent more time: their turn ends {when}.",
                when=relative_time(match.deadline),
            )
    else:
        async with bot.store.writing() as uow:
            offered = await make_offer(
                uow, match_id, player, OfferKind(act), seen_version=seen_version, now=bot.now()
            )
        words = offered_words(offered.offer, language)
    bot.wake()
    await say_privately(interaction, words)


async def offer_by_command(
    interaction: discord.Interaction["PaperSoccer"], kind: OfferKind, match_id: int | None
) -> None:
    """The same by a command. Raises what the use case raises, and Refused."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        meant = await meant_match(uow, interaction, player, match_id, to_move=False)
        match = await uow.matches.get(meant)
        asks_nobody = match is not None and match.computer is not None
        if not asks_nobody or kind is not OfferKind.TAKEBACK:
            offered = await make_offer(uow, meant, player, kind, now=bot.now())
    if asks_nobody:
        await take_back(interaction, meant, None)
        return
    bot.wake()
    await say_privately(interaction, offered_words(offered.offer, reader_language(interaction)))


async def act_on_offer(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId, seen: SeenOffer, act: str
) -> None:
    """*Accept* or *Decline*; the line says what became of it. Raises what the use cases raise."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    answer = accept_offer if act == "accept" else decline_offer
    async with bot.store.writing() as uow:
        offered = await answer(uow, match_id, player, seen, now=bot.now())
    try:
        await _show_outcome(interaction, offered)
    except TROUBLE as error:
        # The outbox says it then.
        logger.warning("match %s: an answered offer stays: %s", match_id, describe(error))
    finally:
        bot.wake()


async def _show_outcome(interaction: discord.Interaction["PaperSoccer"], offered: Offered) -> None:
    bot = interaction.client
    async with bot.store.reading() as uow:
        state = await board_state(uow, offered.match.id, now=bot.now())
    words = offer_line(state, offered.offer, server_language(interaction.guild, state.settings))
    await edit_tapped(interaction, content=words, view=None, attachments=[])
    async with bot.store.writing() as uow:
        await line_told(uow, offered)


def menu_buttons(
    match: Match, player: PlayerId, offers: list[Offer], now: datetime, language: "Language"
) -> list[discord.ui.Button[Any]]:
    """What one of the two can ask for or give in a running match now."""
    side = match.side_of(player)
    if side is None or match.is_over:
        return []
    acts = [kind.value for kind in OfferKind if offer_refusal(match, side, kind, offers) is None]
    if time_refusal(match, side, now) is None:
        acts.append(TIME)
    accepts = offered_draw(match, side, offers) is not None
    return ask_buttons(match, acts, language, accepts=accepts)
