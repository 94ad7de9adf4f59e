"""Private answers that change nothing: rules, the menu of a match, help."""

import io
from typing import TYPE_CHECKING, Any

import discord

from bot.actions.guide import open_guide, subject_of
from bot.actions.offers import menu_buttons
from bot.actions.seeing import may_share
from bot.failures import say_privately
from bot.i18n import Language, reader_language
from bot.views.computer import menu_buttons as computer_buttons
from bot.views.record import record_button
from bot.views.resign import resign_button
from bot.views.static import static_view
from bot.wording.alternative import record_text
from bot.wording.board import state_words
from bot.wording.marks import marks_legend
from matches.errors import UnknownMatch
from matches.ids import MatchId, PlayerId
from matches.match import Match
from matches.offer import Offer
from matches.offering import kept_turns
from matches.standings import BoardState, board_state
from rules import short_record
from rules.diagram import draw_diagram

if TYPE_CHECKING:
    from bot.app import PaperSoccer

LONGEST_RECORD = 700
"""Characters of a record in the menu of a match, which must fit into one message. What stands there
can be given to `/soccer import`, or is longer and says where to get it."""
LONGEST_DIAGRAM = 900
"""Characters of a diagram there; a longer one is a file beside it."""


async def show_rules(interaction: discord.Interaction["PaperSoccer"], match_id: MatchId) -> None:
    """The rules of a match in pictures. Raises UnknownMatch."""
    match = await _match(interaction, match_id)
    await open_guide(interaction, subject_of(match), match.terms.ruleset)


async def show_match_menu(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId
) -> None:
    """What stands under *⋯*: the position as text, the record, and what one can do besides
    playing. Raises UnknownMatch.
    """
    bot = interaction.client
    async with bot.store.reading() as uow:
        state = await board_state(uow, match_id, now=bot.now())
        offers = await uow.offers.of_match(match_id)
    match = state.match
    language = reader_language(interaction)
    player = await bot.people.player(interaction.user)
    view = static_view()
    view.add_item(record_button(match.id, language))
    for button in _buttons(interaction, match, player, offers, language):
        view.add_item(button)
    if match.side_of(player) is not None and not match.is_over:
        view.add_item(resign_button(match, language))
    # The last line of a diagram is for machines: the words here know the people.
    diagram = draw_diagram(match.game.position).rpartition("\n")[0]
    words = _menu_words(state, diagram, language)
    if len(diagram) < LONGEST_DIAGRAM:
        await say_privately(interaction, words, view=view)
        return
    file = discord.File(io.BytesIO(diagram.encode()), f"position-{match.id}-{match.version}.txt")
    await say_privately(interaction, words, view=view, file=file)


def _buttons(
    interaction: discord.Interaction["PaperSoccer"],
    match: Match,
    player: PlayerId,
    offers: list[Offer],
    language: Language,
) -> list[discord.ui.Button[Any]]:
    """What the reader can do besides playing: with the other one, or against the computer."""
    side = match.side_of(player)
    if match.computer is None or side is None:
        return menu_buttons(match, player, offers, interaction.client.now(), language)
    takes_back = kept_turns(match, side) is not None
    return computer_buttons(match, language, takes_back=takes_back, shares=may_share(interaction))


def _menu_words(state: BoardState, diagram: str, language: Language) -> str:
    match = state.match
    record = short_record(match.game)
    words = [
        language.say("Match {number}: {state}", number=match.id, state=state_words(state, language))
    ]
    if len(diagram) < LONGEST_DIAGRAM:
        words.append(f"```\n{diagram}\n```")
    if len(record) <= LONGEST_RECORD:
        words.append(language.say("Record: `{record}`", record=record))
    else:
        words.append(record_text(match.game, "", LONGEST_RECORD, language))
    if not match.is_over:
        words.append(marks_legend(match.terms.ruleset, language))
    return "\n".join(words)


async def _match(interaction: discord.Interaction["PaperSoccer"], match_id: MatchId) -> Match:
    async with interaction.client.store.reading() as uow:
        match = await uow.matches.get(match_id)
    if match is None:
        raise UnknownMatch
    return match
