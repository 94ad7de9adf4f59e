"""The words of boards, challenges and lists, where no table is needed to read them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.i18n import ENGLISH, Language
from bot.scenes import scene_of
from bot.wording import alternative
from bot.wording.alternative import board_text, pitch_text
from bot.wording.board import (
    board_lines,
    caption,
    closing_line,
    match_title,
    rating_text,
    result_words,
)
from bot.wording.challenge import ChallengeState, challenge_lines, declined_words
from bot.wording.games import LONGEST, Described, games_lines, which_match_lines
from bot.wording.names import message_name
from bot.wording.terms import (
    pitch_size,
    special_line,
    turn_time,
    variant_name,
    variant_note,
    what_differs,
)
from bot.wording.turns import ball_place, direction_name, effect_words, turn_summary
from matches.challenge import Challenge, ChallengeStatus
from matches.history import RatingChange
from matches.ids import ChallengeId, MatchId, PlayerId, ServerId
from matches.match import Draft, EndReason, Match, Result
from matches.people import Person
from matches.place import BoardMessage, Place
from matches.rating import Rating
from matches.standings import BoardState, Seat
from matches.terms import Terms, TurnTime
from rules import VARIANTS, Effect, Game, OwnGoal, PaperSoccer, Player, Point, Variant, find_variant

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SERVER = 10**18
ANNA = Person(PlayerId(1), 101, "Anna")
BEN = Person(PlayerId(2), 102, "Ben")
STANDARD = find_variant("standard").ruleset


def match_of(
    *turns: str, number: int = 1, variant: str = "standard", time: TurnTime = TurnTime.TEN_MINUTES
) -> Match:
    """A match of Anna and Ben after these turns."""
    game = Game(find_variant(variant).ruleset)
    for turn in turns:
        game = game.play(turn)
    result = None
    if game.outcome is not None:
        result = Result(game.outcome.winner, EndReason.by_rules(game.outcome.reason))
    return Match(
        id=MatchId(number),
        game=game,
        first=ANNA.id,
        second=BEN.id,
        terms=Terms(game.ruleset, time),
        place=Place(ServerId(SERVER), SERVER + 1),
        rated=True,
        started_at=NOW,
        acted_at=dict.fromkeys(Player, NOW),
        deadline=None if result or time is TurnTime.UNLIMITED else NOW + timedelta(minutes=10),
        result=result,
    )


def state_of(
    match: Match,
    *,
    first: Person = ANNA,
    second: Person = BEN,
    rating: Rating | None = None,
    draft: str = "",
) -> BoardState:
    """What the board of a match shows."""
    shown = rating or Rating()
    drawn = Draft(match.id, match.first, match.version, 1, draft) if draft else None
    seats = {Player.FIRST: Seat(first, shown, None), Player.SECOND: Seat(second, shown, None)}
    return BoardState(match, drawn, seats, deadline=match.deadline)


def ended(reason: EndReason, winner: Player | None = Player.FIRST) -> BoardState:
    """A match that ended like this."""
    match = match_of("0", "0")
    return state_of(replace(match, result=Result(winner, reason), deadline=None))


# --- the lines above a board


def test_a_new_board() -> None:
    """Who draws first, then both players with the goals they attack."""
    first, second = board_lines(state_of(match_of()), ENGLISH).splitlines()
    assert first == "<@101>, you draw first: the ball is in the centre."
    assert second == "🔵 Anna (1500?) ↑ · 🟠 Ben (1500?) ↓ · turn 1 · ⏳ <t:1767226200:R>"


def test_the_opponents_turn_is_told_from_the_readers_side() -> None:
    """What happened, and where the ball is as whoever is to move sees it."""
    after_one = board_lines(state_of(match_of("0")), ENGLISH).splitlines()
    assert after_one[0] == "<@102>, your turn: the ball stopped in your half."
    assert " · turn 2 · " in after_one[1]
    bounced = board_lines(state_of(match_of("0", "2", "56")), ENGLISH).splitlines()[0]
    assert bounced.startswith("<@102>, your turn: one bounce, and the ball stopped")


def test_the_question_before_a_turn_is_played() -> None:
    """Correspondence always asks, live matches only before losing at once; always two lines."""
    slow = state_of(match_of(time=TurnTime.THREE_DAYS), draft="0")
    assert board_lines(slow, ENGLISH).splitlines()[0] == (
        "<@101>, your turn is complete: *Play it*, or take it back?"
    )
    losing = state_of(match_of("4", "4", "4", "4"), draft="53")
    assert board_lines(losing, ENGLISH).splitlines()[0] == (
        "<@101>, this turn **loses at once**. *Play it* anyway, or take it back?"
    )
    states = [slow, losing, state_of(match_of()), state_of(match_of("0")), ended(EndReason.TIME)]
    assert {len(board_lines(state, ENGLISH).splitlines()) for state in states} == {2}


def test_without_a_limit_no_time_is_shown() -> None:
    """A match without a limit, or against newcomers of no rating, shows neither."""
    line = board_lines(state_of(match_of(time=TurnTime.UNLIMITED)), ENGLISH).splitlines()[1]
    assert "<t:" not in line
    assert line.endswith("turn 1")


def test_ratings() -> None:
    """Whole numbers, with a question mark while little is known, and the change at the end."""
    assert rating_text(Rating(1499.6, 109)) == "1500"
    assert rating_text(Rating(1499.4, 111)) == "1499?"
    state = ended(EndReason.GOAL)
    before, after = Rating(1500, 100), Rating(1512.4, 95)
    up = RatingChange(ANNA.id, ServerId(SERVER), before, after)
    down = RatingChange(BEN.id, ServerId(SERVER), before, Rating(1487.6, 95))
    seats = {
        Player.FIRST: Seat(ANNA, after, up),
        Player.SECOND: Seat(BEN, Rating(1487.6, 95), down),
    }
    line = board_lines(replace(state, seats=seats), ENGLISH).splitlines()[1]
    assert line == "🔵 Anna (1512, +12) ↑ · 🟠 Ben (1488, -12) ↓ · 2 turns"


def test_a_change_is_written_as_the_language_writes_it() -> None:
    """On the board and on its picture: the sign, and what stands between thousands."""
    before, after = Rating(500, 60), Rating(1734, 60)
    seats = {
        Player.FIRST: Seat(ANNA, after, RatingChange(ANNA.id, None, before, after)),
        Player.SECOND: Seat(BEN, before, RatingChange(BEN.id, None, before, before)),
    }
    state = replace(ended(EndReason.GOAL), seats=seats)
    german = Language("de", ENGLISH._catalogue)
    line = board_lines(state, german).splitlines()[1]
    assert line == "🔵 Anna (1734, +1.234) ↑ · 🟠 Ben (500, 0) ↓ · 2 turns"
    scene = scene_of(state, german)
    assert [side.rating for side in (scene.first, scene.second)] == ["1734, +1.234", "500, 0"]


@pytest.mark.parametrize(
    ("reason", "winner", "sentence", "short"),
    [
        (EndReason.GOAL, Player.FIRST, "**Anna** wins with a goal!", "Anna wins: goal"),
        (EndReason.OWN_GOAL, Player.SECOND, "**Ben** wins: an own goal by Anna.", "own goal"),
        (EndReason.BLOCKED, Player.FIRST, "**Anna** wins: Ben is blocked.", "blocked"),
        (EndReason.RESIGNED, Player.SECOND, "**Ben** wins: Anna resigned.", "resigned"),
        (EndReason.TIME, Player.FIRST, "**Anna** wins: Ben ran out of time.", "wins on time"),
        (EndReason.TURN_LIMIT, Player.FIRST, "**Anna** wins.", "Anna wins"),
        (EndReason.TURN_LIMIT, None, "the match is a draw: 2 turns without a goal.", "Draw"),
        (EndReason.ABORTED, None, "the match was aborted before both had moved.", "Aborted"),
        (
            EndReason.CLOSED,
            None,
            "the match was closed: nobody went on playing. It counts for nothing.",
            "Closed",
        ),
        (
            EndReason.OUT_OF_REACH,
            None,
            "the match was closed: for a month nobody could see it. It counts for nothing.",
            "Closed",
        ),
    ],
)
def test_every_end_has_its_words(
    reason: EndReason, winner: Player | None, sentence: str, short: str
) -> None:
    """How a match ended, in a sentence and on the picture."""
    state = ended(reason, winner)
    assert result_words(state, ENGLISH) == sentence
    assert short in caption(state, ENGLISH)
    assert closing_line(state, ENGLISH) == f"Anna against Ben: {sentence}"
    assert board_lines(state, ENGLISH).startswith(f"<@101> <@102>: {sentence}\n")


def test_every_reason_is_worded() -> None:
    """A reason that is new to the code would raise here, not before a reader."""
    for reason in EndReason:
        assert result_words(ended(reason), ENGLISH).endswith((".", "!"))


def test_titles_of_threads_fit() -> None:
    """The longest names still make a title that Discord takes."""
    long = Person(PlayerId(9), 9, "W" * 99)
    title = match_title(
        state_of(match_of(variant="no-double-bounce"), first=long, second=long), ENGLISH
    )
    assert title.endswith(" · No double bounce")
    assert len(title) <= 100


# --- lists


def many(count: int, name: str = "Ben") -> list[Described]:
    """Running matches of Anna against the same person, with boards of real ids."""
    board = BoardMessage(SERVER + 2, SERVER + 3)
    other = Person(BEN.id, BEN.account, name)
    return [Described(match_of(number=10**6 + i), other, board) for i in range(count)]


@pytest.mark.parametrize("count", [1, 2, 7, 25, 400])
@pytest.mark.parametrize("name", ["B", "*" * 32])
def test_a_list_fits_into_one_message(count: int, name: str) -> None:
    """However many matches and however long the names, and it says how many are left out."""
    words = games_lines(many(count, name), ANNA.id, ENGLISH)
    assert len(words) <= LONGEST
    heading, *lines = words.splitlines()
    assert heading == ("1 match waits for you." if count == 1 else f"{count} matches wait for you.")
    if len(lines) < count:
        assert lines[-1] == f"… and {count - len(lines) + 1} more."
        assert len(words) > LONGEST - 300
    else:
        assert len(lines) == count
    listed = which_match_lines(many(count, name), ANNA.id, ENGLISH, to_move=True)
    assert len(listed) <= LONGEST


def test_a_line_of_a_list() -> None:
    """Whose turn, the number, the opponent, the variant, the time left, a link to the board."""
    [game] = many(1)
    assert games_lines([game], ANNA.id, ENGLISH).splitlines()[1] == (
        "▶️ `1000000` **your turn** · against Ben · Standard · ⏳ <t:1767226200:R> · "
        f"https://discord.com/channels/{SERVER}/{SERVER + 2}/{SERVER + 3}"
    )
    unposted = replace(game, opponent=ANNA, board=None)
    assert games_lines([unposted], BEN.id, ENGLISH) == (
        "No match waits for you.\n"
        "⏳ `1000000` waiting · against Anna · Standard · ⏳ <t:1767226200:R>"
    )


# --- names


def test_a_deleted_player() -> None:
    """Who has left for good is named as that, and is not mentioned."""
    gone = Person(PlayerId(1), None, "Anna")
    assert message_name(gone, ENGLISH) == "deleted player"
    first = board_lines(state_of(match_of(), first=gone), ENGLISH).splitlines()[0]
    assert first == "deleted player, you draw first: the ball is in the centre."


@pytest.mark.parametrize(
    "name", ["**b**", "_i_", "~~s~~", "||s||", "`c`", "<@1>", "<#1>", "@everyone", "[a](b)", "# h"]
)
def test_names_format_and_mention_nothing(name: str) -> None:
    """What a name holds is shown as it is."""
    shown = message_name(Person(PlayerId(1), 1, name), ENGLISH)
    assert shown != name
    assert "@everyone" not in shown


# --- challenges


def challenge(**changes: object) -> ChallengeState:
    """Anna's challenge to Ben."""
    made = Challenge(
        ChallengeId(1), ANNA.id, BEN.id, Terms(STANDARD), Place(None, 1), NOW, NOW + timedelta(7)
    )
    return ChallengeState(replace(made, **changes), ANNA, BEN)  # type: ignore[arg-type]  # by name


@pytest.mark.parametrize("status", ChallengeStatus)
def test_a_challenge_keeps_its_three_lines(status: ChallengeStatus) -> None:
    """Open or ended: who, the terms, what makes the variant special."""
    first, terms, note = challenge_lines(challenge(status=status), ENGLISH).splitlines()
    assert first
    assert terms == "Standard, 8 × 10, 3 days a turn, rated"
    assert note == "*The classic game: a bounce lets you draw again, without limit.*"
    if status is not ChallengeStatus.OPEN:
        assert first.startswith("**Anna**: ")
        assert first.endswith(".")


def test_a_decline_is_told() -> None:
    """The challenger is addressed; an open challenge has no name to give."""
    assert declined_words(challenge(), ENGLISH) == "<@101>, Ben declined your challenge."
    unnamed = replace(challenge(), opponent=None)
    assert declined_words(unnamed, ENGLISH) == "<@101>, somebody declined your challenge."


# --- variants, times, turns


@pytest.mark.parametrize("key", [*(variant.key for variant in VARIANTS), None])
def test_every_variant_has_a_name_and_a_note(key: str | None) -> None:
    """No preset is added without words for it."""
    assert variant_name(key, ENGLISH)
    assert 10 < len(variant_note(key, ENGLISH)) <= 100


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_variant_changes(variant: Variant) -> None:
    """What differs from the classic game besides the pitch, and nothing where nothing does."""
    same = variant.key in ("standard", "small", "large", "gridball", "gridball-classic")
    assert bool(what_differs(variant.ruleset, ENGLISH)) is not same


def test_what_a_custom_game_changes() -> None:
    """Each option that differs is named."""
    assert special_line(Terms(PaperSoccer(width=4)), ENGLISH) == (
        "The classic game on a pitch of its own."
    )
    ruleset = PaperSoccer(
        goal_width=3, wall_bounce=False, own_goal=OwnGoal.FORBIDDEN, crossing_diagonals=False
    )
    words = special_line(Terms(ruleset), ENGLISH)
    assert "goals are three squares wide" in words
    assert "walls do not bounce" in words
    assert "nobody may draw into the own goal" in words
    assert "diagonals may not cross" in words


def test_times_in_words() -> None:
    """Each time per turn, in the right number."""
    assert [turn_time(time, ENGLISH) for time in TurnTime] == [
        "2 minutes a turn", "10 minutes a turn", "1 hour a turn", "8 hours a turn",
        "1 day a turn", "3 days a turn", "7 days a turn", "14 days a turn", "no time limit",
    ]  # fmt: skip


def test_directions_and_effects_are_all_different() -> None:
    """Eight directions, five effects, no two alike."""
    assert len({direction_name(d, ENGLISH) for d in range(8)}) == 8
    assert len({effect_words(effect, ENGLISH) for effect in Effect}) == len(Effect)


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [
        (4, 5, "on the halfway line"),
        (0, 5, "on the halfway line"),
        (4, 3, "in the other half"),
        (4, 7, "in your half"),
        (4, 1, "in front of the goal you attack"),
        (1, 2, "left of the goal you attack"),
        (7, 1, "right of the goal you attack"),
        (4, 9, "in front of your goal"),
        (1, 9, "left of your goal"),
        (7, 10, "right of your goal"),
    ],
)
def test_where_the_ball_is(x: int, y: int, place: str) -> None:
    """For the first player, who attacks the top goal; left is left for both."""
    assert ball_place(Point(x, y), STANDARD.pitch, Player.FIRST, ENGLISH) == place


def test_bounces_are_counted() -> None:
    """A turn of several segments tells how often it bounced."""
    match = match_of("0", "2", "4", "617")
    turn = match.game.history[-1]
    words = turn_summary(turn, STANDARD, Player.FIRST, ENGLISH)
    assert words.startswith("2 bounces, and the ball stopped")


# --- alternative texts


def test_an_alternative_text_tells_all_that_one_needs_to_play() -> None:
    """Who is to move and attacks where, the ball, the free directions, the last turn, the clock."""
    words = board_text(state_of(match_of("0", "2")), ENGLISH)
    assert words.startswith("Anna is to move and attacks the top goal. The ball is at ")
    for part in (
        "up (0): the turn passes",
        "down left (5): you draw again",
        "Last turn: 2.",
        "Time until 2026-01-01 00:10 UTC.",
        'Record: [Variant "standard"] 0 2',
    ):
        assert part in words
    assert "left (6)" not in words.replace("down left", "").replace("up left", "")


def test_a_draft_is_told() -> None:
    """What is drawn of the turn, and the directions after it."""
    words = board_text(state_of(match_of("0", "2"), draft="5"), ENGLISH)
    assert "Drawn of this turn: 5." in words
    complete = board_text(state_of(match_of(time=TurnTime.THREE_DAYS), draft="0"), ENGLISH)
    assert "Free:" not in complete


def test_an_ended_board_tells_the_result() -> None:
    """The result stands where the mover was."""
    words = board_text(state_of(match_of("0", "0", "0", "0", "17")), ENGLISH)
    assert words.startswith("Anna wins: goal.")
    assert "Free:" not in words


def test_a_long_record_keeps_its_newest_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text fits, and what is left out of the record is the beginning, whole turns of it."""
    turns = long_game()
    state = state_of(match_of(*turns, variant="large"))
    whole = board_text(state, ENGLISH)
    sentences = whole.partition(" Record: ")[0]
    for longest in range(len(whole) - 70, len(whole)):
        monkeypatch.setattr(alternative, "LONGEST", longest)
        words = board_text(state, ENGLISH)
        assert len(words) <= longest
        start, _, record = words.partition(" The whole record: /soccer export.")
        assert sentences.startswith(start)
        assert record == "" or " ".join(turns).endswith(record.removeprefix(" It ends with: …"))


def long_game() -> list[str]:
    """Many turns on a large pitch, each a single segment that passes."""
    game = Game(find_variant("large").ruleset)
    turns: list[str] = []
    while len(turns) < 40:
        position = game.position
        passing = [d for d in position.legal_directions() if position.effect(d) is Effect.PASSES]
        if not passing:
            break
        turns.append(position.write_step(passing[len(turns) % len(passing)]))
        game = game.play(turns[-1])
    return turns


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_empty_pitch_is_told(variant: Variant) -> None:
    """The picture of a challenge in words."""
    words = pitch_text(Terms(variant.ruleset), ENGLISH)
    assert pitch_size(variant.ruleset, ENGLISH) in words
    assert "ball in the centre" in words
