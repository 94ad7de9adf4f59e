"""The two sides of a game."""

from enum import Enum


class Player(Enum):
    """The first player draws first, the second answers."""

    FIRST = "first"
    SECOND = "second"

    opponent: "Player"

    def __repr__(self) -> str:
        return f"Player.{self.name}"


# A plain attribute: the engine asks for the opponent after every segment.
Player.FIRST.opponent = Player.SECOND
Player.SECOND.opponent = Player.FIRST
