"""The weights of the judgement, tuned by games for each way of bouncing (`ai.tuning`)."""

import json
from array import array
from functools import cache
from pathlib import Path

from ai.field import NEVER, ONCE, UNLIMITED

FILES = {UNLIMITED: "unlimited", ONCE: "once", NEVER: "none"}
PLACE = Path(__file__).parent / "tuned"


@cache
def weights_of(bounce: int) -> "array[int]":
    """The weights for a number of bounces as `Field.bounce` tells it; nobody may change them."""
    return read_weights(PLACE / f"{FILES[bounce]}.json")


def read_weights(file: Path) -> "array[int]":
    """The weights that a file holds."""
    return array("i", json.loads(file.read_text("utf-8")))
