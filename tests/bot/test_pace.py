"""How fast somebody may act, and what the operator's limits mean to players."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from bot.pace import MOST_REMEMBERED, Pace, TooFast
from matches.limits import Limits
from rules.custom import BOUNCES
from tests.support.simcord_seams import Click, race, requests_of
from tests.support.table import Table, button_id, told, told_nothing

START = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


def test_the_window_slides() -> None:
    """No minute, whenever it begins, has more acts that count than are allowed."""
    pace = Pace(10)
    counted = [n for n in range(300) if pace.act(1, START + n * SECOND) is None]
    assert all(later - earlier >= 60 for earlier, later in zip(counted, counted[10:], strict=False))
    assert counted == [minute * 60 + n for minute in range(5) for n in range(10)]


def test_a_refusal_says_when_to_go_on_and_is_news_once_a_minute() -> None:
    """What is refused counts for nothing, so that waiting helps."""
    pace = Pace(2)
    assert pace.act(1, START) is None
    assert pace.act(1, START + 10 * SECOND) is None
    again = START + MINUTE
    assert pace.act(1, START + 20 * SECOND) == TooFast(again, is_news=True)
    assert pace.act(1, START + 59 * SECOND) == TooFast(again, is_news=False)
    assert pace.act(1, again) is None
    assert pace.act(1, again + SECOND) == TooFast(START + 70 * SECOND, is_news=False)
    assert pace.act(1, START + 70 * SECOND) is None
    assert pace.act(1, START + 80 * SECOND) == TooFast(again + MINUTE, is_news=True)


def test_everybody_has_a_pace_of_their_own() -> None:
    """One person's haste costs nobody else."""
    pace = Pace(1)
    assert pace.act(1, START) is None
    assert pace.act(2, START) is None
    assert pace.act(1, START) is not None


def test_no_limit() -> None:
    """Zero counts nothing and remembers nobody."""
    pace = Pace(0)
    assert all(pace.act(1, START) is None for _ in range(1000))
    assert len(pace) == 0


def test_whoever_was_silent_for_a_minute_is_forgotten() -> None:
    """However many come, what is remembered stays small."""
    pace = Pace(5)
    sizes = []
    for n in range(50_000):
        pace.act(n, START + n * SECOND / 100)
        sizes.append(len(pace))
    assert max(sizes) <= 6_001
    pace.act(0, START + timedelta(hours=1))
    assert len(pace) == 1
    for n in range(2 * MOST_REMEMBERED):
        pace.act(n, START + timedelta(hours=1))
    assert len(pace) == MOST_REMEMBERED


async def test_tapping_faster_than_allowed_changes_nothing(table: Table) -> None:
    """The first tap too many is answered with when to go on, the others without a word."""
    await table.start(time="3d")
    who = await table.player_to_move()
    table.bot.pace = Pace(2)
    await table.tap(who, table.board(), "0")
    await table.tap(who, table.board(), "back")
    before = await table.everything()
    again = int((table.clock.now() + MINUTE).timestamp())
    refused = await table.tap(who, table.board(), "0")
    assert told(refused) == (
        f"That was faster than I can follow, so nothing has changed. Go on <t:{again}:R>."
    )
    assert told_nothing(await table.tap(who, table.board(), "0"))
    assert await table.everything() == before
    await table.wait(61)
    await table.tap(who, table.board(), "0")
    assert await table.draft() == "0"


async def test_a_burst_of_taps_costs_one_request_each(table: Table) -> None:
    """Refusals are acknowledged and nothing else, also on buttons that are no more."""
    await table.start(time="3d")
    who = await table.player_to_move()
    board = table.board()
    table.bot.pace = Pace(1)
    await table.tap(who, board, "0")
    before = len(requests_of(table.env))
    ids = [button_id(board, "0"), "ps:1:99:0:0", "ps-of-old"] * 5
    await race(table.env, [Click(who, board, custom_id) for custom_id in ids])
    requests = requests_of(table.env)[before:]
    assert len(requests) == len(ids)
    said = [r for r in requests if (r.json or {}).get("type") == 4]
    assert len(said) == 1
    assert await table.draft() == "0"


async def test_commands_and_forms_count_as_well(table: Table) -> None:
    """A command too many is answered, a form acknowledged; what is offered while typing is free."""
    opened = await table.bob.slash(table.channel, "challenge", variant="custom")
    assert opened.modal is not None
    table.bot.pace = Pace(1)
    assert told(await table.bob.slash(table.channel, "help"))
    for _ in range(5):
        await table.bob.autocomplete(table.channel, "challenge", "variant", "")
    for _ in range(2):
        refused = await table.bob.slash(table.channel, "games")
        assert told(refused).startswith("That was faster than I can follow")
    values = {"size": "4 × 4", "goal_width": "2", "bounce": BOUNCES[0], "allowed": []}
    sent = await table.bob.submit_modal(opened, values)
    assert told_nothing(sent)
    assert told(await table.alice.slash(table.channel, "games"))


async def test_the_operators_limits_hold_for_challenges(table: Table) -> None:
    """Commands, other terms, acceptances and rematches know them."""
    table.bot.limits = Limits(open_challenges=1, open_challenges_to_one=1, running_matches=1)
    message = await table.challenge(time="10m")
    again = await table.alice.slash(table.channel, "challenge")
    assert told(again) == "You have 1 unanswered challenge: wait for an answer or withdraw it."
    await table.tap(table.bob, message, "accept")
    full = await table.alice.slash(table.channel, "challenge", opponent=table.carol)
    assert told(full) == "You are playing 1 match, which is the most here: finish it first."
    other = await table.carol.slash(table.channel, "challenge", opponent=table.bob)
    assert told(other) == (
        "This player is playing 1 match, which is the most here: ask again later."
    )
    opened = await table.carol.slash(table.channel, "challenge", time="10m")
    assert opened.response is not None
    refused = await table.tap(table.bob, opened.response.message, "accept")
    assert told(refused) == "You are playing 1 match, which is the most here: finish it first."


def test_acts_are_counted_in_the_order_of_time() -> None:
    """Two windows that touch never share an act."""
    pace = Pace(3)
    allowed = [n for n in range(0, 600, 7) if pace.act(1, START + n * SECOND) is None]
    assert all(b > a for a, b in pairwise(allowed))
    for begin in range(600):
        assert sum(begin <= n < begin + 60 for n in allowed) <= 3
