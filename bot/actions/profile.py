"""A player's card: shown to everybody or to one, in pictures or in words, here or everywhere."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped, in_time
from bot.actions.places import settings_here
from bot.actions.seeing import may_attach, may_share
from bot.cards import card_picture
from bot.failures import Refused, say_privately
from bot.i18n import Language, reader_language, server_language
from bot.scenes import theme_of
from bot.showing import Showing
from bot.trouble import TROUBLE, describe
from bot.views.profile import EVERYWHERE, HERE, card_view
from bot.wording.profile import card_in_words, card_line, nothing_played, only_void
from matches.ids import PlayerId, ServerId
from matches.people import Person
from matches.place import ServerSettings
from matches.profile import Profile, profile_of

if TYPE_CHECKING:
    from bot.app import PaperSoccer

logger = logging.getLogger(__name__)


def server_of(interaction: discord.Interaction["PaperSoccer"], scope: str) -> ServerId | None:
    """The server of a scope; outside servers there is only everywhere."""
    if scope == EVERYWHERE or interaction.guild_id is None:
        return None
    return ServerId(interaction.guild_id)


async def show_profile(
    interaction: discord.Interaction["PaperSoccer"],
    user: discord.abc.User | None,
    *,
    publicly: bool,
) -> None:
    """Answer with somebody's card, or one's own. Raises Refused for a bot.

    People show their cards: everybody sees it where both the bot and who asks may send pictures.
    """
    bot, reader = interaction.client, reader_language(interaction)
    who = user or interaction.user
    if who.bot:
        raise Refused(reader.say("Bots do not play, so they have no card."))
    scope = EVERYWHERE if interaction.guild_id is None else HERE
    profile = await _profile_of_account(interaction, who.id, scope)
    if profile is None:
        own = who.id == interaction.user.id
        stranger = Person(PlayerId(0), who.id, who.global_name or who.name)
        await say_privately(
            interaction, nothing_played(stranger, own=own, here=False, language=reader)
        )
        return
    reads = await bot.people.reads(interaction.user)
    shared = publicly and not reads and bool(profile.results.ended) and may_share(interaction)
    settings = await settings_here(interaction)
    language = server_language(interaction.guild, settings) if shared else reader
    showing = await in_time(
        interaction,
        _show(interaction, profile, settings, language, reads=reads),
        anew=True,
        private=not shared,
    )
    await _answer(interaction, showing, shared=shared)


async def turn_card(
    interaction: discord.Interaction["PaperSoccer"], player: PlayerId, scope: str
) -> None:
    """Show the card of the other scope: in the same message if only its reader sees that, else in
    a private one, since a public card belongs to whoever showed it. Raises UnknownPlayer.
    """
    bot, language = interaction.client, reader_language(interaction)
    async with bot.store.reading() as uow:
        profile = await profile_of(uow, player, server_of(interaction, scope), now=bot.now())
    settings = await settings_here(interaction)
    reads = await bot.people.reads(interaction.user)
    is_private = interaction.message is not None and interaction.message.flags.ephemeral
    work = _show(interaction, profile, settings, language, reads=reads)
    showing = await in_time(interaction, work, anew=not is_private)
    if is_private:
        await edit_tapped(
            interaction, content=showing.content, attachments=showing.files(), view=showing.view
        )
    else:
        await _answer(interaction, showing, shared=False)


async def _profile_of_account(
    interaction: discord.Interaction["PaperSoccer"], account: int, scope: str
) -> Profile | None:
    """The card of an account; None for who never played, and is not stored for being looked at."""
    bot = interaction.client
    async with bot.store.reading() as uow:
        person = await uow.accounts.find(account)
        if person is None:
            return None
        return await profile_of(uow, person.id, server_of(interaction, scope), now=bot.now())


async def _show(
    interaction: discord.Interaction["PaperSoccer"],
    profile: Profile,
    settings: ServerSettings,
    language: Language,
    *,
    reads: bool,
) -> Showing:
    """The parts of the message; in words for who reads, and where no picture can be sent."""
    has_card, void = bool(profile.results.ended), profile.results.void
    view = card_view(
        profile.person.id,
        EVERYWHERE if profile.scope is None else HERE,
        language,
        has_played=has_card or bool(void),
        in_server=interaction.guild_id is not None,
    )
    if not has_card:
        own, here = profile.person.account == interaction.user.id, profile.scope is not None
        words = nothing_played(profile.person, own=own, here=here, language=language)
        if void:
            words = only_void(void, profile.person, here=here, language=language)
        return Showing(words, None, view)
    if reads or not may_attach(interaction):
        return Showing(card_in_words(profile, language), None, view)
    picture = await card_picture(profile, language, theme_of(settings))
    return Showing(card_line(profile, language), picture, view)


async def _answer(
    interaction: discord.Interaction["PaperSoccer"], showing: Showing, *, shared: bool
) -> None:
    view = discord.utils.MISSING if showing.view is None else showing.view
    if not shared:
        await say_privately(interaction, showing.content, files=showing.files(), view=view)
        return
    try:
        if interaction.response.is_done():
            await interaction.followup.send(showing.content, files=showing.files(), view=view)
        else:
            await interaction.response.send_message(
                showing.content, files=showing.files(), view=view
            )
    except TROUBLE as error:
        logger.warning("a card could not be shown: %s", describe(error))
