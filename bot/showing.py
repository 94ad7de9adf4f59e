"""A message as it should look now: lines, picture, alternative text and buttons."""

import io
from dataclasses import dataclass

import discord

from bot.i18n import Language
from bot.pictures import Pictures
from bot.scenes import scene_of
from bot.views.board import board_view
from bot.views.challenge import challenge_view
from bot.wording.alternative import board_text, pitch_text
from bot.wording.board import board_lines
from bot.wording.challenge import ChallengeState, challenge_lines
from matches.challenge import ChallengeStatus
from matches.standings import BoardState
from renderer import empty_scene


@dataclass(frozen=True, slots=True)
class Showing:
    """The parts of a message. Its files and views are made anew for each request that sends it."""

    content: str
    picture: bytes
    filename: str
    description: str
    view: discord.ui.View | None

    def file(self) -> discord.File:
        """The picture with its alternative text, readable once."""
        return discord.File(io.BytesIO(self.picture), self.filename, description=self.description)


async def show_board(state: BoardState, pictures: Pictures, language: Language) -> Showing:
    """A match's board. The file's name changes with the board, as caches go by names."""
    match, draft = state.match, state.draft
    revision = 0 if draft is None else draft.revision
    return Showing(
        content=board_lines(state, language),
        picture=await pictures.draw(scene_of(state, language)),
        filename=f"board-{match.id}-{match.version}-{revision}.png",
        description=board_text(state, language),
        view=board_view(state, language),
    )


async def show_challenge(state: ChallengeState, pictures: Pictures, language: Language) -> Showing:
    """A challenge with its empty pitch; without buttons once it has ended."""
    challenge = state.challenge
    still_open = challenge.status is ChallengeStatus.OPEN
    return Showing(
        content=challenge_lines(state, language),
        picture=await pictures.draw(empty_scene(challenge.terms.ruleset)),
        filename=f"pitch-{challenge.id}.png",
        description=pitch_text(challenge.terms, language),
        view=challenge_view(challenge, language) if still_open else None,
    )
