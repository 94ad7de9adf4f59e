"""The pages of the rules: buttons to turn them, and one that leads to the lessons."""

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.failures import Refused
from bot.i18n import Language
from bot.views.tap import Tap, static_view

if TYPE_CHECKING:
    from bot.app import PaperSoccer


class GuideTap(
    Tap,
    template=r"psg:(?P<subject>[a-z-]{2,40}|[mc]\d{1,19}):(?P<page>\d{1,3})"
    r":(?P<act>first|previous|here|next|last)",
):
    """A button of a page: whose rules (a preset's key, `m` with a match's id or `c` with a
    challenge's), which page, and where it leads.
    """

    def __init__(self, button: discord.ui.Button[Any], subject: str, page: int, act: str) -> None:
        button.custom_id = f"psg:{subject}:{page}:{act}"
        super().__init__(button)
        self.subject = subject
        self.page = page
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, match["subject"], int(match["page"]), match["act"])

    @classmethod
    def gone(cls, language: Language) -> Exception:
        """Somebody taps faster than pages turn."""
        return page_is_gone(language)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Turn to another page."""
        # Imported here: the action shows pages, whose buttons these are.
        from bot.actions.guide import turn_page

        await turn_page(interaction, self.subject, self.page, self.name)


class LearnTap(Tap, template=r"psl:learn"):
    """*Learn by playing*: opens the first lesson."""

    def __init__(self, button: discord.ui.Button[Any]) -> None:
        button.custom_id = "psl:learn"
        super().__init__(button)

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """There is only this one."""
        return cls(button)

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Open the first lesson in a message of its own."""
        from bot.actions.lesson import open_lessons

        await open_lessons(interaction)


class OpenGuideTap(Tap, template=r"psg:(?P<subject>[a-z-]{2,40}|[mc]\d{1,19})"):
    """Opens the rules in a message of their own."""

    def __init__(self, button: discord.ui.Button[Any], subject: str) -> None:
        button.custom_id = f"psg:{subject}"
        super().__init__(button)
        self.subject = subject

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, match["subject"])

    async def act(self, interaction: discord.Interaction["PaperSoccer"]) -> None:
        """Open the first page."""
        from bot.actions.guide import open_guide_of

        await open_guide_of(interaction, self.subject)


def guide_view(subject: str, page: int, count: int, language: Language) -> discord.ui.View:
    """« ‹ n/m › » and *Learn by playing*; what leads nowhere is disabled, never removed."""
    view = static_view()
    here = language.say("{number}/{count}", number=page + 1, count=count)
    at_start, at_end = page == 0, page == count - 1
    for label, act, disabled in (
        ("«", "first", at_start),
        ("‹", "previous", at_start),
        (here, "here", True),
        ("›", "next", at_end),
        ("»", "last", at_end),
    ):
        style = discord.ButtonStyle.secondary
        if act == "next" and not disabled:
            style = discord.ButtonStyle.primary
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, style=style, disabled=disabled, row=0
        )
        view.add_item(GuideTap(button, subject, page, act))
    view.add_item(learn_button(language, row=1))
    return view


def help_view(subject: str, language: Language) -> discord.ui.View:
    """Under the overview and the first sentences: *Learn by playing*, and the rules."""
    view = static_view()
    view.add_item(learn_button(language, row=0))
    view.add_item(rules_button(subject, language, row=0))
    return view


def learn_button(language: Language, *, row: int) -> LearnTap:
    """*Learn by playing*."""
    label = language.say("Learn by playing")
    style = discord.ButtonStyle.primary if row == 0 else discord.ButtonStyle.secondary
    return LearnTap(discord.ui.Button(label=label, style=style, row=row))


def rules_button(subject: str, language: Language, *, row: int) -> OpenGuideTap:
    """*Rules with pictures*."""
    label = language.say("Rules with pictures")
    return OpenGuideTap(discord.ui.Button(label=label, row=row), subject)


def page_is_gone(language: Language) -> Refused:
    """A button that its message has no more."""
    return Refused(language.say("You have moved on already: use the buttons as they are now."))
