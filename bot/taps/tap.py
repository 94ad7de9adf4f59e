"""The base of every button and menu: its state is its id, and whatever goes wrong reaches who
tapped.
"""

import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord.ui.select import BaseSelect

from bot.failures import answer_failure
from bot.i18n import Language
from bot.pace import keeps_pace
from matches.errors import StaleMatch

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class Acting:
    """What buttons and menus have in common.

    discord.py only logs what a callback of such an item raises: `callback` catches it, and
    subclasses say what a tap does in `act`.
    """

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Why a tap on such an item does nothing once the message has it no more."""
        return StaleMatch()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Act, and answer for whatever is raised."""
        await interaction.client.underway.answer(self._act(interaction))

    async def _act(self, interaction: discord.Interaction[Any]) -> None:
        try:
            if await keeps_pace(interaction):
                await self.act(interaction)
        except Exception as error:
            await answer_failure(interaction, error)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """What the tap does."""
        raise NotImplementedError


class Tap(Acting, discord.ui.DynamicItem[discord.ui.Button[Any]], template="ps-never"):
    """A button that is made from its id alone."""

    def __init__(self, button: discord.ui.Button[Any]) -> None:
        super().__init__(button)

    @classmethod
    def takes(cls, custom_id: str) -> bool:
        """Whether the id is one of these buttons."""
        return cls.__discord_ui_compiled_template__.fullmatch(custom_id) is not None

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the state back from the id."""
        if not isinstance(item, discord.ui.Button):
            raise TypeError(f"{cls.__name__} is a button")
        return cls.read(item, match)

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        raise NotImplementedError


class Choice(Acting, discord.ui.DynamicItem[BaseSelect[Any]], template="ps-never-chosen"):
    """A menu that is made from its id alone; `chosen` is what was chosen in it."""

    def __init__(self, menu: BaseSelect[Any], name: str) -> None:
        super().__init__(menu)
        self.name = name

    @property
    def chosen(self) -> list[Any]:
        """Texts, or what the kind of menu lets choose: users, channels, roles."""
        return list(self.item.values)

    @classmethod
    def takes(cls, custom_id: str) -> bool:
        """Whether the id is one of these menus."""
        return cls.__discord_ui_compiled_template__.fullmatch(custom_id) is not None

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read back from the id which menu it is."""
        if not isinstance(item, BaseSelect):
            raise TypeError(f"{cls.__name__} is a menu")
        return cls(item, match["name"])
