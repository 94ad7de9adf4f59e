"""Challenging, and what a tap on a challenge does."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.answering import briefly, edit_tapped, in_time, in_turn
from bot.actions.guide import open_guide, subject_of
from bot.actions.permissions import require_board_permissions, require_challenger
from bot.actions.places import place_of
from bot.challenges import challenge_state, find_challenge
from bot.deliveries.challenges import asks_to_show
from bot.failures import say_privately
from bot.i18n import reader_language, server_language
from bot.showing import show_challenge
from bot.trouble import TROUBLE, describe
from bot.views.challenge import TermsForm, challenge_view
from bot.wording.challenge import ChallengeState, challenge_lines, sent_words
from bot.wording.terms import is_unrated_after_all, told_unrated
from matches import challenging
from matches.challenge import Challenge, ChallengeStatus
from matches.ids import ChallengeId
from matches.place import ServerSettings
from matches.terms import Terms
from storage import StoreUnavailable

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
            uow,
            player,
            opponent_id,
            terms,
            place_of(interaction),
            now=bot.now(),
            limits=bot.limits,
        )
    await _answer_with_challenge(interaction, made.id, opponent)


async def _answer_with_challenge(
    interaction: discord.Interaction["PaperSoccer"],
    challenge_id: ChallengeId,
    opponent: discord.abc.User | None,
) -> None:
    bot = interaction.client
    mentions = discord.AllowedMentions.none()
    if opponent is not None:
        mentions.users = [discord.Object(opponent.id)]
    try:
        # Nobody knows of a new challenge, so there is nothing to wait for.
        async with bot.announcer.showing_challenge(challenge_id):
            state, asking = await _read(bot, challenge_id)
            language = server_language(interaction.guild, state.settings)
            drawing = show_challenge(state, bot.pictures, language)
            showing = await in_time(interaction, drawing, anew=True)
            if interaction.response.is_done():
                await _say_where_it_comes(interaction, state.challenge)
            else:
                answer = await briefly(
                    interaction.response.send_message(
                        showing.content,
                        files=showing.files(),
                        view=showing.view or discord.utils.MISSING,
                        allowed_mentions=mentions,
                    )
                )
                if answer.message_id is not None:
                    await _note(bot, challenge_id, answer.message_id, asking)
    except TROUBLE as error:
        logger.warning("challenge %s is posted by the outbox: %s", challenge_id, describe(error))
        await bot.announcer.take_over(challenge_id)
    except StoreUnavailable:
        _left_to_the_outbox(challenge_id)
    bot.wake()


async def _say_where_it_comes(
    interaction: discord.Interaction["PaperSoccer"], challenge: Challenge
) -> None:
    """The picture took long, so the answer that was begun is a private one. It cannot become the
    challenge: an edit would notify nobody.
    """
    await interaction.client.announcer.take_over(challenge.id)
    words = sent_words(challenge.place, reader_language(interaction))
    await briefly(interaction.edit_original_response(content=words))


async def _read(
    bot: "PaperSoccer", challenge_id: ChallengeId
) -> tuple[ChallengeState, tuple[int, ...]]:
    """A challenge as it is now, and the rows that ask for no more than to show it like this."""
    async with bot.store.reading() as uow:
        # The rows first: what happens meanwhile is then shown, and shown again by its own row.
        asking = await asks_to_show(uow, challenge_id)
        return await challenge_state(uow, await find_challenge(uow, challenge_id)), asking


async def _note(
    bot: "PaperSoccer", challenge_id: ChallengeId, message: int, rows: tuple[int, ...]
) -> None:
    async with bot.store.writing() as uow:
        await challenging.shown(uow, challenge_id, message, rows=rows)


async def act_on_challenge(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId, act: str
) -> None:
    """One tap. Raises what the use cases raise, and Refused where no match could be shown."""
    bot = interaction.client
    if act == "rules":
        async with bot.store.reading() as uow:
            found = await find_challenge(uow, challenge_id)
        await open_guide(interaction, subject_of(found), found.terms.ruleset)
    elif act == "terms":
        await _open_form(interaction, challenge_id)
    elif act == "accept":
        await _accept(interaction, challenge_id)
    else:
        await _end(interaction, challenge_id, act)


async def _accept(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId
) -> None:
    require_board_permissions(interaction)
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        started = await challenging.accept(
            uow, challenge_id, player, now=bot.now(), rng=bot.rng, limits=bot.limits
        )
    await _answer_as_it_is(interaction, challenge_id)
    if is_unrated_after_all(started.match):
        await say_privately(interaction, told_unrated(reader_language(interaction)))


async def _end(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId, act: str
) -> None:
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    ending = challenging.decline if act == "decline" else challenging.withdraw
    async with bot.store.writing() as uow:
        await ending(uow, challenge_id, player, now=bot.now())
    await _answer_as_it_is(interaction, challenge_id)


async def _answer_as_it_is(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId
) -> None:
    """The challenge's message says how it stands, and keeps its picture while it is open."""
    bot = interaction.client
    try:
        # Whatever shows this challenge waits, so that an older state never lands on a newer one.
        async with in_turn(interaction, bot.announcer.showing_challenge(challenge_id)):
            await _show_as_it_is(interaction, challenge_id)
    except TROUBLE as error:
        logger.warning("challenge %s is shown by the outbox: %s", challenge_id, describe(error))
        await bot.announcer.take_over(challenge_id)
    except StoreUnavailable:
        _left_to_the_outbox(challenge_id)
    bot.wake()


def _left_to_the_outbox(challenge_id: ChallengeId) -> None:
    """What happened is stored, and so is the row that shows it once the store is back."""
    logger.warning("challenge %s is shown by the outbox: nothing can be stored", challenge_id)


async def _show_as_it_is(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId
) -> None:
    bot, message = interaction.client, interaction.message
    state, asking = await _read(bot, challenge_id)
    challenge, language = state.challenge, server_language(interaction.guild, state.settings)
    # An open challenge stays open when somebody answers it with other terms.
    still_open = challenge.status is ChallengeStatus.OPEN
    view = challenge_view(challenge, language) if still_open else None
    # The empty pitch has served once the challenge has ended.
    kept = [] if view is None or message is None else message.attachments
    await edit_tapped(
        interaction, content=challenge_lines(state, language), view=view, attachments=kept
    )
    if message is not None and challenge.message in (None, message.id):
        await _note(bot, challenge_id, message.id, asking)
    else:
        await bot.announcer.take_over(challenge_id)


async def _open_form(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId
) -> None:
    require_board_permissions(interaction)
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        found = await challenging.answerable(uow, challenge_id, player, now=bot.now())
        settings = await uow.places.settings(found.place.server)
    _require_challenger(interaction, found, settings)
    form_id, language = bot.new_form_id(), reader_language(interaction)
    form = TermsForm(bot, found, language, form_id, answer_with_terms)
    try:
        await interaction.response.send_modal(form)
    except BaseException:
        # Nobody has the form: discord.py does not remember it either.
        bot.open_forms.discard(form.custom_id)
        raise


async def answer_with_terms(
    interaction: discord.Interaction["PaperSoccer"], challenge_id: ChallengeId, terms: Terms
) -> None:
    """Answer a challenge with one the other way round, which the outbox posts."""
    require_board_permissions(interaction)
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        found = await find_challenge(uow, challenge_id)
        settings = await uow.places.settings(found.place.server)
    _require_challenger(interaction, found, settings)
    async with bot.store.writing() as uow:
        await challenging.counter(
            uow, challenge_id, player, terms, now=bot.now(), limits=bot.limits
        )
    await _answer_as_it_is(interaction, challenge_id)


def _require_challenger(
    interaction: discord.Interaction["PaperSoccer"], found: Challenge, settings: ServerSettings
) -> None:
    """Other terms for an open challenge are a new challenge, to somebody who did not ask for one.

    Raises Refused. Whoever was challenged answers as they like.
    """
    if found.opponent is None:
        require_challenger(interaction, settings)
