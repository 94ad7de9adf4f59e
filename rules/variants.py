"""The games by name: one list that commands, help, tests and documents walk over."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import InvalidRulesetError
from rules.gridball import Gridball
from rules.gridball_field import Field
from rules.paper_soccer import Bounce, OwnGoal, PaperSoccer
from rules.position import Ruleset


@dataclass(frozen=True, slots=True)
class Variant:
    """A preset: its key, which is stored and never changes, and its rules."""

    key: str
    ruleset: Ruleset


VARIANTS: tuple[Variant, ...] = (
    Variant("standard", PaperSoccer()),
    Variant("small", PaperSoccer(width=6, height=8)),
    Variant("large", PaperSoccer(width=10, height=14)),
    Variant("no-double-bounce", PaperSoccer(bounce=Bounce.ONCE)),
    Variant("no-bounce", PaperSoccer(bounce=Bounce.NONE)),
    Variant("texas", PaperSoccer(crossing_diagonals=False)),
    Variant("gridball", Gridball()),
    Variant("gridball-classic", Gridball(Field.CLASSIC)),
)

_GAMES: dict[str, type[PaperSoccer | Gridball]] = {
    PaperSoccer.game: PaperSoccer,
    Gridball.game: Gridball,
}


OPTION_WORDS: Mapping[str, tuple[str, ...]] = {
    "bounce": tuple(Bounce),
    "own_goal": tuple(OwnGoal),
    "field": tuple(Field),
}
"""The words that an option may be, in whichever game has it."""


def find_variant(key: str) -> Variant:
    """The preset of that key; KeyError if there is none."""
    for variant in VARIANTS:
        if variant.key == key:
            return variant
    raise KeyError(key)


def variant_of(ruleset: Ruleset) -> Variant | None:
    """The preset that has exactly these rules; None for a custom game."""
    return next((variant for variant in VARIANTS if variant.ruleset == ruleset), None)


def read_ruleset(game: str, options: Mapping[str, object]) -> Ruleset:
    """The ruleset that `game` and `options()` describe; InvalidRulesetError."""
    if game not in _GAMES:
        raise InvalidRulesetError("game", f"must be one of {', '.join(_GAMES)}", _GAMES)
    try:
        return _GAMES[game](**options)  # type: ignore[arg-type]  # checked by the ruleset itself
    except TypeError:
        raise InvalidRulesetError("options", "unknown option") from None
