"""Challenging, and what a tap on a challenge does."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.information import explain
from bot.actions.permissions import require_board_permissions
from bot.actions.places import place_of
from bot.challenges import challenge_state, find_challenge
from bot.i18n import reader_language, server_language
from bot.showing import Showing, show_challenge
from bot.trouble import TROUBLE, describe
from bot.views.challenge import TermsForm, challenge_view
from bot.wording.challenge import challenge_lines
from matches import challenging
from matches.challenge import Challenge, ChallengeStatus
from matches.errors import ChallengeOver, NotYourChallenge, OwnChallenge
from matches.ids import ChallengeId, PlayerId
from matches.terms import Terms

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def send_challenge(
    interaction: discord.Interaction["PaperSoccer"],
    opponent: discord.abc.User | None,
    terms: Terms,
) -> None:
    """Challenge somebody, or anybody, with the answer to the command as the challenge.

    Raises Refused without the permissions for a board here, and what the use case raises.
    """
    require_board_permissions(interaction)
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    opponent_id = None if opponent is None else await bot.people.player(opponent)
    async with bot.store.writing() as uow:
        made = await challenging.challenge(
            uow, player, opponent_id, terms, place_of(interaction), now=bot.now()
        )
    await _answer_with_challenge(interaction, made, opponent)


async def _answer_with_challenge(
    interaction: discord.Interaction["PaperSoccer"],
    made: Challenge,
    opponent: discord.abc.User | None,
) -> None:
    bot = interaction.client
    showing = await _showing(interaction, made)
    mentions = discord.AllowedMentions.none()
    if opponent is not None:
        mentions.users = [discord.Object(opponent.id)]
    try:
        answer = await interaction.response.send_message(
            showing.content,
            file=showing.file(),
            view=showing.view or discord.utils.MISSING,
            allowed_mentions=mentions,
        )
    except TROUBLE as error:
        logger.warning("challenge %s is posted by the outbox: %s", made.id, describe(error))
        await bot.announcer.take_over(made.id)
        return
    if answer.message_id is not None:
        await bot.announcer.challenge_shown(made.id, answer.message_id)
    bot.wake()


async def _showing(
    interaction: discord.Interaction["PaperSoccer"], challenge: Challenge
) -> Showing:
    bot = interaction.client
    async with bot.store.reading() as uow:
        state = await challenge_state(uow, challenge)
    return await show_challenge(state, bot.pictures, server_language(interaction.guild))


async def act_on_challenge(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId, act: str
) -> None:
    """One tap. Raises what the use cases raise."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    if act == "rules":
        async with bot.store.reading() as uow:
            found = await find_challenge(uow, challenge_id)
        await explain(interaction, found.terms.ruleset)
    elif act == "terms":
        await _open_form(interaction, challenge_id, player)
    else:
        if act == "accept":
            require_board_permissions(interaction)
        ended = await _ended(interaction, challenge_id, player, act)
        await _answer_with_end(interaction, ended)


async def _ended(
    interaction: discord.Interaction["PaperSoccer"],
    challenge_id: ChallengeId,
    player: PlayerId,
    act: str,
) -> Challenge:
    bot = interaction.client
    now = bot.now()
    async with bot.store.writing() as uow:
        if act == "decline":
            return await challenging.decline(uow, challenge_id, player, now=now)
        if act == "withdraw":
            return await challenging.withdraw(uow, challenge_id, player, now=now)
        started = await challenging.accept(uow, challenge_id, player, now=now, rng=bot.rng)
        return started.challenge


async def _answer_with_end(
    interaction: discord.Interaction["PaperSoccer"], ended: Challenge
) -> None:
    """The challenge's message says how it ended, and keeps its picture."""
    bot = interaction.client
    async with bot.store.reading() as uow:
        state = await challenge_state(uow, ended)
    language = server_language(interaction.guild)
    # An open challenge stays open when somebody answers it with other terms.
    still_open = ended.status is ChallengeStatus.OPEN
    view = challenge_view(ended, language) if still_open else None
    # The empty pitch has served once the challenge has ended.
    kept = [] if view is None or interaction.message is None else interaction.message.attachments
    try:
        await interaction.response.edit_message(
            content=challenge_lines(state, language), view=view, attachments=kept
        )
    except TROUBLE as error:
        logger.warning(
            "the end of challenge %s is left to the outbox: %s", ended.id, describe(error)
        )
        await bot.announcer.take_over(ended.id)
        return
    if interaction.message is not None:
        await bot.announcer.challenge_shown(ended.id, interaction.message.id)
    bot.wake()


async def _open_form(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId, player: PlayerId
) -> None:
    bot = interaction.client
    async with bot.store.reading() as uow:
        found = await find_challenge(uow, challenge_id)
    if not found.is_open(bot.now()):
        raise ChallengeOver(found)
    if found.challenger == player:
        raise OwnChallenge(found)
    if found.opponent not in (None, player):
        raise NotYourChallenge(found)
    form_id = bot.new_form_id()
    form = TermsForm(bot, found, reader_language(interaction), form_id)
    await interaction.response.send_modal(form)


async def answer_with_terms(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId, terms: Terms
) -> None:
    """Answer a challenge with one the other way round, which the outbox posts."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        countered = await challenging.counter(uow, challenge_id, player, terms, now=bot.now())
    await _answer_with_end(interaction, countered.answered)
    bot.wake()
