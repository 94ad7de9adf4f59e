"""*Hint* in a game against the computer: what its strongest level would draw."""

from typing import TYPE_CHECKING

import discord

from bot.actions.answering import in_time
from bot.computer.pool import NoAnswer
from bot.computer.question import Question
from bot.failures import Refused, say_privately
from bot.i18n import Language, reader_language
from bot.wording.computer import computer_is_off, hint_words
from matches.computer import STRONGEST
from matches.draft import drafted
from matches.errors import MatchOver, NotYourMatch, NotYourTurn
from matches.ids import MatchId
from matches.standings import BoardState, board_state
from rules import draw_steps, short_record

if TYPE_CHECKING:
    from bot.app import PaperSoccer

SECONDS = 1.5
"""How long the strongest level thinks about a hint."""
SEEDS = 2**31


async def give_hint(interaction: discord.Interaction["PaperSoccer"], match_id: MatchId) -> None:
    """Say what to draw now, from what is drawn already.

    Raises Refused, UnknownMatch, NotYourMatch (also for a match of two people), MatchOver,
    NotYourTurn.
    """
    bot, language = interaction.client, reader_language(interaction)
    if not bot.thinking.processes:
        raise Refused(computer_is_off(language))
    state = await _asked_about(interaction, match_id)
    if match_id in bot.hinting:
        raise Refused(language.say("I am still thinking about the last hint that you asked for."))
    bot.hinting.add(match_id)
    try:
        words = await in_time(interaction, _hint(bot, state, language), anew=True)
    finally:
        bot.hinting.discard(match_id)
    await say_privately(interaction, words)


async def _asked_about(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId
) -> BoardState:
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        state = await board_state(uow, match_id, now=bot.now())
    match = state.match
    side = match.side_of(player)
    if side is None or match.computer is None:
        raise NotYourMatch(match)
    if match.is_over:
        raise MatchOver(match)
    if match.side_to_move is not side:
        raise NotYourTurn(match)
    return state


async def _hint(bot: "PaperSoccer", state: BoardState, language: Language) -> str:
    """The hint in words, or why there is none."""
    so_far = drafted(state.match, state.draft)
    if so_far.is_complete:
        return language.say("Your turn is complete: *Play it*, or take a segment back first.")
    question = Question(
        short_record(state.match.game),
        STRONGEST,
        bot.rng.randrange(SEEDS),
        drawn=so_far.steps,
        seconds=SECONDS,
    )
    try:
        turn = await bot.thinking.think(question)
    except NoAnswer:
        return language.say("I have no hint at the moment. Please try again.")
    _, drawn = draw_steps(so_far.position, turn)
    return hint_words(drawn, goes_on=so_far.drawn is not None, language=language)
