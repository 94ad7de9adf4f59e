"""The weights of the judgement, tuned by games for each way of bouncing (`ai.tuning`)."""

import json
from array import array
from functools import cache
from pathlib import Path

from ai.field import NEVER, ONCE, UNLIMITED, Field

FILES = {UNLIMITED: "unlimited", ONCE: "once", NEVER: "none"}
LARGE = {UNLIMITED: "unlimited-large"}
PLACE = Path(__file__).parent / "tuned"
COMMON_WIDTH, COMMON_HEIGHT = 8, 10
"""Hidden units are tuned for pitches up to this size. On larger ones several points count as one,
and they would add up what they never met: weights without them serve any size.
"""


def weights_of(field: Field) -> "array[int]":
    """The weights for a ruleset; nobody may change them."""
    size = field.ruleset.width, field.ruleset.height
    is_large = size[0] > COMMON_WIDTH or size[1] > COMMON_HEIGHT
    usual = FILES[field.bounce]
    return _kept(LARGE.get(field.bounce, usual) if is_large else usual)


@cache
def _kept(name: str) -> "array[int]":
    return read_weights(PLACE / f"{name}.json")


def read_weights(file: Path) -> "array[int]":
    """The weights that a file holds."""
    return array("i", json.loads(file.read_text("utf-8")))
