"""The pages of the rules say what the engine does, in every game that they belong to."""

from dataclasses import replace
from functools import cache
from itertools import product
from types import ModuleType

import pytest

from bot.guide.claims import (
    Across,
    Attacks,
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
from bot.guide.pages import PAGES, GuidePage, PageData, pages_of
from bot.guide.scenes import page_scene
from bot.i18n import ENGLISH
from bot.wording.guide import example_text, guide_lines
from bot.wording.marks import marks_legend
from bot.wording.turns import MARKS
from rules import (
    VARIANTS,
    Bounce,
    Effect,
    Game,
    OwnGoal,
    PaperSoccer,
    Player,
    Reason,
    Refusal,
    RulesError,
    Ruleset,
    StepKind,
    Variant,
    find_variant,
    gridball,
    gridball_field,
)
from rules.gridball_field import Board

FIRST, SECOND = Player.FIRST, Player.SECOND
STANDARD = find_variant("standard").ruleset
GRIDBALL = find_variant("gridball").ruleset

PAGES_OF_PRESETS = {
    "standard": [
        "pitch", "segment", "bounce", "chain", "wall-bounce", "corner", "goal", "post", "own-goal",
        "dead-end", "blocked",
    ],
    "small": [
        "pitch", "segment", "bounce", "chain", "wall-bounce", "corner", "goal", "post", "own-goal",
        "dead-end", "blocked",
    ],
    "large": [
        "pitch", "segment", "bounce", "chain", "wall-bounce", "corner", "goal", "post", "own-goal",
        "dead-end", "blocked",
    ],
    "no-double-bounce": [
        "pitch", "segment", "bounce", "once", "wall-bounce", "corner", "goal", "post", "own-goal",
        "dead-end", "blocked",
    ],
    "no-bounce": [
        "pitch", "segment", "no-bounce", "wall", "corner", "goal", "own-goal", "corner-trap",
        "blocked",
    ],
    "texas": [
        "pitch", "segment", "bounce", "chain", "wall-bounce", "corner", "crossing", "goal", "post",
        "own-goal", "dead-end", "blocked",
    ],
    "gridball": [
        "field", "three", "fresh", "completable", "edge", "field-goal", "field-own-goal", "trap",
        "penalty", "penalty-goal", "penalty-again", "penalty-limit",
    ],
    "gridball-classic": [
        "field", "three", "fresh", "completable", "edge", "field-goal", "field-own-goal", "trap",
        "penalty", "penalty-goal", "penalty-again", "penalty-limit",
    ],
}  # fmt: skip

CUSTOM = [
    PaperSoccer(
        width=width,
        height=height,
        goal_width=goal,
        bounce=bounce,
        wall_bounce=walls,
        own_goal=own,
        crossing_diagonals=crossing,
    )
    for (width, height, goal), bounce, walls, own, crossing in product(
        [(4, 4, 1), (4, 28, 2), (20, 28, 3)], Bounce, (True, False), OwnGoal, (True, False)
    )
]
EVERY_RULESET = [*(variant.ruleset for variant in VARIANTS), *CUSTOM]


def keys(ruleset: Ruleset) -> list[str]:
    """The pages of a game by their keys."""
    return [page.key for page in pages_of(ruleset)]


def page(ruleset: Ruleset, key: str) -> GuidePage:
    """One of them."""
    return next(page for page in pages_of(ruleset) if page.key == key)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_preset_has_its_pages(variant: Variant) -> None:
    """No page is lost, however the rules change."""
    assert keys(variant.ruleset) == PAGES_OF_PRESETS[variant.key]


def test_every_page_belongs_to_some_game() -> None:
    """A page that no game can show would be dead text."""
    assert {key for ruleset in EVERY_RULESET for key in keys(ruleset)} == {p.key for p in PAGES}


def test_pages_of_custom_games_follow_their_options() -> None:
    """Every combination of options has a page for each thing that is so in it, and no other."""
    for ruleset in CUSTOM:
        bounces, walls = ruleset.bounce, ruleset.wall_bounce
        bouncing_walls = walls and bounces is not Bounce.NONE
        wanted = {"pitch", "segment", "corner", "goal", "blocked"}
        wanted |= {
            Bounce.UNLIMITED: {"bounce", "chain"},
            Bounce.ONCE: {"bounce", "once"},
            Bounce.NONE: {"no-bounce"},
        }[bounces]
        if bouncing_walls:
            wanted |= {"wall-bounce", "post", "dead-end"}
        else:
            wanted |= {"wall", "corner-trap"}
        if not walls and bounces is not Bounce.NONE:
            wanted.add("quiet-walls")
        wanted.add("own-goal" if ruleset.own_goal is OwnGoal.COUNTS else "no-own-goal")
        if not ruleset.crossing_diagonals:
            wanted.add("crossing")
        assert set(keys(ruleset)) == wanted, ruleset


def what_is_not_so(data: PageData, ruleset: Ruleset) -> list[str]:
    """The claims of a page that the engine denies, where the fewest of them are."""
    denied = []
    for way in data.ways:
        try:
            example = example_of(staged(ruleset) if way else ruleset, way)
        except RulesError as error:
            denied.append([f"{way}: {error}"])
            continue
        denied.append([str(claim) for claim in data.claims if not claim.holds(example)])
    return min(denied, key=len)


@pytest.mark.parametrize("data", PAGES, ids=lambda data: data.key)
@pytest.mark.parametrize("preset", PAGES_OF_PRESETS)
def test_what_pages_claim_is_so(preset: str, data: PageData) -> None:
    """Each claim of each page that a preset must have is asked of the engine, and of every other
    page something is not so in it.
    """
    ruleset = find_variant(preset).ruleset
    assert data.claims
    denied = what_is_not_so(data, ruleset)
    if data.key not in PAGES_OF_PRESETS[preset]:
        assert denied
        return
    assert denied == []
    shown = page(ruleset, data.key)
    replayed = Game(shown.example.game.ruleset, shown.example.game.turns)
    assert Example(replayed, shown.example.draft).position == shown.example.position


@pytest.mark.parametrize(
    ("module", "constant", "other", "lost"),
    [
        (gridball, "MOST_PENALTIES", 5, {"penalty-limit"}),
        (gridball, "MOST_PENALTIES", 7, {"penalty-limit"}),
        (gridball, "MOST_PENALTIES", 1, {"penalty-again", "penalty-limit"}),
        (gridball, "TURN_LIMIT", 299, {"penalty-limit"}),
        (gridball, "TURN_LIMIT", 301, {"penalty-limit"}),
        (gridball_field, "PENALTY_LENGTH", 5, {"penalty"}),
        (gridball, "SEGMENTS_A_TURN", 2, {"three", "fresh", "trap"}),
    ],
)
def test_another_engine_has_other_pages(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, constant: str, other: int, lost: set[str]
) -> None:
    """A number that changes in the rules takes along the pages that say it."""
    monkeypatch.setattr(module, constant, other)
    # Tables and pages are made once: here they are made by the other engine.
    monkeypatch.setattr(gridball, "board_of", cache(Board))
    left = [shown.key for shown in pages_of.__wrapped__(GRIDBALL)]
    assert lost <= set(PAGES_OF_PRESETS["gridball"])
    assert not lost & set(left)
    assert "field" in left


@pytest.mark.parametrize(
    ("option", "value", "lost"),
    [
        ("bounce", Bounce.NONE, {"bounce", "chain", "wall-bounce", "post", "dead-end"}),
        ("bounce", Bounce.ONCE, {"chain"}),
        ("wall_bounce", False, {"wall-bounce", "post", "dead-end"}),
        ("own_goal", OwnGoal.FORBIDDEN, {"own-goal"}),
    ],
)
def test_other_options_have_other_pages(option: str, value: object, lost: set[str]) -> None:
    """One option that differs from the classic game takes along what it ends, and only that."""
    before = set(PAGES_OF_PRESETS["standard"])
    assert isinstance(STANDARD, PaperSoccer)
    after = set(keys(replace(STANDARD, **{option: value})))  # type: ignore[arg-type]  # by name
    assert before - after == lost


def test_the_first_page_shows_the_pitch_itself() -> None:
    """The examples are drawn on a small pitch; the first page shows the game's own."""
    for ruleset in EVERY_RULESET:
        first, *others = pages_of(ruleset)
        assert first.example.game.ruleset == ruleset
        sizes = {(p.example.game.ruleset.pitch.width) for p in others}
        assert len(sizes) == 1
        assert page_scene(first, ENGLISH).to_move is None


def test_pages_are_short_and_described() -> None:
    """A title, then a sentence or two or three; the alternative text fits and says where the ball
    is.
    """
    for ruleset in EVERY_RULESET:
        for shown in pages_of(ruleset):
            title, words = guide_lines(ruleset, shown, ENGLISH).split("\n")
            assert title.startswith("**")
            assert len(words) <= (420 if shown is pages_of(ruleset)[0] else 220), words
            described = example_text(shown.example, ENGLISH)
            ball = shown.example.position.ball
            assert f"The ball is at {ball.x}, {ball.y}." in described
            assert len(described) <= 1024
            assert ". Record: [" in described


def test_who_cannot_see_a_trap_reads_where_each_penalty_ends() -> None:
    """As on a board: the ends of the penalties, the posts, and that there are no walls."""
    trap = page(GRIDBALL, "trap").example
    described = example_text(trap, ENGLISH)
    for direction in trap.position.legal_directions():
        end = trap.position.path(direction)[-1]
        assert f"({direction}) to {end.x}, {end.y}: " in described
    assert "you the bottom goal. The ball is at" in described
    assert "The posts of that goal are at 8, 26 and 12, 26. There are no walls." in described
    assert "There are no walls" not in example_text(page(STANDARD, "bounce").example, ENGLISH)


def test_an_example_of_a_mark_shows_it() -> None:
    """Where the words name a mark, the picture has it."""
    signs = {"○": Effect.PASSES, "●": Effect.CONTINUES, "✕": Effect.LOSES, "★": Effect.WINS}
    for ruleset in EVERY_RULESET:
        for shown in pages_of(ruleset):
            if shown.key in ("bounce", "goal"):
                continue  # there it has just been drawn
            marks = {mark.effect for mark in page_scene(shown, ENGLISH).marks}
            words = guide_lines(ruleset, shown, ENGLISH)
            assert {effect for sign, effect in signs.items() if sign in words} <= marks, shown.key


@pytest.mark.parametrize(
    ("ruleset", "way", "claim"),
    [
        (STANDARD, "", Attacks(top=False)),
        (STANDARD, "0", ToMove(FIRST)),
        (STANDARD, "", Refused(Refusal.WALL)),
        (STANDARD, "", Refused(Refusal.WALL, 0)),
        (STANDARD, "", CutsCorner()),
        (STANDARD, "", Does(Effect.WINS, (0,))),
        (STANDARD, "00", Does(Effect.PASSES, (0, 4))),
        (STANDARD, "", Offers(Effect.WINS, Reason.GOAL)),
        (STANDARD, "00", Drawn(1)),
        (STANDARD, "02", Played(2)),
        (STANDARD, "025", Played(1)),
        (STANDARD, "", TurnsOf(3)),
        (STANDARD, "0", TurnsOf(3)),
        (STANDARD, "0", OnLine()),
        (STANDARD, "0", OnWall()),
        (STANDARD, "", OnPost()),
        (STANDARD, "", OnEdge()),
        (STANDARD, "", Due(StepKind.PENALTY)),
        (STANDARD, "", LongPenalty(6)),
        (STANDARD, "0", LongPenalty(6)),
        (STANDARD, "", Penalties(1)),
        (STANDARD, "0", Penalties(1)),
        (GRIDBALL, "6013253113013506", Penalties(2)),
        (STANDARD, "", Across()),
        (STANDARD, "00", Across()),
        (GRIDBALL, "2022446614", Across()),
        (STANDARD, "", Ended(FIRST, Reason.GOAL)),
        (STANDARD, "", DrawAfter(300)),
        (GRIDBALL, "", DrawAfter(299)),
        (STANDARD, "", GoesOn("0")),
        (STANDARD, "", GoesOn("04")),
    ],
    ids=str,
)
def test_what_is_not_so_cannot_be_claimed(ruleset: Ruleset, way: str, claim: object) -> None:
    """The claims themselves: each of them refuses a position in which it is not so."""
    assert not claim.holds(example_of(ruleset, way))  # type: ignore[attr-defined]  # any claim


def test_the_words_of_the_pages_are_so() -> None:
    """What the sentences say in numbers and places, once more in the words of the rules."""
    bounce = page(STANDARD, "bounce").example.position
    assert bounce.ball == bounce.ruleset.pitch.centre
    chain = page(STANDARD, "chain").example
    assert len(chain.draft) == 3
    crossing = page(find_variant("texas").ruleset, "crossing").example.position
    assert crossing.refusal(3) is Refusal.CROSSES
    fresh = page(GRIDBALL, "fresh").example.position
    assert (fresh.refusal(4), fresh.refusal(3)) == (Refusal.TOUCHED, Refusal.CROSSES)
    corners = {(0, 0), (0, 8), (6, 0), (6, 8)}
    assert page(STANDARD, "blocked").example.position.ball in corners
    own = page(STANDARD, "own-goal").example.position
    goal = own.ruleset.pitch.goal_attacked_by(SECOND)
    assert goal.back > goal.line
    assert own.ball.y == goal.line
    trap = page(GRIDBALL, "trap").example.position
    assert len(trap.path(0)) == 7


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_the_legend_names_the_marks_that_a_game_has(variant: Variant) -> None:
    """The mark of a draw where a game can be drawn, and the others everywhere."""
    words = marks_legend(variant.ruleset, ENGLISH)
    can_be_drawn = variant.ruleset.game == GRIDBALL.game
    assert (MARKS[Effect.DRAWS] in words) is can_be_drawn
    assert all(MARKS[effect] in words for effect in Effect if effect is not Effect.DRAWS)
