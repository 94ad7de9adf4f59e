"""The pages of the rules, as data, and which of them belong to a game."""

from dataclasses import dataclass
from functools import lru_cache

from bot.guide.claims import (
    Across,
    Attacks,
    Claim,
    CutsCorner,
    Does,
    DrawAfter,
    Drawn,
    Due,
    Ended,
    GoesOn,
    LongPenalty,
    Offers,
    OnEdge,
    OnLine,
    OnPost,
    OnWall,
    Penalties,
    Played,
    Refused,
    ToMove,
    TurnsOf,
)
from bot.guide.example import Example, example_of, staged
from rules import Effect, Player, Reason, Refusal, RulesError, Ruleset, StepKind

YOU, OPPONENT = Player.FIRST, Player.SECOND


@dataclass(frozen=True, slots=True)
class PageData:
    """A page: its key, and ways to a position of which all claims hold.

    The ways are directions from the start, the nicest first: which of them leads there depends on
    the goal's width and on what bounces. A page with an empty way shows the game's own pitch.
    """

    key: str
    ways: tuple[str, ...]
    claims: tuple[Claim, ...]


ALONG_THE_WALL = (
    Refused(Refusal.WALL, 0),
    Refused(Refusal.WALL, 4),
    Refused(Refusal.OUTSIDE, 2),
)

PAGES: tuple[PageData, ...] = (
    PageData("pitch", ("",), (Attacks(top=True), ToMove(YOU))),
    PageData("field", ("",), (Attacks(top=False), ToMove(YOU))),
    # Paper soccer
    PageData("segment", ("00",), (ToMove(YOU), Does(Effect.PASSES), Refused(Refusal.DRAWN, 4))),
    PageData("bounce", ("025",), (ToMove(YOU), Drawn(1), OnLine())),
    PageData("chain", ("1024275", "021746412"), (ToMove(YOU), Drawn(3), OnLine())),
    PageData("once", ("02174641",), (ToMove(OPPONENT), Played(2), OnLine())),
    PageData("no-bounce", ("0217461",), (ToMove(OPPONENT), Played(1), OnLine())),
    PageData("wall-bounce", ("222",), (ToMove(YOU), Drawn(1), OnWall(), *ALONG_THE_WALL)),
    PageData("wall", ("0322",), (ToMove(YOU), *ALONG_THE_WALL)),
    PageData("quiet-walls", ("222",), (Played(1), OnWall(), GoesOn("025"))),
    PageData("corner", ("06700", "02100", "006600", "002200"), (ToMove(YOU), CutsCorner())),
    PageData("crossing", ("1064",), (ToMove(YOU), Refused(Refusal.CROSSES, 3))),
    PageData(
        "goal",
        ("021746107", "00000", "060001", "6002701"),
        (Ended(YOU, Reason.GOAL), Attacks(top=True)),
    ),
    PageData("post", ("00200", "06000"), (Drawn(1), OnPost(), Offers(Effect.WINS, Reason.GOAL))),
    PageData(
        "own-goal",
        ("4444", "23554", "3535"),
        (ToMove(YOU), Attacks(top=True), Offers(Effect.LOSES, Reason.OWN_GOAL)),
    ),
    PageData(
        "no-own-goal",
        ("4444", "23554", "3535"),
        (ToMove(YOU), Refused(Refusal.OWN_GOAL_FORBIDDEN)),
    ),
    PageData("dead-end", ("0760",), (ToMove(YOU), Offers(Effect.LOSES, Reason.BLOCKED))),
    PageData("corner-trap", ("0760",), (ToMove(YOU), Offers(Effect.WINS, Reason.BLOCKED))),
    PageData("blocked", ("0777", "07607"), (Ended(YOU, Reason.BLOCKED),)),
    # Gridball
    PageData("three", ("34532343",), (ToMove(YOU), TurnsOf(3), Drawn(2))),
    PageData(
        "fresh",
        ("106642",),
        (ToMove(YOU), TurnsOf(3), Refused(Refusal.TOUCHED, 4), Refused(Refusal.CROSSES, 3)),
    ),
    PageData(
        "completable",
        ("206753",),
        (ToMove(YOU), TurnsOf(3), Refused(Refusal.NOT_COMPLETABLE, 0)),
    ),
    PageData("edge", ("220222224222",), (ToMove(YOU), OnEdge())),
    PageData(
        "field-goal",
        ("3444544454434",),
        (ToMove(YOU), Attacks(top=False), Does(Effect.WINS, (3, 4, 5))),
    ),
    PageData(
        "field-own-goal",
        ("1000700070010",),
        (ToMove(YOU), Attacks(top=False), Offers(Effect.LOSES, Reason.OWN_GOAL)),
    ),
    PageData("trap", ("202244661",), (ToMove(YOU), Drawn(3), Due(StepKind.PENALTY))),
    PageData("penalty", ("7113365715",), (ToMove(OPPONENT), LongPenalty(6), Across())),
    PageData(
        "penalty-goal",
        ("533455325430105",),
        (ToMove(YOU), Due(StepKind.PENALTY), Offers(Effect.WINS, Reason.GOAL)),
    ),
    PageData(
        "penalty-again",
        ("6013253113013506",),
        (ToMove(YOU), Drawn(4), Penalties(1), Due(StepKind.PENALTY)),
    ),
    PageData(
        "penalty-limit",
        ("601325311301350626262",),
        (ToMove(OPPONENT), Penalties(6), Due(StepKind.PENALTY), DrawAfter(300)),
    ),
)


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page as a game shows it."""

    key: str
    example: Example
    claims: tuple[Claim, ...]


@lru_cache(maxsize=64)
def pages_of(ruleset: Ruleset) -> tuple[GuidePage, ...]:
    """The pages whose claims hold in a game, in their order."""
    found = (_page_of(page, ruleset) for page in PAGES)
    return tuple(page for page in found if page is not None)


def _page_of(page: PageData, ruleset: Ruleset) -> GuidePage | None:
    for way in page.ways:
        try:
            example = example_of(staged(ruleset) if way else ruleset, way)
        except RulesError:
            continue
        if all(claim.holds(example) for claim in page.claims):
            return GuidePage(page.key, example, page.claims)
    return None
