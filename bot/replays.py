"""Matches looked back on: single boards in words and as scenes, and moving pictures of them.

A board is worded and a moving picture is drawn in threads; the newest moving pictures are kept.
"""

import asyncio
from collections import OrderedDict
from typing import NamedTuple

import renderer
from bot.i18n import Language
from bot.pictures import Picture
from bot.scenes import scene_of
from bot.wording.alternative import board_text
from bot.wording.reading import board_in_words
from bot.wording.records import moving_text, record_lines, replay_line
from matches.replaying import board_after
from matches.standings import BoardState
from renderer import PAPER, Scene, Theme
from rules import Game

MOST_KEPT = 16
"""Moving pictures, of some 150 kB each."""


class Step(NamedTuple):
    """What one board of a match shows; the picture is drawn later."""

    turn: int
    total: int
    words: str
    scene: Scene
    description: str
    """The alternative text."""
    read: str
    """What there is instead of words and picture for who does not look."""


def step_of(
    whole: BoardState, turn: int | None, language: Language, *, attached: bool = False
) -> Step:
    """The board after so many turns; without a number, the last one. It replays the turns.

    `attached` says that the message carries the record.
    """
    total = len(whole.match.game.turns)
    shown = total if turn is None else min(max(turn, 0), total)
    state = board_after(whole, shown)
    words = record_lines(whole, language)
    if total:
        words += "\n" + replay_line(state, language)
    return Step(
        shown,
        total,
        words,
        scene_of(state, language),
        board_text(state, language, attached=attached),
        board_in_words(words, state, language, pictured=False),
    )


class Replays:
    """Draws moving pictures, one at a time, and remembers the newest."""

    def __init__(self) -> None:
        # One takes as long as twenty boards, and boards must not wait for many.
        self._turn = asyncio.Semaphore()
        self._kept: OrderedDict[tuple[Scene, Scene, Theme], bytes] = OrderedDict()

    async def draw(self, state: BoardState, language: Language, theme: Theme = PAPER) -> Picture:
        """The turns of a match one after the other, up to its board as it stands."""
        last = board_after(state, len(state.match.game.turns))
        opening = scene_of(board_after(state, 0), language)
        scene, game = scene_of(last, language), last.match.game
        return Picture(
            await self._moving(game, scene, opening, theme),
            f"match-{last.match.id}-{len(game.turns)}.gif",
            moving_text(last, language),
        )

    async def _moving(self, game: Game, board: Scene, opening: Scene, theme: Theme) -> bytes:
        async with self._turn:
            key = board, opening, theme
            known = self._kept.get(key)
            if known is None:
                known = await asyncio.to_thread(_drawn, game, board, opening, theme)
                self._kept[key] = known
            self._kept.move_to_end(key)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return known


def _drawn(game: Game, board: Scene, opening: Scene, theme: Theme) -> bytes:
    return renderer.render_replay(renderer.frames_of(game, board, opening), theme)
