"""Records in Discord: handed out as files, read from files and from a form."""

import re
import threading
from random import Random
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.actions import information
from bot.actions import replay as actions
from bot.i18n import ENGLISH
from bot.scenes import scene_of
from bot.wording.alternative import board_text
from bot.wording.records import record_refusal
from matches.ids import MatchId, ServerId
from matches.match import Match
from matches.place import Place
from matches.records import recorded_board
from matches.terms import Terms, TurnTime
from renderer import render
from rules import (
    VARIANTS,
    Game,
    IllegalTurnError,
    InvalidRecordError,
    InvalidRulesetError,
    InvalidTurnError,
    PaperSoccer,
    Player,
    Record,
    RecordProblem,
    Refusal,
    Result,
    RulesError,
    Ruleset,
    read_record,
    write_record,
)
from rules.record_reader import MOST_BYTES
from tests.bot.test_showing import long_game, state
from tests.rules.walks import walked
from tests.support.simcord_seams import Submit, click_by_id, files_of, perform, pinged, requests_of
from tests.support.simcord_trouble import set_permissions
from tests.support.table import Table, button_ids, told

FORM = "record"
"""The id of the form's text input."""
GOAL = ("0", "0", "0", "0", "17")
RULESETS = [variant.ruleset for variant in VARIANTS] + [
    PaperSoccer(4, 6, goal_width=1, wall_bounce=False, crossing_diagonals=False)
]
NOT_HERE = "There is no match of that number in this server, nor one of yours elsewhere."


def private_answer(result: InteractionResult) -> Any:
    """The one private answer; the test fails if there is another or a public one."""
    answers = [a for a in (result.response, *result.followups) if a is not None]
    assert len(answers) == 1
    assert answers[0].ephemeral
    return answers[0]


def record_of(table: Table, result: InteractionResult) -> str:
    """The text of the file that came privately."""
    [file] = files_of(table.env, private_answer(result))
    assert file.filename.endswith(".txt")
    return file.data.decode()


async def export(table: Table, who: MemberActor, **options: Any) -> Record:
    """What somebody gets of a match, read as a record."""
    return read_record(record_of(table, await who.slash(table.channel, "soccer export", **options)))


async def read_file(
    table: Table, content: bytes | str, name: str = "game.txt"
) -> InteractionResult:
    """Carol hands in a file."""
    data = content.encode() if isinstance(content, str) else content
    return await table.carol.slash(table.channel, "soccer import", file=(name, data))


async def read_form(table: Table, text: str) -> InteractionResult:
    """Carol types a record."""
    opened = await table.carol.slash(table.channel, "soccer import")
    return await table.carol.submit_modal(opened, {FORM: text})


async def stored_match(
    table: Table,
    game: Game,
    *,
    server: int | None = None,
    channel: int | None = None,
    names: tuple[str, str] = ("Alice", "Bob"),
) -> Match:
    """A running match in which these turns were played; Alice's and Bob's, unless they are named
    otherwise: then of two strangers.
    """
    known = {"Alice": table.alice.id, "Bob": table.bob.id}
    now = table.clock.now()
    async with table.store.writing() as uow:
        first, second = [
            await uow.players.find_or_add(known.get(name, number), name)
            for number, name in enumerate(names, 5)
        ]
        match = await uow.matches.add(
            Match(
                id=MatchId(0),
                game=game,
                first=first,
                second=second,
                terms=Terms(game.ruleset, TurnTime.ONE_DAY, rated=False),
                place=Place(ServerId(server or table.server.id), channel or table.channel.id),
                rated=False,
                started_at=now,
                acted_at={},
                deadline=None,
            )
        )
        await uow.commit()
    return match


def random_game(ruleset: Ruleset) -> Game:
    """A game on these rules; in Gridball one with penalties."""
    rng = Random(4)
    trapping = ruleset.game == "gridball"
    choices = [rng.randrange(8) for _ in range(30 if trapping else 40)]
    return Game(ruleset, walked(ruleset.start(), choices, trapping=trapping).turns)


# --- export


async def test_a_finished_match_is_exported_with_all_its_tags(table: Table) -> None:
    """Who, where, when, which rules, how fast, how strong, and how it ended."""
    await table.start(variant="small", time="10m")
    await table.play(["0", "0", "0", "0", "0"])
    record = await export(table, table.alice, match=1)
    assert record.game == (await table.match()).game
    assert (record.result, record.reason) == (Result.FIRST_WON, "goal")
    seats = await table.seats()
    names = {table.alice.id: "Alice", table.bob.id: "Bob"}
    started = (await table.match()).started_at
    assert record.tags == {
        "Server": table.server.name,
        "Match": "1",
        "Date": started.strftime("%Y.%m.%d"),
        "Time": started.strftime("%H:%M:%S UTC"),
        "First": names[seats["first"].id],
        "Second": names[seats["second"].id],
        "FirstRating": "1500?",
        "FirstRatingChange": "+162",
        "SecondRating": "1500?",
        "SecondRatingChange": "-162",
        "Rated": "yes",
        "TimeControl": "1/600",
    }


async def test_the_record_is_a_private_file_in_the_manner_of_pgn(table: Table) -> None:
    """Tags, a blank line, the turns; only whoever asked gets it, and nobody is notified."""
    await table.start(variant="small", time="none")
    await table.play(["0", "0"])
    before = await table.everything()
    result = await table.alice.slash(table.place, "soccer export")
    answer = private_answer(result)
    assert answer.content == (
        "The record of match 1. `/soccer import` shows such a file as a board."
    )
    assert pinged(table.env, answer) == set()
    [file] = files_of(table.env, answer)
    assert file.filename == "match-1.txt"
    lines = file.data.decode().splitlines()
    assert lines[-2:] == ["", "1. 0 0 *"]
    assert '[Variant "small"]' in lines
    assert '[GoalWidth "2"]' in lines
    assert '[TimeControl "-"]' in lines
    assert await table.everything() == before


@pytest.mark.parametrize("ending", ["resigned", "time", "aborted"])
async def test_ends_by_people_are_recorded(table: Table, ending: str) -> None:
    """Giving up and the clock give a result with their reason; an aborted match has no result."""
    await table.start(time="10m")
    if ending != "aborted":
        await table.play(["0", "0"])
    if ending == "resigned":
        asked = await table.bob.slash(table.place, "resign")
        assert asked.response is not None
        await table.bob.click(asked.response, label="Resign")
    else:
        await table.wait(601)
    record = await export(table, table.bob)
    winner = {"resigned": Result.FIRST_WON, "time": Result.SECOND_WON, "aborted": Result.OPEN}
    assert (record.result, record.reason) == (winner[ending], ending)
    shown = await read_file(table, write_record(record.game, record.tags))
    words = {
        "resigned": "**Alice** wins: Bob resigned.",
        "time": "**Bob** wins: Alice ran out of time.",
        "aborted": "the match was aborted before both had moved.",
    }
    assert words[ending] in told(shown)


async def test_the_menu_of_a_board_hands_out_the_record(table: Table) -> None:
    """*Record* under *⋯*, for players and for whoever watches, also after a restart."""
    await table.start(time="10m")
    await table.play(["0", "0"])
    for who in (table.alice, table.carol):
        menu = private_answer(await table.tap(who, table.board(), "more")).message
        assert button_ids(menu, "pse:") == ["pse:1"]
        await table.restart()
        result = await who.click(menu, custom_id="pse:1")
        assert read_record(record_of(table, result)).game.turns == ("0", "0")


async def test_the_menu_of_a_finished_board_hands_out_the_record(table: Table) -> None:
    """The end of a match does not take its record away."""
    await table.start(time="10m")
    await table.play(GOAL)
    menu = private_answer(await table.tap(table.carol, table.board(), "more")).message
    assert button_ids(menu) == ["pse:1"]
    result = await table.carol.click(menu, custom_id="pse:1")
    assert read_record(record_of(table, result)).result is Result.FIRST_WON


async def test_whoever_sees_the_channel_exports_its_matches(table: Table) -> None:
    """Boards are public where they are played, in a thread or not."""
    await table.start()
    assert (await export(table, table.carol, match=1)).tags["Match"] == "1"


async def test_a_match_in_a_hidden_channel_is_for_who_sees_it(table: Table) -> None:
    """Others are answered as for a number that nobody has; its players always get it."""
    hidden = table.server.create_text_channel("hidden")
    await table.env.settle()
    await set_permissions(table.env, hidden, table.carol, view_channel=False)
    await set_permissions(table.env, hidden, table.bob, view_channel=False)
    await stored_match(table, random_game(RULESETS[0]), channel=hidden.id)
    await stored_match(table, random_game(RULESETS[0]), channel=hidden.id, names=("X", "Y"))
    refused = await table.carol.slash(table.channel, "soccer export", match=1)
    assert told(refused) == NOT_HERE
    assert private_answer(refused).attachments == []
    assert (await export(table, table.bob, match=1)).tags["Match"] == "1"
    assert (await export(table, table.alice, match=2)).tags["Match"] == "2"
    assert told(await table.bob.slash(table.channel, "soccer export", match=2)) == NOT_HERE


async def test_a_match_in_a_channel_that_is_gone_is_only_for_its_players(table: Table) -> None:
    """Nobody can say any more who saw it."""
    await stored_match(table, random_game(RULESETS[0]), channel=77)
    assert (await export(table, table.alice, match=1)).tags["Match"] == "1"
    assert told(await table.carol.slash(table.channel, "soccer export", match=1)) == NOT_HERE


async def test_a_match_of_another_server_is_only_for_its_players(table: Table) -> None:
    """Others learn not even that there is one: the answer is that for a number nobody has."""
    await stored_match(table, random_game(RULESETS[0]), server=4)
    assert (await export(table, table.bob, match=1)).tags["Match"] == "1"
    other = await table.carol.slash(table.channel, "soccer export", match=1)
    unknown = await table.carol.slash(table.channel, "soccer export", match=99)
    assert told(other) == told(unknown) == NOT_HERE
    assert private_answer(other).attachments == []
    # Nor by a number in a button that somebody made up.
    menu = await stored_menu(table)
    lost = await table.tap_old(table.carol, menu, "pse:1")
    assert private_answer(lost).attachments == []


async def stored_menu(table: Table) -> discord.Message:
    """The menu of another match, on Carol's screen."""
    await table.start()
    menu: discord.Message = private_answer(
        await table.tap(table.carol, table.board(), "more")
    ).message
    return menu


async def test_a_record_in_a_direct_message_is_for_the_players(table: Table) -> None:
    """No server is there: one's own matches, and nobody else's."""
    await table.start()
    own = await table.alice.user.slash("soccer export", match=1)
    assert read_record(record_of(table, own)).tags["Match"] == "1"
    newest = await table.alice.user.slash("soccer export")
    assert read_record(record_of(table, newest)).tags["Match"] == "1"
    assert told(await table.carol.user.slash("soccer export", match=1)) == NOT_HERE


async def test_without_a_number_the_match_here_is_meant(table: Table) -> None:
    """The newest in this channel, running or over; elsewhere one's newest of all."""
    await table.start(time="10m")
    thread = table.thread
    await table.play(GOAL)
    await table.start()
    await table.start()
    here = await table.alice.slash(thread, "soccer export")
    assert read_record(record_of(table, here)).tags["Match"] == "1"
    assert (await export(table, table.alice)).tags["Match"] == "3"


async def test_who_never_played_is_told_so(table: Table) -> None:
    """There is nothing to export without a number."""
    await table.start()
    assert told(await table.carol.slash(table.channel, "soccer export")) == (
        "You have not played a match yet. `/challenge` finds you an opponent."
    )


async def test_completion_offers_own_matches_running_and_over(table: Table) -> None:
    """The newest first, with how they stand for whoever types; what is typed narrows them."""
    await table.start(time="10m")
    await table.play(GOAL)
    day = (await table.match()).started_at.strftime("%Y-%m-%d")
    await table.wait(1)
    await table.start(variant="small", time="10m")
    offered = await table.bob.autocomplete(table.channel, "soccer export", "match", "")
    assert offered == [
        {"name": f"2: against Alice, Small, {day}, running", "value": 2},
        {"name": f"1: against Alice, Standard, {day}, lost", "value": 1},
    ]
    won = await table.alice.autocomplete(table.channel, "soccer export", "match", "WON")
    assert [choice["value"] for choice in won] == [1]
    assert await table.carol.autocomplete(table.channel, "soccer export", "match", "") == []
    await table.wait(601)
    aborted = await table.bob.autocomplete(table.channel, "soccer export", "match", "aborted")
    assert [choice["value"] for choice in aborted] == [2]


async def test_completion_offers_25_at_most(table: Table) -> None:
    """Discord takes no more; an older match is exported by its number."""
    for _ in range(27):
        await stored_match(table, Game(RULESETS[0]))
    offered = await table.alice.autocomplete(table.channel, "soccer export", "match", "")
    assert [choice["value"] for choice in offered] == list(range(27, 2, -1))
    assert (await export(table, table.alice, match=1)).tags["Match"] == "1"


async def test_no_file_where_the_bot_may_attach_none(table: Table) -> None:
    """It says which permission is missing instead of failing."""
    await table.start()
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    assert told(await table.alice.slash(table.channel, "soccer export")) == (
        "A record is a file, and I may not attach files in this channel. Ask somebody who manages "
        "it to allow me: Attach Files."
    )


HOSTILE = [
    '@everyone"]\n\n1. 0 *',
    "[a](https://evil.example) <@1> **x** `y`",
    "\u202egnirts \u0000 \u2028]{;\\",
    "\u0627\u0644",
]


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_names_stay_inside_their_tags(table: Table, name: str) -> None:
    """The record can be read again, and the name is that which boards show."""
    await stored_match(table, Game(RULESETS[0], ("0",)), names=(name, "Mallory"))
    record = await export(table, table.carol, match=1)
    assert record.game.turns == ("0",)
    assert record.tags["Second"] == "Mallory"
    assert "\n" not in record.tags["First"]
    assert record.tags["First"].isprintable()


# --- there and back


@pytest.mark.parametrize(
    "ruleset", RULESETS, ids=[variant.key for variant in VARIANTS] + ["custom"]
)
@pytest.mark.parametrize("way", [read_file, read_form])
async def test_every_variant_goes_there_and_back(table: Table, ruleset: Ruleset, way: Any) -> None:
    """Exported and imported, a game is the same, and its last board is what is shown."""
    match = await stored_match(table, random_game(ruleset))
    text = record_of(table, await table.carol.slash(table.channel, "soccer export", match=1))
    record = read_record(text)
    assert record.game == match.game
    answer = private_answer(await way(table, text))
    file, _ = files_of(table.env, answer)
    board = recorded_board(record, {Player.FIRST: "Alice", Player.SECOND: "Bob"})
    assert file.data == render(scene_of(board, ENGLISH))
    assert f"· {len(match.game.turns)} turns" in answer.content
    ball = match.game.position.ball
    assert f"The ball is at {ball.x}, {ball.y}" in (file.description or "")


def test_the_games_of_gridball_that_go_there_and_back_have_penalties() -> None:
    """Otherwise the test above would not see their dots."""
    for ruleset in RULESETS:
        dots = "." in "".join(random_game(ruleset).turns)
        assert dots == (ruleset.game == "gridball")


# --- import


async def test_a_file_is_shown_as_a_private_board(table: Table) -> None:
    """Names, result, variant, number of turns, and a picture with its alternative text."""
    game = Game(VARIANTS[1].ruleset, ("0", "2", "2", "17", "77"))
    text = write_record(game, {"First": "Ann", "Second": "Ben"})
    answer = private_answer(await read_file(table, text))
    assert answer.content == (
        "Ann against Ben: **Ann** wins with a goal!\nSmall, 6 × 8 · 5 turns\nTurn 5, Ann: `77`"
    )
    file, record = files_of(table.env, answer)
    assert (file.filename, record.filename) == ("record-5.png", "record.txt")
    assert record.data == text.encode()
    assert (file.description or "").startswith("Ann wins: goal. The ball is at")
    assert table.messages(table.channel) == []


async def test_a_game_that_is_not_over_says_whose_turn_it_is(table: Table) -> None:
    """Tags may be missing: then the sides have no names but what they are."""
    answer = private_answer(await read_file(table, "1. 0 2 2. 2"))
    assert answer.content == (
        "First player against Second player: not over, it is Second player's turn.\n"
        "Standard, 8 × 10 · 3 turns\nTurn 3, First player: `2`"
    )
    assert answer.attachments[0].description.startswith(
        "Second player is to move and attacks the bottom goal."
    )


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ('[Result "0-1"][Reason "bored"]', "**Second player** wins."),
        ('[Result "1-0"][Reason "aborted"]', "**First player** wins."),
        ('[Result "1/2-1/2"]', "the match is a draw."),
        ('[Reason "bored"]', "not over"),
    ],
)
async def test_reasons_that_nobody_knows_are_left_out(table: Table, tags: str, words: str) -> None:
    """A record from elsewhere may say what it likes about why its players stopped."""
    assert words in told(await read_file(table, f"{tags}\n1. 0 2 2. 2"))


async def test_hostile_tags_do_nothing(table: Table) -> None:
    """A name out of a file mentions nobody, formats nothing and links to nothing."""
    name = "@everyone <@1> **[x](https://evil.example)**"
    answer = private_answer(
        await read_file(table, write_record(Game(RULESETS[0], ("0",)), {"First": name}))
    )
    shown = discord.utils.remove_markdown(answer.content)
    assert pinged(table.env, answer) == set()
    assert "@everyone" not in answer.content
    assert "**[" not in answer.content
    assert "<@1>" not in answer.content.replace("\\<", "")
    assert "\n" not in shown.split(" against ")[0]
    long = write_record(Game(RULESETS[0], ("0",)), {"First": "x" * 1000, "Second": "\u202e"})
    content = told(await read_file(table, long))
    assert content.startswith("x" * 31 + "… against nameless player:")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            "",
            "This holds no record: there is neither a tag nor a turn. `/soccer export` makes one.",
        ),
        ("  \n", "This holds no record"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "**Line 1, column 1:** This is not text. Save the"),
        ("1. 0 {é}".encode("latin-1"), "**Line 1, column 7:** This is not text."),
        ("1. 0 2".encode("utf-16-le"), "**Line 1, column 2:** `U+0000` does not belong here."),
        (b"1. 0\n2\0", "**Line 2, column 2:** `U+0000` does not belong here."),
        (b"\0" * 1000, "`U+0000` does not belong here."),
        ("1. 0 4 0", "**Line 1, column 6:** Turn 2 of the game, `4`, is refused. That line is"),
        ("{", "**Line 1, column 1:** The comment that begins here has no `}` at its end."),
        (
            "Dear friend, shall we play?",
            "Turn 1 of the game, `Dear`, is refused. Turns are written in digits, one for each "
            "step, from 0 (up) to 7 (up left), clockwise; a dot stands before each penalty.",
        ),
        ('[A "' + "x" * 1001 + '"]', "The text of the tag `A` has more than 1000 characters."),
        (
            '[Variant "small"]\n[Width "7"]',
            "**Line 2, column 1:** `Width` must be one of `4`, `6`, `8`",
        ),
        ('[WallBounce "1"]', "**Line 1, column 1:** `WallBounce` must be one of `yes`, `no`."),
        ('[Bounce "x"]', "`Bounce` must be one of `unlimited`, `once`, `none`."),
        ('[Width "4"][GoalWidth "3"]', "column 12:** `GoalWidth` must be one of `1`, `2`."),
        ('[Game "chess"]', "`Game` must be one of `paper_soccer`, `gridball`."),
        ('[Variant "gridball"][Width "8"]', "column 21:** This game has no option `Width`."),
        ("1. 0 * 2", "**Line 1, column 8:** `2` comes after the result, which ends a record."),
    ],
)
async def test_what_is_wrong_with_a_file_is_said(
    table: Table, content: bytes | str, words: str
) -> None:
    """In one sentence, with line and column, privately; no failure is logged."""
    answer = private_answer(await read_file(table, content))
    assert words in answer.content
    assert answer.attachments == []


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
async def test_marks_of_encodings_and_windows_line_ends_are_read(
    table: Table, encoding: str
) -> None:
    """As Windows' editors save files."""
    text = '[First "Zoë"]\r\n\r\n1. 0 2\r\n'
    answer = told(await read_file(table, text.encode(encoding)))
    assert answer.startswith("Zoë against Second player: not over")


async def test_ten_megabytes_are_refused_without_being_fetched(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord tells the size beforehand."""

    async def fetch(*_: object, **__: object) -> bytes:
        raise AssertionError("fetched")

    monkeypatch.setattr(discord.Attachment, "read", fetch)
    refused = await read_file(table, b"1. 0 " * 2_000_000)
    assert told(refused) == "No record is as long as this."
    assert not refused.deferred


async def test_the_longest_file_that_is_fetched_is_refused_beside_the_event_loop(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord is answered first, and the bot stays awake for everybody else."""
    threads = []

    def reading(source: bytes) -> Record:
        threads.append(threading.current_thread())
        return read_record(source)

    monkeypatch.setattr(actions, "read_record", reading)
    refused = await read_file(table, b"0" * MOST_BYTES)
    assert told(refused) == "No record is as long as this."
    assert threads != [threading.main_thread()]
    [first, *_] = [r for r in requests_of(table.env) if r.path.endswith("/callback")]
    assert first.json["type"] == 5
    assert first.json["data"]["flags"] == 64


async def test_a_file_that_discord_does_not_hand_over(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sent it can send it again."""

    async def fetch(*_: object, **__: object) -> bytes:
        raise ConnectionResetError

    monkeypatch.setattr(discord.Attachment, "read", fetch)
    refused = await read_file(table, "1. 0 2")
    assert told(refused) == "Discord did not give me the file. Please send it again."


async def test_a_game_is_told_in_words_where_no_picture_can_be_attached(table: Table) -> None:
    """The record is read all the same."""
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    words = told(await read_file(table, "1. 0 2"))
    assert words.endswith(
        "2 turns\nTurn 2, Second player: `2`\n"
        "I may not attach files in this channel, so there is no picture."
    )
    refused = private_answer(await read_form(table, "1. 0 4"))
    assert refused.content.startswith("**Line 1, column 6:**")
    assert refused.attachments == []


async def test_a_record_is_read_in_a_direct_message(table: Table) -> None:
    """It belongs to no server."""
    result = await table.carol.user.slash("soccer import", file=("game.txt", b"1. 0 2"))
    assert "2 turns" in private_answer(result).content


# --- the replay


async def replayed(table: Table, text: str = "1. 0 2 2. 2") -> discord.Message:
    """The message with a game's last board."""
    message: discord.Message = private_answer(await read_file(table, text)).message
    return message


async def test_a_game_is_replayed_board_by_board(table: Table) -> None:
    """Each board has its picture, its alternative text and its line; the record stays."""
    message = await replayed(table)
    game = Game(RULESETS[0], ("0", "2", "2"))
    names = {Player.FIRST: "First player", Player.SECOND: "Second player"}
    shown, turn = message, 3
    for act, number in [("previous", 2), ("first", 0), ("next", 1), ("last", 3)]:
        result = await click_by_id(table.carol, shown, f"psi:{turn}:{act}")
        assert result.followups == []
        turn = number
        picture, record = files_of(table.env, shown)
        board = recorded_board(Record(Game(game.ruleset, game.turns[:turn])), names)
        assert picture.data == render(scene_of(board, ENGLISH))
        assert picture.description == board_text(board, ENGLISH)
        assert (record.filename, record.data) == ("record.txt", b"1. 0 2 2. 2")


async def test_a_replay_goes_on_after_a_restart(table: Table) -> None:
    """All of its state is in the message."""
    message = await replayed(table)
    await table.restart()
    await click_by_id(table.carol, message, "psi:3:first")
    picture, _ = files_of(table.env, message)
    assert picture.filename == "record-0.png"


async def test_a_replay_whose_record_is_not_there_says_so(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or is none that this version reads, or too long, or kept back by Discord."""
    message = await replayed(table)
    for read, words in [
        (b"1. 0 4", "**Line 1, column 6:**"),
        (ConnectionResetError(), "Discord did not give me the file."),
    ]:

        async def fetch(*_: object, read: Any = read, **__: object) -> bytes:
            if isinstance(read, Exception):
                raise read
            return bytes(read)

        monkeypatch.setattr(discord.Attachment, "read", fetch)
        result = await click_by_id(table.carol, message, "psi:3:previous")
        [said] = result.followups
        assert said.ephemeral
        assert words in said.content
    monkeypatch.setattr(actions, "RECORD_FILE", "other.txt")
    assert "is gone from the message" in told(
        await click_by_id(table.carol, message, "psi:3:previous")
    )


async def test_a_record_without_turns_has_nothing_to_replay(table: Table) -> None:
    """Its board has no buttons."""
    assert button_ids(await replayed(table, '[Variant "small"]')) == []


# --- the form


async def test_without_a_file_a_form_asks_for_the_text(table: Table) -> None:
    """Up to 4000 characters in lines."""
    opened = await table.carol.slash(table.channel, "soccer import")
    assert opened.modal is not None
    assert opened.modal["title"] == "A game as text"
    [label] = opened.modal["components"]
    text = label["component"]
    assert (text["style"], text["max_length"]) == (2, 4000)


async def test_what_was_typed_comes_back_if_it_is_wrong(table: Table) -> None:
    """A form that was sent is gone: its text comes back as a file beside the reason."""
    answer = private_answer(await read_form(table, "1. 0 2\n2. 6x"))
    assert answer.content.startswith("**Line 2, column 5:** Turn 3 of the game, `6x`, is refused.")
    [file] = files_of(table.env, answer)
    assert file.data == b"1. 0 2\n2. 6x"


async def test_a_form_from_before_the_restart_is_told_so(table: Table) -> None:
    """discord.py would drop it without a word."""
    opened = await table.carol.slash(table.channel, "soccer import")
    assert opened.modal is not None
    await table.restart()
    form = Submit(table.carol, table.channel, opened.modal["custom_id"], {FORM: "1. 0 2"})
    answer = await perform(table.env, form)
    assert told(answer) == ("This form is too old, so nothing has changed. Please open it again.")
    assert "2 turns" in told(await read_form(table, "1. 0 2"))


async def test_a_form_that_nobody_sends_is_forgotten(table: Table) -> None:
    """After a quarter of an hour Discord could not be answered any more."""
    await table.carol.slash(table.channel, "soccer import")
    assert len(table.bot.open_forms) == 1
    await table.wait(15 * 60 + 1)
    assert table.bot.open_forms == set()


# --- the words


CAUSES: dict[RecordProblem, list[RulesError | None]] = {
    RecordProblem.TURN: [
        InvalidTurnError("0x", 1),
        *(IllegalTurnError("07", 1, r) for r in Refusal if r is not Refusal.BAD_NOTATION),
    ],
    RecordProblem.RULES: [
        InvalidRulesetError("wall_bounce", "an English text", (True, False)),
        InvalidRulesetError("width", "an English text", range(4, 8, 2)),
    ],
}
NO_CAUSE: list[RulesError | None] = [None]
ERRORS = [
    InvalidRecordError(3, 4, problem, found="fou`nd\n", expected="exp", turn=7, cause=cause)
    for problem in RecordProblem
    for cause in CAUSES.get(problem, NO_CAUSE)
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.problem.value)
def test_every_problem_has_words_of_its_own(error: InvalidRecordError) -> None:
    """One line that ends in a full stop, without the rules' own English, its code marks closed."""
    words = record_refusal(error, ENGLISH)
    assert words.endswith(".")
    assert words.count("\n") == 0
    assert words.count("`") % 2 == 0
    assert "an English text" not in words
    assert "{" not in words
    general = ("not a record of a game", "not a legal turn", "rules cannot be played")
    assert not any(phrase in words for phrase in general)


def test_a_new_problem_is_told_in_general() -> None:
    """One that nobody has worded yet."""
    cause = InvalidRulesetError("options", "unknown option")
    newer = InvalidRecordError(1, 2, RecordProblem.RULES, cause=cause)
    assert record_refusal(newer, ENGLISH) == ("**Line 1, column 2:** These rules cannot be played.")


# ------------------------------------------------------------------------------ in a match's menu


@pytest.mark.parametrize("turns", [0, 1, 100, 340, 600])
def test_the_record_under_the_menu_is_read_back_or_says_where_to_get_it(turns: int) -> None:
    """What `/soccer import` takes, as far as it fits into one message with everything else."""
    game = long_game(turns)
    words = information._menu_words(state(game), "", ENGLISH)
    assert len(words) <= 2000
    found = re.search(r"Record: `(.*)`", words)
    if found is None:
        assert turns > 300
        assert "/soccer export" in words
        assert f" {game.turns[-1]}\n" in words
    else:
        assert read_record(found[1]).game.turns == game.turns
