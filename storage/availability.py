"""Whether the database can be used now: the operator is told of a change, not of each try."""

import logging
import time
from collections.abc import Callable

logger = logging.getLogger(__name__)

TELL_AGAIN_AFTER = 600.0
"""Seconds: small things may still find room on a full disk, so that trouble comes and goes."""


class Availability:
    """What the operator knows of. `seconds` gives the time, from anywhere on."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._told_at: dict[str, float] = {}
        self._trouble = ""

    def fails(self, sentence: str) -> None:
        """Something could not be stored or read; the sentence says why and what to do."""
        now = self._seconds()
        told_at = self._told_at.get(sentence)
        if told_at is None or now - told_at >= TELL_AGAIN_AFTER:
            logger.error("%s; until then players are asked to try again", sentence)
            self._told_at[sentence] = now
            self._trouble = sentence

    def works(self) -> None:
        """Something was stored."""
        if self._trouble:
            logger.info("the database has taken a change again")
            self._trouble = ""
