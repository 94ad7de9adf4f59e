"""What is answered to somebody who watches a match, and how they come to play."""

from typing import TYPE_CHECKING

import discord

from bot.actions.challenge import send_challenge
from bot.actions.guide import ruleset_of, subject_of
from bot.actions.permissions import require_board_permissions, require_challenger
from bot.actions.places import settings_here
from bot.actions.variants import usual_time
from bot.failures import say_privately
from bot.i18n import Language, reader_language
from bot.views.stranger import send_view, stranger_view
from bot.wording.names import message_name
from bot.wording.terms import terms_line
from matches.ids import MatchId
from matches.standings import BoardState, board_state
from matches.terms import Terms

if TYPE_CHECKING:
    from bot.app import PaperSoccer


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
    """Send an open challenge to the same game, with the usual time. Raises Refused without the
    permissions, UnknownMatch, UnknownChallenge, and what challenging raises.
    """
    await send_challenge(interaction, None, await _terms(interaction, subject))


async def _terms(interaction: discord.Interaction["PaperSoccer"], subject: str) -> Terms:
    require_board_permissions(interaction)
    settings = await settings_here(interaction)
    require_challenger(interaction, settings)
    terms = Terms(await ruleset_of(interaction, subject), usual_time(settings))
    return terms if terms.can_be_rated else Terms(terms.ruleset, terms.turn_time, rated=False)
