"""Pictures: a scene and a theme in, the bytes of a picture out. The only place that knows Pillow.

`render(scene, theme)` is a pure function and may be called from any thread.
"""

from renderer.board import render
from renderer.scene import Mark, Scene, Side, board_scene, empty_scene
from renderer.theme import DARK, HIGH_CONTRAST, PAPER, THEMES, Theme

__all__ = [
    "DARK",
    "HIGH_CONTRAST",
    "PAPER",
    "THEMES",
    "Mark",
    "Scene",
    "Side",
    "Theme",
    "board_scene",
    "empty_scene",
    "render",
]
