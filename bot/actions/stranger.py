"""What is answered to somebody who watches a match, and how they come to play."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.guide import ruleset_of, subject_of
from bot.actions.permissions import require_board_permissions, require_challenger
from bot.actions.places import place_of, settings_here
from bot.actions.variants import usual_time
from bot.failures import say_privately
from bot.i18n import Language, reader_language
from bot.trouble import TROUBLE, describe
from bot.views.custom import already_answered
from bot.views.stranger import send_view, stranger_view
from bot.wording.names import message_name
from bot.wording.terms import terms_line
from matches import challenging
from matches.ids import MatchId
from matches.standings import BoardState, board_state
from matches.terms import Terms

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def answer_stranger(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId
) -> None:
    """Whose match and whose turn it is, and what one can do who does not play in it."""
    bot = interaction.client
    language = reader_language(interaction)
    async with bot.store.reading() as uow:
        state = await board_state(uow, match_id, now=bot.now())
    view = stranger_view(match_id, subject_of(state.match), language)
    await say_privately(interaction, _words(state, language), view=view)


def _words(state: BoardState, language: Language) -> str:
    first, second = (message_name(seat.person, language) for seat in state.seats.values())
    words = language.say(
        "This is a match between {first} and {second}.", first=first, second=second
    )
    side = state.match.side_to_move
    if side is not None:
        name = message_name(state.person(side), language)
        words += " " + language.say("It is {name}'s turn.", name=name)
    return words


async def ask_to_play(interaction: discord.Interaction["PaperSoccer"], subject: str) -> None:
    """What would be sent: one tap too many should challenge nobody. Raises what sending raises."""
    terms = await _terms(interaction, subject)
    language = reader_language(interaction)
    words = language.say(
        "An open challenge, which anybody here may accept: {terms}. `/challenge` lets you choose "
        "other terms.",
        terms=terms_line(terms, language),
    )
    await say_privately(interaction, words, view=send_view(subject, language))


async def play_likewise(interaction: discord.Interaction["PaperSoccer"], subject: str) -> None:
    """Make the challenge, which the outbox posts: the answer to this tap is private.

    Raises Refused without the permissions or for a second tap, UnknownMatch, UnknownChallenge, and
    what challenging raises.
    """
    bot, language = interaction.client, reader_language(interaction)
    message = 0 if interaction.message is None else interaction.message.id
    terms = await _terms(interaction, subject)
    player = await bot.people.player(interaction.user)
    if bot.offers.is_over(message):
        raise already_answered(language)
    # Noted before anything is awaited: the second of two taps at once must find it.
    bot.offers.now_shows(message, None)
    try:
        async with bot.store.writing() as uow:
            made = await challenging.challenge(
                uow, player, None, terms, place_of(interaction), now=bot.now(), limits=bot.limits
            )
    except Exception:
        bot.offers.forget(message)
        raise
    await bot.announcer.take_over(made.id)
    words = language.say("Your challenge is sent, to <#{channel}>.", channel=made.place.target)
    try:
        await interaction.response.edit_message(content=words, view=None)
    except TROUBLE as error:
        logger.warning("the offer of challenge %s stays: %s", made.id, describe(error))


async def _terms(interaction: discord.Interaction["PaperSoccer"], subject: str) -> Terms:
    require_board_permissions(interaction)
    settings = await settings_here(interaction)
    require_challenger(interaction, settings)
    terms = Terms(await ruleset_of(interaction, subject), usual_time(settings))
    return terms if terms.can_be_rated else Terms(terms.ruleset, terms.turn_time, rated=False)
