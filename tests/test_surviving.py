"""The list of troubles names tests that are there, and that ask whether everything agrees."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.endings import endings_of

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"`((?:tests/[a-z_/]+/)?test_[a-z_]+\.py)::(test_\w+)`")

COMPARED = {
    # No match has begun, and no player has anything to be told.
    "tests/process/test_end.py::test_asked_to_stop_it_ends_with_status_0": "status and log",
    "tests/process/test_end.py::test_asked_to_stop_before_it_is_connected": "status and log",
    "tests/process/test_refusals.py::test_a_refused_token": "status and sentence",
    "tests/process/test_sessions.py::test_an_application_without_the_intents": "the same",
    "tests/process/test_refusals.py::test_a_database_of_a_newer_version": "… and the file's bytes",
    "tests/process/test_refusals.py::test_a_place_where_no_database_can_be": "status and sentence",
    "tests/process/test_refusals.py::test_a_second_process_on_the_same_file": (
        "status and sentence of the second one; the first one answers"
    ),
    "tests/storage/test_opening_sqlite.py::test_text_as_database": "the sentence, the file's bytes",
    # The bot is killed: `Survival` asks itself after every start, and reports what it found.
    "tests/process/test_kill.py::test_matches_survive_sudden_ends": "all, after each start",
    # There is no Discord: what the use case or the store left behind.
    "tests/matches/test_clock.py::test_turn_and_deadline_at_the_same_instant": (
        "match, rows, ratings"
    ),
    "tests/matches/test_clock.py::test_winning_turn_and_deadline_at_the_same_instant": (
        "match, rows, ratings"
    ),
    "tests/matches/test_clock.py::test_deadline_noted_by_two_at_once": "match, rows, ratings",
    "tests/matches/test_unplayed.py::test_month_out_of_reach": "match, rows, ratings",
    "tests/matches/test_deleting.py::test_a_crash_leaves_everything_or_nothing": "rows",
    "tests/matches/test_deleting.py::test_both_players_of_a_match_leave_at_once": "match, accounts",
    "tests/matches/test_deleting.py::test_a_turn_and_a_deletion_at_once": "match, accounts, rows",
    "tests/matches/test_deleting.py::test_whoever_is_gone_begins_nothing": "errors, accounts",
    "tests/matches/test_voiding.py::test_process_that_ends_in_the_middle": "a replay",
    "tests/matches/test_voiding.py::test_portion_that_cannot_be_stored": "a replay",
    "tests/matches/test_voiding.py::test_two_processes_make_good_in_turn": "the same",
    "tests/matches/test_voiding.py::test_matches_that_end_meanwhile": "a replay",
    "tests/matches/test_voiding.py::test_match_that_ends_by_a_clock_that_is_behind": "the same",
    "tests/storage/test_erasing.py::test_a_reader_of_an_old_state_puts_it_off": "the file's bytes",
    "tests/bot/test_privacy.py::test_a_reader_puts_it_off_and_a_crash_does_not_end_it": (
        "the files' bytes, after the next start"
    ),
    "tests/bot/test_privacy.py::test_a_process_that_did_not_notice_takes_them_for_new": (
        "answers and accounts: no match is left"
    ),
    "tests/storage/test_units.py::test_two_processes_on_postgresql": "turns, matches, ratings",
    "tests/storage/test_many_at_once.py::test_hundred_turns_with_ends_readers_and_a_backup": (
        "turns and ends with those that were answered, ratings with their history, every copy"
    ),
    "tests/storage/test_unavailable.py::test_full_disk": "the error, all that is stored",
    "tests/storage/test_corrupt.py::test_spoiled_match_locks_nobody_out": "what is read",
    # There is no Discord: a process that thinks, or the use case.
    "tests/bot/test_thinking_pool.py::test_killed_process_is_replaced": "the turn",
    "tests/bot/test_thinking_pool.py::test_process_that_thinks_for_too_long": "the processes",
    "tests/matches/test_computing.py::test_answer_that_comes_too_late": "all that is stored",
    "tests/bot/test_voiding_accounts.py::test_boards_in_threads_of_others_stay_closed": "a thread",
    "tests/bot/test_voiding_accounts.py::test_old_boards_that_cannot_be_edited_stay": "a thread",
    "tests/matches/test_voiding.py::test_whoever_lost_all_matches_is_told_with_the_last_of_them": (
        "what is to be told"
    ),
    # There is no match: texts and pictures.
    "tests/bot/test_custom_code.py::test_what_is_no_code_is_refused": "what is read of an id",
    "tests/bot/test_records.py::test_hostile_names_stay_inside_their_tags": "the record",
    "tests/bot/test_showing.py::test_a_hostile_name_plays_a_whole_match": "every text of a match",
    "tests/bot/test_showing.py::test_a_name_formats_nothing": "every text of a match",
    "tests/bot/test_wording.py::test_names_format_and_mention_nothing": "the words",
    "tests/renderer/test_layout.py::test_the_parts_of_a_picture_do_not_touch": "boxes",
    "tests/renderer/test_text.py::test_a_long_name_first_becomes_smaller_then_shorter": "boxes",
    "tests/renderer/test_text.py::test_any_text_fits_its_width": "boxes",
}
"""The tests that by their nature cannot ask whether everything agrees, and what they compare."""


@dataclass(frozen=True)
class Trouble:
    """A line of the list."""

    what: str
    proofs: tuple[str, ...]
    """The tests as pytest names them."""


def listed() -> list[Trouble]:
    """All lines of the list."""
    text = (ROOT / "docs/surviving.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    rows = [line.strip("| ").split(" | ") for line in lines if "proved by" not in line]
    return [Trouble(what, _tests(proofs)) for what, _, proofs in rows]


def _tests(cell: str) -> tuple[str, ...]:
    found = NAMED.findall(cell)
    assert len(found) == len(cell.split(", ")), f"not only tests: {cell}"
    return tuple(f"{file if '/' in file else f'tests/bot/{file}'}::{name}" for file, name in found)


def asks(test: str) -> bool | None:
    """Whether a test ends by asking; None if it is not there."""
    file, name = test.split("::")
    return endings_of(ROOT / file).get(name) if (ROOT / file).exists() else None


def test_every_test_that_is_named_is_there() -> None:
    """Whoever renames a test finds the line that names it."""
    troubles = listed()
    assert len(troubles) > 60
    proofs = [proof for trouble in troubles for proof in trouble.proofs]
    assert [proof for proof in proofs if asks(proof) is None] == []


def test_every_trouble_ends_in_the_question_whether_all_agrees() -> None:
    """Each test that is named asks it at its end, but those that compare something else instead:
    no more and no fewer.
    """
    silent = {proof for trouble in listed() for proof in trouble.proofs if asks(proof) is False}
    assert silent == COMPARED.keys()


def test_nearly_every_trouble_is_seen_by_people() -> None:
    """What only a lower layer proves is a picture's layout, a file's bytes, and how a start is
    refused."""
    unseen = [trouble.what for trouble in listed() if not any(map(asks, trouble.proofs))]
    assert unseen == [
        "matches end while ratings are made good, also by a clock that is behind",
        "a picture's layout bursts",
        "somebody reads what was there before a deletion, or the process dies right after it",
        "a file is taken, newer, or no database",
    ]


@pytest.mark.parametrize(
    ("test", "ends"),
    [
        ("await assert_agrees(table)", True),
        ("board = await assert_agrees(table)\n    assert board.content", True),
        ("await assert_agrees(table)\n    assert (await table.match()).is_over", True),
        ("async with table:\n        await assert_agrees(table)", True),
        ("for seed in seeds:\n        await assert_agrees(table)", True),
        ("await closed(table)", True),
        ("await assert_agrees(table)\n    await table.draw('0')", False),
        ("await assert_agrees(table)\n    assert told(await table.draw('0'))", False),
        ("if table:\n        await assert_agrees(table)", False),
        ("await begun(table)", False),
        ("await assert_agreement(table)", False),
        ("assert assert_agrees", False),
    ],
)
def test_what_counts_as_asking_at_the_end(tmp_path: Path, test: str, ends: bool) -> None:
    """After the question nobody does anything: they only look at what is stored."""
    file = tmp_path / "test_it.py"
    file.write_text(
        f"async def test_it(table):\n    {test}\n"
        "async def closed(table):\n    await assert_agrees(table)\n"
        "async def begun(table):\n    await table.start()\n"
        "@pytest.mark.usefixtures('agreement')\nasync def test_with_fixture(house):\n    pass\n"
        "async def test_with_argument(agreement):\n    pass\n"
        "@pytest.mark.usefixtures('busy')\nasync def test_without(table):\n    pass\n",
        encoding="utf-8",
    )
    assert endings_of(file) == {
        "test_it": ends,
        "test_with_fixture": True,
        "test_with_argument": True,
        "test_without": False,
    }
