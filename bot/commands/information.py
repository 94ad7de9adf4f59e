"""Help, and what lives under `/soccer`."""

from importlib import metadata
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.actions.guide import open_guide
from bot.actions.variants import DEFAULT, complete_preset, read_preset
from bot.commands.offers import offer_draw, takeback
from bot.commands.options import in_private_too
from bot.commands.privacy import privacy
from bot.commands.records import export_record, import_record, replay
from bot.commands.settings import settings, setup
from bot.commands.voiding import void
from bot.failures import say_privately
from bot.i18n import reader_language
from bot.views.guide import help_view
from bot.wording.help import classic_rules
from bot.wording.marks import marks_legend
from bot.wording.privacy import about_lines
from rules import find_variant

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction


@app_commands.command(name="help", description=locale_str("Paper soccer: how to play, start here"))
@in_private_too
async def help_command(interaction: Interaction) -> None:
    """The game in a few sentences, and where to begin."""
    language = reader_language(interaction)
    words = [
        f"**{language.say('Paper soccer')}**",
        *classic_rules(language),
        marks_legend(find_variant(DEFAULT).ruleset, language),
        "",
        language.say(
            "`/play` begins a game against the computer, or with a name a challenge; `/challenge` "
            "lets you choose the terms, and without a name anybody may accept."
        ),
        language.say("Tap the arrows under the board to draw, or type a turn with `/move`."),
        language.say("`/rules` shows the game in pictures, whichever variant you choose."),
        language.say("`/games` lists your matches; `/board` shows a board again where you are."),
        language.say("`/profile` shows ratings and results, and leads to replays."),
    ]
    await say_privately(interaction, "\n".join(words), view=help_view(DEFAULT, language))


@app_commands.command(
    name="rules", description=locale_str("Paper soccer: the rules in pictures, for every variant")
)
@app_commands.describe(variant=locale_str("Which game; the classic one if you leave it"))
@app_commands.autocomplete(variant=complete_preset)
@in_private_too
async def rules_command(interaction: Interaction, variant: str = DEFAULT) -> None:
    """Private pages with buttons."""
    key = read_preset(variant, reader_language(interaction))
    await open_guide(interaction, key, find_variant(key).ruleset)


soccer = in_private_too(
    app_commands.Group(name="soccer", description=locale_str("Paper soccer: everything else"))
)
soccer.add_command(offer_draw)
soccer.add_command(takeback)
soccer.add_command(replay)
soccer.add_command(export_record)
soccer.add_command(import_record)
soccer.add_command(settings)
soccer.add_command(setup)
soccer.add_command(void)
soccer.add_command(privacy)


@soccer.command(name="about", description=locale_str("Paper soccer: what this bot is"))
async def about(interaction: Interaction) -> None:
    """Version, what the game is, and what is stored."""
    language = reader_language(interaction)
    words = [
        language.say(
            "**Paper soccer**, version {version}.", version=metadata.version("paper-soccer")
        ),
        language.say(
            "The pencil-and-paper game for two, also known as piłkarzyki na kartce, Papierfußball, "
            "fútbol de papel and Papirfotball. Free and open source (MIT)."
        ),
        language.say(
            "It stores your Discord id, the name you show, your challenges, matches and ratings, "
            "what you choose in `/soccer settings`, which hints you have been told, and nothing "
            "else. It reads no messages. `/soccer privacy` says why, hands all of it out, and "
            "deletes it."
        ),
        *about_lines(interaction.client.about, language),
    ]
    await say_privately(interaction, "\n".join(words))
