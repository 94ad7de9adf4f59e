"""What boards and challenges say in every position and under every name."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bot.i18n import ENGLISH
from bot.scenes import scene_of
from bot.wording.alternative import LONGEST, board_text
from bot.wording.board import board_lines, closing_line, match_title, turn_line
from bot.wording.names import message_name, shown_name
from matches.ids import MatchId, PlayerId, ServerId
from matches.match import Draft, EndReason, Match, Result
from matches.people import Person
from matches.place import Place
from matches.rating import Rating
from matches.standings import BoardState, Seat
from matches.terms import Terms
from rules import Effect, Game, Player, find_variant, read_ruleset
from tests.support.limits import MENTION
from tests.support.simcord_seams import files_of, pinged
from tests.support.table import Table, button_ids, told

GAMES = Path(__file__).parents[1] / "data/conformance/games.jsonl"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
STANDARD = find_variant("standard").ruleset

HOSTILE = {
    "everyone": "@everyone",
    "here": "@here",
    "mention": "<@1234567890123456789>",
    "role": "<@&1234567890123456789>",
    "channel": "<#1234567890123456789>",
    "time": "<t:1767225600:R>",
    "emoji of a server": "<:goal:123456789012345678>",
    "code": "`rm` ```fence```",
    "bold": "**bold** __under__ ~~gone~~",
    "spoiler": "||spoiler||",
    "heading": "# Heading",
    "quote": "> quote",
    "masked link": "[win](https://a.example)",
    "link": "https://a.example/b",
    "line break": "two\nlines\r\x85\u2028\u2029end",
    "right to left override": "\u202eevil\u202c",
    "isolates": "\u2066a\u2069\u2067b",
    "zero width": "a\u200bb\u200cc\u2060d\ufeff",
    "nothing": "\u200b\u200d\u2060",
    "spaces": "   \u00a0\u3000   ",
    "wide": "W" * 32,
    "ideographs": "國" * 32,
    "emoji": "🎉" * 32,
    "hebrew": "שלום",
    "arabic": "مرحبا بالعالم",
    "combining": "a" + "\u0301" * 31,
    "backslashes": "\\" * 5 + "*x*",
    "surrogate": "a\ud800b",
    "private": "\ue000\U000f0000",
    "format": "{winner} {0} %s",
}
names = pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE.keys())


def state(
    game: Game, first: str = "Alice", second: str = "Bob", *, draft: str = "", version: int = 1
) -> BoardState:
    """A board of this game between two people of these names."""
    people = [Person(PlayerId(n), 10**18 + n, name) for n, name in ((1, first), (2, second))]
    outcome = game.outcome
    result = None
    if outcome is not None:
        result = Result(outcome.winner, EndReason.by_rules(outcome.reason))
    match = Match(
        id=MatchId(1),
        game=game,
        first=people[0].id,
        second=people[1].id,
        terms=Terms(game.ruleset),
        place=Place(ServerId(1), 2),
        rated=True,
        started_at=NOW,
        acted_at={Player.FIRST: NOW, Player.SECOND: NOW},
        deadline=None if result else NOW,
        result=result,
        version=version,
    )
    seats = {
        side: Seat(person, Rating(), None) for side, person in zip(Player, people, strict=True)
    }
    drawn = Draft(match.id, people[0].id, version, 1, draft) if draft else None
    return BoardState(match, drawn, seats, deadline=match.deadline)


def conformance_games() -> list[tuple[str, Game]]:
    """The games of the conformance files, whole."""
    found = []
    for line in GAMES.read_text().splitlines():
        entry = json.loads(line)
        if entry["game"] == "paper_soccer":
            ruleset = read_ruleset(entry["game"], entry["rules"])
            found.append((entry["id"], Game(ruleset, tuple(entry["turns"]))))
    return found


def long_game(turns: int) -> Game:
    """A game of so many turns, each of one segment, on a pitch that has room for them."""
    rng = Random(58)
    rules = {"width": 14, "height": 20, "bounce": "none", "wall_bounce": False}
    game = Game(read_ruleset("paper_soccer", rules))
    while len(game.turns) < turns:
        position = game.position
        free = position.legal_directions()
        calm = [d for d in free if position.effect(d) is Effect.PASSES]
        game = game.play(position.write_step(rng.choice(calm)))
    return game


# --- every position


def test_every_position_fits_into_its_texts() -> None:
    """In every turn of many games: two lines, and an alternative text of at most 1024 characters
    which begins with who is to move.
    """
    positions = 0
    for key, whole in conformance_games()[::5]:
        for length in range(0, len(whole.turns) + 1, 3):
            board = state(Game(whole.ruleset, whole.turns[:length]), "W" * 32, "国" * 32)
            lines = board_lines(board, ENGLISH)
            assert lines.count("\n") == 1, key
            assert len(lines) <= 2000
            text = board_text(board, ENGLISH)
            assert 1 <= len(text) <= 1024, key
            assert "is to move" in text or "wins" in text
            positions += 1
    assert positions > 100


def test_a_long_record_keeps_its_newest_turns() -> None:
    """What does not fit is cut off at the beginning, between two turns."""
    whole = long_game(600)
    record = " ".join(whole.turns)
    text = board_text(state(whole, "W" * 32, "W" * 32), ENGLISH)
    assert len(text) + len(record) > LONGEST
    shown = text.partition("The whole record: /soccer export. It ends with: …")[2]
    assert len(shown) > 100
    assert record.endswith(shown)
    assert len(text) <= LONGEST


def test_a_draft_is_told_with_the_ball_where_it_stands() -> None:
    """The alternative text goes on from the draft, as the picture does."""
    game = Game(STANDARD, ("0", "0", "0", "0"))
    text = board_text(state(game, draft="1"), ENGLISH)
    assert "The ball is at 5, 0." in text
    assert "up left (7): wins" in text
    assert "Drawn of this turn: 1." in text


def test_a_draft_of_another_version_is_not_shown() -> None:
    """It belongs to a position that is gone."""
    game = Game(STANDARD, ("0",))
    board = state(game, version=2)
    old = Draft(board.match.id, PlayerId(1), 1, 5, "0")
    assert board_text(replace(board, draft=old), ENGLISH) == board_text(board, ENGLISH)


# --- every name


@names
def test_a_name_is_one_harmless_line(name: str) -> None:
    """Nothing in it breaks the line, mentions or reorders, and there is always something to see."""
    person = Person(PlayerId(1), 1, name)
    for shown in (shown_name(person, ENGLISH), message_name(person, ENGLISH)):
        assert shown.strip()
        assert len(shown.splitlines()) == 1
        assert shown.isprintable() or "\u200b" in shown or "\u2068" in shown
        assert not set(shown) & set("\u202a\u202b\u202d\u202e\u2066\u2067")
    assert len(shown_name(person, ENGLISH)) <= 32
    assert MENTION.search(message_name(person, ENGLISH)) is None


@names
def test_a_name_formats_nothing(name: str) -> None:
    """Every character that Discord would read as formatting stands behind a backslash."""
    shown = message_name(Person(PlayerId(1), 1, name), ENGLISH)
    bare = shown.replace("\\\\", "")
    for mark in "*_~|`":
        assert bare.count(mark) == bare.count("\\" + mark)
    assert "<" not in bare.replace("\\<", "")
    assert "](" not in bare or "\\[" in bare
    assert "://" not in bare.replace("\\://", "")


@pytest.mark.parametrize("name", ["שלום", "مرحبا", "Bob שלום"])
def test_a_name_from_right_to_left_stays_in_its_place(name: str) -> None:
    """Isolated, so that ratings and the other name beside it are not turned round."""
    shown = message_name(Person(PlayerId(1), 1, name), ENGLISH)
    assert shown == f"\u2068{name}\u2069"


@names
def test_a_name_leaves_every_text_whole(name: str) -> None:
    """Lines, titles, alternative texts and pictures keep their shape and their limits."""
    for turns in ((), ("0", "0", "0", "0"), ("0", "0", "0", "0", "17")):
        board = state(Game(STANDARD, turns), name, name)
        assert board_lines(board, ENGLISH).count("\n") == 1
        assert len(board_lines(board, ENGLISH)) <= 2000
        assert 1 <= len(match_title(board, ENGLISH)) <= 100
        assert len(match_title(board, ENGLISH).splitlines()) == 1
        assert len(board_text(board, ENGLISH)) <= 1024
        assert "\n" not in turn_line(board, ENGLISH)
        assert scene_of(board, ENGLISH).first.name.strip()
    over = state(Game(STANDARD, ("0", "0", "0", "0", "17")), name, name)
    assert "\n" not in closing_line(over, ENGLISH)
    assert MENTION.search(closing_line(over, ENGLISH)) is None


@pytest.mark.parametrize(
    "key", ["everyone", "code", "masked link", "line break", "nothing", "emoji", "hebrew", "wide"]
)
async def test_a_hostile_name_plays_a_whole_match(table: Table, key: str) -> None:
    """From the challenge to the archive: nobody is notified by a name, and all is shown."""
    name = HOSTILE[key]
    eve = table.server.add_member(table.env.create_user("eve", global_name=name))
    result = await eve.slash(table.channel, "challenge", opponent=table.bob, time="10m")
    assert result.response is not None
    challenge = result.response.message
    assert challenge.content.count("\n") == 2
    assert pinged(table.env, challenge) == {table.bob.id}
    await table.tap(table.bob, challenge, "accept")
    assert len(table.thread.name or "") <= 100
    match = await table.match()
    for turn in ("0", "0", "0", "0"):
        match = await table.match()
        async with table.store.reading() as uow:
            mover = match.player_to_move
            assert mover is not None
            person = (await uow.players.people((mover,)))[mover]
        player = eve if person.account == eve.id else table.bob
        await table.tap(player, table.board(), turn)
    board = table.board()
    assert board.content.count("\n") == 1
    assert len(button_ids(board)) == 13
    [picture] = files_of(table.env, board)
    assert picture.description is not None
    told(await table.tap(table.carol, board, "1"))
    for where in (table.channel, table.thread):
        for message in table.messages(where):
            assert pinged(table.env, message) <= {table.bob.id, eve.id}
