"""The commands of a match."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.actions.challenge import send_challenge
from bot.actions.computer import play_computer
from bot.actions.custom import ask_for_custom_game
from bot.actions.games import complete_match, list_games, meant_match
from bot.actions.moving import complete_turn, play_typed_turn, post_board_here
from bot.actions.permissions import require_challenger
from bot.actions.places import settings_here
from bot.actions.resign import ask_to_resign
from bot.actions.variants import complete_variant, read_variant, usual_time, usual_variant
from bot.commands.options import TIME_CHOICES, in_private_too
from bot.failures import Refused
from bot.i18n import reader_language
from matches.terms import Terms, TurnTime
from rules import find_variant
from rules.record import CUSTOM

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction


@app_commands.command(
    name="play",
    description=locale_str(
        "Paper soccer: play a friend, or the computer (piłkarzyki, papierfußball)"
    ),
)
@app_commands.describe(
    opponent=locale_str("Whom to play; nobody for the computer"),
    variant=locale_str("Which game; the usual one here if you leave it"),
    level=locale_str("How strong the computer plays, from 1 to 8"),
)
@app_commands.autocomplete(variant=complete_variant)
@in_private_too
async def play(
    interaction: Interaction,
    opponent: discord.User | None = None,
    variant: str | None = None,
    level: app_commands.Range[int, 1, 8] | None = None,
) -> None:
    """A challenge, or a game against the computer."""
    me = interaction.client.user
    if opponent is None or (me is not None and opponent.id == me.id):
        await play_computer(interaction, variant, level)
        return
    if not isinstance(opponent, discord.Member):
        raise Refused(
            reader_language(interaction).say(
                "You can challenge members of a server, there. `/play` without an opponent is a "
                "game against the computer, here as well."
            )
        )
    await _challenge(interaction, opponent, variant)


@app_commands.command(
    name="challenge",
    description=locale_str("Paper soccer: challenge a member, or anybody, to a match"),
)
@app_commands.describe(
    opponent=locale_str("Whom to challenge; nobody for an open challenge"),
    variant=locale_str("Which game; the usual one here if you leave it"),
    time=locale_str("The time for each turn; the usual one here if you leave it"),
    rated=locale_str(
        "Whether the match changes ratings; yes if you leave it, except in a custom game"
    ),
)
@app_commands.choices(time=TIME_CHOICES)
@app_commands.autocomplete(variant=complete_variant)
@app_commands.guild_only()
async def challenge(
    interaction: Interaction,
    opponent: discord.Member | None = None,
    variant: str | None = None,
    time: str | None = None,
    rated: bool = True,
) -> None:
    """A challenge to one person or to anybody."""
    chosen = None if time is None else TurnTime(time)
    await _challenge(interaction, opponent, variant, chosen, rated=rated)


@app_commands.context_menu(name=locale_str("Challenge to paper soccer"))
@app_commands.guild_only()
async def challenge_member(interaction: Interaction, member: discord.Member) -> None:
    """The same from a member's menu, on the usual terms."""
    await _challenge(interaction, member)


async def _challenge(
    interaction: Interaction,
    opponent: discord.Member | None,
    variant: str | None = None,
    time: TurnTime | None = None,
    *,
    rated: bool = True,
) -> None:
    """A challenge; what is left is as usual in this server."""
    language = reader_language(interaction)
    if opponent is not None and opponent.bot:
        raise Refused(language.say("Bots do not play. Challenge a person."))
    settings = await settings_here(interaction)
    require_challenger(interaction, settings)
    time = time or usual_time(settings)
    key = usual_variant(settings) if variant is None else read_variant(variant, language)
    if key == CUSTOM:
        await ask_for_custom_game(interaction, opponent, time)
    else:
        await send_challenge(interaction, opponent, Terms(find_variant(key).ruleset, time, rated))


@app_commands.command(name="move", description=locale_str("Paper soccer: play a turn by typing it"))
@app_commands.describe(
    turn=locale_str(
        "Digits (67), compass words (w nw) or arrows; pick one segment after the other"
    ),
    match=locale_str("Which match; the one that waits for you here if you leave it"),
)
@app_commands.autocomplete(turn=complete_turn)
@app_commands.autocomplete(match=complete_match)
@in_private_too
async def move(interaction: Interaction, turn: str, match: int | None = None) -> None:
    """A whole turn, or the beginning of one, which becomes the draft."""
    await play_typed_turn(interaction, turn, match)


@app_commands.command(
    name="board", description=locale_str("Paper soccer: show the board of your match again, here")
)
@app_commands.describe(match=locale_str("Which match; the one in this channel if you leave it"))
@app_commands.autocomplete(match=complete_match)
@in_private_too
async def board(interaction: Interaction, match: int | None = None) -> None:
    """The board again; in another channel this moves the match."""
    await post_board_here(interaction, match)


@app_commands.command(
    name="games",
    description=locale_str("Paper soccer: your matches, those that wait for you first"),
)
@in_private_too
async def games(interaction: Interaction) -> None:
    """A private list."""
    await list_games(interaction)


@app_commands.command(
    name="resign", description=locale_str("Paper soccer: give up a match, after a question")
)
@app_commands.describe(match=locale_str("Which match; the one in this channel if you leave it"))
@app_commands.autocomplete(match=complete_match)
@in_private_too
async def resign(interaction: Interaction, match: int | None = None) -> None:
    """A private question with two buttons."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.reading() as uow:
        meant = await meant_match(uow, interaction, player, match, to_move=False)
    await ask_to_resign(interaction, meant)
