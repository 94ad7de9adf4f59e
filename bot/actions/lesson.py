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

if TYPE_CHECKING:
    from bot.app import PaperSoccer


async def open_lessons(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """The first lesson in a private message of its own."""
    pictures, language = interaction.client.pictures, reader_language(interaction)
    showing = await in_time(interaction, show_lesson(0, "", pictures, language), anew=True)
    await say_privately(
        interaction,
        showing.content,
        file=showing.file(),
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
    pictures, language = interaction.client.pictures, reader_language(interaction)
    showing = await in_time(interaction, show_lesson(number, steps, pictures, language))
    await edit_tapped(
        interaction, content=showing.content, attachments=[showing.file()], view=showing.view
    )


async def show_lesson(number: int, steps: str, pictures: Pictures, language: Language) -> Showing:
    """A lesson as a message, with these steps drawn. IllegalTurnError."""
    lesson = LESSONS[number]
    so_far = lesson.drafted(steps)
    verdict = lesson.verdict(so_far)
    return Showing(
        content=lesson_lines(number, verdict, language),
        picture=Picture(
            await pictures.draw(example_scene(lesson.game, steps, language)),
            f"lesson-{number + 1}-{steps}.png",
            example_text(Example(lesson.game, steps), language),
        ),
        view=lesson_view(number, so_far, verdict, DEFAULT, language),
    )
