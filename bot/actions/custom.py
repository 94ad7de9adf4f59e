"""A custom game, from the form through its preview to the challenge."""

import io
import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped, in_time
from bot.actions.permissions import require_board_permissions, require_challenger
from bot.actions.places import place_of, settings_here
from bot.custom_game import Offer
from bot.failures import say_privately
from bot.i18n import reader_language
from bot.trouble import TROUBLE, describe
from bot.views.custom import CustomForm, already_answered, offer_view
from bot.wording.alternative import pitch_text
from bot.wording.challenge import sent_words
from bot.wording.custom import impossible_lines, offer_lines
from matches import challenging
from matches.blocking import require_welcome
from matches.errors import OwnChallenge
from matches.ids import PlayerId
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

    Raises Refused without the permissions for a board here, OwnChallenge, PlayerBlocked, Unwelcome.
    """
    require_board_permissions(interaction)
    if opponent is not None and opponent.id == interaction.user.id:
        raise OwnChallenge
    await _open_form(interaction, Offer(await _welcome(interaction, opponent), time))


async def _welcome(
    interaction: discord.Interaction["PaperSoccer"], opponent: discord.abc.User | None
) -> PlayerId | None:
    """The player that was named. Raises PlayerBlocked and Unwelcome."""
    if opponent is None:
        return None
    bot = interaction.client
    player, other = [await bot.people.player(user) for user in (interaction.user, opponent)]
    async with bot.store.reading() as uow:
        await require_welcome(uow, player, other)
    return other


async def show_offer(interaction: discord.Interaction["PaperSoccer"], offer: Offer) -> None:
    """Answer a form: the pitch and what would be sent, or why such a game cannot be played."""
    language = reader_language(interaction)
    # From here on only buttons carry the offer, and the form shows what they carry.
    offer = Offer.read(offer.code())
    try:
        terms = offer.terms()
    except InvalidRulesetError as error:
        await _show(
            interaction, offer, impossible_lines(offer, error, language), [], possible=False
        )
        return
    words = offer_lines(terms, await _opponent(interaction, offer), language)
    bot = interaction.client
    if await bot.people.reads(interaction.user):
        words += f"\n{pitch_text(terms, language)}"
        await _show(interaction, offer, words, [], possible=True)
        return
    picture = await in_time(
        interaction,
        bot.pictures.draw(empty_scene(terms.ruleset)),
        anew=interaction.message is None,
    )
    file = discord.File(
        io.BytesIO(picture), "pitch-custom.png", description=pitch_text(terms, language)
    )
    await _show(interaction, offer, words, [file], possible=True)


async def act_on_offer(
    interaction: discord.Interaction["PaperSoccer"], offer: Offer, act: str
) -> None:
    """One tap on an offer. Raises what sending a challenge raises, and Refused if it is gone."""
    if not interaction.client.offers.shows(_message(interaction), offer):
        raise already_answered(reader_language(interaction))
    if act == "change":
        await _open_form(interaction, offer)
    elif act == "cancel":
        interaction.client.offers.now_shows(_message(interaction), None)
        words = reader_language(interaction).say("Cancelled: nothing was sent.")
        await interaction.response.edit_message(content=words, attachments=[], view=None)
    else:
        await _send(interaction, offer)


async def _open_form(interaction: discord.Interaction["PaperSoccer"], offer: Offer) -> None:
    bot = interaction.client
    form = CustomForm(bot, offer, reader_language(interaction), bot.new_form_id(), show_offer)
    await interaction.response.send_modal(form)


async def _show(
    interaction: discord.Interaction["PaperSoccer"],
    offer: Offer,
    words: str,
    files: list[discord.File],
    *,
    possible: bool,
) -> None:
    """In the message whose button opened the form, unless that has been answered meanwhile."""
    view = offer_view(offer, reader_language(interaction), possible=possible)
    offers, message = interaction.client.offers, interaction.message
    if message is None or offers.is_over(message.id):
        await say_privately(interaction, words, files=files, view=view)
    else:
        offers.now_shows(message.id, offer)
        await edit_tapped(interaction, content=words, attachments=files, view=view)


def _message(interaction: discord.Interaction["PaperSoccer"]) -> int:
    """The private message whose button was tapped, or opened the form that was sent; else 0."""
    return 0 if interaction.message is None else interaction.message.id


async def _opponent(interaction: discord.Interaction["PaperSoccer"], offer: Offer) -> Person | None:
    if offer.opponent is None:
        return None
    async with interaction.client.store.reading() as uow:
        return (await uow.players.people((offer.opponent,)))[offer.opponent]


async def _send(interaction: discord.Interaction["PaperSoccer"], offer: Offer) -> None:
    """Make the challenge, which the outbox posts: the answer to this tap is private."""
    require_board_permissions(interaction)
    require_challenger(interaction, await settings_here(interaction))
    bot = interaction.client
    language = reader_language(interaction)
    message = _message(interaction)
    # Noted before anything is awaited: the second of two taps at once must find it.
    bot.offers.now_shows(message, None)
    try:
        player = await bot.people.player(interaction.user)
        async with bot.store.writing() as uow:
            made = await challenging.challenge(
                uow,
                player,
                offer.opponent,
                offer.terms(),
                place_of(interaction),
                now=bot.now(),
                limits=bot.limits,
            )
    except Exception:
        bot.offers.now_shows(message, offer)
        raise
    await bot.announcer.take_over(made.id)
    words = sent_words(made.place, language)
    try:
        await interaction.response.edit_message(content=words, attachments=[], view=None)
    except TROUBLE as error:
        logger.warning("the offer of challenge %s stays: %s", made.id, describe(error))
