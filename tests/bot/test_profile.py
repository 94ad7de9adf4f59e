"""`/profile`: the card, for everybody or for one, in pictures and in words."""

import asyncio
import logging
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image
from simcord import InteractionResult, MemberActor
from simcord.builders import ChannelHandle

from bot.actions import answering
from bot.actions import profile as actions
from bot.cards import card_picture, card_scene
from bot.i18n import ENGLISH, Language
from bot.views.profile import HISTORY_ID, Asked
from bot.wording.profile import LONGEST, card_in_words, card_text, reason_name
from bot.written import WRITTEN
from matches.ids import MatchId, PlayerId, ServerId
from matches.match import EndReason, Match, Result
from matches.people import Person
from matches.place import BoardTheme, Place, ServerSettings
from matches.profile import Profile, profile_of
from matches.results import Ended, Met, Outcome, Results, Run, Tally
from matches.terms import Terms, TurnTime
from renderer import DARK, PAPER, THEMES, render_card
from renderer.card import DAY_SIZES, GAP, layout_of_card
from renderer.text import text_width
from rules import VARIANTS, Game, Player, Ruleset, find_variant
from tests.bot.test_alternative import EVERY_LANGUAGE
from tests.support.profiles import full_profile
from tests.support.simcord_seams import (
    Slash,
    files_of,
    lines_are_waits,
    perform,
    pinged,
    requests_of,
)
from tests.support.simcord_trouble import set_permissions
from tests.support.table import Table, button_ids, told

GOAL = ("0", "0", "0", "0", "17")
SMALL = find_variant("small").ruleset
ELSEWHERE = ServerId(99)


async def ended(
    table: Table,
    first: MemberActor,
    second: MemberActor,
    winner: Player | None = Player.FIRST,
    reason: EndReason = EndReason.RESIGNED,
    *,
    ruleset: Ruleset = SMALL,
    server: ServerId | None = None,
    channel: int | None = None,
) -> Match:
    """An unrated match that has just ended."""
    table.clock.advance(60)
    now = table.clock.now()
    async with table.store.writing() as uow:
        players = [
            await uow.players.find_or_add(who.id, who.user.global_name or who.name)
            for who in (first, second)
        ]
        match = await uow.matches.add(
            Match(
                id=MatchId(0),
                game=Game(ruleset),
                first=players[0],
                second=players[1],
                terms=Terms(ruleset, TurnTime.ONE_DAY, rated=False),
                place=Place(server or ServerId(table.server.id), channel or table.channel.id),
                rated=False,
                started_at=now - timedelta(seconds=30),
                acted_at={},
                deadline=None,
                result=Result(winner, reason),
                finished_at=now,
            )
        )
        await uow.commit()
    return match


async def player_of(table: Table, who: MemberActor) -> PlayerId:
    """Somebody's key."""
    async with table.store.reading() as uow:
        found = await uow.accounts.find(who.id)
    assert found is not None
    return found.id


async def profile(table: Table, who: MemberActor, scope: ServerId | None) -> Profile:
    """What a card shows."""
    player = await player_of(table, who)
    async with table.store.reading() as uow:
        return await profile_of(uow, player, scope, now=table.clock.now())


def answer(result: InteractionResult) -> Any:
    """The only answer."""
    [found] = [a for a in (result.response, *result.followups) if a is not None]
    return found


async def asked(
    table: Table, who: MemberActor, where: ChannelHandle | None = None, **options: Any
) -> Any:
    """The answer to `/profile`."""
    return answer(await who.slash(where or table.channel, "profile", **options))


def acts(message: discord.Message) -> list[str]:
    """What the buttons of a card do, without whose card it is."""
    return [found.partition(":")[2].partition(":")[2] for found in button_ids(message, "psp:")]


# --- the card


async def test_a_card_is_shown_to_everybody(table: Table):
    """A picture with its words, and buttons for the rest; nobody is notified."""
    await table.start(time="10m")
    await table.play(GOAL)
    winner = (await table.seats())["first"]
    shown = await asked(table, table.carol, member=winner)
    assert not shown.ephemeral
    name = winner.user.global_name
    assert shown.content == f"**{name}** in paper soccer, in this server: 1 won."
    expected = await profile(table, winner, ServerId(table.server.id))
    [picture] = files_of(table.env, shown)
    assert picture.data == render_card(card_scene(expected, ENGLISH), PAPER)
    assert picture.description == card_text(expected, ENGLISH)
    assert acts(shown.message) == ["h:history", "h:versus", "h:replays", "e:card"]
    assert pinged(table.env, shown) == set()


async def test_the_alternative_text_tells_all_that_the_picture_shows(table: Table):
    """Ratings with where they went, sides, ends, chains, runs, opponents."""
    await table.start(time="10m")
    await table.play(GOAL)
    winner = (await table.seats())["first"]
    other = "Bob" if winner is table.alice else "Alice"
    [picture] = files_of(table.env, await asked(table, winner))
    day = ENGLISH.day(table.clock.now())
    assert picture.description == (
        f"The card of {winner.user.global_name}, in this server, since {day}. "
        f"1 match: 1 won; rated: 1. Ratings: Standard 1662?, on {day}. "
        "Longest chain: 2 segments. "
        "Wins in a row: 1 now, 1 at most. First player: 1 won. Goal: 1 won. "
        f"Most played: {other}: 1 won."
    )


async def test_the_menu_of_a_member_shows_the_card_to_one(table: Table):
    """Who looks somebody up does not show them round."""
    await ended(table, table.alice, table.bob)
    result = await table.carol.context_menu(table.channel, "Paper soccer profile", table.bob)
    assert told(result) == "**Bob** in paper soccer, in this server: 1 lost."
    assert files_of(table.env, answer(result))


async def test_a_card_has_the_look_and_the_language_of_its_server(table: Table):
    """As boards have."""
    await ended(table, table.alice, table.bob)
    settings = ServerSettings(theme=BoardTheme.DARK)
    async with table.store.writing() as uow:
        await uow.places.save_settings(ServerId(table.server.id), settings)
        await uow.commit()
    [picture] = files_of(table.env, await asked(table, table.alice))
    expected = await profile(table, table.alice, ServerId(table.server.id))
    assert picture.data == render_card(card_scene(expected, ENGLISH), DARK)


async def test_everywhere_and_back(table: Table):
    """A public card stays as it is: whoever wants the other one has it to themself."""
    await ended(table, table.alice, table.bob)
    await ended(table, table.bob, table.alice, server=ELSEWHERE)
    public = await asked(table, table.alice)
    result = await table.tap(table.carol, public.message, "card")
    assert told(result) == "**Alice** in paper soccer, everywhere: 1 won, 1 lost."
    private = answer(result).message
    assert acts(private) == ["e:history", "e:versus", "e:replays", "h:card"]
    turned = await table.tap(table.carol, private, "card")
    assert turned.followups == []
    now = table.env.backend.get_message(private.channel.id, private.id)
    assert now.content == "**Alice** in paper soccer, in this server: 1 won."
    unchanged = table.env.backend.get_message(public.message.channel.id, public.message.id)
    assert unchanged.content == public.content


async def test_a_card_in_direct_messages_counts_everything(table: Table):
    """There is no server to count in."""
    await ended(table, table.alice, table.bob)
    await ended(table, table.alice, table.bob, server=ELSEWHERE)
    result = await table.alice.user.slash("profile")
    assert told(result) == "**Alice** in paper soccer, everywhere: 2 won."
    assert acts(answer(result).message) == ["e:history", "e:versus", "e:replays"]


# --- nothing to show


async def test_who_has_never_played_learns_how_to_begin(table: Table):
    """And is not stored for asking, nor for being asked about."""
    dora = table.server.add_member(table.env.create_user("dora", global_name="*Dora*"))
    own = "You have not finished a match yet. `/play` challenges a friend, and `/help` shows how "
    assert told(await dora.slash(table.channel, "profile")) == own + "the game goes."
    about = await table.alice.slash(table.channel, "profile", member=dora)
    assert told(about) == "\\*Dora\\* has not finished a match yet."
    async with table.store.reading() as uow:
        assert await uow.accounts.find(dora.id) is None


async def test_who_has_played_only_elsewhere(table: Table):
    """The other card is one tap away."""
    await ended(table, table.alice, table.bob, server=ELSEWHERE)
    own = await asked(table, table.alice)
    assert own.ephemeral
    assert own.content.startswith("You have not finished a match in this server yet.")
    assert acts(own.message) == ["e:card"]
    about = await asked(table, table.carol, member=table.alice)
    assert about.content == "Alice has not finished a match in this server yet."
    assert files_of(table.env, own) == files_of(table.env, about) == []
    await table.tap(table.alice, own.message, "card")
    now = table.env.backend.get_message(own.message.channel.id, own.message.id)
    assert now.content == "**Alice** in paper soccer, everywhere: 1 won."


async def test_bots_have_no_card(table: Table):
    """Neither this one nor another."""
    robot = table.server.add_member(table.env.create_user("robot", bot=True))
    refused = "Bots do not play, so they have no card."
    assert told(await table.alice.slash(table.channel, "profile", member=robot)) == refused
    menu = await table.alice.context_menu(table.channel, "Paper soccer profile", robot)
    assert told(menu) == refused


# --- where it may not be shown


async def test_a_card_is_private_where_one_may_not_send_pictures(table: Table):
    """What somebody may not post themself the bot does not post for them."""
    await ended(table, table.alice, table.bob)
    await set_permissions(table.env, table.channel, table.alice.id, attach_files=False)
    shown = await asked(table, table.alice)
    assert shown.ephemeral
    assert len(files_of(table.env, shown)) == 1


async def test_a_card_is_in_words_where_the_bot_may_send_no_files(table: Table):
    """All that the picture shows, privately."""
    await ended(table, table.alice, table.bob)
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    shown = await asked(table, table.alice)
    assert shown.ephemeral
    expected = await profile(table, table.alice, ServerId(table.server.id))
    assert shown.content == card_in_words(expected, ENGLISH)
    assert files_of(table.env, shown) == []
    assert acts(shown.message)[:3] == ["h:history", "h:versus", "h:replays"]


async def test_who_reads_has_the_card_in_words(table: Table):
    """For themself, without a picture."""
    await ended(table, table.alice, table.bob)
    settings = await table.alice.slash(table.channel, "soccer settings")
    await table.alice.select(answer(settings).message, ["words"], custom_id="ps-self:boards")
    shown = await asked(table, table.alice, member=table.bob)
    assert shown.ephemeral
    assert shown.content.splitlines() == [
        "**Bob** in paper soccer, in this server: 1 lost.",
        "1 match: 1 lost; rated: 0.",
        "Wins in a row: 0 now, 0 at most.",
        "Second player: 1 lost.",
        "Resigned: 1 lost.",
        "Most played: Alice: 1 lost.",
    ]
    assert files_of(table.env, shown) == []


async def test_a_card_of_nobody(table: Table):
    """As of a database that was restored from an older copy, or a button that was made up."""
    await ended(table, table.alice, table.bob)
    public = (await asked(table, table.alice)).message
    for act in ("card", "history", "versus", "replays"):
        result = await table.tap_old(table.carol, public, f"psp:999:h:{act}")
        assert told(result) == "I know nothing of this player any more."


async def test_a_card_outlives_the_process(table: Table):
    """Its buttons say all that is needed."""
    await ended(table, table.alice, table.bob)
    public = (await asked(table, table.alice)).message
    await table.restart()
    result = await table.tap(table.carol, public, "history")
    assert told(result).startswith("**Matches of Alice**, in this server: 1 won.")


# --- what takes long, and what Discord refuses


@pytest.mark.parametrize("whose", ["public", "private"])
async def test_a_card_that_takes_long(table: Table, monkeypatch: pytest.MonkeyPatch, whose: str):
    """Whoever waits for it sees that it comes, for everybody or for one as the card itself."""
    await ended(table, table.alice, table.bob)
    if whose == "private":
        await set_permissions(table.env, table.channel, table.alice.id, attach_files=False)

    async def slow(*parts: Any) -> Any:
        await asyncio.sleep(5)
        return await card_picture(*parts)

    monkeypatch.setattr(actions, "card_picture", slow)
    monkeypatch.setattr(answering, "PATIENCE", 0.02)
    with lines_are_waits():
        await perform(table.env, Slash(table.alice, table.channel, "profile"))
        await table.wait(20)
    callback = next(r for r in requests_of(table.env) if r.path.endswith("/callback"))
    assert callback.json["type"] == 5
    assert bool((callback.json.get("data") or {}).get("flags", 0) & 64) == (whose == "private")
    shown = table.channel.history(viewer=table.alice)[-1]
    assert shown.content == "**Alice** in paper soccer, in this server: 1 won."
    assert shown.flags.ephemeral == (whose == "private")
    assert len(files_of(table.env, shown)) == 1


async def test_a_card_that_discord_does_not_take(table: Table, caplog: pytest.LogCaptureFixture):
    """The log says so; nothing else has happened."""
    await ended(table, table.alice, table.bob)
    table.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    with caplog.at_level(logging.WARNING, logger="bot"):
        await table.alice.slash(table.channel, "profile")
    assert "a card could not be shown" in caplog.text


# --- everything at once


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
@pytest.mark.parametrize("name", ["W" * 32, "*" * 32, "אב" * 16, "Bo"])
def test_a_full_card_fits(language: Any, name: str):
    """Eight ratings, every end, long names and large numbers, in any language."""
    whole = full_profile(name)
    text = card_text(whole, language)
    assert len(text) <= LONGEST
    assert len(card_in_words(whole, language)) <= 2000


def test_a_full_alternative_text_has_everything_in_english():
    """Of somebody who has done everything."""
    text = card_text(full_profile("Wanda"), ENGLISH)
    for variant in VARIANTS:
        assert f"{variant.key.split('-')[0].capitalize()}" in text
    for reason in EndReason:
        if reason.counts:
            assert f"{reason_name(reason, ENGLISH)}: " in text
    assert "13,713 won" in text
    assert text.endswith("12 won, 3 drawn.")
    assert text.count("between") == len(VARIANTS)


def test_the_words_tell_from_when_to_when_a_rating_went():
    """As the picture's axes do; where there is no room for it, only how far."""
    whole = full_profile("Wanda")
    first, *others = whole.ratings
    days = [ENGLISH.day(point.at) for point in (first.curve[0], first.curve[-1])]
    values = [round(point.value) for point in first.curve]
    words = f"Standard 1480, from {days[0]} to {days[1]} between {min(values)} and {max(values)}"
    few = replace(whole, ratings=(first, *others[:2]))
    assert words in card_text(few, ENGLISH)
    assert words in card_in_words(whole, ENGLISH)
    assert words not in card_text(whole, ENGLISH)
    at_once = replace(first, curve=tuple(p._replace(at=first.curve[0].at) for p in first.curve))
    assert f"Standard 1480, on {days[0]} between {min(values)} and {max(values)}." in card_text(
        replace(whole, ratings=(at_once,)), ENGLISH
    )
    scene = card_scene(few, ENGLISH)
    assert [scene.ratings[0].began, scene.ratings[0].ended] == days
    lost = replace(whole, ratings=(replace(first, curve=()),))
    assert "Ratings: Standard 1480." in card_text(lost, ENGLISH)
    assert card_scene(lost, ENGLISH).ratings[0].began == ""


@pytest.mark.parametrize("tag", WRITTEN)
def test_two_days_fit_below_a_curve_in_every_language(tag: str):
    """None is shortened, however long the names of months are."""
    language = Language(tag, ENGLISH._catalogue)
    place = layout_of_card(card_scene(full_profile("Wanda"), ENGLISH)).ratings[0].days
    for month in range(1, 13):
        day = language.day(datetime(2026, month, 30 if month != 2 else 28, tzinfo=UTC))
        assert text_width(day, DAY_SIZES[-1], bold=False) <= (place.width - GAP) // 2, day


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())
async def test_a_full_card_is_drawn(theme: Any):
    """In every theme."""
    picture = await card_picture(full_profile("Wanda"), ENGLISH, theme)
    image = Image.open(BytesIO(picture.content))
    assert image.width == 720
    assert picture.filename == "card-1.png"


def test_a_pause_is_longer_in_a_longer_curve():
    """Points that stand for months are not each a pause."""
    whole = full_profile("Wanda", years=30)
    assert card_scene(whole, ENGLISH).ratings[0].curve.pause > 365
    assert card_scene(full_profile("Wanda"), ENGLISH).ratings[0].curve.pause == 90


def test_a_card_without_ratings_or_chains_leaves_them_out():
    """As of somebody who has only played games of their own."""
    ends = (Ended(Player.FIRST, Outcome.WON, EndReason.GOAL, False, 1, None),)
    met = (Met(PlayerId(2), Tally(1)),)
    results = Results(ends, None, met, Run(Outcome.WON, 1), 1)
    plain = replace(full_profile("Wanda"), results=results, ratings=(), rivals=())
    scene = card_scene(plain, ENGLISH)
    assert (scene.ratings, scene.opponents, scene.since) == ((), (), "here")
    assert len(scene.facts) == 3
    assert "Ratings" not in card_text(plain, ENGLISH)
    assert card_scene(replace(plain, scope=None), ENGLISH).since == "everywhere"
    nobody = replace(plain, results=Results())
    assert card_scene(nobody, ENGLISH).facts == ()
    assert card_text(nobody, ENGLISH) == "The card of Wanda, here. 0 matches: none; rated: 0."


def test_an_end_that_does_not_count_has_a_name():
    """Whoever asks for it by mistake breaks nothing."""
    assert reason_name(EndReason.CLOSED, ENGLISH) == "Closed"


def test_a_deleted_opponent_is_called_that():
    """On the picture as everywhere."""
    whole = full_profile("Wanda")
    gone = replace(whole.rivals[0], person=Person(PlayerId(9), None, ""))
    scene = card_scene(replace(whole, rivals=(gone,)), ENGLISH)
    assert scene.opponents[0].label == "deleted player"


def test_ids_are_short_enough_and_read_back():
    """Discord takes a hundred characters."""
    most = 10**19 - 1
    wanted = Asked(PlayerId(most), "e", "no-double-bounce", PlayerId(most), page=999_999)
    for asked_for in (wanted, wanted.with_kinds("wdlr"), wanted.with_kinds("wu")):
        assert len(asked_for.id("previous")) <= 100
        found = re.fullmatch(HISTORY_ID, asked_for.id("previous"))
        assert found is not None
        assert Asked.read(found.groupdict()) == asked_for
    assert wanted.with_kinds("ru").rated is None
