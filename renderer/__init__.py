"""Pictures: a scene and a theme in, the bytes of a picture out. The only place that knows Pillow.

`render(scene, theme)`, `render_replay(frames_of(game, scene), theme)`, `render_card(scene, theme)`
and `render_curve(scene, theme)` are pure functions and may be called from any thread.
"""

from renderer.board import render
from renderer.card import CardScene, render_card
from renderer.chart import CurveScene, render_curve
from renderer.replay import Frame, frames_of, render_replay
from renderer.scene import Mark, Scene, Side, board_scene, empty_scene
from renderer.theme import DARK, HIGH_CONTRAST, PAPER, THEMES, Theme

__all__ = [
    "DARK",
    "HIGH_CONTRAST",
    "PAPER",
    "THEMES",
    "CardScene",
    "CurveScene",
    "Frame",
    "Mark",
    "Scene",
    "Side",
    "Theme",
    "board_scene",
    "empty_scene",
    "frames_of",
    "render",
    "render_card",
    "render_curve",
    "render_replay",
]
