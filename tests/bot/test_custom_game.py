"""A custom game from the form through its preview to the challenge, and to a match."""

from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from matches.challenge import Challenge
from matches.ids import ChallengeId
from matches.terms import TurnTime
from rules import PaperSoccer, find_variant
from tests.support.simcord_seams import Click, Submit, files_of, perform, pinged, race
from tests.support.simcord_trouble import set_permissions
from tests.support.table import Table, button_ids, buttons, told
from tests.support.table_agreement import (
    assert_agrees,
    assert_challenge_agrees,
    assert_nothing_begun,
)

ALLOWED = ["wall_bounce", "own_goal", "crossing_diagonals"]
GONE = "This challenge was sent, changed or cancelled already: nothing was sent now."


async def stored(table: Table, number: int = 1) -> Challenge | None:
    """A challenge as it is stored."""
    async with table.store.reading() as uow:
        return await uow.challenges.get(ChallengeId(number))


async def opened(table: Table, command: str = "challenge", **options: Any) -> InteractionResult:
    """Alice asks for a custom game against Bob: the form."""
    options = {"opponent": table.bob, "variant": "custom", **options}
    result = await table.alice.slash(table.channel, command, **options)
    assert result.modal is not None
    return result


def fields(result: InteractionResult) -> dict[str, Any]:
    """What the form holds: the typed size, the chosen options, the boxes that are checked."""
    assert result.modal is not None
    assert len(result.modal["components"]) <= 5
    found: dict[str, Any] = {}
    for label in result.modal["components"]:
        component = label["component"]
        if "options" not in component:
            found[component["custom_id"]] = component["value"]
            continue
        chosen = [o["value"] for o in component["options"] if o.get("default")]
        found[component["custom_id"]] = chosen if component["custom_id"] == "allowed" else chosen[0]
    return found


async def fill(form: InteractionResult, who: MemberActor, **changed: Any) -> InteractionResult:
    """Send the form with some of its fields changed."""
    return await who.submit_modal(form, {**fields(form), **changed})


async def previewed(table: Table, **changed: Any) -> discord.Message:
    """The preview of a game that can be played."""
    result = await fill(await opened(table), table.alice, **changed)
    assert result.response is not None
    assert result.response.ephemeral
    return result.response.message


def acts(message: Any) -> list[str]:
    """What the buttons of an offer do."""
    return [custom_id.split(":")[1] for custom_id in button_ids(message, "psn:")]


async def tap(
    table: Table, message: discord.Message, act: str, who: MemberActor | None = None
) -> InteractionResult:
    """Tap a button of an offer."""
    [custom_id] = [i for i in button_ids(message) if i.startswith(f"psn:{act}:")]
    return await (who or table.alice).click(message, custom_id=custom_id)


def private(table: Table) -> list[discord.Message]:
    """What only Alice sees in the channel."""
    return [m for m in table.channel.history(viewer=table.alice) if m.flags.ephemeral]


def now(table: Table, message: discord.Message) -> discord.Message:
    """A private message as it is now."""
    return next(m for m in private(table) if m.id == message.id)


def public(table: Table) -> list[discord.Message]:
    """What everybody sees in the channel."""
    return [m for m in table.messages(table.channel) if not m.flags.ephemeral]


# --- the form


@pytest.mark.parametrize("command", ["challenge", "play"])
async def test_the_form_begins_with_the_classic_game(table: Table, command: str) -> None:
    """Four components, each with what the classic game has."""
    form = await opened(table, command)
    assert form.modal is not None
    assert form.modal["title"] == "Custom game"
    assert fields(form) == {
        "size": "8 × 10", "goal_width": "2", "bounce": "unlimited", "allowed": ALLOWED,
    }  # fmt: skip
    assert public(table) == []
    await assert_nothing_begun(table)


async def test_what_would_be_refused_anyway_opens_no_form(table: Table) -> None:
    """Oneself, a bot, a channel where no board can be shown: said before anything is filled in."""
    result = await table.alice.slash(
        table.channel, "challenge", opponent=table.alice, variant="custom"
    )
    assert told(result).startswith("You cannot play against yourself.")
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    result = await table.alice.slash(table.channel, "challenge", variant="custom")
    assert told(result).startswith("I cannot show boards in this channel.")
    await assert_nothing_begun(table)


# --- the preview


async def test_the_pitch_is_shown_before_anything_is_sent(table: Table) -> None:
    """To whoever asks alone: to whom, the terms, what differs, unrated, the picture in words."""
    message = await previewed(
        table, size="6x12", goal_width="1", bounce="once", allowed=["own_goal"]
    )
    assert message.content.splitlines() == [
        "This is your challenge to Bob. Nobody has seen it yet.",
        "Custom, 6 × 12, 3 days a turn, unrated",
        "*The classic game, except: goals are one square wide; only a turn's first segment can "
        "bounce; walls do not bounce; diagonals may not cross.*",
        "A custom game is never rated: it changes nobody's rating.",
    ]
    assert acts(message) == ["send", "change", "cancel"]
    [file] = files_of(table.env, message)
    assert file.data.startswith(b"\x89PNG")
    assert file.description == (
        "An empty pitch for Custom, 6 × 12 squares, with goals 1 wide at the top and the bottom "
        "and the ball in the centre."
    )
    assert public(table) == []
    assert await stored(table) is None
    await assert_nothing_begun(table)


@pytest.mark.parametrize(("size", "goal"), [("4x4", "1"), ("4 4", "2"), ("20*28", "3")])
async def test_the_smallest_and_the_largest_pitch(table: Table, size: str, goal: str) -> None:
    """Both are shown, sent, and played on."""
    message = await previewed(table, size=size, goal_width=goal)
    assert "*The classic game" in message.content
    await tap(table, message, "send")
    await table.tap(table.bob, public(table)[-1], "accept")
    await table.draw("0")
    assert files_of(table.env, table.board())
    await assert_agrees(table)


async def test_a_custom_game_that_is_a_preset_says_so(table: Table) -> None:
    """Nothing changed in the form is the classic game, and rated matches of it are elsewhere."""
    message = await previewed(table)
    assert "Standard, 8 × 10, 3 days a turn, unrated" in message.content
    assert message.content.splitlines()[-1] == (
        "These are the rules of Standard; sent from here it is unrated. For a rated match choose "
        "that variant."
    )
    await assert_nothing_begun(table)


# --- refusals


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"size": "big"}, "`big` is not a size. Type width and height in squares, as in `8 × 10`."),
        ({"size": "7x10"}, "The width must be an even number from 4 to 20."),
        ({"size": "8 × 40"}, "The height must be an even number from 4 to 28."),
        (
            {"size": "4x6", "goal_width": "3"},
            "The goals are too wide for this pitch: there must be a square on either side.",
        ),
    ],
)
async def test_an_impossible_game_is_refused_and_nothing_typed_is_lost(
    table: Table, changed: dict[str, Any], reason: str
) -> None:
    """The reason, privately, and a button that opens the form as it was left."""
    typed = {**changed, "bounce": "none", "allowed": ["own_goal", "crossing_diagonals"]}
    message = await previewed(table, **typed)
    first, second = message.content.splitlines()
    assert first == reason
    assert f"`{changed['size']}`" in second
    assert acts(message) == ["change", "cancel"]
    assert files_of(table.env, message) == []
    again = await tap(table, message, "change")
    assert fields(again) == {"goal_width": "2", **typed}
    await fill(again, table.alice, size="6x6", goal_width="2")
    mended = now(table, message)
    assert "Custom, 6 × 6" in mended.content
    assert acts(mended) == ["send", "change", "cancel"]
    assert len(files_of(table.env, mended)) == 1
    assert public(table) == []
    await assert_nothing_begun(table)


async def test_a_possible_game_that_is_made_impossible(table: Table) -> None:
    """The picture of what could be played is gone, and so is the button that sends it."""
    message = await previewed(table, size="6x6")
    await fill(await tap(table, message, "change"), table.alice, size="5x5")
    changed = now(table, message)
    assert changed.content.startswith("The width must be")
    assert acts(changed) == ["change", "cancel"]
    assert files_of(table.env, changed) == []
    await assert_nothing_begun(table)


# --- sending


async def test_a_custom_challenge_is_sent_and_played(table: Table) -> None:
    """The challenge is public and mentions the opponent; the match is unrated, on that pitch."""
    form = await opened(table, time="10m")
    result = await fill(form, table.alice, size="6 × 6", allowed=["own_goal", "wall_bounce"])
    assert result.response is not None
    message = result.response.message
    await tap(table, message, "send")
    sent = now(table, message)
    assert sent.content == f"Your challenge is sent, to <#{table.channel.id}>."
    assert (button_ids(sent), files_of(table.env, sent)) == ([], [])
    [challenge] = public(table)
    assert challenge.content.splitlines()[1:] == [
        "Custom, 6 × 6, 10 minutes a turn, unrated",
        "*The classic game, except: diagonals may not cross.*",
    ]
    assert pinged(table.env, challenge) == {table.bob.id}
    assert len(files_of(table.env, challenge)) == 1
    await table.tap(table.bob, challenge, "accept")
    match = await table.match()
    assert match.game.ruleset == PaperSoccer(width=6, height=6, crossing_diagonals=False)
    assert (match.rated, match.terms.turn_time) == (False, TurnTime.TEN_MINUTES)
    await table.play(["0", "0"])
    assert (await table.match()).game.turns == ("0", "0")
    await assert_agrees(table)


async def test_an_open_custom_challenge(table: Table) -> None:
    """Without an opponent anybody may accept."""
    form = await table.alice.slash(table.channel, "challenge", variant="custom")
    result = await fill(form, table.alice, size="10x10")
    assert result.response is not None
    assert result.response.content.startswith("This is your challenge to anybody.")
    await tap(table, result.response.message, "send")
    [challenge] = public(table)
    assert "challenges anybody to paper soccer" in challenge.content
    await table.tap(table.carol, challenge, "accept")
    assert (await table.match()).game.ruleset.pitch.width == 10
    await assert_agrees(table)


async def test_other_terms_keep_the_custom_game(table: Table) -> None:
    """The form offers every preset, and the custom game as it is."""
    message = await previewed(table, size="6x6")
    await tap(table, message, "send")
    form = await table.tap(table.bob, public(table)[0], "terms")
    assert form.modal is not None
    variant = form.modal["components"][0]["component"]
    assert [o["value"] for o in variant["options"]][-1] == "custom"
    assert [o["value"] for o in variant["options"] if o.get("default")] == ["custom"]
    values = {
        label["component"]["custom_id"]: [
            o["value"] for o in label["component"]["options"] if o.get("default")
        ]
        for label in form.modal["components"]
    }
    await table.bob.submit_modal(form, values)
    countered = await stored(table, 2)
    assert countered is not None
    assert countered.terms.ruleset == PaperSoccer(width=6, height=6)
    await assert_challenge_agrees(table)


async def test_two_taps_send_one_challenge(table: Table) -> None:
    """Whoever taps twice at once has challenged once, and is told so."""
    message = await previewed(table, size="6x6")
    [custom_id] = [i for i in button_ids(message) if i.startswith("psn:send:")]
    results = await race(table.env, [Click(table.alice, message, custom_id)] * 2)
    assert [r.followups or r.response for r in results]
    assert len(public(table)) == 1
    assert await stored(table, 2) is None
    late = await perform(table.env, Click(table.alice, message, custom_id))
    assert told(late) == GONE
    assert len(public(table)) == 1
    await assert_challenge_agrees(table)


async def test_a_refused_challenge_can_be_sent_later(table: Table) -> None:
    """With too many unanswered challenges nothing is lost: after one is withdrawn it is sent."""
    first = await table.challenge()
    await table.challenge()
    message = await previewed(table, size="6x6")
    refused = await tap(table, message, "send")
    assert told(refused) == (
        "You have 2 unanswered challenges to this player: wait, or withdraw one."
    )
    assert acts(now(table, message)) == ["send", "change", "cancel"]
    assert await stored(table, 3) is None
    await table.tap(table.alice, first, "withdraw")
    await tap(table, message, "send")
    assert "Custom, 6 × 6" in public(table)[-1].content
    await assert_challenge_agrees(table)


async def test_without_permissions_nothing_is_sent(table: Table) -> None:
    """They may be taken away while the preview stands."""
    message = await previewed(table, size="6x6")
    assert table.bot.user is not None
    await set_permissions(table.env, table.channel, table.bot.user.id, attach_files=False)
    assert "Attach Files" in told(await tap(table, message, "send"))
    assert await stored(table) is None
    await assert_nothing_begun(table)


# --- changing and cancelling


async def test_a_change_shows_the_new_pitch_in_the_same_message(table: Table) -> None:
    """The form is as it was sent; opponent and time stay."""
    form = await opened(table, time="8h")
    result = await fill(form, table.alice, size="6 x 8", goal_width="3", bounce="none")
    assert result.response is not None
    message = result.response.message
    again = await tap(table, message, "change")
    assert fields(again) == {
        "size": "6 x 8", "goal_width": "3", "bounce": "none", "allowed": ALLOWED,
    }  # fmt: skip
    await fill(again, table.alice, goal_width="1", allowed=[])
    changed = now(table, message)
    assert changed.content.splitlines()[:2] == [
        "This is your challenge to Bob. Nobody has seen it yet.",
        "Custom, 6 × 8, 8 hours a turn, unrated",
    ]
    assert "nobody may draw into the own goal" in changed.content
    [file] = files_of(table.env, changed)
    assert "with goals 1 wide" in str(file.description)
    assert len(private(table)) == 1
    await assert_nothing_begun(table)


async def test_a_button_from_before_a_change_sends_nothing(table: Table) -> None:
    """Only what is shown can be sent."""
    message = await previewed(table, size="6x6")
    [old] = [i for i in button_ids(message) if i.startswith("psn:send:")]
    await fill(await tap(table, message, "change"), table.alice, size="8x8")
    assert told(await table.tap_old(table.alice, now(table, message), old)) == GONE
    assert await stored(table) is None
    await assert_nothing_begun(table)


async def test_a_form_that_was_still_open_makes_a_new_offer(table: Table) -> None:
    """What it holds is not lost when the offer that it changes was sent or cancelled meanwhile."""
    for act in ("send", "cancel"):
        message = await previewed(table, size="6x6")
        form = await tap(table, message, "change")
        await tap(table, message, act)
        before = now(table, message).content
        result = await fill(form, table.alice, size="8x8")
        assert "Custom, 8 × 8" in told(result)
        assert now(table, message).content == before
    assert len(public(table)) == 1
    await assert_challenge_agrees(table)


async def test_cancelling_sends_nothing(table: Table) -> None:
    """The preview says so and has no buttons; an old one does nothing."""
    message = await previewed(table, size="6x6")
    old = button_ids(message)
    await tap(table, message, "cancel")
    cancelled = now(table, message)
    assert cancelled.content == "Cancelled: nothing was sent."
    assert (buttons(cancelled), files_of(table.env, cancelled)) == ([], [])
    for custom_id in old:
        assert told(await table.tap_old(table.alice, cancelled, custom_id)) == GONE
    assert await stored(table) is None
    assert public(table) == []
    await assert_nothing_begun(table)


# --- restarts


@pytest.mark.parametrize("act", ["send", "change", "cancel"])
async def test_a_preview_survives_a_restart(table: Table, act: str) -> None:
    """All of the offer is in its buttons."""
    message = await previewed(table, size="6x6", bounce="once", allowed=[])
    await table.restart()
    result = await tap(table, message, act)
    if act == "send":
        [challenge] = public(table)
        assert "Custom, 6 × 6" in challenge.content
        await assert_challenge_agrees(table)
    elif act == "change":
        assert fields(result) == {
            "size": "6x6", "goal_width": "2", "bounce": "once", "allowed": [],
        }  # fmt: skip
        await assert_nothing_begun(table)
    else:
        assert now(table, message).content == "Cancelled: nothing was sent."
        await assert_nothing_begun(table)


async def test_a_refusal_survives_a_restart(table: Table) -> None:
    """What was typed is still in the form that opens after it."""
    message = await previewed(table, size="9 by nine")
    await table.restart()
    assert fields(await tap(table, message, "change"))["size"] == "9 by nine"
    await assert_nothing_begun(table)


async def test_a_form_from_before_a_restart_says_so(table: Table) -> None:
    """Forms do not outlive a process: its sender is told to open it again."""
    form = await opened(table)
    assert form.modal is not None
    await table.restart()
    result = await perform(
        table.env, Submit(table.alice, table.channel, form.modal["custom_id"], {"size": "6x6"})
    )
    assert told(result) == "This form is too old, so nothing has changed. Please open it again."
    assert await stored(table) is None
    await assert_nothing_begun(table)


async def test_a_made_up_size_is_shown_harmlessly(table: Table) -> None:
    """Whatever is typed stays one line between its marks."""
    message = await previewed(table, size="`@everyone`")
    assert message.content.startswith("` @everyone ` is not a size.")
    assert acts(message) == ["change", "cancel"]
    await assert_nothing_begun(table)


async def test_a_rated_custom_game_is_unrated(table: Table) -> None:
    """Asked for as rated it is offered all the same, and says that it is not."""
    form = await opened(table, rated=True)
    result = await fill(form, table.alice, size="6x6")
    assert result.response is not None
    assert "A custom game is never rated" in result.response.content
    assert find_variant("standard").ruleset != PaperSoccer(width=6, height=6)
    await assert_nothing_begun(table)
