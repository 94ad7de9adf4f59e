"""A custom game, from the form through its preview to the challenge."""

import io
import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.permissions import require_board_permissions
from bot.actions.places import place_of
from bot.custom_game import Offer
from bot.i18n import reader_language
from bot.trouble import TROUBLE, describe
from bot.views.custom import CustomForm, already_answered, offer_view
from bot.wording.alternative import pitch_text
from bot.wording.custom import impossible_lines, offer_lines
from matches import challenging
from matches.errors import OwnChallenge
from matches.people import Person
from matches.terms import TurnTime
from renderer import empty_scene
from rules.errors import InvalidRulesetError

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


async def ask_for_custom_game(
    interaction: discord.Interaction["PaperSoccer"],
    opponent: discord.abc.User | None,
    time: TurnTime,
) -> None:
    """Open the form. What would refuse the challenge anyway is said before somebody fills it in.

    Raises Refused without the permissions for a board here, and OwnChallenge.
    """
    require_board_permissions(interaction)
    if opponent is not None and opponent.id == interaction.user.id:
        raise OwnChallenge
    player = None if opponent is None else await interaction.client.people.player(opponent)
    await _open_form(interaction, Offer(player, time))


async def show_offer(interaction: discord.Interaction["PaperSoccer"], offer: Offer) -> None:
    """Answer a form: the pitch and what would be sent, or why such a game cannot be played."""
    language = reader_language(interaction)
    # From here on only buttons carry the offer, and the form shows what they carry.
    offer = Offer.read(offer.code())
    try:
        terms = offer.terms()
    except InvalidRulesetError as error:
        await _show(
            interaction,
            impossible_lines(offer, error, language),
            offer_view(offer, language, possible=False),
            None,
        )
        return
    words = offer_lines(terms, await _opponent(interaction, offer), language)
    picture = await interaction.client.pictures.draw(empty_scene(terms.ruleset))
    file = discord.File(
        io.BytesIO(picture), "pitch-custom.png", description=pitch_text(terms, language)
    )
    await _show(interaction, words, offer_view(offer, language, possible=True), file)


async def act_on_offer(
    interaction: discord.Interaction["PaperSoccer"], offer: Offer, act: str
) -> None:
    """One tap on an offer. Raises what sending a challenge raises."""
    if act == "change":
        await _open_form(interaction, offer)
    elif act == "cancel":
        words = reader_language(interaction).say("Cancelled: nothing was sent.")
        await interaction.response.edit_message(content=words, attachments=[], view=None)
    else:
        await _send(interaction, offer)


async def _open_form(interaction: discord.Interaction["PaperSoccer"], offer: Offer) -> None:
    bot = interaction.client
    form = CustomForm(bot, offer, reader_language(interaction), bot.new_form_id())
    await interaction.response.send_modal(form)


async def _show(
    interaction: discord.Interaction["PaperSoccer"],
    words: str,
    view: discord.ui.View,
    file: discord.File | None,
) -> None:
    """In the message whose button opened the form, so that there is always one."""
    files = [] if file is None else [file]
    if interaction.message is None:
        await interaction.response.send_message(words, files=files, view=view, ephemeral=True)
    else:
        await interaction.response.edit_message(content=words, attachments=files, view=view)


async def _opponent(interaction: discord.Interaction["PaperSoccer"], offer: Offer) -> Person | None:
    if offer.opponent is None:
        return None
    async with interaction.client.store.reading() as uow:
        return (await uow.players.people((offer.opponent,)))[offer.opponent]


async def _send(interaction: discord.Interaction["PaperSoccer"], offer: Offer) -> None:
    """Make the challenge, which the outbox posts: the answer to this tap is private."""
    require_board_permissions(interaction)
    bot = interaction.client
    language = reader_language(interaction)
    message = 0 if interaction.message is None else interaction.message.id
    player = await bot.people.player(interaction.user)
    if message in bot.sent_offers:
        raise already_answered(language)
    # Noted before anything is awaited: the second of two taps at once must find it.
    bot.sent_offers.append(message)
    try:
        async with bot.store.writing() as uow:
            made = await challenging.challenge(
                uow, player, offer.opponent, offer.terms(), place_of(interaction), now=bot.now()
            )
    except Exception:
        bot.sent_offers.remove(message)
        raise
    await bot.announcer.take_over(made.id)
    words = language.say("Your challenge is sent, to <#{channel}>.", channel=made.place.target)
    try:
        await interaction.response.edit_message(content=words, attachments=[], view=None)
    except TROUBLE as error:
        logger.warning("the offer of challenge %s stays: %s", made.id, describe(error))
