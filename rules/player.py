"""The two sides of a game."""

from enum import Enum


class Player(Enum):
    """The first player draws first, the second answers."""

    FIRST = "first"
    SECOND = "second"

    opponent: "Player"

    # There is one of each, so identity is enough; an enum's own hash is slow, and asked for often.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Player.{self.name}"


# A plain attribute: the engine asks for the opponent after every segment.
Player.FIRST.opponent = Player.SECOND
Player.SECOND.opponent = Player.FIRST
