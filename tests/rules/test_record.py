"""Records: what is written, reading it back, and what is wrong with those that are refused."""

import random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    VARIANTS,
    Bounce,
    Field,
    Game,
    Gridball,
    IllegalTurnError,
    InvalidRecordError,
    InvalidRulesetError,
    InvalidTurnError,
    PaperSoccer,
    Player,
    Position,
    Record,
    RecordProblem,
    Refusal,
    Result,
    RulesError,
    Ruleset,
    find_variant,
    read_record,
    short_record,
    write_record,
)
from tests.rules.walks import Walk, any_walks

SMALL = find_variant("small").ruleset
GOAL = Game(SMALL, ("0", "2", "2", "17", "77"))
GRIDBALL = Game(Gridball(), ("433", "107", "634.5"))
WHO = {"First": "Alice", "Second": "Bob"}

WRITTEN = """\
[First "Alice"]
[Second "Bob"]
[Game "paper_soccer"]
[Variant "small"]
[Width "6"]
[Height "8"]
[GoalWidth "2"]
[Bounce "unlimited"]
[WallBounce "yes"]
[OwnGoal "counts"]
[CrossingDiagonals "yes"]
[Result "1-0"]
[Reason "goal"]

1. 0 2 2. 2 17 3. 77 1-0
"""


def long_game(turns: int) -> Game:
    """A game without bounces on the largest pitch, always to where there is much room."""
    rng = random.Random(14)
    game = Game(PaperSoccer(width=20, height=28, bounce=Bounce.NONE))
    while len(game.turns) < turns:
        ways = {way: game.position.after(way) for way in game.position.legal_directions()}
        room = {way: (len(after.legal_directions()), rng.random()) for way, after in ways.items()}
        game = game.play(str(max(room, key=room.__getitem__)))
    return game


def refused(source: str | bytes) -> InvalidRecordError:
    """The error with which a record is refused."""
    with pytest.raises(InvalidRecordError) as caught:
        read_record(source)
    return caught.value


# ------------------------------------------------------------------------------------- writing


def test_a_record_has_tags_numbered_turns_and_a_result():
    """The tags that were supplied come first, then those that follow from the game."""
    assert write_record(GOAL, WHO) == WRITTEN


def test_a_record_of_gridball_has_its_field_and_its_dots():
    """An unfinished game ends with a star."""
    assert write_record(GRIDBALL).splitlines() == [
        '[Game "gridball"]',
        '[Variant "gridball"]',
        '[Field "small"]',
        '[Result "*"]',
        "",
        "1. 433 107 2. 634.5 *",
    ]


def test_a_custom_game_is_told_by_its_options():
    """It has no preset's name."""
    written = write_record(Game(PaperSoccer(width=4, height=4, wall_bounce=False)))
    assert '[Variant "custom"]\n[Width "4"]\n[Height "4"]' in written
    assert '[WallBounce "no"]' in written


def test_turns_are_wrapped_at_80_columns():
    """A number stays with its turn."""
    _, _, turns = write_record(long_game(400)).partition("\n\n")
    lines = turns.splitlines()
    assert len(lines) > 10
    assert all(72 < len(line) <= 80 for line in lines[:-1])
    assert not any(line.endswith(".") for line in lines)


def test_what_would_break_a_tag_is_escaped():
    """Quotes, backslashes, line ends and other controls; half characters are replaced."""
    written = write_record(Game(SMALL), {"First": 'a"b\\c\nd\x1b\u2028', "Second": "\ud800"})
    assert written.startswith(r'[First "a\"b\\c\u{a}d\u{1b}\u{2028}"]')
    assert '[Second "\N{REPLACEMENT CHARACTER}"]' in written


@pytest.mark.parametrize("name", ["", "1st", "Two words", "Älter", "A-B", "x" * 65, "A\n"])
def test_a_tag_needs_a_proper_name(name):
    """Letters, digits and low lines, a letter first."""
    with pytest.raises(ValueError, match="not a name"):
        write_record(Game(SMALL), {name: "x"})


@pytest.mark.parametrize("name", ["Game", "Variant", "Width", "CrossingDiagonals", "Field"])
def test_tags_that_follow_from_the_game_cannot_be_supplied(name):
    """They could only be wrong."""
    with pytest.raises(ValueError, match="follow from the game"):
        write_record(Game(SMALL), {name: "x"})


@pytest.mark.parametrize(
    ("game", "tags"),
    [
        (GOAL, {"Result": "1-0"}),
        (GOAL, {"Reason": "goal"}),
        (Game(SMALL), {"Result": "won"}),
        (Game(SMALL), {"Result": "1-0", "Reason": "goal"}),
    ],
)
def test_a_result_that_the_turns_decide_cannot_be_supplied(game, tags):
    """Nor one that is none."""
    with pytest.raises(ValueError, match=r"follow|not a result|do not end"):
        write_record(game, tags)


# ------------------------------------------------------------------------------------- reading


def test_a_record_is_read_back():
    """The game, and the tags that do not follow from it."""
    record = read_record(WRITTEN)
    assert record == Record(GOAL, WHO)
    assert (record.result, record.reason) == (Result.FIRST_WON, "goal")
    assert record.result.winner is Player.FIRST


@pytest.mark.parametrize(
    ("result", "reason", "winner"),
    [
        ("0-1", "resigned", Player.SECOND),
        ("1-0", "time", Player.FIRST),
        ("1/2-1/2", "agreement", None),
    ],
)
def test_a_game_that_its_players_ended_has_their_result(result, reason, winner):
    """The turns alone would go on."""
    tags = {**WHO, "Result": result, "Reason": reason}
    written = write_record(GRIDBALL, tags)
    record = read_record(written)
    assert record == Record(GRIDBALL, tags)
    assert (record.result, record.reason, record.result.winner) == (result, reason, winner)
    assert written.endswith(f" {result}\n")


def test_an_open_game_has_no_result():
    """It can be played on."""
    record = read_record(write_record(GRIDBALL))
    assert record == Record(GRIDBALL, {})
    assert (record.result, record.reason) == (Result.OPEN, None)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.encode(),
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.replace("\n", "\r\n").encode("utf-16"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: text.replace(" ", "\n\t"),
        lambda text: text.replace("1-0\n", "1-0"),
        lambda text: text.replace(" 1-0\n", ""),
        lambda text: text.replace(" 1-0\n", " *"),
        lambda text: text.replace('[Result "1-0"]', ""),
        lambda text: text.replace('[Reason "goal"]', ""),
        lambda text: text.replace('[Result "1-0"]', '[Result "*"]'),
        lambda text: text.replace("1. ", "").replace("2. ", "").replace("3. ", ""),
        lambda text: text.replace("1. ", "01. ").replace("2. ", "2... "),
        lambda text: text.replace("1. ", "1.").replace("2. ", "2."),
        lambda text: text.replace(" 17", " 2...17"),
        lambda text: text.replace(" 17", " 2... 17"),
        lambda text: text.replace(" 17", " {a {bounce} 17 ; and [so] on {\n"),
        lambda text: "; a record\n{of\r\n\r\ntwo players}" + text + "{the end}",
        lambda text: text.replace("]\n[", "]["),
        lambda text: text.replace('[Variant "small"]', ""),
        lambda text: text.replace('[Game "paper_soccer"]', ""),
        lambda text: text.replace('[Width "6"]\n[Height "8"]', ""),
        lambda text: text.replace('[First "Alice"]', '[ First\t"Alice" ]'),
    ],
)
def test_records_are_read_as_people_and_programs_leave_them(change):
    """Line ends, marks, spaces, comments, missing tags, numbers and results do not matter."""
    assert read_record(change(WRITTEN)) == Record(GOAL, WHO)


def test_a_result_behind_the_turns_is_as_good_as_its_tag():
    """If the turns do not say it."""
    assert read_record("1. 0 0-1").tags == {"Result": "0-1"}


def test_unknown_tags_are_kept():
    """Whatever they say."""
    assert read_record('[Opening "king\'s"] [X_1 ""] 0 *').tags == {"Opening": "king's", "X_1": ""}


def test_a_tag_has_room_for_a_thousand_characters():
    """However they are written; a longer one is not written either, as nobody could read it."""
    text = "\n" * 1000
    assert read_record(write_record(GOAL, {"A": text})).tags == {"A": text}
    with pytest.raises(ValueError, match="too long"):
        write_record(GOAL, {"A": text + "x"})


def test_a_penalty_is_not_taken_for_a_number():
    """In Gridball a turn may begin like one: as a turn it comes first."""
    turns = GRIDBALL.turns
    for join in (". ", "."):
        text = " ".join(
            turn if at % 2 else f"{at // 2 + 1}{join}{turn}" for at, turn in enumerate(turns)
        )
        assert read_record(f'[Game "gridball"]{text}').game.turns == turns


def test_without_tags_a_game_is_the_standard_one():
    """The turns alone are enough."""
    assert read_record("0 2").game == Game(PaperSoccer(), ("0", "2"))


@pytest.mark.parametrize(
    ("tags", "ruleset"),
    [
        ('[Variant "texas"]', find_variant("texas").ruleset),
        ('[Variant "gridball-classic"]', Gridball(Field.CLASSIC)),
        ('[Game "gridball"]', Gridball()),
        ('[Game "gridball"][Field "classic"]', Gridball(Field.CLASSIC)),
        ('[Width "4"][Height "04"]', PaperSoccer(width=4, height=4)),
        ('[Variant "custom"][Bounce "once"][WallBounce "no"]', PaperSoccer(8, 10, 2, Bounce.ONCE)),
    ],
)
def test_missing_options_are_those_of_the_variant_or_the_game(tags, ruleset):
    """What is there changes them."""
    expected = {**ruleset.options()}
    if "WallBounce" in tags:
        expected["wall_bounce"] = False
    read = read_record(tags).game.ruleset
    assert (read.game, read.options()) == (ruleset.game, expected)


def test_a_record_of_a_thousand_turns_is_read():
    """On a pitch that has room for them, in a moment."""
    game = long_game(1_000)
    assert len(game.turns) == 1_000
    assert read_record(write_record(game).replace("\n", "\r\n").encode()).game == game


# ------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("text", "line", "column", "problem", "said"),
    [
        ("", 1, 1, RecordProblem.EMPTY, "neither a tag nor a turn"),
        ("{nothing}", 1, 1, RecordProblem.EMPTY, "neither"),
        ("1. 0 {open", 1, 6, RecordProblem.COMMENT, "closed with }"),
        ("[", 1, 1, RecordProblem.TAG, r'[Name "text"]: ['),
        ('[A "x"]\n [B x]', 2, 2, RecordProblem.TAG, "[B x]"),
        ('[A "x]\n0', 1, 1, RecordProblem.TAG, '[A "x]'),
        ('[A "\\n"]', 1, 1, RecordProblem.TAG, "tag"),
        ('[A "\\u{d800}"]', 1, 5, RecordProblem.TAG, "tag"),
        ('[A "\\u{110000}"]', 1, 5, RecordProblem.TAG, "tag"),
        ('[A "x"]\n[A "x"]', 2, 1, RecordProblem.REPEATED_TAG, "A was there before"),
        ('1. 0 *\n\n[A "x"]', 3, 1, RecordProblem.LATE_TAG, "one game"),
        ('[Variant "chess"]', 1, 1, RecordProblem.VARIANT, "no variant chess"),
        ('[Game "chess"]', 1, 1, RecordProblem.RULES, "paper_soccer, gridball"),
        ('[A ""]\n[Width "7"]', 2, 1, RecordProblem.RULES, "width: must be an even"),
        ('[Width "' + "9" * 1000 + '"]', 1, 1, RecordProblem.RULES, "width"),
        ('[A ""]\n[B "' + "x" * 1001 + '"]', 2, 1, RecordProblem.LONG_TAG, "1000 characters: B"),
        ('[WallBounce "maybe"]', 1, 1, RecordProblem.RULES, "true or false"),
        ('[Field "small"]', 1, 1, RecordProblem.OPTION, "no option Field"),
        ('[Variant "gridball"][Width "8"]', 1, 21, RecordProblem.OPTION, "no option Width"),
        ('[Variant "small"][Height "10"]', 1, 1, RecordProblem.OTHER_VARIANT, "small but of cust"),
        ('[Variant "small"][Width "8"][Height "10"]', 1, 1, RecordProblem.OTHER_VARIANT, "of stan"),
        ("1. 0 2 3. 2", 1, 8, RecordProblem.NUMBER, "3. where number 2 is due"),
        ("0. 0", 1, 1, RecordProblem.NUMBER, "number 1 is due"),
        ("9" * 5000 + ".", 1, 1, RecordProblem.NUMBER, "number 1 is due"),
        ("1. 1. 0", 1, 4, RecordProblem.CHARACTER, "1. does not belong"),
        ("1.0 2 3.2", 1, 7, RecordProblem.NUMBER, "3. where number 2 is due"),
        ("1. 1.0", 1, 4, RecordProblem.CHARACTER, "1. does not belong"),
        ("north", 1, 1, RecordProblem.TURN, "digits from 0 (up) to 7, clockwise"),
        ("1. ↑", 1, 4, RecordProblem.TURN, "digits from 0 (up) to 7, clockwise"),
        ("1. 0 2 *\n2.", 2, 1, RecordProblem.AFTER_RESULT, "there is 2."),
        ("* *", 1, 3, RecordProblem.AFTER_RESULT, "there is *"),
        ('[Result "won"]', 1, 1, RecordProblem.RESULT, "won is not a result"),
        ('[Result "1-0"] 0 0-1', 1, 18, RecordProblem.CONTRADICTION, "0-1 contradicts 1-0"),
        ('[Reason "goal"] 0', 1, 1, RecordProblem.CONTRADICTION, "goal contradicts *"),
        ("0\x002", 1, 2, RecordProblem.CHARACTER, "U+0000"),
        ("0 {\x1b[31m}", 1, 4, RecordProblem.CHARACTER, "U+001B"),
        ("0\n\ud800", 2, 1, RecordProblem.CHARACTER, "U+D800"),
        (b"0\n 2\xff", 2, 3, RecordProblem.ENCODING, "UTF-8"),
        (b"\xef\xbb\xbf0\xff", 1, 2, RecordProblem.ENCODING, "UTF-8"),
        (b"\xff\xfe0", 1, 1, RecordProblem.ENCODING, "UTF-8"),
    ],
)
def test_what_is_wrong_is_told_by_its_place(text, line, column, problem, said):
    """Line and column as an editor counts them, the problem as data, and a sentence."""
    error = refused(text)
    assert (error.line, error.column, error.problem) == (line, column, problem)
    assert str(error).startswith(f"line {line}, column {column}: ")
    assert said in str(error)
    assert isinstance(error, RulesError)


@pytest.mark.parametrize("reason", ["own_goal", "resigned"])
def test_a_reason_must_agree_with_the_turns_that_end_the_game(reason):
    """So must a result."""
    error = refused(WRITTEN.replace('"goal"', f'"{reason}"'))
    assert (error.line, error.found, error.expected) == (13, reason, "goal")
    error = refused(WRITTEN.replace("77 1-0", "77 0-1"))
    assert (error.line, error.column, error.found, error.expected) == (15, 22, "0-1", "1-0")


@pytest.mark.parametrize(
    ("turns", "line", "column", "turn", "refusal"),
    [
        ("1. 0 4", 1, 6, 2, Refusal.DRAWN),
        ("1. 0 2\n2. 2 18", 2, 7, 4, Refusal.BAD_NOTATION),
        ("1. 0 2\n2. 2 15", 2, 7, 4, Refusal.DRAWN),
        ("1. 0 2\n2. 2 1", 2, 7, 4, Refusal.INCOMPLETE),
        ("1. 0 2\n2. 2 177", 2, 8, 4, Refusal.TOO_LONG),
        ("1. 0 2 2. 2 17 3. 77 0", 1, 22, 6, Refusal.GAME_OVER),
        ("hello", 1, 1, 1, Refusal.BAD_NOTATION),
        ("1.0.", 1, 4, 1, Refusal.BAD_NOTATION),
        ("1.N", 1, 3, 1, Refusal.BAD_NOTATION),
        ("1.0 2 2.2 15", 1, 12, 4, Refusal.DRAWN),
    ],
)
def test_an_illegal_turn_is_told_by_its_number_and_step(turns, line, column, turn, refusal):
    """The place is that of the step which is refused; the cause is the rules' own."""
    error = refused(f'[Variant "small"]\n{turns}')
    assert (error.line, error.column, error.turn) == (line + 1, column, turn)
    assert error.problem is RecordProblem.TURN
    assert isinstance(error.cause, IllegalTurnError | InvalidTurnError)
    assert error.cause.refusal is refusal
    assert f"turn {turn}, " in str(error)


def test_an_illegal_penalty_is_told_by_its_digit():
    """Dots are counted too."""
    error = refused('[Variant "gridball"]\n1. 433 107 2. 634.5.0')
    assert (error.line, error.column, error.turn) == (2, 21, 3)
    assert error.found == "634.5.0"


def test_rules_that_cannot_be_played_carry_their_cause():
    """With the option's name."""
    cause = refused('[Width "7"]').cause
    assert isinstance(cause, InvalidRulesetError)
    assert cause.option == "width"


def test_what_was_found_is_told_in_short_and_in_one_line():
    """Whatever the file holds, nothing of it can spoil a terminal."""
    error = refused("x\u2028\u202e" * 500)
    assert len(error.found) <= 41
    assert len(str(error)) < 400
    assert str(error).isprintable()


# ----------------------------------------------------------------------------- hostile files


RUBBISH = {
    "digits": "6" * 10_000_000,
    "nothing": b"\0" * 10_000_000,
    "just short enough": "6" * 499_999,
    "bytes": b"\xff" * 1_999_999,
    "letters of two bytes": "é".encode() * 999_999,
    "braces": "{" * 499_999,
    "comments": "{}" * 249_999,
    "lines": ";\n" * 249_999,
    "empty lines": "\r" * 499_999,
    "words": "a " * 249_999,
    "turns": "0 4 " * 124_999,
    "numbers": "1. " * 166_666,
    "a huge number": "9" * 499_990 + ".",
    "brackets": "[" * 499_999,
    "an endless tag": '[A "' + '\\"' * 249_990,
    "a tag of spaces": "[" + " " * 499_990,
    "tags": "".join(f'[A{number} "x"]\n' for number in range(35_000)),
    "escapes": '[A "' + "\\u{41}" * 83_000 + '"]',
    "an option": '[Width "' + "9" * 499_000 + '"]',
}


@pytest.mark.parametrize("source", RUBBISH.values(), ids=RUBBISH.keys())
def test_rubbish_is_refused_quickly(source):
    """However much of it there is; `benchmarks.records` measures how quickly."""
    start = perf_counter()
    said = attempt(source)
    assert perf_counter() - start < 10
    assert isinstance(said, Record) or len(str(said)) < 400


def attempt(source: str | bytes) -> Record | InvalidRecordError:
    """The record, or why there is none."""
    try:
        return read_record(source)
    except InvalidRecordError as error:
        return error


@given(st.text() | st.text('[]{};".*-/\\ \nu01234567aA') | st.binary())
def test_any_text_is_read_or_refused(source):
    """An InvalidRecordError is all that a file can cause."""
    read = attempt(source)
    if isinstance(read, Record):
        assert read_record(write_record(read.game, read.tags)) == read
    else:
        assert min(read.line, read.column) >= 1


@given(any_walks(), st.data())
def test_a_damaged_record_is_read_or_refused(walk: Walk[Position], data: st.DataObject):
    """What is read can be written and read again."""
    text = write_record(Game(walk.last.ruleset, walk.turns), WHO)
    place = data.draw(st.integers(0, len(text) - 1))
    mark = data.draw(st.sampled_from(' .0123456789[]{};"*-\n') | st.characters())
    read = attempt(text[:place] + mark + text[place + 1 :])
    if isinstance(read, Record):
        assert read_record(write_record(read.game, read.tags)) == read


# -------------------------------------------------------------------------------- round trips

names = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,20}", fullmatch=True).filter(
    lambda name: name not in ("Result", "Reason") and not is_own(name)
)
reasons = st.text().filter(lambda text: text not in ("goal", "own_goal", "blocked", "turn_limit"))


def is_own(name: str) -> bool:
    """Whether a tag follows from the game."""
    try:
        write_record(Game(SMALL), {name: ""})
    except ValueError:
        return True
    return False


@given(any_walks(), st.dictionaries(names, st.text()), st.sampled_from(Result), reasons)
def test_every_record_is_read_back_exactly(
    walk: Walk[Position], tags: dict[str, str], result: Result, reason: str
):
    """All variants, custom ones too: finished, open, and ended by the players."""
    game = Game(walk.last.ruleset, walk.turns)
    if game.outcome is None and result is not Result.OPEN:
        tags = {**tags, "Result": result.value, "Reason": reason}
    written = write_record(game, tags)
    assert read_record(written) == Record(game, tags)
    assert read_record(written.replace("\n", "\r\n").encode("utf-8-sig")) == Record(game, tags)


@pytest.mark.parametrize("ruleset", [variant.ruleset for variant in VARIANTS])
def test_every_preset_is_read_back(ruleset: Ruleset):
    """Before the first turn."""
    assert read_record(write_record(Game(ruleset), WHO)) == Record(Game(ruleset), WHO)


# --- on one line


@given(any_walks())
def test_a_short_record_is_one_line_that_is_read_back(walk):
    """The game under its own rules, whatever they are; a draft is a comment."""
    game = Game(walk.positions[0].ruleset, walk.turns)
    text = short_record(game, walk.partial)
    assert "\n" not in text
    assert read_record(text).game == game
    assert text.endswith(f" {{draft {walk.partial}}}") == bool(walk.partial)


@pytest.mark.parametrize(
    ("ruleset", "turns", "text"),
    [
        (PaperSoccer(), (), '[Variant "standard"]'),
        (PaperSoccer(width=6, height=8), ("0", "2"), '[Variant "small"] 0 2'),
        (PaperSoccer(width=4), (), '[Game "paper_soccer"] [Width "4"]'),
        (Gridball(), ("433",), '[Variant "gridball"] 433'),
    ],
)
def test_a_short_record_has_no_more_tags_than_it_needs(ruleset, turns, text):
    """A preset by its name, other rules by what they change."""
    assert short_record(Game(ruleset, turns)) == text
