"""The command tree, its errors and its languages."""

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

from bot.commands import information, playing
from bot.commands.leaderboard import leaderboard
from bot.commands.profile import profile, profile_of_member
from bot.failures import answer_failure
from bot.i18n import LANGUAGES, language
from bot.pace import keeps_pace

if TYPE_CHECKING:
    from bot.app import PaperSoccer


_AnyCommand: TypeAlias = (
    app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
)


class SoccerTree(app_commands.CommandTree["PaperSoccer"]):
    """A tree whose errors reach whoever typed the command, and whose commands are seen through.

    Nobody can install the bot for themself: in a server without it no board could be shown.
    """

    def __init__(self, client: "PaperSoccer") -> None:
        super().__init__(
            client, allowed_installs=app_commands.AppInstallationType(guild=True, user=False)
        )

    async def _call(self, interaction: "discord.Interaction[PaperSoccer]") -> None:
        await interaction.client.underway.answer(self._call_in_pace(interaction))

    async def _call_in_pace(self, interaction: "discord.Interaction[PaperSoccer]") -> None:
        typing = interaction.type is discord.InteractionType.autocomplete
        if typing or await keeps_pace(interaction):
            await super()._call(interaction)

    async def on_error(
        self,
        interaction: "discord.Interaction[PaperSoccer]",
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Answer in words; see `bot.failures`."""
        if interaction.type is not discord.InteractionType.autocomplete:
            await answer_failure(interaction, error)


class CommandTranslator(app_commands.Translator):
    """Descriptions, choices and menus in the languages that have a catalogue."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None keeps the English one."""
        catalogue = LANGUAGES.get(str(locale))
        if catalogue in (None, "en") or _is_typed(context):
            return None
        words = string.extras.get("words")
        reader = language(locale)
        translated = reader.say(string.message) if words is None else words(reader)
        return None if translated == string.message else translated


def _is_typed(context: app_commands.TranslationContextTypes) -> bool:
    """Whether it is the name of a command or an option: help names them, so they stay as they are.

    The name of a menu is read and tapped.
    """
    if context.location is app_commands.TranslationContextLocation.command_name:
        return not isinstance(context.data, app_commands.ContextMenu)
    return context.location in (
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
    )


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Add every command, in the order in which help lists them."""
    commands: tuple[_AnyCommand, ...] = (
        playing.play,
        playing.challenge,
        playing.move,
        playing.board,
        playing.games,
        playing.resign,
        leaderboard,
        profile,
        information.rules_command,
        information.help_command,
        information.soccer,
        playing.challenge_member,
        profile_of_member,
    )
    for command in commands:
        tree.add_command(command)
