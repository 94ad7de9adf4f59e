"""The lessons: three positions, one private message, and no memory but its buttons."""

from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped, in_time
from bot.actions.variants import DEFAULT
from bot.failures import say_privately
from bot.guide import LESSONS, Verdict
from bot.guide.example import Example
from bot.guide.scenes import example_scene
from bot.i18n import Language, reader_language
from bot.pictures import Picture, Pictures
from bot.showing import Showing
from bot.views.guide import page_is_gone
from bot.views.lesson import lesson_view
from bot.wording.guide import example_text
from bot.wording.lesson import lesson_lines
from bot.wording.reading import example_in_words

if TYPE_CHECKING:
    from bot.app import PaperSoccer


async def open_lessons(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """The first lesson in a private message of its own."""
    bot, language = interaction.client, reader_language(interaction)
    reads = await bot.people.reads(interaction.user)
    lesson = show_lesson(0, "", bot.pictures, language, reads=reads)
    showing = await in_time(interaction, lesson, anew=True)
    await say_privately(
        interaction,
        showing.content,
        files=showing.files(),
        view=showing.view or discord.utils.MISSING,
    )


async def act_on_lesson(
    interaction: discord.Interaction["PaperSoccer"], number: int, steps: str, act: str
) -> None:
    """One tap: draw, take back, or go on. IllegalTurnError for a line that cannot be drawn, and
    Refused for a lesson that there is not.
    """
    if number >= len(LESSONS):
        raise page_is_gone(reader_language(interaction))
    if act == "next":
        so_far = LESSONS[number].drafted(steps)
        if LESSONS[number].verdict(so_far) is Verdict.SOLVED:
            number, steps = (number + 1) % len(LESSONS), ""
    elif act == "back":
        steps = steps[:-1]
    else:
        steps += act
    bot, language = interaction.client, reader_language(interaction)
    reads = await bot.people.reads(interaction.user)
    lesson = show_lesson(number, steps, bot.pictures, language, reads=reads)
    showing = await in_time(interaction, lesson)
    await edit_tapped(
        interaction, content=showing.content, attachments=showing.files(), view=showing.view
    )


async def show_lesson(
    number: int, steps: str, pictures: Pictures, language: Language, *, reads: bool
) -> Showing:
    """A lesson as a message with these steps drawn, in words for who reads. IllegalTurnError."""
    lesson = LESSONS[number]
    so_far = lesson.drafted(steps)
    verdict = lesson.verdict(so_far)
    lines = lesson_lines(number, verdict, language)
    view = lesson_view(number, so_far, verdict, DEFAULT, language, reads=reads)
    example = Example(lesson.game, steps)
    if reads:
        return Showing(example_in_words(lines, example, language), None, view)
    picture = Picture(
        await pictures.draw(example_scene(lesson.game, steps, language)),
        f"lesson-{number + 1}-{steps}.png",
        example_text(example, language),
    )
    return Showing(lines, picture, view)
