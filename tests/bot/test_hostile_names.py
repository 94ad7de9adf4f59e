"""Names and texts that mean harm, wherever people read them: nothing mentions, breaks or bursts."""

import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PIL import Image
from simcord import InteractionResult

from matches.ids import MatchId
from rules import read_record
from tests.support.limits import autocomplete_problems
from tests.support.simcord_seams import files_of
from tests.support.table import Table, laid_table, told
from tests.support.table_agreement import assert_agrees, assert_nothing_begun, everything_public

HOSTILE = {
    "everyone": "@everyone @here",
    "mention": "<@123456789012345678> <@&2> <#3>",
    "fences": "```\n`x` ```py",
    "formatting": "**b** __u__ ~~s~~ ||x|| # h",
    "masked link": "[win](https://a.example)",
    "line breaks": "a\nb\r\x85c\u2028d\u2029e",
    "right to left": "\u202eevil\u202c \u2066\u05e9\u05dc\u05d5\u05dd",
    "zero width": "\u200b\u200d\u2060\ufeff",
    "emoji": "🎉👨\u200d👩\u200d👧" * 4,
    "wide": "W" * 32,
    "very long": "w" * 400,
    "braces": "{winner} {0} %s %(x)s",
    "record tags": 'x"]\n[Result "1-0"]\n1. 0 {',
}
names = pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE.keys())
MENTION = re.compile(r"<(?:@[!&]?|#)\d+>|@everyone|@here")
LINK = re.compile(r"\[[^\]]*\]\(|[a-z]+://(?!discord\.com/channels/)")
CODE = re.compile(r"`[^`]*`")
"""Within code marks Discord reads nothing."""


@asynccontextmanager
async def hostile_table(folder: Path, name: str) -> AsyncIterator[Table]:
    """Both players, the server and its channel have this name, as far as Discord lets them."""
    async with laid_table(folder) as table:
        backend = table.env.backend
        for who in (table.alice, table.bob, table.carol):
            backend.users[who.id].global_name = name
        guild = backend.get_guild(table.server.id)
        guild.name = name[:100]
        backend.edit_channel(table.channel.id, {"name": name[:100]})
        await table.env.settle()
        yield table


def assert_harmless(table: Table, words: str, *, lines: int | None = None) -> None:
    """It fits into a message; what Discord reads of it formats and links nothing, turns nothing
    round, and mentions nobody and nothing but the players and the places of their matches.
    """
    assert len(words) <= 2000
    assert not set(words) & set("\u202a\u202b\u202d\u202e\u2066\u2067")
    read = re.sub(r"\\.", "", CODE.sub("", words))
    assert "`" not in read
    assert LINK.search(read) is None
    known = {str(who.id) for who in (table.alice, table.bob, table.carol)}
    known |= {str(place.id) for place in (table.channel, *table.channel.threads)}
    assert [each for each in MENTION.findall(read) if not any(id in each for id in known)] == []
    if lines is not None:
        assert len(words.splitlines()) == lines


def private(table: Table, result: InteractionResult) -> str:
    """What only whoever acted was told, checked."""
    words = told(result)
    assert_harmless(table, words)
    return words


@names
async def test_a_whole_match(tmp_path: Path, name: str) -> None:
    """From the challenge to the archive, in every public message, title, picture and alternative
    text; nobody is notified by a name.
    """
    async with hostile_table(tmp_path, name) as table:
        await table.start(time="10m")
        assert 1 <= len(table.thread.name or "") <= 100
        assert len((table.thread.name or "").splitlines()) == 1
        for turn in ["0", "0", "0", "0"]:
            await table.draw(turn)
            await assert_agrees(table)
        await table.tap(table.alice, table.board(), "1")
        assert_harmless(table, table.board().content, lines=2)
        await table.tap(table.alice, table.board(), "7")
        board = await assert_agrees(table)
        assert_harmless(table, board.content, lines=2)
        players = {table.alice.id, table.bob.id}
        # Of what Discord itself says, as that there is a thread, the bot's own is the title alone.
        for message in (m for m in everything_public(table) if not m.is_system()):
            assert_harmless(table, message.content)
            assert not message.mention_everyone
            stored = table.env.backend.get_message(message.channel.id, message.id)
            assert set(stored.ping_user_ids) <= players
            for file in files_of(table.env, message):
                assert file.description is not None
                assert 1 <= len(file.description) <= 1024
                assert len(file.description.splitlines()) == 1
        sizes = {Image.open(io.BytesIO(f.data)).size for f in files_of(table.env, board)}
        assert sizes == {(720, 900)}


@names
async def test_every_private_answer(tmp_path: Path, name: str) -> None:
    """Lists, refusals, questions, menus, completions: each whole, and in its limits."""
    async with hostile_table(tmp_path, name) as table:
        message = await table.challenge(time="10m")
        private(table, await table.tap(table.carol, message, "accept"))
        private(table, await table.tap(table.alice, message, "accept"))
        await table.tap(table.bob, message, "accept")
        await table.start(time="10m")
        private(table, await table.tap(table.carol, table.board(), "0"))
        private(table, await table.tap(table.bob, table.board(), "0"))
        listed = private(table, await table.alice.slash(table.channel, "games"))
        assert len(listed.splitlines()) == 3
        private(table, await table.alice.slash(table.channel, "board"))
        for command in ("move", "board", "soccer export"):
            choices = await table.alice.autocomplete(table.channel, command, "match", "")
            assert len(choices) == 2
            assert autocomplete_problems({"choices": choices}) == []
        menu = await table.tap(table.alice, table.board(), "more")
        assert menu.response is not None
        assert_harmless(table, menu.response.content)
        asked = await table.alice.slash(table.place, "resign", match=2)
        assert asked.response is not None
        assert_harmless(table, asked.response.content)
        await assert_agrees(table, 1)
        await assert_agrees(table, 2)


@names
async def test_a_record(tmp_path: Path, name: str) -> None:
    """Handed out, it can be read again as what it is; and shown, it is harmless."""
    async with hostile_table(tmp_path, name) as table:
        await table.start(time="10m")
        await table.play(["0", "0", "0", "0", "17"])
        handed = await table.bob.slash(table.channel, "soccer export", match=1)
        assert handed.response is not None
        [file] = files_of(table.env, handed.response)
        record = read_record(file.data)
        assert record.game == (await table.match()).game
        assert all(len(text.splitlines()) <= 1 for text in record.tags.values())
        form = await table.carol.slash(table.channel, "soccer import")
        shown = await table.carol.submit_modal(form, {"record": file.data.decode()})
        assert shown.response is not None
        assert_harmless(table, shown.response.content)
        await assert_agrees(table)


TYPED = {
    **HOSTILE,
    "digits of another script": "\u0660\u0661\u0662",
    "wide digits": "\uff10\uff11\uff12",
    "a very long turn": "01234567" * 700,
    "only spaces": "   ",
    "a dot": ".",
    "null": "0\x000",
    "arrows and marks": "↑\ufe0f ⬆️ ↗\u200d",
}
typed = pytest.mark.parametrize("text", TYPED.values(), ids=TYPED.keys())


@typed
async def test_a_turn_as_text(table: Table, text: str) -> None:
    """Refused in one short harmless sentence, or played: then it was a turn. Completion offers
    nothing or turns.
    """
    await table.start(time="10m")
    mover = await table.player_to_move()
    before = await table.everything()
    choices = await mover.autocomplete(table.thread, "move", "turn", text)
    assert autocomplete_problems({"choices": choices}) == []
    words = private(table, await mover.slash(table.thread, "move", turn=text))
    assert len(words) < 300
    assert len(words.splitlines()) == 1
    if (await table.match()).game.turns == ():
        assert await table.everything() == before
    await assert_agrees(table)


@typed
async def test_a_custom_game_as_text(table: Table, text: str) -> None:
    """What is typed into the form of a custom game is refused harmlessly, and nothing is sent."""
    opened = await table.alice.slash(
        table.channel, "challenge", opponent=table.bob, variant="custom"
    )
    sent = {"size": text[:12], "goal_width": "2", "bounce": "unlimited", "allowed": []}
    result = await table.alice.submit_modal(opened, sent)
    private(table, result)
    assert everything_public(table) == []
    await assert_nothing_begun(table)


@typed
async def test_a_record_as_text(table: Table, text: str) -> None:
    """What is typed in place of a record is refused, says where it is wrong, and quotes little."""
    form = await table.carol.slash(table.channel, "soccer import")
    result = await table.carol.submit_modal(form, {"record": text[:4000]})
    answers = [each for each in (result.response, *result.followups) if each is not None]
    for answer in answers:
        assert answer.ephemeral
        assert_harmless(table, answer.content)
    async with table.store.reading() as uow:
        assert await uow.matches.get(MatchId(1)) is None
    await assert_nothing_begun(table)
