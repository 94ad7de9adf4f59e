"""Languages: every text is in every catalogue, and nothing reaches a reader past the catalogues."""

import ast
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from bot import i18n
from bot.config import AboutConfig
from bot.i18n import DOMAIN, ENGLISH, LOCALES, language
from bot.locales import __main__ as tool
from bot.pace import Pace
from tests.support.simcord_seams import Request, click_by_id, files_of, requests_of, speak
from tests.support.simcord_trouble import set_permissions
from tests.support.table import Table, buttons, laid_table, told

CODE = Path(i18n.__file__).parent
LANGUAGES = tool.languages(LOCALES)


def places(text: str) -> set[str]:
    """The `{names}` in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def texts_of(message: Message) -> list[str]:
    """The texts that a message translates: one, or that for one and that for many."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def strings_of(message: Message) -> list[str]:
    """Its translations: one, or one for each plural form."""
    if isinstance(message.string, str):
        return [message.string]
    return list(message.string or ())


def entries(tag: str) -> Iterator[Message]:
    """What a committed catalogue translates."""
    catalogue = tool.read_catalogue(tool.catalogue_path(LOCALES, tag), tag)
    return (message for message in catalogue if message.id)


# --- the committed catalogues


def test_the_catalogues_are_up_to_date() -> None:
    """After a change of a text: `python3 dev.py texts`."""
    for path, text in tool.up_to_date(LOCALES).items():
        same = path.exists() and path.read_text(encoding="utf-8") == text
        assert same, f"{path.name} is not up to date: run `python3 dev.py texts`"


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_text_is_translated(tag: str) -> None:
    """Each text of the code has a translation that somebody has looked over."""
    known = {str(message.id): message for message in entries(tag)}
    for wanted in tool.gathered():
        if not wanted.id:
            continue
        message = known[str(wanted.id)]
        assert not message.fuzzy, f"{tag}: look over the translation of {message.id!r}"
        assert all(strings_of(message)), f"{tag}: translate {message.id!r}"


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_place_is_lost_or_added(tag: str) -> None:
    """A translation has the same `{names}` as the text; only a plural form may leave the number."""
    for message in entries(tag):
        wanted = set[str]().union(*(places(text) for text in texts_of(message)))
        for string in strings_of(message):
            free = {"number"} if message.pluralizable else set()
            assert places(string) <= wanted, (tag, string)
            assert wanted - free <= places(string), (tag, string)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_plural_forms_are_complete(tag: str) -> None:
    """A text with a number has every form that the language needs."""
    catalogue = tool.read_catalogue(tool.catalogue_path(LOCALES, tag), tag)
    for message in catalogue:
        if message.id and message.pluralizable:
            assert len(strings_of(message)) == catalogue.num_plurals, (tag, message.id)


def test_every_language_of_discord_has_its_catalogue() -> None:
    """The bot looks for no catalogue that is not committed, and leaves none unused."""
    assert set(i18n.LANGUAGES.values()) == set(LANGUAGES)


def test_catalogues_hold_nothing_that_changes_by_itself() -> None:
    """No dates, no line numbers, no version of a tool."""
    for path in LOCALES.rglob("*.po*"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"Date:|Generated-By|^#: .*:\d", text, re.MULTILINE)


# --- the texts in the code


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """Every call in the code that marks a text: where, which, and by which name."""
    for path in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in tool.MARKS and not (name == "count" and len(node.args) < 3):
                    yield f"{path.relative_to(CODE).as_posix()}:{node.lineno}", node, name


def test_texts_are_literals() -> None:
    """What is put together in the code cannot be translated."""
    put_together = [
        where
        for where, node, _ in calls()
        if not tool.marked_texts(node)
        # Choices carry what says them, and the translator looks up what it is given.
        and not where.startswith(("commands/options.py", "commands/tree.py"))
    ]
    assert put_together == []


def test_texts_inside_other_strings_are_found() -> None:
    """A text in the braces of an f-string is one like any other."""
    [call] = [
        n for n in ast.walk(ast.parse("""f"**{say('Hello')}**" """)) if isinstance(n, ast.Call)
    ]
    assert tool.marked_texts(call) == ("Hello",)


def test_the_values_of_a_text_are_those_that_it_names() -> None:
    """A value too many or too few would only show when somebody reads the text."""
    seen = 0
    for where, node, name in calls():
        texts = tool.marked_texts(node)
        given = {keyword.arg for keyword in node.keywords}
        if name == "locale_str" or not texts or (name == "say" and not given):
            continue
        wanted = set[str]().union(*(places(text) for text in texts))
        assert given | ({"number"} if name == "count" else set()) == wanted, where
        seen += 1
    assert seen > 50


# --- the tool


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of catalogues that is not the committed one."""
    found = tmp_path / "project" / "bot" / "locales"
    monkeypatch.setattr(tool, "LOCALES", found)
    return found


def test_the_tool_writes_the_template_and_english(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first run writes what is committed; the second has nothing to do."""
    assert tool.main([]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    for name in (f"{DOMAIN}.pot", f"en/LC_MESSAGES/{DOMAIN}.po"):
        assert (folder / name).read_text("utf-8") == (LOCALES / name).read_text("utf-8")
    assert tool.main([]) == 0
    assert capsys.readouterr().out == ""


def test_the_tool_begins_a_language(folder: Path) -> None:
    """A new catalogue has every text, untranslated, and the plural forms of its language."""
    assert tool.main(["pl"]) == 0
    path = tool.catalogue_path(folder, "pl")
    assert "# The bot in Polish." in path.read_text("utf-8")
    catalogue = tool.read_catalogue(path, "pl")
    assert catalogue.num_plurals == 3
    assert len(catalogue) == len(tool.gathered())
    assert not any(any(strings_of(message)) for message in catalogue if message.id)


def test_the_tool_keeps_translations(folder: Path) -> None:
    """What is translated stays, a changed text is marked, and one that is gone is dropped."""
    tool.main(["pl"])
    path = tool.catalogue_path(folder, "pl")
    text = path.read_text("utf-8").replace("# The bot in Polish.", "# By Ala.")
    text = text.replace('msgid "Accept"\nmsgstr ""', 'msgid "Accept"\nmsgstr "Przyjmij"')
    text = text.replace('msgid "Play on"\nmsgstr ""', 'msgid "Plays on"\nmsgstr "Graj dalej"')
    path.write_text(text + '\nmsgid "Quite another thing"\nmsgstr "Coś innego"\n', "utf-8")
    tool.main([])
    catalogue = tool.read_catalogue(path, "pl")
    accept, play_on = catalogue.get("Accept"), catalogue.get("Play on")
    assert accept is not None
    assert accept.string == "Przyjmij"
    assert not accept.fuzzy
    assert play_on is not None
    assert play_on.string == "Graj dalej"
    assert play_on.fuzzy
    assert catalogue.get("Plays on") is None
    assert "Quite another thing" not in path.read_text("utf-8")
    assert path.read_text("utf-8").startswith("# By Ala.\n")


def test_the_tool_knows_no_such_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A language that does not exist is named in one sentence, and nothing is written."""
    assert tool.main(["xx"]) == 1
    assert capsys.readouterr().err == "dev.py: unknown locale 'xx'\n"
    assert not folder.exists()


# --- a language at work


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Catalogues that put each text between brackets, and a little Polish."""
    folder = tmp_path_factory.mktemp("locales")
    for tag, left, right in (("x-server", "⟦", "⟧"), ("x-reader", "⟪", "⟫")):
        catalogue = Catalog("en", domain=DOMAIN)
        for message in tool.gathered():
            if message.id:
                strings = tuple(f"{left}{text}{right}" for text in texts_of(message))
                catalogue.add(message.id, strings if message.pluralizable else strings[0])
        write_compiled(folder, tag, catalogue)
    polish = Catalog("pl", domain=DOMAIN)
    polish.add(
        ("{number} turn", "{number} turns"), ("{number} tura", "{number} tury", "{number} tur")
    )
    write_compiled(folder, "x-polish", polish)
    english = tool.read_catalogue(tool.catalogue_path(LOCALES, "en"), "en")
    write_compiled(folder, "x-english", english)
    return folder


def write_compiled(folder: Path, tag: str, catalogue: Catalog) -> None:
    """What `dev.py` does with a catalogue."""
    path = folder / tag / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)


@pytest.fixture
def languages(made_up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers speak one made-up language (Polish to Discord) and readers another (German)."""
    monkeypatch.setattr(i18n, "LOCALES", made_up)
    for locale, tag in {
        "pl": "x-server", "de": "x-reader", "ru": "x-polish", "fr": "x-english",
    }.items():  # fmt: skip
        monkeypatch.setitem(i18n.LANGUAGES, locale, tag)


@pytest.mark.usefixtures("languages")
def test_numbers_have_their_forms() -> None:
    """Polish has three forms for numbers, English two."""
    polish, english = language("ru"), language("fr")
    count = ("{number} turn", "{number} turns")
    assert [polish.count(*count, n) for n in (1, 2, 5, 22, 25)] == [
        "1 tura", "2 tury", "5 tur", "22 tury", "25 tur",
    ]  # fmt: skip
    assert [english.count(*count, n) for n in (0, 1, 2)] == ["0 turns", "1 turn", "2 turns"]


@pytest.mark.usefixtures("languages")
def test_the_english_catalogue_says_what_the_code_says() -> None:
    """Compiled or not, English is the same."""
    english = language("fr")
    for message in tool.gathered():
        for text in texts_of(message):
            if isinstance(message.id, str) and text:
                assert english.say(text) == ENGLISH.say(text) == text


def test_other_languages_are_english() -> None:
    """A locale without a catalogue, or none at all, reads English."""
    for locale in ("xx", "zh-CN", None):
        assert language(locale) is ENGLISH


def test_braces_without_values_stay() -> None:
    """A text that takes no values is shown as it is."""
    assert ENGLISH.say("a {b} c") == "a {b} c"


# --- nothing past the catalogues


@pytest.fixture
async def abroad(tmp_path: Path, languages: None) -> AsyncIterator[Table]:
    """A table in a server and among people who speak the made-up languages."""
    async with laid_table(tmp_path, locale="pl") as laid:
        for who in (laid.alice, laid.bob, laid.carol):
            speak(who, "de")
        yield laid


SHOWN_KEYS = {"content", "label", "title", "placeholder", "description", "name", "text"}
HARMLESS = re.compile(
    r"```.*?```|<[@#][!&]?\d+>|<t:\d+:[Rf]>|https://\S+|`[^`]*`|Alice|Bob|Carol|English|x-[a-z]+",
    re.DOTALL,
)


def shown(value: Any, key: str = "") -> Iterator[str]:
    """Every text in the body of a request that somebody will read."""
    if isinstance(value, dict):
        for name, inside in value.items():
            if name not in ("emoji", "allowed_mentions"):
                yield from shown(inside, name)
    elif isinstance(value, list):
        for inside in value:
            yield from shown(inside, key)
    elif isinstance(value, str) and key in SHOWN_KEYS:
        yield value


def past_the_catalogues(text: str) -> str:
    """The words of a text that stand outside all brackets."""
    depth, outside = 0, []
    for char in HARMLESS.sub(" ", text):
        depth += (char in "⟦⟪") - (char in "⟧⟫")
        if depth == 0 and char not in "⟧⟫":
            outside.append(char)
    words = "".join(outside)
    return words.strip() if any(char.isalpha() for char in words) else ""


def audience(request: Request) -> str | None:
    """Who reads a request's texts: `public`, `private`, or None if that depends."""
    body = request.json
    if "/commands" in request.path or not isinstance(body, dict):
        return "nobody"
    if request.path.endswith("/callback"):
        kind, data = body["type"], body.get("data") or {}
        if kind == 7:
            return None
        return "private" if kind in (8, 9) or data.get("flags", 0) & 64 else "public"
    if "/webhooks/" in request.path:
        return "private" if body.get("flags", 0) & 64 else "public"
    return "public"


def assert_translated(table: Table) -> int:
    """Every text so far came from a catalogue, and from the right one; how many there were."""
    count = 0
    for request in requests_of(table.env):
        who = audience(request)
        if who == "nobody":
            continue
        for text in shown(request.json):
            assert past_the_catalogues(text) == "", f"{request.method} {request.path}: {text}"
            assert who != "public" or "⟪" not in text, text
            assert who != "private" or "⟦" not in text, text
            assert not ("⟪" in text and "⟦" in text), text
            count += 1
    return count


async def test_challenges_are_translated(abroad: Table) -> None:
    """Challenges in every state, their buttons, the form and its refusals."""
    table = abroad
    channel = table.channel
    message = await table.challenge(time="10m")
    await table.tap(table.carol, message, "accept")
    await table.tap(table.alice, message, "rules")
    opened = await table.tap(table.bob, message, "terms")
    assert opened.modal is not None
    values = {
        label["component"]["custom_id"]: [
            o["value"] for o in label["component"]["options"] if o.get("default")
        ]
        for label in opened.modal["components"]
    }
    await table.bob.submit_modal(opened, values)
    await table.tap(table.alice, table.messages(channel)[-1], "decline")
    await table.tap(table.alice, await table.challenge(variant="texas"), "withdraw")
    await table.alice.slash(channel, "challenge", variant="no-double-bounce", time="none")
    await table.alice.slash(channel, "challenge", time="2m", rated=False)
    await table.challenge()
    assert "⟪" in told(await table.alice.slash(channel, "challenge"))
    assert "⟪" in told(await table.alice.slash(channel, "play"))
    await table.wait(16 * 60)
    assert assert_translated(table) > 50


async def test_custom_games_are_translated(abroad: Table) -> None:
    """The list of variants, the form, its refusals, the preview, and the challenge."""
    table = abroad
    choices = await table.alice.autocomplete(table.channel, "challenge", "variant", "")
    assert all("⟪" in choice["name"] for choice in choices)
    assert "⟪" in told(await table.alice.slash(table.channel, "challenge", variant="chess"))
    form = await table.alice.slash(table.channel, "challenge", variant="custom")
    sent = {"goal_width": "3", "bounce": "none", "allowed": []}
    result = await table.alice.submit_modal(form, {**sent, "size": "x"})
    for size in ("5x5", "4x4", "4x30", "8x10"):
        assert result.response is not None
        message = result.response.message
        [change] = [b.custom_id for b in buttons(message) if ":change:" in b.custom_id]
        form = await table.alice.click(message, custom_id=change)
        await table.alice.submit_modal(form, {**sent, "size": size})
    assert result.response is not None
    message = result.response.message
    [send] = [b.custom_id for b in buttons(message) if ":send:" in b.custom_id]
    await table.alice.click(message, custom_id=send)
    assert "⟪" in told(await table.tap_old(table.alice, message, send))
    assert assert_translated(table) > 50


async def test_gridball_is_translated(abroad: Table) -> None:
    """A turn in its parts, a trap, a penalty, and what is typed."""
    table = abroad
    await table.start(variant="gridball", time="10m")
    await table.play(["433", "107"])
    mover = await table.player_to_move()
    for typed in ("6.3", "63", "634"):
        await mover.slash(table.thread, "move", turn=typed)
    choices = await mover.autocomplete(table.thread, "move", "turn", "634")
    assert all("⟪" in choice["name"] for choice in choices)
    await table.tap(mover, table.board(), "5")
    await table.tap(mover, table.board(), "rules")
    assert assert_translated(table) > 50


async def test_a_match_is_translated(abroad: Table) -> None:
    """A whole match on the board, by taps and by typing, with all that is around it."""
    table = abroad
    await table.start(time="10m")
    await table.play(["0", "2", "4"])
    mover = await table.player_to_move()
    await mover.autocomplete(table.thread, "move", "turn", "")
    await mover.autocomplete(table.thread, "move", "match", "", turn="0")
    for turn in ("zz", "00", "6"):
        await mover.slash(table.thread, "move", turn=turn)
    await table.tap(mover, table.board(), "back")
    await table.tap(table.carol, table.board(), "6")
    await table.tap(mover, table.board(), "rules")
    menu = await table.tap(mover, table.board(), "more")
    assert menu.response is not None
    await table.tap(mover, menu.response.message, "ask")
    for who in (table.alice, table.bob):
        await who.slash(table.thread, "games")
        await who.slash(table.thread, "board")
    question = await mover.slash(table.thread, "resign")
    assert question.response is not None
    await table.tap(mover, question.response.message, "no")
    question = await mover.slash(table.thread, "resign")
    assert question.response is not None
    await table.tap(mover, question.response.message, "yes")
    board = table.board()
    for who in (table.alice, table.alice, table.carol, table.bob):
        await table.tap(who, board, "rematch")
    assert table.thread.name is not None
    assert "⟦" in table.thread.name
    assert assert_translated(table) > 100


@pytest.mark.parametrize(
    "turns",
    [
        ["0", "0", "0", "0", "17"],
        ["4", "4", "4", "4", "53"],
        ["0", "0"],
        ["0"],
    ],
)
async def test_ends_are_translated(abroad: Table, turns: list[str]) -> None:
    """A goal, an own goal, the end of the time, an abort."""
    await abroad.start(time="2m")
    await abroad.play(turns)
    await abroad.wait(10 * 60)
    assert (await abroad.match()).is_over
    assert assert_translated(abroad) > 20


async def test_a_correspondence_match_is_translated(abroad: Table) -> None:
    """The questions before a turn is played, and boards left behind."""
    await abroad.start(time="3d")
    await abroad.play(["0", "0"])
    await abroad.wait(300)
    await abroad.play(["0", "0", "0", "3"])
    assert assert_translated(abroad) > 50


async def test_what_is_around_is_translated(abroad: Table) -> None:
    """Help, `/soccer`, and refusals without a match."""
    table = abroad
    for command in ("help", "soccer about", "games", "board", "resign"):
        await table.carol.slash(table.channel, command)
    await table.carol.slash(table.channel, "move", turn="0")
    await table.carol.slash(table.channel, "move", turn="0", match=9)
    await table.carol.slash(table.channel, "soccer setup")
    await table.carol.slash(table.channel, "challenge", opponent=table.carol)
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    await table.carol.slash(table.channel, "challenge")
    assert assert_translated(table) >= 10


async def test_the_settings_of_players_are_translated(abroad: Table) -> None:
    """The panel with and without leave and blocked players, its menus and its refusals."""
    table = abroad
    result = await table.alice.slash(table.channel, "soccer settings")
    assert result.response is not None
    panel = result.response.message
    robot = table.server.add_member(table.env.create_user("robot", bot=True))
    for name, value in [
        ("reminders", "off"), ("leave", "3"), ("block", table.bob), ("block", table.alice),
        ("block", robot), ("reminders", "direct"),
    ]:  # fmt: skip
        await table.alice.select(panel, [value], custom_id=f"ps-self:{name}")
    for _ in range(2):
        await click_by_id(table.alice, panel, "ps-self:back")
    await table.alice.slash(table.channel, "challenge", opponent=table.bob)
    await table.bob.slash(table.channel, "challenge", opponent=table.alice)
    table.bot.pace = Pace(1)
    for _ in range(2):
        await table.alice.slash(table.channel, "games")
    assert assert_translated(table) > 40


async def test_ones_own_data_is_translated(abroad: Table) -> None:
    """What is stored, the export, and each answer about deleting."""
    table = abroad
    table.bot.about = AboutConfig("https://a.example", "https://b.example", "@c")
    dave = table.server.add_member(table.env.create_user("dave"))
    speak(dave, "de")
    await dave.slash(table.channel, "soccer privacy")
    await table.start(time="1d")
    await table.challenge()
    result = await table.alice.slash(table.channel, "soccer privacy")
    assert result.response is not None
    panel = result.response.message
    await table.tap(table.alice, panel, "export")
    for act in ("keep", "delete"):
        question = await table.tap(table.alice, panel, "ask")
        assert question.response is not None
        await table.tap(table.alice, question.response.message, act)
    await table.env.settle()
    await table.tap(table.alice, panel, "ask")
    await table.bob.slash(table.channel, "board", match=1)
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    again = await table.carol.slash(table.channel, "soccer privacy")
    assert again.response is not None
    await table.tap(table.carol, again.response.message, "export")
    assert assert_translated(table) > 20


async def test_the_settings_of_servers_are_translated(abroad: Table) -> None:
    """The panel with everything decided, its menus, and who may not challenge."""
    table = abroad
    role = table.server.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    owner = table.server.add_member(table.env.create_user("owner"), roles=[role])
    speak(owner, "de")
    result = await owner.slash(table.channel, "soccer setup")
    assert result.response is not None
    panel = result.response.message
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    for name, value in [
        ("games", table.channel), ("challengers", role), ("variant", "small"), ("time", "1d"),
    ]:  # fmt: skip
        await owner.select(panel, [value], custom_id=f"ps-server:{name}")
    await owner.click(panel, custom_id="ps-server:no-threads")
    await owner.click(panel, custom_id="ps-server:languages")
    await owner.select(panel, ["x-server"], custom_id="ps-server:language")
    await table.alice.slash(table.channel, "challenge")
    assert assert_translated(table) > 60


async def test_records_are_translated(abroad: Table) -> None:
    """Export and import: files, pictures, the form, completion and what is wrong."""
    table = abroad
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0"])
    await table.start()
    for who in (table.alice, table.carol):
        await who.slash(table.channel, "soccer export")
        await who.slash(table.channel, "soccer export", match=9)
        await who.autocomplete(table.channel, "soccer export", "match", "")
    await table.wait(601)
    await table.alice.autocomplete(table.channel, "soccer export", "match", "")
    for content in (b"1. 0 2", b'[Reason "aborted"]', b"1. 0 4", b"0x", b"\xff", b"0" * 3_000_000):
        await table.carol.slash(table.channel, "soccer import", file=("game.txt", content))
    opened = await table.carol.slash(table.channel, "soccer import")
    await table.carol.submit_modal(opened, {"record": '[Width "7"]'})
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    await table.carol.slash(table.channel, "soccer export", match=1)
    await table.carol.slash(table.channel, "soccer import", file=("game.txt", b"0"))
    assert assert_translated(table) > 60


async def test_replays_are_translated(abroad: Table) -> None:
    """Boards, the form, the moving picture, sharing, and what a stranger may do."""
    table = abroad
    await table.start(time="10m")
    await table.play(["0", "0"])
    stranger = await table.tap(table.carol, table.board(), "0")
    assert stranger.response is not None
    asked = await table.tap_old(table.carol, stranger.response.message, "psy:standard")
    assert asked.response is not None
    await table.tap_old(table.carol, asked.response.message, "psy:standard:send")
    opened = await table.carol.slash(table.channel, "soccer replay", match=1)
    assert opened.response is not None
    message = opened.response.message
    for act in ("previous", "first", "gif", "share"):
        await table.tap_old(table.carol, message, f"psv:1:1:{act}")
    form = await table.tap_old(table.carol, message, "psv:1:1:here")
    await table.carol.submit_modal(form, {"turn": "9"})
    await table.carol.slash(table.channel, "soccer replay", match=9)
    assert assert_translated(table) > 40


async def test_profiles_are_translated(abroad: Table) -> None:
    """The card in pictures and words, what it opens, and whoever has nothing to show."""
    table = abroad
    for who in (None, table.bob):
        options = {} if who is None else {"member": who}
        assert "⟪" in told(await table.alice.slash(table.channel, "profile", **options))
    await table.start(time="10m")
    await table.play(["0", "0", "0", "0", "17"])
    card = await table.carol.slash(table.channel, "profile", member=table.alice)
    assert card.response is not None
    assert "⟦" in card.response.content
    [picture] = files_of(table.env, card.response)
    assert past_the_catalogues(picture.description or "") == ""
    for who in (table.alice, table.bob, table.carol):
        for act in ("history", "versus", "replays", "card"):
            await table.tap(who, card.response.message, act)
    for act in ("card", "history", "versus", "replays"):
        await table.tap_old(table.carol, card.response.message, f"psp:99:h:{act}")
    await table.tap_old(table.alice, card.response.message, "psq:1:h:small:2:wu:0:here")
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    await table.bob.slash(table.channel, "profile")
    assert assert_translated(table) > 60


async def test_the_commands_are_translated(abroad: Table) -> None:
    """Every description, choice and menu of the upload has its text in each language."""
    [upload] = [r.json for r in requests_of(abroad.env) if r.method == "PUT"]
    nodes = [*upload]
    seen = 0
    for node in nodes:
        nodes += [*node.get("options", []), *node.get("choices", [])]
        wanted = []
        if node.get("description"):
            wanted.append("description")
        if "value" in node or node.get("type") == 2:
            wanted.append("name")
        for key in wanted:
            said = (node.get(f"{key}_localizations") or {}).get("pl", "")
            assert past_the_catalogues(said) == "", node
            assert "⟦" in said, node
            seen += 1
    assert seen > 30


def test_the_eye_for_words_sees_them() -> None:
    """The check itself: words outside brackets are found, names and notation are not words."""
    assert past_the_catalogues("⟦a⟧ b") == "b"
    assert past_the_catalogues("⟦a ⟦b⟧ c⟧: <@12> `n w` 67 ↑ · Alice (1500?)") == ""
