"""A custom game as somebody asks for it, possible or not, and what its buttons carry of it."""

import re
from collections import OrderedDict
from dataclasses import dataclass
from typing import Self

from matches.ids import PlayerId
from matches.terms import Terms, TurnTime
from rules import Ruleset
from rules.custom import BOUNCES, GOAL_WIDTHS, custom_game
from rules.errors import InvalidRulesetError

LONGEST_SIZE = 12
"""Characters of a typed size that are kept."""

_SIZE = re.compile(
    r"(\d{1,4})(?:\s*(?:[x×\u0445\u2715\u2716*·,;:/-]|by)\s*|\s+)(\d{1,4})", re.IGNORECASE
)
"""Two numbers and what people put between them, the Cyrillic letter like an x among it."""
_FLAGS = ("wall_bounce", "own_goal", "crossing_diagonals")


@dataclass(frozen=True, slots=True)
class Wish:
    """What the form holds: the size as it was typed, everything else as it was chosen."""

    size: str = "8 × 10"
    goal_width: int = 2
    bounce: str = BOUNCES[0]
    wall_bounce: bool = True
    own_goal: bool = True
    crossing_diagonals: bool = True

    def ruleset(self) -> Ruleset:
        """The game that was asked for; InvalidRulesetError if it cannot be played.

        A size that is none is the error of the option `size`.
        """
        found = _SIZE.fullmatch(self.size.strip())
        if found is None:
            raise InvalidRulesetError("size", "must be a width and a height")
        return custom_game(
            (int(found[1]), int(found[2])),
            goal_width=self.goal_width,
            bounce=self.bounce,
            wall_bounce=self.wall_bounce,
            own_goal=self.own_goal,
            crossing_diagonals=self.crossing_diagonals,
        )

    def code(self) -> str:
        """All of it in at most 15 characters: goal width, bounce and flags as digits, the size."""
        flags = sum(getattr(self, flag) << bit for bit, flag in enumerate(_FLAGS))
        return f"{self.goal_width}{BOUNCES.index(self.bounce)}{flags}{one_line(self.size)}"

    @classmethod
    def read(cls, code: str) -> Self:
        """The wish that a code stands for; ValueError for anything else."""
        digits, size = code[:3], code[3:]
        if not re.fullmatch(r"[0-9]{3}", digits):
            raise ValueError(f"not a custom game: {code!r}")
        goal_width, bounce, flags = map(int, digits)
        if goal_width not in GOAL_WIDTHS or bounce >= len(BOUNCES) or flags >= 1 << len(_FLAGS):
            raise ValueError(f"not a custom game: {code!r}")
        wall_bounce, own_goal, crossing_diagonals = (
            bool(flags >> bit & 1) for bit in range(len(_FLAGS))
        )
        return cls(size, goal_width, BOUNCES[bounce], wall_bounce, own_goal, crossing_diagonals)


def one_line(size: str) -> str:
    """A typed size without what is not printed, and no longer than is kept."""
    return "".join(c if c.isprintable() else " " for c in size)[:LONGEST_SIZE].strip()


@dataclass(frozen=True, slots=True)
class Offer:
    """A challenge to a custom game that is not sent yet; without an opponent it is open."""

    opponent: PlayerId | None
    time: TurnTime
    wish: Wish = Wish()

    def terms(self) -> Terms:
        """What it offers, always unrated; InvalidRulesetError if it cannot be played."""
        return Terms(self.wish.ruleset(), self.time, rated=False)

    def code(self) -> str:
        """All of it in at most 40 characters."""
        return f"{self.opponent or 0}:{self.time.value}:{self.wish.code()}"

    @classmethod
    def read(cls, code: str) -> Self:
        """The offer that a code stands for; ValueError for anything else."""
        opponent, time, wish = code.split(":", 2)
        return cls(PlayerId(int(opponent)) or None, TurnTime(time), Wish.read(wish))


MOST_REMEMBERED = 1000


class ShownOffers:
    """What private messages with an offer show now, as far as that changed lately.

    Two taps may come at once, and one may cross the answer to another: the second finds here that
    the offer was sent, changed or cancelled. A restart forgets this; by then nobody taps at once.
    """

    def __init__(self) -> None:
        self._shown: OrderedDict[int, Offer | None] = OrderedDict()

    def shows(self, message: int, offer: Offer) -> bool:
        """Whether the message still shows this offer."""
        return self._shown.get(message, offer) == offer

    def is_over(self, message: int) -> bool:
        """Whether the message shows no offer any more."""
        return message in self._shown and self._shown[message] is None

    def forget(self, message: int) -> None:
        """The message shows again what its buttons say."""
        self._shown.pop(message, None)

    def now_shows(self, message: int, offer: Offer | None) -> None:
        """From now on the message shows this offer, or none."""
        self._shown[message] = offer
        self._shown.move_to_end(message)
        if len(self._shown) > MOST_REMEMBERED:
            self._shown.popitem(last=False)
