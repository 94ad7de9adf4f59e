"""The base of buttons that name a match, the version that it was shown with, and an act."""

import re
from typing import Any, Self

import discord

from bot.taps.tap import Tap
from matches.ids import MatchId


class VersionTap(Tap, template="ps-never-versioned"):
    """Its id has the groups `match`, `version` and `act`."""

    def __init__(
        self, button: discord.ui.Button[Any], match: MatchId, version: int, act: str
    ) -> None:
        super().__init__(button)
        self.match = match
        self.version = version
        self.name = act

    @classmethod
    def read(cls, button: discord.ui.Button[Any], match: re.Match[str]) -> Self:
        """The tap that the parts of an id describe."""
        return cls(button, MatchId(int(match["match"])), int(match["version"]), match["act"])
