"""Why the clock of a match stands still."""

from enum import Flag

from rules import Player


class Pause(Flag):
    """What keeps time from running, any number of them at once; the values are stored."""

    NONE = 0
    HIDDEN = 1
    """The board cannot be shown where the match is played."""
    SERVER_AWAY = 2
    """Discord reports the server unavailable, or the bot is not in it."""
    FIRST_AWAY = 4
    """The first player is on leave."""
    SECOND_AWAY = 8

    @classmethod
    def away(cls, side: Player) -> "Pause":
        """The pause while this side is on leave."""
        return cls.FIRST_AWAY if side is Player.FIRST else cls.SECOND_AWAY

    @property
    def rank(self) -> int:
        """How far behind the others a list puts a match with these pauses: 0 while its time runs, 2
        if nobody can see it.
        """
        return 2 if self & OUT_OF_REACH else int(bool(self))


OUT_OF_REACH = Pause.HIDDEN | Pause.SERVER_AWAY
"""Nobody can see the match where it is played."""
