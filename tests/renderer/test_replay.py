"""A match as an animated GIF: which frames it has, how long they stay, and what they show."""

from dataclasses import replace
from io import BytesIO
from random import Random
from typing import NamedTuple

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from renderer import PAPER, Frame, Scene, Side, board_scene, frames_of, render, render_replay
from renderer.layout import layout_of
from renderer.moving import layout_in_motion
from renderer.replay import FINAL, LONGEST, MOST_MOMENTS, OPENING, SHORTEST
from renderer.theme import ENTRIES, palette
from rules import VARIANTS, Effect, Game, PaperSoccer, Ruleset, StepKind, find_variant
from tests.renderer.boards import ALICE, BOB, CORNERS, STANDARD, decoded
from tests.renderer.boards import OPENING as FOUR_TURNS
from tests.rules.walks import walked

MOST_BYTES = 1_000_000
RULESETS = (*(variant.ruleset for variant in VARIANTS), *CORNERS)


class Shown(NamedTuple):
    """A decoded GIF: each frame as it is seen, how long it stays, whether it begins again."""

    frames: list[Image.Image]
    milliseconds: list[int]
    loops: bool


def board_of(game: Game, *, draft: str = "", caption: str = "") -> Scene:
    """How the game stands."""
    return board_scene(game, draft=draft, first=ALICE, second=BOB, caption=caption)


def opened(gif: bytes) -> GifImageFile:
    """The GIF at its first frame."""
    image = Image.open(BytesIO(gif))
    assert isinstance(image, GifImageFile)
    return image


def played(gif: bytes) -> Shown:
    """The GIF as a program shows it."""
    image = opened(gif)
    frames, times = [], []
    for at in range(image.n_frames):
        image.seek(at)
        frames.append(image.convert("RGB"))
        times.append(int(image.info["duration"]))
    return Shown(frames, times, "loop" in image.info)


def lasting(ruleset: Ruleset, turns: int, rng: Random, prefer: Effect | None = None) -> Game:
    """A game that goes on for so many turns, if it can: of steps that do not end it, and of the
    preferred kind where there is one.
    """
    longest = Game(ruleset)
    for _ in range(20):
        game, turn = Game(ruleset), ""
        position = game.position
        while position.outcome is None and len(game.turns) < turns:
            legal = position.legal_directions()
            does = {step: position.effect(step) for step in legal}
            going = [s for s in legal if does[s] in (Effect.PASSES, Effect.CONTINUES)] or legal
            step = rng.choice([s for s in going if does[s] is prefer] or list(going))
            mover = position.to_move
            turn += position.write_step(step)
            position = position.after(step)
            if position.to_move is not mover and position.outcome is None:
                game, turn = game.play(turn), ""
        longest = max(game, longest, key=lambda each: len(each.turns))
        if len(longest.turns) == turns:
            break
    return longest


def segments(game: Game) -> int:
    """The unit segments of a game."""
    return sum(len(step.path) - 1 for turn in game.history for step in turn.steps)


# ----------------------------------------------------------------------------------- the frames


def test_a_turn_grows_segment_by_segment_from_the_empty_pitch_to_the_board():
    game = Game(STANDARD, FOUR_TURNS)
    board = board_of(game)
    frames = frames_of(game, board)
    drawn = [tuple(turn.text for turn in frame.scene.history) for frame in frames]
    steps = [[len(turn.steps) for turn in frame.scene.history] for frame in frames]
    assert steps == [[], [1], [1, 1], [1, 1, 1], [1, 1, 2], [1, 1, 2, 1]]
    assert drawn[-1] == FOUR_TURNS
    balls = [frame.scene.ball for frame in frames]
    path = [point for turn in game.history for step in turn.steps for point in step.path[1:]]
    assert balls == [STANDARD.start().ball, *path]
    assert frames[-1].scene is board


def test_nobody_is_highlighted_and_nothing_marked_before_the_end():
    game = Game(STANDARD, FOUR_TURNS)
    board = board_of(game, draft="0", caption="The end")
    *moving, last = frames_of(game, board)
    assert last.scene is board
    for frame in moving:
        scene = frame.scene
        assert (scene.marks, scene.draft, scene.to_move, scene.caption) == ((), None, None, "")
        assert (scene.first, scene.second) == (ALICE, BOB)


def test_what_the_end_did_to_the_players_is_not_told_before():
    game = Game(STANDARD, FOUR_TURNS)
    ended = replace(board_of(game), first=Side("Alice", "1662?, +162"))
    *moving, last = frames_of(game, ended, board_of(game))
    assert {frame.scene.first for frame in moving} == {ALICE}
    assert last.scene is ended
    assert played(render_replay((*moving, last))).frames[-1].tobytes() == seen(ended)


def test_a_game_without_turns_is_its_board_alone():
    game = Game(STANDARD)
    board = board_of(game)
    assert frames_of(game, board) == (Frame(board, FINAL),)
    shown = played(render_replay(frames_of(game, board)))
    assert [frame.tobytes() for frame in shown.frames] == [seen(board)]


def test_a_penalty_flies_point_by_point():
    game = trapped()
    balls = [frame.scene.ball for frame in frames_of(game, board_of(game))]
    steps = [step for turn in game.history for step in turn.steps]
    assert max(len(step.path) for step in steps if step.kind is StepKind.PENALTY) > 3
    assert balls[1:] == [point for step in steps for point in step.path[1:]]


def trapped() -> Game:
    """A short game of Gridball with penalties."""
    ruleset, rng = find_variant("gridball").ruleset, Random(4)
    choices = [rng.randrange(8) for _ in range(30)]
    return Game(ruleset, walked(ruleset.start(), choices, trapping=True).turns)


# ------------------------------------------------------------------------------------- the pace


def test_a_single_segment_takes_half_a_second_and_each_of_a_chain_less():
    game = Game(STANDARD, FOUR_TURNS)
    times = [frame.milliseconds for frame in frames_of(game, board_of(game))]
    assert times == [OPENING, 500, 500, 380, 380, FINAL]


def test_a_longer_chain_takes_longer_though_each_of_its_segments_less():
    game = lasting(STANDARD, 40, Random(4))
    lengths = {len(turn.steps) for turn in game.history[:-1]}
    frames = frames_of(game, board_of(game))
    each: dict[int, int] = {}
    for frame in frames[1:-1]:
        number = len(frame.scene.history) - 1
        length = len(game.history[number].steps)
        each[length] = frame.milliseconds
    pace = [each[length] for length in sorted(lengths)]
    assert len(pace) > 3
    assert pace == sorted(pace, reverse=True)
    whole = [length * each[length] for length in sorted(lengths)]
    assert whole == sorted(whole)


@pytest.mark.parametrize("key", ["standard", "gridball-classic"])
def test_a_long_match_takes_half_a_minute(key):
    game = lasting(find_variant(key).ruleset, 60, Random(1))
    times = [frame.milliseconds for frame in frames_of(game, board_of(game))]
    assert 0.8 * LONGEST < sum(times[1:-1]) < 1.1 * LONGEST
    assert min(times) >= SHORTEST


def test_an_endless_match_draws_several_segments_in_a_frame():
    game = lasting(find_variant("gridball-classic").ruleset, 80, Random(1), Effect.CONTINUES)
    assert segments(game) > MOST_MOMENTS
    frames = frames_of(game, board_of(game))
    assert MOST_MOMENTS / 2 < len(frames) <= MOST_MOMENTS + 1
    drawn = [sum(len(turn.steps) for turn in frame.scene.history) for frame in frames]
    assert drawn == sorted(drawn)
    assert sum(frame.milliseconds for frame in frames[1:-1]) < 1.1 * LONGEST


# -------------------------------------------------------------------------------------- the GIF


def seen(scene: Scene) -> bytes:
    """The board's picture in RGB."""
    return decoded(render(scene)).convert("RGB").tobytes()


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_the_last_frame_is_the_picture_of_the_board(ruleset):
    """Pixel for pixel, and of the same palette; a running match with its marks as well."""
    for turns in (1, 25):
        game = lasting(ruleset, turns, Random(2))
        board = board_of(game)
        gif = render_replay(frames_of(game, board))
        assert played(gif).frames[-1].tobytes() == seen(board)
        colours = gif[13 : 13 + 3 * ENTRIES]
        assert colours == palette(PAPER)
        picture = decoded(render(board)).getpalette()
        assert picture is not None
        assert bytes(picture[: 3 * ENTRIES]) == colours


@pytest.mark.parametrize("key", ["standard", "small", "large", "no-bounce", "texas"])
def test_each_frame_is_drawn_as_the_board_of_that_moment(key):
    """What is drawn again where something changed is what a whole board would show."""
    game = lasting(find_variant(key).ruleset, 25, Random(5))
    frames = frames_of(game, board_of(game))
    shown = played(render_replay(frames))
    assert shown.milliseconds == [frame.milliseconds for frame in frames]
    for frame, image in zip(frames, shown.frames, strict=True):
        assert image.tobytes() == seen(frame.scene)


@pytest.mark.parametrize("key", ["gridball", "gridball-classic"])
def test_a_large_pitch_is_shown_whole_while_the_ball_moves(key):
    """As large as the board's picture, whose window would jump from turn to turn."""
    ruleset = find_variant(key).ruleset
    game = lasting(ruleset, 30, Random(6), Effect.CONTINUES)
    shown = played(render_replay(frames_of(game, board_of(game))))
    moving, board = layout_in_motion(ruleset.pitch), layout_of(ruleset.pitch)
    assert {frame.size for frame in shown.frames} == {board.size} == {moving.size}
    assert moving.window is None
    assert moving.field.square >= max(18, 2 * board.field.square)


@pytest.mark.parametrize("key", ["gridball", "gridball-classic"])
def test_what_is_drawn_again_of_a_large_pitch_is_what_a_whole_drawing_shows(key):
    """Each frame, begun anew, looks the same."""
    game = lasting(find_variant(key).ruleset, 20, Random(7), Effect.CONTINUES)
    frames = frames_of(game, board_of(game))
    shown = played(render_replay(frames))
    for frame, image in list(zip(frames, shown.frames, strict=True))[:-1:7]:
        alone = played(render_replay([frame, frames[-1]]))
        assert image.tobytes() == alone.frames[0].tobytes()


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_pitches_in_motion_lie_within_their_picture(ruleset):
    layout = layout_in_motion(ruleset.pitch)
    width, height = layout.size
    assert layout.size == layout_of(ruleset.pitch).size
    for goal in ruleset.pitch.goals:
        box = layout.field.goal_box(goal)
        assert 0 <= box.left < box.right <= width
        assert 0 <= box.top < box.bottom <= height
        plate = layout.nameplate(goal).text
        assert 0 <= plate.top < plate.bottom <= height
        apart = plate.bottom <= box.top or plate.top >= box.bottom
        assert apart or plate.right <= box.left or plate.left >= box.right


def test_a_frame_holds_no_more_than_what_changed():
    """A segment's frame is a small rectangle, and keeps what lies below it."""
    game = Game(STANDARD, FOUR_TURNS)
    image = opened(render_replay(frames_of(game, board_of(game))))
    image.seek(2)
    assert image.disposal_method == 1
    assert image.dispose_extent is not None
    left, top, right, bottom = image.dispose_extent
    square = layout_of(STANDARD.pitch).field.square
    assert right - left < 3 * square
    assert bottom - top < 3 * square


def test_it_is_played_once_and_stays_on_the_board():
    """Without the extension that asks programs to begin again; the last frame lasts for those
    that do all the same.
    """
    game = Game(STANDARD, FOUR_TURNS)
    gif = render_replay(frames_of(game, board_of(game)))
    assert b"NETSCAPE" not in gif
    assert not played(gif).loops
    assert played(gif).milliseconds[-1] == 10_000


@pytest.mark.parametrize(
    ("key", "prefer", "seed"),
    [
        ("large", None, 0),
        ("large", Effect.CONTINUES, 17),
        ("gridball", Effect.CONTINUES, 0),
        ("gridball-classic", None, 0),
        ("gridball-classic", Effect.CONTINUES, 0),
    ],
)
def test_a_hundred_turns_fit_into_a_megabyte(key, prefer, seed):
    """Also where players chain and trap whenever they can."""
    game = lasting(find_variant(key).ruleset, 100, Random(seed), prefer)
    gif = render_replay(frames_of(game, board_of(game)))
    assert len(game.turns) == 100
    assert len(gif) <= MOST_BYTES


def test_the_largest_pitch_drawn_full_fits_into_a_megabyte():
    """Twenty by twenty-eight squares, on which every step that bounces is taken."""
    ruleset = PaperSoccer(width=20, height=28, goal_width=3)
    game = lasting(ruleset, 100, Random(1), Effect.CONTINUES)
    assert segments(game) > 200
    assert len(render_replay(frames_of(game, board_of(game)))) <= MOST_BYTES


def test_the_same_frames_make_the_same_bytes():
    game = Game(STANDARD, FOUR_TURNS)
    frames = frames_of(game, board_of(game))
    assert render_replay(frames) == render_replay(frames)
