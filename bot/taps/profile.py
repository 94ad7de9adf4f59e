"""Taps under a player's card, and what is chosen in the lists that it opens."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.actions.history import (
    filter_history,
    look_back,
    open_history,
    open_replays,
    open_versus,
    turn_history,
)
from bot.actions.profile import turn_card
from bot.i18n import Language
from bot.taps.tap import Choice, Tap
from bot.views.profile import (
    CARD_ID,
    FILTER_ID,
    HISTORY_ID,
    LOOK_BACK_ID,
    VERSUS_ID,
    Asked,
    list_is_gone,
)
from matches.ids import PlayerId

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class CardTap(Tap, template=CARD_ID):
    """A button of a card: whose, of which scope, and what it opens."""

    def __init__(
        self, button: discord.ui.Button[Any], player: PlayerId, scope: str, act: str
    ) -> None:
        super().__init__(button)
        self.player = player
        self.scope = scope
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, PlayerId(int(match["player"])), match["scope"], match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """The card has changed to the other scope."""
        return list_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Open what the button says."""
        if self.name == "history":
            await open_history(interaction, self.player, self.scope)
        elif self.name == "versus":
            await open_versus(interaction, self.player, self.scope, anew=True)
        elif self.name == "replays":
            await open_replays(interaction, self.player, self.scope)
        else:
            await turn_card(interaction, self.player, self.scope)


class HistoryTap(Tap, template=HISTORY_ID):
    """A button that leads to another page of a history."""

    def __init__(self, button: discord.ui.Button[Any], asked: Asked, act: str) -> None:
        super().__init__(button)
        self.asked = asked
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, Asked.read(match.groupdict()), match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than pages turn."""
        return list_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Turn to the page."""
        await turn_history(interaction, self.asked, self.name)


class HistoryChoice(Choice, template=FILTER_ID):
    """A menu that says which matches a history lists."""

    asked: Asked

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read back from the id what is chosen so far."""
        choice = await super().from_custom_id(interaction, item, match)
        choice.asked = Asked.read(match.groupdict())
        return choice

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody chooses faster than the list changes."""
        return list_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """List what was chosen."""
        await filter_history(interaction, self.asked, self.name, self.chosen)


class VersusChoice(Choice, template=VERSUS_ID):
    """The menu of opponents under a score."""

    scope: str

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read back from the id which matches are counted."""
        choice = await super().from_custom_id(interaction, item, match)
        choice.scope = match["scope"]
        return choice

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody chooses faster than the score changes."""
        return list_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Show the score against who was chosen."""
        await open_versus(interaction, PlayerId(int(self.chosen[0])), self.scope, anew=False)


class LookBackChoice(Choice, template=LOOK_BACK_ID):
    """The menu of matches to look back on."""

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """The list has changed."""
        return list_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Open the boards of the match."""
        await look_back(interaction, self.chosen[0])
