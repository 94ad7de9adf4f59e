"""Pictures for messages: drawn outside the event loop, each once, and worded for who cannot see."""

import asyncio
import io
from collections import OrderedDict
from dataclasses import dataclass

import discord

import renderer
from bot.i18n import Language
from bot.scenes import scene_of, theme_of
from bot.wording.alternative import board_text
from matches.standings import BoardState
from renderer import PAPER, Scene, Theme

MOST_KEPT = 64
"""Pictures, of some 12 kB each, and as many boards."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as messages have it."""

    content: bytes
    filename: str
    description: str
    """The alternative text."""

    def file(self) -> discord.File:
        """What a message is sent with, readable once."""
        return discord.File(io.BytesIO(self.content), self.filename, description=self.description)


class Pictures:
    """Draws scenes in threads and remembers the newest pictures: each once in a theme."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Scene, Theme], asyncio.Future[bytes]] = OrderedDict()
        self._boards: OrderedDict[tuple[int, str], tuple[BoardState, Picture]] = OrderedDict()

    async def draw(self, scene: Scene, theme: Theme = PAPER) -> bytes:
        """The picture of a scene, as PNG; private ones are on paper."""
        drawing = self._kept.get((scene, theme))
        if drawing is None or _failed(drawing):
            drawing = self._begin(scene, theme)
        else:
            self._kept.move_to_end((scene, theme))
        # Whoever stops waiting for it leaves it to the others.
        return await asyncio.shield(drawing)

    def _begin(self, scene: Scene, theme: Theme) -> asyncio.Future[bytes]:
        loop = asyncio.get_running_loop()
        drawing = loop.run_in_executor(None, renderer.render, scene, theme)
        self._kept[scene, theme] = drawing
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return drawing

    async def of_board(self, state: BoardState, language: Language) -> Picture:
        """A match's board; the one that is left behind and the one below it are the same."""
        key = state.match.id, language.tag
        known = self._boards.get(key)
        if known is not None and known[0] == state:
            return known[1]
        picture = await self._picture(state, language)
        self._boards[key] = state, picture
        self._boards.move_to_end(key)
        if len(self._boards) > MOST_KEPT:
            self._boards.popitem(last=False)
        return picture

    async def _picture(self, state: BoardState, language: Language) -> Picture:
        """The file's name changes with the board, as caches go by names."""
        match, draft = state.match, state.draft
        revision = 0 if draft is None else draft.revision
        return Picture(
            await self.draw(scene_of(state, language), theme_of(state.settings)),
            f"board-{match.id}-{match.version}-{revision}.png",
            board_text(state, language),
        )


def _failed(drawing: asyncio.Future[bytes]) -> bool:
    return drawing.done() and (drawing.cancelled() or drawing.exception() is not None)
