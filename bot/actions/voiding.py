"""Voiding a match, or all matches of somebody, for those who manage the server it was played in."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.actions.permissions import require_manager
from bot.failures import Refused, say_privately
from bot.i18n import reader_language
from bot.views.voiding import Decide, VoidForm
from bot.wording.names import shown_name
from bot.wording.voiding import (
    account_consequence,
    match_consequence,
    voidable_choice,
    voided_words,
)
from matches.errors import NothingRated, OtherServer, UnknownMatch
from matches.history import RatingEvent
from matches.ids import MatchId, PlayerId, ServerId
from matches.ports import UnitOfWork
from matches.voiding import void_match, void_some_of, voidable

if TYPE_CHECKING:
    from bot.app import PaperSoccer

MOST_CHOICES = 25
LOOKED_THROUGH = 300
"""Of the newest matches, for those whose players have a name of which a part was typed."""
LONGEST_NUMBER = 18
"""Digits that a database takes for a number."""
AT_ONCE = 100
"""Matches of an account that are voided in one unit, so that no turn waits for long."""


async def ask_to_void(
    interaction: discord.Interaction["PaperSoccer"],
    match: int | None,
    member: discord.User | discord.Member | None,
) -> None:
    """Open the form for one match, or for all of a member. Raises Refused and what `void_match`
    raises, so that nobody types a reason for nothing.
    """
    require_manager(interaction)
    language = reader_language(interaction)
    if (match is None) == (member is None):
        raise Refused(
            language.say(
                "Choose either a match, by its number, or a member, for all their rated matches in "
                "this server."
            )
        )
    if match is not None:
        await _ask_about_match(interaction, MatchId(match))
    elif member is not None:
        await _ask_about_account(interaction, member)


async def complete_voidable(
    interaction: discord.Interaction["PaperSoccer"], typed: str
) -> list[app_commands.Choice[int]]:
    """The newest rated matches of the server as far as their number begins with what is typed, or a
    player's name contains it; older ones by their whole number. Nothing for who may void nothing.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        return []
    typed = typed.strip().casefold()
    language = reader_language(interaction)
    async with interaction.client.store.reading() as uow:
        matches = await _newest(uow, _server(interaction), typed)
        people = await uow.players.people(
            {p for each in matches for p in (each.first, each.second)}
        )
    choices = []
    for match in matches:
        first, second = (shown_name(people[p], language) for p in (match.first, match.second))
        is_named = typed in first.casefold() or typed in second.casefold()
        if is_named or str(match.match).startswith(typed):
            name = voidable_choice(match, (first, second), language)
            choices.append(app_commands.Choice(name=name, value=int(match.match)))
    return choices[:MOST_CHOICES]


async def _newest(uow: UnitOfWork, server: ServerId, typed: str) -> list[RatingEvent]:
    found = await uow.voids.newest_in(server, LOOKED_THROUGH if typed else MOST_CHOICES)
    if typed.isdecimal() and len(typed) <= LONGEST_NUMBER:
        named = await uow.voids.numbered_in(server, MatchId(int(typed)))
        if named is not None:
            return [named, *(match for match in found if match.id != named.id)]
    return found


async def _ask_about_match(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId
) -> None:
    language = reader_language(interaction)
    async with interaction.client.store.reading() as uow:
        try:
            match = await voidable(uow, match_id, _server(interaction))
        except (UnknownMatch, OtherServer) as error:
            words = language.say("There is no match of that number in this server.")
            raise Refused(words) from error
        people = await uow.players.people((match.first, match.second))

    async def decide(answered: discord.Interaction[Any], reason: str) -> None:
        await _void_match(answered, match_id, reason)

    await _open(
        interaction,
        language.say("Void match {number}", number=match_id),
        match_consequence(match_id, (people[match.first], people[match.second]), language),
        decide,
    )


async def _ask_about_account(
    interaction: discord.Interaction["PaperSoccer"], member: discord.User | discord.Member
) -> None:
    language = reader_language(interaction)
    bot = interaction.client
    async with bot.store.reading() as uow:
        # Nobody becomes a player by being named here.
        person = await uow.accounts.find(member.id)
        matches = (
            [] if person is None else await uow.voids.rated_of(person.id, _server(interaction))
        )
    if person is None or not matches:
        raise NothingRated
    player = person.id

    async def decide(answered: discord.Interaction[Any], reason: str) -> None:
        await _void_all_of(answered, player, reason)

    await _open(
        interaction,
        language.say("Void all matches of a player"),
        account_consequence(len(matches), person, language),
        decide,
    )


async def _open(
    interaction: discord.Interaction["PaperSoccer"], title: str, consequence: str, decide: Decide
) -> None:
    bot = interaction.client
    form = VoidForm(
        bot, title, consequence, reader_language(interaction), bot.new_form_id(), decide
    )
    await interaction.response.send_modal(form)


async def _void_match(
    interaction: discord.Interaction["PaperSoccer"], match_id: MatchId, reason: str
) -> None:
    require_manager(interaction)
    bot = interaction.client
    by = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        await void_match(
            uow, match_id, by=by, reason=reason, server=_server(interaction), now=bot.now()
        )
    await _answer(interaction, 1)


async def _void_all_of(
    interaction: discord.Interaction["PaperSoccer"], player: PlayerId, reason: str
) -> None:
    require_manager(interaction)
    bot = interaction.client
    await interaction.response.defer(ephemeral=True, thinking=True)
    by = await bot.people.player(interaction.user)
    server, voided, more = _server(interaction), 0, AT_ONCE
    while more == AT_ONCE:
        async with bot.store.writing() as uow:
            some = await void_some_of(
                uow, player, AT_ONCE, by=by, reason=reason, server=server, now=bot.now()
            )
        more = len(some)
        voided += more
    if not voided:
        raise NothingRated
    await _answer(interaction, voided)


async def _answer(interaction: discord.Interaction["PaperSoccer"], matches: int) -> None:
    interaction.client.replaying.wake()
    interaction.client.wake()
    await say_privately(interaction, voided_words(matches, reader_language(interaction)))


def _server(interaction: discord.Interaction[Any]) -> ServerId:
    """The server that whoever acts manages: `require_manager` lets nobody act outside one."""
    assert interaction.guild_id is not None
    return ServerId(interaction.guild_id)
