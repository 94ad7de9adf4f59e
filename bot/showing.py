"""A message as it should look now: lines, picture, alternative text and buttons."""

from dataclasses import dataclass

import discord

from bot.i18n import Language
from bot.pictures import Picture, Pictures
from bot.scenes import theme_of
from bot.views.board import board_view
from bot.views.challenge import challenge_view
from bot.wording.alternative import pitch_text
from bot.wording.board import board_lines
from bot.wording.challenge import ChallengeState, challenge_lines
from bot.wording.reading import board_in_words
from matches.challenge import ChallengeStatus
from matches.standings import BoardState
from renderer import empty_scene


@dataclass(frozen=True, slots=True)
class Showing:
    """The parts of a message. Its files and views are made anew for each request that sends it."""

    content: str
    picture: Picture | None
    """None for who reads the content instead."""
    view: discord.ui.View | None

    def files(self) -> list[discord.File]:
        """The picture, if there is one, with its alternative text; readable once."""
        return [] if self.picture is None else [self.picture.file()]


async def picture_of(state: BoardState, pictures: Pictures, language: Language) -> Picture | None:
    """A match's board as it is drawn; None if nobody looks at it."""
    return await pictures.of_board(state, language) if state.pictured else None


async def show_board(state: BoardState, pictures: Pictures, language: Language) -> Showing:
    """A match's board, as those who play it want it."""
    lines = board_lines(state, language)
    if state.in_words:
        lines = board_in_words(lines, state, language, pictured=state.pictured)
    return Showing(
        content=lines,
        picture=await picture_of(state, pictures, language),
        view=board_view(state, language),
    )


async def show_challenge(state: ChallengeState, pictures: Pictures, language: Language) -> Showing:
    """A challenge with its empty pitch; without buttons once it has ended."""
    challenge = state.challenge
    still_open = challenge.status is ChallengeStatus.OPEN
    return Showing(
        content=challenge_lines(state, language),
        picture=Picture(
            await pictures.draw(empty_scene(challenge.terms.ruleset), theme_of(state.settings)),
            f"pitch-{challenge.id}.png",
            pitch_text(challenge.terms, language),
        ),
        view=challenge_view(challenge, language) if still_open else None,
    )
