"""The weights of the judgement, tuned by games for each way of bouncing (`ai.tuning`)."""

import json
from array import array
from functools import cache
from pathlib import Path

from ai.field import NEVER, ONCE, UNLIMITED, Field

FILES = {UNLIMITED: "unlimited", ONCE: "once", NEVER: "none"}
PLACE = Path(__file__).parent / "tuned"
COMMON_WIDTH, COMMON_HEIGHT = 8, 10
"""Pitches up to this size have weights of their own. On larger ones, several points count as one of
those, so that hidden units would add up what they were never tuned for.
"""


def weights_of(field: Field) -> "array[int]":
    """The weights for a ruleset; nobody may change them."""
    size = field.ruleset.width, field.ruleset.height
    is_large = size[0] > COMMON_WIDTH or size[1] > COMMON_HEIGHT
    return _kept(FILES[field.bounce] + ("-large" if is_large else ""))


@cache
def _kept(name: str) -> "array[int]":
    return read_weights(PLACE / f"{name}.json")


def read_weights(file: Path) -> "array[int]":
    """The weights that a file holds."""
    return array("i", json.loads(file.read_text("utf-8")))
