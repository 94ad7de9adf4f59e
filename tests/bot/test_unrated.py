"""The sixth rated match of the same two within 24 hours is unrated, and everybody is told."""

from matches.match import Match
from tests.support.table import Table, told

REASON = "unrated: the two began 5 rated matches within 24 hours"
TOLD = "This match is unrated: you two began 5 rated matches within 24 hours."
DAY = 24 * 3600


async def five_rated(table: Table) -> None:
    """As many matches as are rated within a day."""
    for number in range(1, 6):
        await table.start()
        assert (await table.match(number)).rated


async def the_sixth(table: Table) -> Match:
    """The match after those, which was meant to be rated and is not."""
    match = await table.match(6)
    assert match.terms.rated
    assert not match.rated
    return match


async def test_the_accepted_challenge_says_why(table: Table) -> None:
    """In place of *rated* stands *unrated* and the reason, for everybody."""
    await five_rated(table)
    message = await table.challenge()
    assert message.content.splitlines()[1].endswith("3 days a turn, rated")
    await table.tap(table.bob, message, "accept")
    await the_sixth(table)
    [shown] = [m for m in table.messages(table.channel) if m.id == message.id]
    assert shown.content.splitlines()[1] == f"Standard, 8 × 10, 3 days a turn, {REASON}"


async def test_the_outbox_says_the_same(table: Table) -> None:
    """Also if the answer to *Accept* failed."""
    await five_rated(table)
    message = await table.challenge()
    table.env.inject_error("POST", "/interactions/*/*/callback", status=500, times=None)
    await table.tap(table.bob, message, "accept")
    await table.env.settle()
    [shown] = [m for m in table.messages(table.channel) if m.id == message.id]
    assert shown.content.splitlines()[1].endswith(REASON)


async def test_the_running_board_says_it(table: Table) -> None:
    """From the first board to the last, at the end of the second line."""
    await five_rated(table)
    await table.start(time="10m")
    for turn in ("0", "0", "0", "0", "17"):
        assert table.board().content.splitlines()[1].endswith(" · unrated")
        await table.draw(turn, 6)
    assert (await table.match(6)).is_over
    assert table.messages()[-1].content.endswith(" · 5 turns · unrated")


async def test_a_rated_board_says_nothing(table: Table) -> None:
    """Rated is what people expect."""
    await table.start()
    assert "rated" not in table.board().content


async def test_an_unrated_board_says_so_too(table: Table) -> None:
    """What was agreed is seen on the board as well."""
    await table.start(rated=False)
    assert table.board().content.splitlines()[1].endswith(" · unrated")


async def test_whoever_accepts_is_told(table: Table) -> None:
    """In private, as it is not what they accepted."""
    await five_rated(table)
    result = await table.tap(table.bob, await table.challenge(), "accept")
    await the_sixth(table)
    assert told(result) == TOLD


async def test_whoever_gets_what_they_accepted_is_told_nothing(table: Table) -> None:
    """A rated match, an unrated one, and a rated one a day later."""
    await five_rated(table)
    for options, seconds in (({"rated": False}, 0), ({}, DAY)):
        table.clock.advance(seconds)
        result = await table.tap(table.bob, await table.challenge(**options), "accept")
        assert result.acknowledged
        assert result.followups == []
    assert (await table.match(7)).rated


async def test_a_rematch_tells_it_too(table: Table) -> None:
    """With the private answer to whoever takes it."""
    for _ in range(4):
        await table.start()
    await table.start(time="10m")
    for turn in ("0", "0", "0", "0", "17"):
        await table.draw(turn, 5)
    last = table.messages()[-1]
    told(await table.tap(table.alice, last, "rematch"))
    words = told(await table.tap(table.bob, last, "rematch"))
    await the_sixth(table)
    assert words.startswith("The rematch is on: ")
    assert words.endswith(TOLD)
