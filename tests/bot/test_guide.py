"""`/rules`, *Rules* and *How to play*: private pages that outlive a restart."""

import re
from dataclasses import replace

import discord
import pytest

from bot.guide.pages import pages_of
from bot.i18n import ENGLISH
from bot.taps.every import TAPS
from bot.views.guide import guide_view
from matches.ids import ChallengeId, MatchId
from matches.terms import Terms
from rules import VARIANTS, PaperSoccer, find_variant
from tests.support.simcord_seams import Click, files_of, perform, race
from tests.support.table import Table, button_id, button_ids, buttons, told

CUSTOM = PaperSoccer(width=12, height=16, goal_width=3, crossing_diagonals=False)


def labels(message: discord.Message) -> list[tuple[str, bool]]:
    """The labels of a message's buttons, and whether each can be tapped."""
    return [(button.label, not button.disabled) for button in buttons(message)]


async def rules(table: Table, **options: str) -> discord.Message:
    """Carol asks for the rules; the message with the first page."""
    result = await table.carol.slash(table.channel, "rules", **options)
    told(result)
    assert result.response is not None
    return result.response.message


async def make_custom(table: Table) -> None:
    """The running match and its challenge become a custom game's."""
    async with table.store.writing() as uow:
        match = await uow.matches.get(MatchId(1))
        assert match is not None
    terms = Terms(CUSTOM, rated=False)
    added = replace(match, terms=terms, game=type(match.game)(CUSTOM), rated=False, version=1)
    async with table.store.writing() as uow:
        await uow.matches.add(added)
        challenge = await uow.challenges.get(ChallengeId(1))
        assert challenge is not None
        await uow.challenges.add(replace(challenge, terms=terms, match=None))
        await uow.commit()


@pytest.mark.parametrize("variant", [variant.key for variant in VARIANTS])
async def test_every_page_of_every_variant_can_be_read(table: Table, variant: str) -> None:
    """From the first page to the last and back; each is one private message with one picture."""
    message = await rules(table, variant=variant)
    pages = pages_of(find_variant(variant).ruleset)
    seen = []
    for number in range(1, len(pages) + 1):
        names = dict(labels(message))
        assert names[f"{number}/{len(pages)}"] is False
        assert names["›"] is names["»"] is (number < len(pages))
        assert names["‹"] is names["«"] is (number > 1)
        [file] = files_of(table.env, message)
        assert file.description
        seen.append((message.content, file.data, file.description))
        if number < len(pages):
            result = await table.tap(table.carol, message, "next")
            assert result.followups == []
            message = edited(table, message)
    assert len(set(seen)) == len(pages)
    assert len({content for content, _, _ in seen}) == len(pages)
    await table.tap(table.carol, message, "previous")
    assert edited(table, message).content == seen[-2][0]
    await table.tap(table.carol, edited(table, message), "first")
    assert edited(table, message).content == seen[0][0]
    await table.tap(table.carol, edited(table, message), "last")
    assert edited(table, message).content == seen[-1][0]


def edited(table: Table, message: discord.Message) -> discord.Message:
    """A private message of Carol's, or of Bob's, as it is now."""
    [found] = [
        m
        for who in (table.carol, table.bob)
        for m in table.channel.history(viewer=who)
        if m.id == message.id and m.flags.ephemeral
    ]
    return found


async def test_without_a_variant_the_classic_one_is_explained(table: Table) -> None:
    """`/rules` alone is the standard game."""
    assert (await rules(table)).content.startswith("**Standard: the pitch**\n")


async def test_a_variant_that_is_none_is_answered_with_a_list(table: Table) -> None:
    """Somebody types something else than what is offered."""
    words = told(await table.carol.slash(table.channel, "rules", variant="chess"))
    assert all(f"`{variant.key}`" in words for variant in VARIANTS)


async def test_the_variants_are_offered_while_somebody_types(table: Table) -> None:
    """All of them, and those that fit."""
    choices = await table.carol.autocomplete(table.channel, "rules", "variant", "")
    assert [choice["value"] for choice in choices] == [variant.key for variant in VARIANTS]
    [choice] = await table.carol.autocomplete(table.channel, "rules", "variant", "texas")
    assert choice["value"] == "texas"


async def test_a_board_opens_the_rules_of_its_match(table: Table) -> None:
    """*Rules* under a board, for a player and for a stranger."""
    await table.start(variant="texas", time="10m")
    before = await table.everything()
    for who in (table.alice, table.carol):
        assert told(await table.tap(who, table.board(), "rules")).startswith("**Texas Soccer:")
    assert await table.everything() == before


@pytest.mark.parametrize("subject", ["m2", "c2"])
async def test_a_custom_game_is_explained_as_it_is(table: Table, subject: str) -> None:
    """The pages name the match, or the challenge, of a custom game, and follow its options."""
    await table.start()
    await make_custom(table)
    message = await table.challenge()
    opened = await table.tap_old(table.bob, message, f"psg:{subject}")
    assert told(opened).startswith("**Custom: the pitch**\nThe classic game, except:")
    assert opened.response is not None
    page = opened.response.message
    assert button_ids(page)[0] == f"psg:{subject}:0:first"
    keys = [page.key for page in pages_of(CUSTOM)]
    for _ in keys[1 : keys.index("crossing") + 1]:
        await table.tap(table.bob, page, "next")
        page = edited(table, page)
    assert page.content.startswith("**Custom: no crossing**")


@pytest.mark.parametrize("subject", ["m999", "c999", "no-such-game"])
async def test_rules_of_what_is_gone_are_answered(table: Table, subject: str) -> None:
    """As after a database was lost, or a preset's end."""
    message = await rules(table)
    for button in (f"psg:{subject}", f"psg:{subject}:1:next"):
        assert "does not exist any more" in told(await table.tap_old(table.bob, message, button))


async def test_pages_turn_after_a_restart(table: Table) -> None:
    """The buttons carry all that there is."""
    message = await rules(table, variant="gridball")
    await table.tap(table.carol, message, "next")
    await table.restart()
    await table.tap(table.carol, edited(table, message), "next")
    assert edited(table, message).content.startswith("**Gridball: fresh points only**")


async def test_two_taps_at_once_turn_one_page(table: Table) -> None:
    """The second tap means the page that was there."""
    message = await rules(table)
    button = button_id(message, "next")
    await race(table.env, [Click(table.carol, message, button)] * 2)
    assert dict(labels(edited(table, message)))["2/11"] is False


async def test_a_tap_on_a_button_that_is_gone_is_answered(table: Table) -> None:
    """It would be dropped otherwise."""
    message = await rules(table)
    button = button_id(message, "next")
    await table.tap(table.carol, message, "last")
    gone = Click(table.carol, edited(table, message), button, as_seen=False)
    assert told(await perform(table.env, gone)).startswith("You have moved on already")


def test_the_ids_of_pages_fit() -> None:
    """At their largest, and all of them are read back."""
    largest = 2**63 - 1
    ids = [
        item.custom_id
        for subject in ("gridball-classic", f"m{largest}", f"c{largest}")
        for page in (0, 11)
        for item in guide_view(subject, page, 12, ENGLISH).children
        if isinstance(item, discord.ui.DynamicItem) and item.custom_id is not None
    ]
    for each in [*ids, f"psg:m{largest}", "psl:learn", f"psl:2:{'7' * 24}:back"]:
        assert len(each) <= 100
        assert sum(tap.takes(each) for tap in TAPS) == 1, each
    assert all(re.fullmatch(r"[a-z-]{2,40}", variant.key) for variant in VARIANTS)
