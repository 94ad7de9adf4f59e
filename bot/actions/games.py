"""Lists of matches: one's own, and which one a command means."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.failures import Refused, say_privately
from bot.i18n import reader_language
from bot.reach import obstacle_in
from bot.wording.choices import shortened
from bot.wording.games import Described, games_lines, which_match_lines
from bot.wording.names import shown_name
from bot.wording.terms import variant_name
from matches.errors import WhichMatch
from matches.ids import MatchId, PlayerId
from matches.match import Match
from matches.ports import UnitOfWork
from matches.standings import find_match, games_of

if TYPE_CHECKING:
    from bot.app import PaperSoccer

MOST_CHOICES = 25


async def list_games(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """Answer with one's running matches, those that wait first."""
    player, games = await _own_games(interaction)
    words = games_lines(games, player, reader_language(interaction))
    await say_privately(interaction, words, suppress_embeds=True)


async def _own_games(
    interaction: discord.Interaction["PaperSoccer"],
) -> tuple[PlayerId | None, list[Described]]:
    """Who asks, None for who has never played, and their running matches."""
    bot = interaction.client
    player = await bot.people.known(interaction.user)
    if player is None:
        return None, []
    async with bot.store.reading() as uow:
        return player, await _described(bot, uow, await games_of(uow, player), player)


async def meant_match(
    uow: UnitOfWork,
    interaction: discord.Interaction["PaperSoccer"],
    player: PlayerId,
    match_id: int | None,
    *,
    to_move: bool,
) -> MatchId:
    """The match that was named, or the one that is meant without a name; `to_move` as it must wait
    for this player. Raises Refused with a list of what could be meant.
    """
    if match_id is not None:
        return MatchId(match_id)
    try:
        found = await find_match(uow, player, interaction.channel_id or 0, to_move=to_move)
    except WhichMatch as error:
        games = await _described(interaction.client, uow, error.matches, player)
        language = reader_language(interaction)
        raise Refused(which_match_lines(games, player, language, to_move=to_move)) from error
    return found.id


async def _described(
    bot: "PaperSoccer", uow: UnitOfWork, games: Sequence[Match], player: PlayerId
) -> list[Described]:
    people = await uow.players.people({match.opponent_of(player) for match in games})
    return [
        Described(
            match,
            people[match.opponent_of(player)],
            await uow.places.board_of(match.id),
            obstacle_in(bot, match),
        )
        for match in games
    ]


async def complete_match(
    interaction: discord.Interaction["PaperSoccer"], typed: str
) -> list[app_commands.Choice[int]]:
    """One's running matches, those that wait first, as far as they contain what is typed."""
    language = reader_language(interaction)
    _, games = await _own_games(interaction)
    choices = []
    for match, other in ((game.match, game.opponent) for game in games):
        name = language.say(
            "{number}: against {name}, {variant}",
            number=match.id,
            name=shown_name(other, language),
            variant=variant_name(match.terms.variant, language),
        )
        if typed.casefold() in name.casefold():
            choices.append(app_commands.Choice(name=shortened(name), value=int(match.id)))
    return choices[:MOST_CHOICES]
