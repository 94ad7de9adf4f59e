"""The rules as pages in a private message; which page is shown stands in its buttons."""

from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped, in_time
from bot.challenges import find_challenge
from bot.failures import say_privately
from bot.guide import pages_of
from bot.guide.scenes import page_scene
from bot.i18n import Language, reader_language
from bot.pictures import Picture, Pictures
from bot.showing import Showing
from bot.views.guide import guide_view
from bot.wording.guide import example_text, guide_lines
from bot.wording.reading import example_in_words
from matches.challenge import Challenge
from matches.errors import UnknownChallenge, UnknownMatch
from matches.ids import ChallengeId, MatchId
from matches.match import Match
from rules import Ruleset, find_variant

if TYPE_CHECKING:
    from bot.app import PaperSoccer


def subject_of(one: Match | Challenge) -> str:
    """How buttons name these rules: by a preset's key, or by who plays the custom game."""
    if one.terms.variant is not None:
        return one.terms.variant
    return f"m{one.id}" if isinstance(one, Match) else f"c{one.id}"


async def open_guide(
    interaction: discord.Interaction["PaperSoccer"], subject: str, ruleset: Ruleset
) -> None:
    """The first page in a private message of its own."""
    bot, language = interaction.client, reader_language(interaction)
    reads = await bot.people.reads(interaction.user)
    page = show_page(subject, ruleset, 0, bot.pictures, language, reads=reads)
    showing = await in_time(interaction, page, anew=True)
    await say_privately(
        interaction,
        showing.content,
        files=showing.files(),
        view=showing.view or discord.utils.MISSING,
    )


async def open_guide_of(interaction: discord.Interaction["PaperSoccer"], subject: str) -> None:
    """The same for the rules that a button names. Raises UnknownMatch, UnknownChallenge."""
    await open_guide(interaction, subject, await ruleset_of(interaction, subject))


async def turn_page(
    interaction: discord.Interaction["PaperSoccer"], subject: str, page: int, act: str
) -> None:
    """Show another page in the same message. Raises UnknownMatch, UnknownChallenge."""
    bot, language = interaction.client, reader_language(interaction)
    ruleset = await ruleset_of(interaction, subject)
    last = len(pages_of(ruleset)) - 1
    wanted = {"first": 0, "previous": page - 1, "next": page + 1, "last": last}.get(act, page)
    number = min(max(wanted, 0), last)
    reads = await bot.people.reads(interaction.user)
    showing = await in_time(
        interaction, show_page(subject, ruleset, number, bot.pictures, language, reads=reads)
    )
    await edit_tapped(
        interaction, content=showing.content, attachments=showing.files(), view=showing.view
    )


async def show_page(
    subject: str,
    ruleset: Ruleset,
    number: int,
    pictures: Pictures,
    language: Language,
    *,
    reads: bool,
) -> Showing:
    """A page as a message, in words for who reads it."""
    pages = pages_of(ruleset)
    page = pages[number]
    lines = guide_lines(ruleset, page, language)
    view = guide_view(subject, number, len(pages), language)
    if reads:
        return Showing(example_in_words(lines, page.example, language), None, view)
    picture = Picture(
        await pictures.draw(page_scene(page, language)),
        f"rules-{page.key}.png",
        example_text(page.example, language),
    )
    return Showing(lines, picture, view)


async def ruleset_of(interaction: discord.Interaction["PaperSoccer"], subject: str) -> Ruleset:
    """The rules that a button names; a preset that there is no more counts as a lost match."""
    store = interaction.client.store
    kind, number = subject[0], subject[1:]
    if number.isdecimal():
        async with store.reading() as uow:
            if kind == "c":
                return (await find_challenge(uow, ChallengeId(int(number)))).terms.ruleset
            match = await uow.matches.get(MatchId(int(number)))
        if match is None:
            raise UnknownMatch
        return match.terms.ruleset
    try:
        return find_variant(subject).ruleset
    except KeyError:
        raise UnknownChallenge from None
