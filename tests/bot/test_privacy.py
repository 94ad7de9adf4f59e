"""`/soccer privacy`: what is stored and why, all of it as a file, and deleting the account."""

import gzip
import json
import logging
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.actions import privacy as actions
from bot.config import AboutConfig
from bot.i18n import ENGLISH
from bot.views.guide import page_is_gone
from bot.wording.privacy import deletion_question, privacy_lines
from matches.challenge import ChallengeStatus
from matches.deleting import UnderWay, delete_account
from matches.ids import PlayerId
from matches.match import EndReason
from matches.outbox import DueKind
from storage import StoreUnavailable, back_up
from tests.support.people import FIRST_SCORES
from tests.support.simcord_seams import Click, files_of, perform, pinged, race
from tests.support.simcord_trouble import set_permissions
from tests.support.table import Table, button_ids, told
from tests.support.table_agreement import assert_agrees

NAME = "Alexandrina Unmistakable"
LONGEST_MESSAGE = 2000
GONE = (
    "The account that this is about is deleted, so nothing has changed. Whoever plays again is a "
    "new player."
)


async def opened(table: Table, who: MemberActor) -> discord.Message:
    """The message of the command."""
    result = await who.slash(table.channel, "soccer privacy")
    told(result)
    assert result.response is not None
    return result.response.message


async def asked(table: Table, who: MemberActor) -> discord.Message:
    """The question before deleting."""
    result = await table.tap(who, await opened(table, who), "ask")
    told(result)
    assert result.response is not None
    return result.response.message


async def delete(table: Table, who: MemberActor) -> discord.Message:
    """Delete the account; the question, which says so then."""
    question = await asked(table, who)
    await table.tap(who, question, "delete")
    await table.env.settle()
    return question


def content(table: Table, message: discord.Message) -> str:
    """What a message says now."""
    return str(table.env.backend.get_message(message.channel.id, message.id).content)


async def player_of(table: Table, who: MemberActor) -> PlayerId | None:
    """Somebody's key; None if they have no account."""
    async with table.store.reading() as uow:
        person = await uow.accounts.find(who.id)
    return None if person is None else person.id


def rename(table: Table, who: MemberActor, name: str) -> None:
    """Somebody chooses a name."""
    table.env.backend.users[who.id].global_name = name


# ------------------------------------------------------------------------------ what is stored


async def test_whoever_is_no_player_is_told_so_and_does_not_become_one(table: Table) -> None:
    """They read what would be stored; there is nothing to export or delete."""
    dave = table.server.add_member(table.env.create_user("dave"))
    result = await dave.slash(table.channel, "soccer privacy")
    assert told(result).startswith("**I store nothing about you.** That begins when you play")
    assert result.response is not None
    assert button_ids(result.response.message) == []
    assert await player_of(table, dave) is None


async def test_a_player_reads_what_is_stored_and_why(table: Table) -> None:
    """In a few plain lines, with two buttons."""
    result = await table.alice.slash(table.channel, "soccer privacy")
    words = told(result)
    assert words.startswith("**What I store about you, and why**\n- Your Discord id and the name")
    assert words.endswith("All of it stays until you delete your account.")
    player = await player_of(table, table.alice)
    assert result.response is not None
    assert button_ids(result.response.message) == [f"psy:{player}:export", f"psy:{player}:ask"]


async def test_the_operators_papers_are_named(table: Table) -> None:
    """Policy, terms and contact, in `/soccer privacy` and `/soccer about`, without previews."""
    table.bot.about = AboutConfig(
        "https://a.example/privacy", "https://a.example/terms", "@everyone"
    )
    for command in ("soccer privacy", "soccer about"):
        lines = told(await table.alice.slash(table.channel, command)).split("\n")
        assert lines[-3:] == [
            "Privacy policy: <https://a.example/privacy>",
            "Terms: <https://a.example/terms>",
            "Whoever runs me: @\u200beveryone",
        ]


def test_the_longest_texts_fit_into_a_message() -> None:
    """With all that an operator may say, and all that can be under way."""
    about = AboutConfig("https://" + "p" * 192, "https://" + "t" * 192, "c" * 200)
    for is_player in (True, False):
        words = privacy_lines(about, is_player=is_player, language=ENGLISH)
        assert len(words) < LONGEST_MESSAGE
    assert len(deletion_question(UnderWay(10_000, 10_000, 10_000), ENGLISH)) < LONGEST_MESSAGE


# ------------------------------------------------------------------------------------- export


def file_of(table: Table, result: InteractionResult) -> Any:
    """The file that came privately."""
    [answer] = [a for a in (result.response, *result.followups) if a is not None and a.content]
    assert answer.ephemeral
    [file] = files_of(table.env, answer)
    return file


async def test_all_of_it_comes_as_a_file(table: Table) -> None:
    """JSON in UTF-8 with one's own id, and nobody else's."""
    rename(table, table.alice, "Ålice 🎲")
    await table.start()
    await table.play(["0", "0"])
    result = await table.tap(table.alice, await opened(table, table.alice), "export")
    file = file_of(table, result)
    assert file.filename == "paper-soccer-account.json"
    assert "Ålice 🎲".encode() in file.data
    document = json.loads(file.data)
    assert document["account"]["discord_id"] == str(table.alice.id)
    assert document["account"]["name"] == "Ålice 🎲"
    assert document["matches"][0]["turns"] == ["0", "0"]
    assert str(table.bob.id) not in file.data.decode()


async def test_a_large_document_is_packed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Discord does not take as it is comes as a gzip file with the same in it."""
    await table.start()
    panel = await opened(table, table.alice)
    whole = file_of(table, await table.tap(table.alice, panel, "export")).data
    monkeypatch.setattr(actions, "LARGEST_FILE", len(whole) - 1)
    file = file_of(table, await table.tap(table.alice, panel, "export"))
    assert file.filename == "paper-soccer-account.json.gz"
    assert gzip.decompress(file.data) == whole


async def test_a_document_that_is_too_large_even_packed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operator can help."""
    monkeypatch.setattr(actions, "LARGEST_FILE", 10)
    table.bot.about = AboutConfig(contact="ann@example.org")
    result = await table.tap(table.alice, await opened(table, table.alice), "export")
    assert told(result) == (
        "You have played so much that the file is too large for Discord. Ask whoever runs me for "
        "it.\nWhoever runs me: ann@example.org"
    )


async def test_no_file_where_the_bot_may_attach_none(table: Table) -> None:
    """The refusal says where it can be had."""
    panel = await opened(table, table.alice)
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    assert "or in a direct message to me" in told(await table.tap(table.alice, panel, "export"))


# ----------------------------------------------------------------------------------- deletion


async def test_the_question_says_what_happens(table: Table) -> None:
    """How many matches are lost and aborted, how many challenges end; *Keep it* keeps it."""
    await table.start()
    await table.play(["0", "0"])
    await table.challenge()
    question = await asked(table, table.alice)
    lines = content(table, question).split("\n")
    assert lines[:3] == [
        "**Delete your account?** This cannot be undone.",
        "- 1 running match is resigned: it counts as lost, and your opponent is told.",
        "- 1 open challenge ends.",
    ]
    before = await table.everything()
    await table.tap(table.alice, question, "keep")
    assert content(table, question) == "Your account stays as it is."
    assert await table.everything() == before
    assert await player_of(table, table.alice) is not None


def test_what_has_hardly_begun_is_aborted() -> None:
    """The question tells it apart from what is lost."""
    lines = deletion_question(UnderWay(2, 1, 0), ENGLISH).split("\n")
    assert lines[1:3] == [
        "- 2 running matches are resigned: they count as lost, and your opponents are told.",
        "- 1 match that has hardly begun is aborted: nobody has lost.",
    ]


async def test_the_opponent_learns_of_the_end_and_the_board_names_nobody(table: Table) -> None:
    """The match is resigned, its last board has a *deleted player* and notifies the opponent."""
    await table.start()
    await table.play(["0", "0"])
    former = await player_of(table, table.alice)
    assert former is not None
    question = await delete(table, table.alice)
    assert content(table, question).startswith("Your account is deleted.")
    match = await table.match()
    assert match.result is not None
    assert match.result.reason is EndReason.RESIGNED
    last = max(table.messages(), key=lambda message: message.id)
    assert "deleted player" in last.content
    assert "Alice" not in last.content
    assert str(table.alice.id) not in last.content
    assert pinged(table.env, last) == {table.bob.id}
    assert await player_of(table, table.alice) is None
    async with table.store.reading() as uow:
        assert await uow.due.next_due() is None
    await assert_agrees(table, deleted={former: table.alice.id})


async def test_open_challenges_end(table: Table) -> None:
    """Both messages say so, and whoever challenged is told."""
    mine = await table.challenge()
    result = await table.bob.slash(table.channel, "challenge", opponent=table.alice)
    assert result.response is not None
    theirs = result.response.message
    await delete(table, table.alice)
    assert "the challenge was withdrawn." in content(table, mine)
    assert "deleted player declined the challenge." in content(table, theirs)
    last = max(table.messages(table.channel), key=lambda message: message.id)
    assert last.content == f"<@{table.bob.id}>, deleted player declined your challenge."
    async with table.store.reading() as uow:
        statuses = [
            (await uow.challenges.get(number)).status  # type: ignore[arg-type,union-attr]  # there
            for number in (1, 2)
        ]
    assert statuses == [ChallengeStatus.WITHDRAWN, ChallengeStatus.DECLINED]


async def test_old_boards_go_on_working_for_the_opponent(table: Table) -> None:
    """Replay, record, menu, list and board of a match against a deleted player; no rematch."""
    await table.start(variant="small")
    await table.play(list(FIRST_SCORES))
    board = table.board()
    await delete(table, table.alice)
    refused = await table.tap(table.bob, board, "rematch")
    assert told(refused) == "This player has deleted their account, so nothing has changed."
    record = await table.bob.slash(table.channel, "soccer export", match=1)
    assert b'"deleted player"' in file_of(table, record).data
    replay = await table.bob.slash(table.channel, "soccer replay", match=1)
    assert "deleted player" in told(replay)
    await table.bob.slash(table.channel, "board", match=1)
    await table.env.settle()
    shown = max(table.messages(table.channel), key=lambda message: message.id)
    assert "deleted player" in shown.content
    assert pinged(table.env, shown) == set()
    assert told(await table.bob.slash(table.channel, "games")).startswith("You are not playing")


async def test_whoever_plays_again_is_a_new_player(table: Table) -> None:
    """With no matches and no settings; the messages about the old account do nothing."""
    await table.start(variant="small")
    await table.play(list(FIRST_SCORES))
    question = await asked(table, table.alice)
    former = await player_of(table, table.alice)
    await table.tap(table.alice, question, "delete")
    await table.challenge()
    again = await player_of(table, table.alice)
    assert again not in (None, former)
    challenge = max(table.messages(table.channel), key=lambda message: message.id)
    await table.tap(table.bob, challenge, "accept")
    second = await table.match(2)
    assert again in (second.first, second.second)
    await assert_agrees(table, 2)


async def test_buttons_of_an_account_that_is_gone(table: Table) -> None:
    """What is shown of a former account exports, asks about and deletes nothing of the new one."""
    panel = await opened(table, table.alice)
    questions = [await asked(table, table.alice) for _ in range(2)]
    await table.tap(table.alice, questions[0], "delete")
    for again in (False, True):
        if again:
            await table.challenge()
        player = await player_of(table, table.alice)
        assert (player is not None) is again
        for act in ("export", "ask"):
            assert told(await table.tap(table.alice, panel, act)) == GONE
        assert told(await table.tap(table.alice, questions[1], "delete")) == GONE
        assert await player_of(table, table.alice) == player


async def test_a_question_that_was_answered_is_no_question_any_more(table: Table) -> None:
    """A tap that comes late says so and deletes nothing."""
    question = await asked(table, table.alice)
    custom_id = next(each for each in button_ids(question) if each.endswith("delete"))
    await table.tap(table.alice, question, "keep")
    late = Click(table.alice, question, custom_id, as_seen=False)
    assert told(await perform(table.env, late)) == str(page_is_gone(ENGLISH))
    assert await player_of(table, table.alice) is not None


async def test_the_answer_comes_below_a_question_that_cannot_be_changed(table: Table) -> None:
    """The account is deleted all the same."""
    question = await asked(table, table.alice)
    table.env.inject_error("POST", "/interactions/*/*/callback", status=500)
    result = await table.tap(table.alice, question, "delete")
    assert told(result).startswith("Your account is deleted.")
    assert await player_of(table, table.alice) is None


async def test_two_taps_on_delete(table: Table) -> None:
    """The second one meets nobody, and nothing happens twice."""
    await table.start()
    await table.play(["0", "0"])
    question = await asked(table, table.alice)
    custom_id = next(i for i in button_ids(question) if i.endswith("delete"))
    former = await player_of(table, table.alice)
    assert former is not None
    taps = [Click(table.alice, question, custom_id) for _ in range(2)]
    await race(table.env, taps)
    await table.env.settle()
    assert await player_of(table, table.alice) is None
    assert (await table.match()).version == 4
    await assert_agrees(table, deleted={former: table.alice.id})


async def test_a_process_that_did_not_notice_takes_them_for_new(table: Table) -> None:
    """Another process deleted the account: the first try says so, the second one begins anew."""
    await table.challenge()
    player = await player_of(table, table.alice)
    assert player is not None
    async with table.store.writing() as uow:
        await delete_account(uow, player, now=table.clock.now())
    first = await table.alice.slash(table.channel, "challenge", opponent=table.bob)
    assert told(first) == GONE
    await table.alice.slash(table.channel, "challenge", opponent=table.bob)
    assert await player_of(table, table.alice) not in (None, player)


async def test_a_process_that_did_not_notice_lists_no_games_of_theirs(table: Table) -> None:
    """Looking at one's games asks who one is, and stores nobody for that."""
    await table.challenge()
    await table.start()
    player = await player_of(table, table.alice)
    assert player is not None
    before = told(await table.alice.slash(table.channel, "games"))
    async with table.store.writing() as uow:
        await delete_account(uow, player, now=table.clock.now())
    after = told(await table.alice.slash(table.channel, "games"))
    assert "Bob" in before
    assert after.startswith("You are not playing now.")
    assert await player_of(table, table.alice) is None
    await table.alice.slash(table.channel, "challenge", opponent=table.bob)
    assert await player_of(table, table.alice) not in (None, player)


# ------------------------------------------------------------------------- physically gone


def forms(who: MemberActor, name: str) -> list[bytes]:
    """How somebody can stand in a file: SQLite keeps a large number in six or eight bytes."""
    short = [who.id.to_bytes(6)] if who.id < 1 << 47 else []
    return [str(who.id).encode(), who.id.to_bytes(8), name.encode(), *short]


def traces(folder: Path, who: MemberActor, name: str) -> list[str]:
    """The files of a folder in which something of somebody can be found."""
    return [
        file.name
        for file in sorted(folder.rglob("*"))
        if file.is_file() and any(form in file.read_bytes() for form in forms(who, name))
    ]


async def live(table: Table) -> None:
    """Alice does all that leaves something behind."""
    rename(table, table.alice, NAME)
    await table.start(variant="small")
    await table.play(list(FIRST_SCORES))
    await table.start()
    await table.challenge()
    panel = (await table.alice.slash(table.channel, "soccer settings")).response
    assert panel is not None
    for name, value in (("reminders", "direct"), ("block", table.carol), ("leave", "3")):
        await table.alice.select(panel.message, [value], custom_id=f"ps-self:{name}")


async def test_nothing_of_a_deleted_account_is_in_any_file(table: Table, tmp_path: Path) -> None:
    """Neither the id nor the name stands in the database, its journal, or a backup of it."""
    await live(table)
    assert traces(tmp_path, table.alice, NAME)
    await delete(table, table.alice)
    back_up(f"sqlite:///{(tmp_path / 'test.sqlite3').as_posix()}", tmp_path / "copy.sqlite3")
    assert (tmp_path / "copy.sqlite3").stat().st_size > 0
    assert traces(tmp_path, table.alice, NAME) == []
    assert traces(tmp_path, table.bob, "Bob")


async def test_a_reader_puts_it_off_and_a_crash_does_not_end_it(
    table: Table, tmp_path: Path
) -> None:
    """While a backup reads what was there nothing can be cut off; a later process does it."""
    await live(table)
    with closing(sqlite3.connect(tmp_path / "test.sqlite3", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM accounts").fetchall()
        await delete(table, table.alice)
        assert traces(tmp_path, table.alice, NAME)
    async with table.store.reading() as uow:
        assert await uow.due.next_due() is not None
    await table.be_down(5)
    await table.wait(40)
    assert traces(tmp_path, table.alice, NAME) == []
    async with table.store.writing() as uow:
        rows = await uow.due.claim(table.clock.now(), table.clock.now(), 50)
    assert DueKind.ERASE_TRACES not in {row.kind for row in rows}


async def test_many_deletions_are_erased_together(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first at once, and those that follow by one run ten minutes later: each run keeps
    everybody from storing anything. Nothing is left to do then.
    """
    runs = []
    erase = table.store.erase_traces

    async def counting() -> bool:
        runs.append(table.clock.now())
        return await erase()

    monkeypatch.setattr(table.store, "erase_traces", counting)
    rename(table, table.alice, NAME)
    await table.start()
    await delete(table, table.alice)
    await table.wait(1)
    assert len(runs) == 1
    await delete(table, table.bob)
    await table.alice.slash(table.channel, "soccer settings")
    await delete(table, table.alice)
    await table.wait(500)
    assert len(runs) == 1
    assert traces(tmp_path, table.alice, NAME)
    await table.wait(700)
    assert len(runs) == 2
    assert runs[1] - runs[0] >= timedelta(minutes=10)
    assert traces(tmp_path, table.alice, NAME) == []
    async with table.store.reading() as uow:
        assert await uow.due.subjects(DueKind.ERASE_TRACES) == []


@pytest.mark.parametrize("trouble", [StoreUnavailable("full"), ZeroDivisionError("a fault")])
async def test_trouble_does_not_end_it(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    """What cannot be erased now is erased half a minute later."""

    async def failing() -> bool:
        raise trouble

    await live(table)
    if not isinstance(trouble, StoreUnavailable):
        table.logs.expect("the traces of deleted players could not be erased")
    with monkeypatch.context() as patch:
        patch.setattr(table.store, "erase_traces", failing)
        await delete(table, table.alice)
    assert traces(tmp_path, table.alice, NAME)
    await table.wait(40)
    assert traces(tmp_path, table.alice, NAME) == []


async def test_a_new_process_erases_at_once(table: Table, tmp_path: Path) -> None:
    """What had been put off when a process ended waits for the pause once, and is done."""
    await table.start()
    await delete(table, table.bob)
    await table.wait(1)
    rename(table, table.alice, NAME)
    await table.alice.slash(table.channel, "soccer settings")
    await delete(table, table.alice)
    await table.wait(1)
    assert traces(tmp_path, table.alice, NAME)
    await table.be_down(700)
    await table.wait(1)
    assert traces(tmp_path, table.alice, NAME) == []


async def test_the_log_names_nobody(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is done and deleted, no line of ours holds a name or an id of a person."""
    with caplog.at_level(logging.DEBUG):
        await live(table)
        await delete(table, table.alice)
    ours = [
        record.getMessage()
        for record in caplog.records
        if record.name.partition(".")[0] in ("bot", "matches", "storage")
    ]
    assert any("is deleted" in line for line in ours)
    for line in ours:
        assert NAME not in line
        assert str(table.alice.id) not in line
