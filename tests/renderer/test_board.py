"""What a board's picture shows."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from renderer import PAPER, Mark, Scene, Side, Theme, board_scene, empty_scene, render
from renderer.lattice import Box
from renderer.layout import Layout, layout_of
from renderer.theme import (
    ENTRIES,
    FIRST_INK,
    HIGHLIGHT_ENTRY,
    PAPER_ENTRY,
    PENCIL,
    SECOND_INK,
    palette,
)
from rules import VARIANTS, DrawnStep, DrawnTurn, Effect, Game, Player, Point, StepKind
from tests.renderer.boards import (
    ALICE,
    BOB,
    OPENING,
    RULESETS,
    STANDARD,
    around,
    decoded,
    pixels,
    random_game,
    scene,
)

LAYOUT = layout_of(STANDARD.pitch)
GOAL_BY_FIRST = ("1", "7", "1", "0", "14", "4", "77", "246", "01")


def between(start: Point, end: Point, layout: Layout = LAYOUT) -> tuple[int, int]:
    """The pixel a third of the way along a segment, beside any arrowhead."""
    (left, top), (right, bottom) = layout.field.pixel(start), layout.field.pixel(end)
    return left + (right - left) // 4, top + (bottom - top) // 4


def entry_at(shown: Scene, place: tuple[int, int]) -> int:
    """The palette entry of a pixel."""
    value = decoded(render(shown)).getpixel(place)
    assert isinstance(value, int)
    return value


# ----------------------------------------------------------------------------------- the file


def test_a_board_is_a_small_picture_with_a_palette():
    """A board is a valid PNG with four bits a pixel, at most 16 colours, at most 13 kB."""
    picture = render(scene(*OPENING, marks=True))
    image = decoded(picture)
    assert (image.format, image.mode, image.size) == ("PNG", "P", LAYOUT.size)
    assert picture[24] == 4, "bits a pixel"
    assert len(image.getcolors() or ()) <= ENTRIES <= 16
    assert len(picture) <= 13_000


def test_a_picture_is_a_pure_function():
    """The same scene and theme give the same bytes, also from eight threads at once."""
    shown = [scene(*OPENING[:count], marks=True) for count in range(5)] * 8
    expected = [render(each) for each in shown]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(render, shown)) == expected


def test_a_theme_changes_colours_alone():
    """Another theme gives another palette on the same drawing."""
    night = replace(PAPER, paper=(20, 22, 28), pencil=(230, 230, 230), grid=(50, 60, 70))
    shown = scene(*OPENING, marks=True)
    light, dark = decoded(render(shown)), decoded(render(shown, night))
    assert light.tobytes() == dark.tobytes()
    assert light.getpalette() != dark.getpalette()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_pitch_is_drawn_and_keeps_its_size(ruleset):
    """Presets and extreme pitches are drawn; taps, ends and names never change the size."""
    size = layout_of(ruleset.pitch).size
    game = Game(ruleset)
    start = board_scene(game, first=ALICE, second=BOB)
    turn = "0" * game.position.steps_due
    tapped = board_scene(game.play(turn), first=ALICE, second=BOB, caption="Alice wins: goal")
    for shown in (empty_scene(ruleset), start, tapped):
        assert decoded(render(shown)).size == size


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(RULESETS), st.lists(st.integers(0, 7), max_size=60))
def test_any_legal_game_is_drawn(ruleset, choices):
    """Any random legal game, with the beginning of a turn as a draft, has a picture."""
    game, draft = random_game(ruleset, choices)
    shown = board_scene(game, draft=draft, first=ALICE, second=BOB)
    image = decoded(render(shown))
    assert image.size == layout_of(ruleset.pitch).size
    assert len(image.getcolors() or ()) <= ENTRIES <= 16


# ---------------------------------------------------------------------------------- the lines


def test_the_last_turn_is_stronger():
    """A line of the last turn is in the full ink, and fainter as soon as another turn follows."""
    place = between(Point(4, 5), Point(4, 4))
    assert entry_at(scene("0"), place) == FIRST_INK.full
    assert FIRST_INK.start <= entry_at(scene("0", "3"), place) < FIRST_INK.full


def test_the_last_turn_shows_its_order():
    """The last turn has an arrowhead on each segment; older turns have none."""
    chain, later = pixels(scene("0", "3", "67")), pixels(scene("0", "3", "67", "5"))
    x, y = LAYOUT.field.pixel(Point(5, 5))
    # Behind the head's tip, past the middle of the first segment, which leads to the left.
    beside_the_line = x - LAYOUT.field.square // 2 + 5, y - 8
    assert chain.getpixel(beside_the_line) == PAPER.first.colour
    assert later.getpixel(beside_the_line) == PAPER.paper


def test_a_long_turn_shows_its_order_in_numbers():
    """From four steps on, each step has its number, in the order in which they were drawn."""
    steps = [
        DrawnStep(ends, StepKind.SEGMENT) for ends in pairwise([Point(2, y) for y in range(1, 9)])
    ]

    def badges(count: int, player: Player) -> list[bytes]:
        turn = DrawnTurn(player, "", tuple(steps[:count]))
        shown = replace(empty_scene(STANDARD), history=(turn,), ball=Point(7, 7))
        image = pixels(shown)
        middles = [LAYOUT.field.pixel(step.path[0]) for step in steps[:count]]
        return [around(image, (x, y + LAYOUT.field.square // 2), 17) for x, y in middles]

    for player in Player:
        assert len(set(badges(3, player))) == 1, "arrowheads, all alike"
        assert len(set(badges(7, player))) == 7, "numbers, all different"
        assert badges(7, player)[:4] == badges(4, player)
        assert badges(4, player)[0] != badges(3, player)[0]


def test_older_turns_have_no_numbers():
    """Only the last turn's order is told."""
    steps = [
        DrawnStep(ends, StepKind.SEGMENT) for ends in pairwise([Point(2, y) for y in range(1, 9)])
    ]
    long = DrawnTurn(Player.FIRST, "", tuple(steps))
    later = DrawnTurn(Player.SECOND, "", (DrawnStep((Point(6, 6), Point(7, 7)), StepKind.SEGMENT),))
    image = pixels(replace(empty_scene(STANDARD), history=(long, later), ball=Point(7, 7)))
    middles = [LAYOUT.field.pixel(step.path[0]) for step in steps]
    half = LAYOUT.field.square // 2
    assert len({around(image, (x, y + half), 17) for x, y in middles}) == 1


def test_a_draft_differs_from_a_played_turn():
    """A drafted line is drawn, and looks unlike the same line once it is played."""
    bare, drafted, played = (pixels(each) for each in (scene(), scene(draft="0"), scene("0")))
    middle = 360, LAYOUT.field.pixel(Point(4, 5))[1] - LAYOUT.field.square // 2
    looks = {around(each, middle, 20) for each in (bare, drafted, played)}
    assert len(looks) == 3


def test_a_draft_is_lighter():
    """A draft is in a fainter shade of its player's ink than any played turn."""
    middle = 360, LAYOUT.field.pixel(Point(4, 5))[1] - LAYOUT.field.square // 2
    behind_the_head = middle[0], middle[1] + 10
    drafted = entry_at(scene(draft="0"), behind_the_head)
    older = entry_at(scene("0", "3"), behind_the_head)
    assert FIRST_INK.start <= drafted < older
    assert entry_at(scene(draft="0"), middle) < FIRST_INK.full


def test_the_inks_differ_without_colour():
    """In grey, the inks differ in brightness, and the second one is a double line."""
    grey = pixels(scene("0", "3", "67", "5")).convert("L")

    def shade(x: int, y: int) -> int:
        value = grey.getpixel((x, y))
        assert isinstance(value, int)
        return value

    first, paper = shade(*between(Point(4, 5), Point(4, 4))), shade(300, 300)
    x, y = between(Point(4, 4), Point(5, 5))
    across = [shade(x + offset, y - offset) for offset in range(-6, 7)]
    assert min(across) - first > 40
    assert across[6] == paper, "a clear middle"
    assert min(across[:6]) < paper - 40
    assert min(across[7:]) < paper - 40


def test_a_penalty_of_several_steps_is_drawn_whole():
    """A step may pass many points: each unit of its path is drawn."""
    path = tuple(Point(1, y) for y in range(2, 9))
    turn = DrawnTurn(Player.SECOND, ".4", (DrawnStep(path, StepKind.PENALTY),))
    shown = replace(empty_scene(STANDARD), history=(turn,), ball=path[-1])
    image = decoded(render(shown))
    for start, end in pairwise(path):
        x, y = between(start, end)
        assert SECOND_INK.full in {image.getpixel((x + offset, y)) for offset in range(-6, 6)}


def test_walls_are_drawn_over_lines():
    """A line that ends at a wall leaves the wall whole."""
    at_the_wall = replace(scene("6", "6", "6", draft="6"), ball=Point(8, 10))
    place = LAYOUT.field.pixel(Point(0, 5))
    assert entry_at(at_the_wall, place) == entry_at(empty_scene(STANDARD), place) == PENCIL.full


# ---------------------------------------------------------------------------- marks and ball


@pytest.mark.parametrize("effect", list(Effect))
def test_a_mark_stands_at_the_end_of_its_step(effect):
    """Each mark changes the picture around its point, and nowhere else."""
    plain = replace(scene("0"), marks=())
    marked = replace(plain, marks=(Mark(Point(2, 7), effect),))
    before, after = pixels(plain), pixels(marked)
    place = LAYOUT.field.pixel(Point(2, 7))
    assert around(before, place) != around(after, place)
    for image in (before, after):
        image.paste((0, 0, 0), (place[0] - 24, place[1] - 24, place[0] + 24, place[1] + 24))
    assert before.tobytes() == after.tobytes()


@pytest.mark.parametrize("effect", list(Effect))
def test_walls_stay_whole_under_marks(effect):
    """A gap beside a mark would look like a way out of the pitch."""
    marked = decoded(render(replace(scene("0"), marks=(Mark(Point(0, 7), effect),)), PAPER))
    x, y = LAYOUT.field.pixel(Point(0, 7))
    ink = {SECOND_INK.entry(level) for level in range(1, 5)}
    wall = {marked.getpixel((x, y + off)) for off in range(-34, 35)}
    assert wall <= {PENCIL.full, *ink}
    assert wall & ink or effect is Effect.PASSES


def test_marks_tell_effects_apart():
    """The five effects have five different shapes, without help of colour."""
    plain = scene("0")
    place = LAYOUT.field.pixel(Point(2, 7))
    shapes = {
        around(pixels(replace(plain, marks=(Mark(Point(2, 7), effect),))).convert("L"), place)
        for effect in Effect
    }
    assert len(shapes) == len(Effect)


def test_a_passing_mark_is_hollow_and_a_bouncing_one_is_full():
    """The ring shows the paper in its middle, the dot the mover's ink."""
    place = LAYOUT.field.pixel(Point(2, 7))
    ring, dot = (
        entry_at(replace(scene("0"), marks=(Mark(Point(2, 7), effect),)), place)
        for effect in (Effect.PASSES, Effect.CONTINUES)
    )
    assert ring == PAPER_ENTRY
    assert dot == SECOND_INK.full


def test_marks_are_at_all_legal_directions():
    """From the centre there are eight marks, one square away, and none without the wish."""
    shown = scene(marks=True)
    assert {mark.end for mark in shown.marks} == {
        Point(x, y) for x in (3, 4, 5) for y in (4, 5, 6) if (x, y) != (4, 5)
    }
    assert scene().marks == ()


def test_the_ball_is_where_it_is():
    """The ball's white is at its point and no longer where it came from."""
    x, y = LAYOUT.field.pixel(Point(4, 4))
    ball = PAPER.ball
    patch = x + 8, y + 1
    assert pixels(scene("0")).getpixel(patch) == ball
    assert pixels(scene()).getpixel(patch) != ball


# --------------------------------------------------------------------------------- the words


def test_the_player_to_move_is_highlighted():
    """The marker is under the name of the player to move, and under nobody's after the end."""
    top, bottom = (LAYOUT.nameplate(goal).text for goal in STANDARD.pitch.goals)

    def lit(shown: Scene) -> list[bool]:
        image = pixels(shown)
        return [
            PAPER.highlight in {colour for _, colour in image.crop(box).getcolors(9999) or ()}
            for box in (top, bottom)
        ]

    assert lit(scene()) == [True, False]
    assert lit(scene("0")) == [False, True]
    assert lit(empty_scene(STANDARD, ALICE, BOB)) == [False, False]


def test_arrows_are_in_the_ink_of_who_attacks_the_goal():
    """Beside the top goal stands the first player's ink, beside the bottom one the second's."""
    image = decoded(render(empty_scene(STANDARD)))
    for goal, ramp in zip(STANDARD.pitch.goals, (FIRST_INK, SECOND_INK), strict=True):
        x, y = LAYOUT.nameplate(goal).arrow
        arrow = image.crop((x - 20, y - 24, x + 20, y + 24))
        assert ramp.full in {entry for _, entry in arrow.getcolors() or ()}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("result", ["Alice wins: goal", "Draw", "W" * 32, "goal " * 60])
def test_a_result_keeps_to_its_place(ruleset, result):
    """A result is in large letters in its box or, if it is long, in small ones in another one."""
    layout = layout_of(ruleset.pitch)
    bare = empty_scene(ruleset)
    before, after = pixels(bare), pixels(replace(bare, caption=result))
    box = layout.verdict if len(result) < 20 else layout.caption
    changed = ImageChops.difference(before, after).getbbox()
    assert changed is not None
    assert Box(*changed).within(box) == changed


def test_the_winning_line_is_celebrated():
    """The marker lies along the turn that won, and strokes of the pencil around the ball."""
    won = Game(STANDARD, GOAL_BY_FIRST)
    assert won.outcome is not None
    assert won.outcome.winner is Player.FIRST
    shown = board_scene(won, first=ALICE, second=BOB, caption="Alice wins: goal")
    path = won.history[-1].steps[-1].path
    x, y = between(path[0], path[1])
    marked = {entry_at(shown, (x + aside, y)) for aside in (-14, 14)}
    assert HIGHLIGHT_ENTRY in marked
    bare = replace(shown, winner=None)
    assert HIGHLIGHT_ENTRY not in {entry_at(bare, (x + aside, y)) for aside in (-14, 14)}
    at = LAYOUT.field.pixel(shown.ball)
    assert around(pixels(shown), at, 40) != around(pixels(bare), at, 40)


def test_what_the_loser_drew_is_not_celebrated():
    """After a turn that lost, as after giving up, only the winner's name is marked."""
    resigned = board_scene(
        Game(STANDARD, ("0",)), first=ALICE, second=BOB, over=True, winner=Player.FIRST
    )
    assert resigned.winning_turn is None
    top, bottom = (LAYOUT.nameplate(goal).text for goal in STANDARD.pitch.goals)
    image = decoded(render(resigned))
    lit = [
        HIGHLIGHT_ENTRY in {entry for _, entry in image.crop(b).getcolors() or ()}
        for b in (top, bottom)
    ]
    assert lit == [True, False]


def test_names_are_drawn():
    """Different names and ratings give different pictures."""
    pictures = {
        render(empty_scene(STANDARD, Side(name, rating), BOB))
        for name in ("Alice", "Alicia")
        for rating in ("", "1500", "1501")
    }
    assert len(pictures) == 6


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.key))
def test_a_rating_and_its_change_are_whole_beside_both_goals(variant):
    """The last digit is seen: shortened, two changes would look alike."""
    pictures = {
        render(empty_scene(variant.ruleset, *sides))
        for change in ("+161", "+162")
        for sides in (
            (Side("Alice", f"1662?, {change}"), BOB),
            (BOB, Side("Alice", f"1662?, {change}")),
        )
    }
    assert len(pictures) == 4


def test_a_palette_has_few_colours():
    """A theme's palette holds `ENTRIES` colours, at most 16, each of the theme's among them."""
    colours = palette(PAPER)
    assert len(colours) == 3 * ENTRIES <= 48
    each = [tuple(colours[at : at + 3]) for at in range(0, len(colours), 3)]
    for theirs in (PAPER.paper, PAPER.grid, PAPER.pencil, PAPER.ball, PAPER.highlight):
        assert each.count(theirs) == 1
    assert isinstance(PAPER, Theme)
