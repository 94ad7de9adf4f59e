"""`/leaderboard`: the table that everybody sees, the pages that one turns for oneself, members."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.i18n import ENGLISH
from bot.views.leaderboard import leaderboard_view
from bot.wording.leaderboard import leaderboard_lines
from matches.deleting import delete_account
from matches.history import RatingChange, RatingEvent
from matches.ids import PlayerId, ServerId
from matches.leaderboard import PAGE, Leaderboard, Row
from matches.people import Person
from matches.ranking import LISTED_FOR, Ranked, Standing
from matches.rating import Rating
from rules import VARIANTS
from storage.repositories.leaderboards import SqlLeaderboards
from tests.bot.test_closed_direct_messages import account_of
from tests.storage.samples import new_match
from tests.support.clock import START
from tests.support.table import Table, buttons, told

SURE = 60.0


async def rate(
    table: Table,
    name: str,
    account: int,
    value: float,
    deviation: float = SURE,
    *,
    opponents: int = 3,
    before: float = 1500.0,
    at: datetime = START,
    variant: str = "standard",
) -> PlayerId:
    """Somebody with this rating in the table's server, made against so many others."""
    server = ServerId(table.server.id)
    async with table.store.writing() as uow:
        player = await uow.players.find_or_add(account, name)
        for number in range(opponents):
            other = await uow.players.find_or_add(10_000 + number, f"Crowd {number}")
            match = await uow.matches.add(new_match(player, other))
            event = RatingEvent(0, match.id, variant, server, player, other, 1.0, at)
            changes = [
                RatingChange(player, scope, Rating(before), Rating(value, deviation))
                for scope in event.scopes
            ]
            await uow.ratings.record(event, changes)
        await uow.commit()
    return player


async def rate_member(table: Table, who: MemberActor, value: float, **rest: object) -> PlayerId:
    """The same for somebody at the table."""
    return await rate(table, who.name.capitalize(), who.id, value, **rest)  # type: ignore[arg-type]


async def asked(table: Table, who: MemberActor, **options: object) -> discord.Message:
    """The table that somebody asks for, which everybody sees."""
    result = await who.slash(table.channel, "leaderboard", **options)
    assert result.response is not None
    assert not result.response.ephemeral
    return result.response.message


async def turned(
    table: Table, who: MemberActor, message: discord.Message, act: str
) -> InteractionResult:
    """Tap a button of it."""
    return await table.tap(who, message, act)


def lines(text: str) -> list[str]:
    """What the table says, without the notes in small letters."""
    return [line for line in text.split("\n") if not line.startswith("-# ")]


async def test_everybody_sees_the_table(table: Table) -> None:
    """Medals, places, what changed within a week, and below the line whoever is not settled."""
    await rate_member(table, table.alice, 1712, before=1688)
    await rate_member(table, table.bob, 1640, before=1652)
    await rate_member(table, table.carol, 1801, deviation=140)
    message = await asked(table, table.alice)
    assert message.content == (
        "**Leaderboard of this server: Standard**\n"
        "🥇 **1712** Alice · ▲ 24\n"
        "🥈 **1640** Bob · ▼ 12\n"
        "-# **?** means not settled yet: whoever has played 3 different players, and a few more "
        "rated matches, stands above this line.\n"
        "▫️ **1801?** Carol · ▲ 301\n"
        "-# ▲ ▼ points won and lost within the last week"
    )
    assert not message.mentions


async def test_too_few_opponents_are_below_the_line(table: Table) -> None:
    """A certain rating against two people has its question mark too, and who asks learns why."""
    await rate_member(table, table.alice, 1712, opponents=2)
    message = await asked(table, table.alice)
    assert "▫️ **1712?** Alice" in message.content
    private = told(await turned(table, table.alice, message, "me"))
    assert "▫️ **1712?** Alice (you)" in private
    assert "You stand above the line after matches against 1 more opponent." in private


async def test_uncertain_rating_says_what_helps(table: Table) -> None:
    """Whoever has met enough people needs more matches."""
    await rate_member(table, table.alice, 1712, deviation=140)
    message = await asked(table, table.alice)
    private = told(await turned(table, table.alice, message, "me"))
    assert "A few more rated matches take you above the line." in private


async def test_empty_table_says_how_to_begin(table: Table) -> None:
    """Nobody has played: the table says so, and its buttons lead nowhere."""
    message = await asked(table, table.alice)
    assert "Nobody has played this variant rated here" in message.content
    private = told(await turned(table, table.alice, message, "me"))
    assert "You have not played a rated match here yet." in private
    everywhere = told(await turned(table, table.alice, message, "scope"))
    assert everywhere.split("\n")[1:] == [
        "Nobody has played this variant rated within the last 90 days. `/challenge` somebody "
        "and be the first.",
        "-# You have not played a rated match yet.",
    ]
    disabled = {b.custom_id.rpartition(":")[2]: b.disabled for b in buttons(message)}
    assert disabled == {"back": True, "on": True, "me": False, "scope": False}


async def test_looking_stores_nobody(table: Table) -> None:
    """Whoever has never played reads all pages, and is no player for that."""
    await rate_member(table, table.alice, 1712)
    dora = table.server.add_member(table.env.create_user("dora"))
    message = await asked(table, dora)
    for act in ("me", "scope"):
        assert "Alice" in told(await turned(table, dora, message, act))
    async with table.store.reading() as uow:
        assert await uow.accounts.find(dora.id) is None


async def test_who_was_deleted_by_another_process_has_no_row(table: Table) -> None:
    """This process took them for the player of before: nobody's row is theirs any more."""
    await rate_member(table, table.alice, 1712)
    await table.challenge()
    player = await table.bot.people.known(table.alice.user)  # type: ignore[arg-type]  # has an id
    assert player is not None
    async with table.store.writing() as uow:
        await delete_account(uow, player, now=START)
    private = told(await turned(table, table.alice, await asked(table, table.bob), "me"))
    assert "(you)" not in private
    assert "You have not played a rated match" in private
    await table.alice.slash(table.channel, "challenge", opponent=table.bob)
    assert await table.bot.people.known(table.alice.user) != player  # type: ignore[arg-type]  # has an id


async def test_one_turns_pages_in_private(table: Table) -> None:
    """What everybody sees stays; whoever taps has a copy that then changes in place."""
    for number in range(PAGE + 2):
        account = table.env.create_user(f"player {number:02}")
        table.server.add_member(account)
        await rate(table, f"Player {number:02}", account.id, 2000 - number)
    await rate_member(table, table.bob, 1400)
    message = await asked(table, table.alice)
    assert lines(message.content)[1] == "🥇 **2000** Player 00 · ▲ 500"
    before = message.content
    result = await turned(table, table.bob, message, "on")
    assert lines(told(result))[0] == "**Leaderboard of this server: Standard** · page 2"
    assert lines(told(result))[-1] == "`13` **1400** Bob (you) · ▼ 100"
    assert result.response is not None
    own = result.response.message
    await turned(table, table.bob, own, "back")
    again = table.env.backend.get_message(own.channel.id, own.id).content
    assert lines(again)[1] == "🥇 **2000** Player 00 · ▲ 500"
    assert lines(again)[-2:] == ["⋯", "`13` **1400** Bob (you) · ▼ 100"]
    await turned(table, table.bob, own, "me")
    assert "page 2" in table.env.backend.get_message(own.channel.id, own.id).content
    assert table.env.backend.get_message(message.channel.id, message.id).content == before


async def test_own_row_of_whoever_is_not_listed(table: Table) -> None:
    """After ninety days without a match one is off the table, and told why."""
    await rate_member(table, table.alice, 1600)
    await rate_member(table, table.bob, 1500, at=START + timedelta(days=5))
    await table.skip((LISTED_FOR + timedelta(days=1)).total_seconds())
    await table.wait(60)
    message = await asked(table, table.alice)
    assert lines(message.content) == [
        "**Leaderboard of this server: Standard**",
        "🥇 **1500** Bob",
        "⋯",
        "▫️ **1600?** Alice · asked for this table · not listed: no rated match within the "
        "last 90 days",
    ]


async def test_here_and_everywhere(table: Table) -> None:
    """A rating of another server counts only in the table of all."""
    await rate_member(table, table.alice, 1600)
    other = table.env.create_guild()
    home, table.server = table.server, other
    await rate_member(table, table.bob, 1700)
    table.server = home
    message = await asked(table, table.alice)
    assert lines(message.content)[1:] == ["🥇 **1600** Alice · ▲ 100"]
    everywhere = told(await turned(table, table.bob, message, "scope"))
    assert lines(everywhere) == [
        "**Leaderboard, everywhere: Standard**",
        "🥇 **1700** Bob (you) · ▲ 200",
        "🥈 **1600** Alice · ▲ 100",
    ]
    asked_for = await asked(table, table.alice, scope="everywhere")
    assert lines(asked_for.content)[1] == "🥇 **1700** Bob · ▲ 200"
    assert "ps-lb:here:standard:0:scope" in [b.custom_id for b in buttons(asked_for)]


async def test_variants_have_tables_of_their_own(table: Table) -> None:
    """The option and the menu choose among them; the server's usual one comes first."""
    await rate_member(table, table.alice, 1600, variant="texas")
    message = await asked(table, table.bob, variant="texas")
    assert lines(message.content)[0] == "**Leaderboard of this server: Texas Soccer**"
    result = await table.bob.select(message, ["standard"], custom_id="ps-lbv:here")
    assert lines(told(result))[0] == "**Leaderboard of this server: Standard**"
    unknown = await table.bob.slash(table.channel, "leaderboard", variant="chess")
    assert "There is no variant" in told(unknown)
    menu = leaderboard_view(board_of([]), ENGLISH, in_server=True).children[-1]
    assert isinstance(menu, discord.ui.Select)
    assert [option.value for option in menu.options] == [variant.key for variant in VARIANTS]


async def test_without_a_variant_it_is_one_that_is_played(table: Table) -> None:
    """The usual one if anybody is on its table, else the one with the longest."""
    await rate_member(table, table.alice, 1600, variant="texas")
    await rate_member(table, table.alice, 1600, variant="small")
    await rate_member(table, table.bob, 1500, variant="small")
    message = await asked(table, table.bob)
    assert lines(message.content)[0] == "**Leaderboard of this server: Small**"
    await rate_member(table, table.bob, 1500)
    message = await asked(table, table.bob)
    assert lines(message.content)[0] == "**Leaderboard of this server: Standard**"


async def test_outside_servers_it_is_everywhere_and_private(table: Table) -> None:
    """In a direct message there is one table, for the reader."""
    await rate_member(table, table.alice, 1600)
    result = await account_of(table, table.alice).slash("leaderboard")
    assert lines(told(result)) == [
        "**Leaderboard, everywhere: Standard**",
        "🥇 **1600** Alice (you) · ▲ 100",
    ]
    assert result.response is not None
    assert "scope" not in str([b.custom_id for b in buttons(result.response.message)])


async def test_who_has_left_is_gone_from_the_next_table(table: Table) -> None:
    """Members are asked for when they are shown; coming back and doing anything lists again."""
    await rate_member(table, table.alice, 1600)
    bob = await rate_member(table, table.bob, 1700)
    table.server.remove_member(table.bob)
    assert "Bob" in (await asked(table, table.alice)).content
    await table.env.settle()
    message = await asked(table, table.alice)
    assert lines(message.content)[1:] == ["🥇 **1600** Alice · ▲ 100"]
    assert "Bob" in told(await turned(table, table.alice, message, "scope"))
    async with table.store.reading() as uow:
        row = await uow.leaderboards.row_of(bob, "standard", ServerId(table.server.id), now=START)
    assert row is not None
    assert row.standing is Standing.UNLISTED
    back = table.server.add_member(account_of(table, table.bob))
    await table.skip(7200)
    await back.slash(table.channel, "games")
    await table.env.settle()
    assert "Bob" in (await asked(table, table.alice)).content


async def test_who_has_come_back_is_on_the_table_they_ask_for(table: Table) -> None:
    """Asking is what shows that they are there: the table does not call them absent."""
    await rate_member(table, table.bob, 1700)
    table.server.remove_member(table.bob)
    await asked(table, table.alice)
    await table.env.settle()
    assert "Bob" not in (await asked(table, table.alice)).content
    back = table.server.add_member(account_of(table, table.bob))
    await table.skip(60)
    assert lines((await asked(table, back)).content)[1:] == ["🥇 **1700** Bob · ▲ 200"]


async def test_who_comes_back_while_discord_answers_stays(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer from before somebody acted takes nobody off."""
    bob = await rate_member(table, table.bob, 1700)
    table.server.remove_member(table.bob)
    asking, may_answer = asyncio.Event(), asyncio.Event()
    query = discord.Guild.query_members

    async def slow(guild: discord.Guild, **options: object) -> object:
        found = await query(guild, **options)  # type: ignore[arg-type]
        asking.set()
        await may_answer.wait()
        return found

    monkeypatch.setattr(discord.Guild, "query_members", slow)
    guild = table.bot.get_guild(table.server.id)
    assert guild is not None
    table.bot.membership.look_for(guild, [Person(bob, table.bob.id, "Bob")])
    await asking.wait()
    back = table.server.add_member(account_of(table, table.bob))
    await back.slash(table.channel, "games")
    may_answer.set()
    await table.bot.membership.stop()
    assert "Bob" in (await asked(table, back)).content


async def test_who_acts_while_they_are_taken_off_is_put_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of the two is stored first."""
    bob = await rate_member(table, table.bob, 1700)
    table.server.remove_member(table.bob)
    leave = SqlLeaderboards.leave
    leaving, may_leave = asyncio.Event(), asyncio.Event()

    async def overtaken(boards: SqlLeaderboards, *args: object) -> None:
        leaving.set()
        await may_leave.wait()
        await leave(boards, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(SqlLeaderboards, "leave", overtaken)
    guild = table.bot.get_guild(table.server.id)
    assert guild is not None
    table.bot.membership.look_for(guild, [Person(bob, table.bob.id, "Bob")])
    await leaving.wait()
    back = table.server.add_member(account_of(table, table.bob))
    await back.slash(table.channel, "soccer about")
    may_leave.set()
    await table.bot.membership.stop()
    async with table.store.reading() as uow:
        row = await uow.leaderboards.row_of(bob, "standard", ServerId(table.server.id), now=START)
    assert row is not None
    assert row.standing is Standing.SETTLED


async def test_members_are_not_asked_for_again_at_once(table: Table) -> None:
    """Turning pages asks Discord once an hour for the same people."""
    await rate_member(table, table.alice, 1600)
    await rate(table, "Dora", 777, 1500)
    asked_for: list[list[int]] = []
    query = discord.Guild.query_members

    async def noting(guild: discord.Guild, *args: object, **options: object) -> object:
        asked_for.append(sorted(options["user_ids"]))  # type: ignore[call-overload]
        return await query(guild, *args, **options)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.Guild, "query_members", noting)
        for _ in range(2):
            await asked(table, table.bob)
            await table.env.settle()
        await table.skip(3700)
        await asked(table, table.bob)
        await table.env.settle()
    assert asked_for == [[777, table.alice.id], [table.alice.id]]


@pytest.mark.parametrize("trouble", [TimeoutError(), discord.RateLimited(60.0)])
async def test_members_that_discord_does_not_tell_stay(table: Table, trouble: Exception) -> None:
    """Without an answer nobody is taken off."""
    await rate_member(table, table.alice, 1600)
    await rate(table, "Dora", 777, 1500)

    async def failing(guild: discord.Guild, **options: object) -> object:
        raise trouble

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.Guild, "query_members", failing)
        await asked(table, table.bob)
        await table.env.settle()
    assert "Dora" in (await asked(table, table.bob)).content


def board_of(rows: list[Row], own: Row | None = None) -> Leaderboard:
    """A first page with these rows."""
    return Leaderboard("standard", ServerId(1), 0, tuple(rows), True, own)


def row_of(name: str, before: int, account: int | None = 1) -> Row:
    """A settled row."""
    person = Person(PlayerId(before + 1), account, name)
    ranked = Ranked(person, Rating(12345.0, SURE), START, Standing.SETTLED, 3, -9999.0)
    return Row(ranked, before)


def test_ten_wide_hostile_names_fit_into_a_message() -> None:
    """Each name is shown as it is, in its own line, and the page keeps to Discord's limit."""
    rows = [row_of("W*_`@everyone\n" * 9, 99_990 + number) for number in range(PAGE)]
    text = leaderboard_lines(board_of(rows, row_of("W" * 99, 0)), ENGLISH, private=True)
    assert len(text) < 2000
    assert len(text.split("\n")) == 1 + PAGE + 2 + 1
    assert "@everyone" not in text


def test_numbers_are_written_as_the_language_writes_them() -> None:
    """Places, changes and pages, as everywhere else."""
    board = replace(board_of([row_of("Zed", 99_990)]), page=9_999)
    heading, row, *_ = leaderboard_lines(board, ENGLISH, private=False).split("\n")
    assert heading.endswith("page 10,000")
    assert row == "`99,991` **12345** Zed · ▼ 9,999"


def test_deleted_players_keep_their_place_without_a_name() -> None:
    """The rating is the opponents' history as well."""
    gone = replace(row_of("Zed", 0, None))
    text = leaderboard_lines(board_of([gone]), ENGLISH, private=False)
    assert "🥇 **12345** deleted player" in text
    assert "Zed" not in text
