"""The doctor as an operator calls it, beside a bot that runs."""

from tests.process.child import House


async def test_all_is_sound(house: House) -> None:
    """While the bot runs, everything is looked at and nothing is wrong."""
    await house.start()
    await house.begun()
    child = await house.command("doctor", "--server", str(house.guild.id))
    assert child.status == 0, child.log
    said = child.log.splitlines()
    for words in (
        "settings: all of them can be used",
        "disk: ",
        "database: its tables are of revision ",
        "matches: 1 looked at",
        "challenges: 1 looked at",
        "due rows: 1 looked at",
        "token: Discord knows it as ",
        "commands: all ",
        f"servers: the bot is in 1: Chess club ({house.guild.id})",
        "#games: the bot may do all that it needs",
    ):
        assert any(line.startswith(f"ok       {words}") for line in said), (words, said)
    assert house.fake.token not in child.log


async def test_settings_that_are_wrong(house: House) -> None:
    """Without them nothing can be looked at: one line, and the status of a start."""
    house.settings += "[logging]\ncolour = true\n"
    child = await house.command("doctor")
    assert child.status == 2
    [line] = child.log.splitlines()
    assert line.startswith("PROBLEM  settings: ")
    assert "[logging] colour is unknown" in line


async def test_ratings_are_made_again(house: House) -> None:
    """What a row says that somebody has changed is a problem; `recompute` mends it, once the bot
    has ended, and then there is nothing left to do.
    """
    bot = await house.start()
    await house.begun()
    for number, act in enumerate("000017", start=1):
        await house.tap(act)
        if number < 5:
            turn = f"turn {number + 1}"
            await house.until(lambda t=turn: t in house.board.content, turn)
    await house.until(lambda: house.stored("SELECT * FROM ratings"), "the ratings")
    before = house.stored("SELECT * FROM ratings ORDER BY scope, player")
    refused = await house.command("recompute")
    assert refused.status == 2
    assert await bot.stop() == 0
    house.spoil("UPDATE ratings SET value = 2500 WHERE scope = 0")
    doctor = await house.command("doctor")
    assert doctor.status == 1
    assert "`paper-soccer recompute`" in doctor.log
    mended = await house.command("recompute")
    assert mended.status == 0, mended.log
    assert "2 ratings are right again" in mended.log
    assert house.stored("SELECT * FROM ratings ORDER BY scope, player") == before
    again = await house.command("recompute")
    assert "nothing was changed" in again.log


async def test_operator_voids_what_nobody_else_can(house: House) -> None:
    """A match, or all of an account or of a player without one; ratings are good afterwards."""
    bot = await house.start()
    await house.begun()
    for number, act in enumerate("000017", start=1):
        await house.tap(act)
        if number < 5:
            turn = f"turn {number + 1}"
            await house.until(lambda t=turn: t in house.board.content, turn)
    await house.until(lambda: house.stored("SELECT * FROM ratings"), "the ratings")
    assert await bot.stop() == 0
    for nothing in (("--match", "7"), ("--player", "99"), ("--account", "99")):
        refused = await house.command("void", *nothing, "--reason", "spite")
        assert refused.status == 2
        assert "there is no rated match to void" in refused.log
    voided = await house.command("void", "--player", "1", "--reason", "played by a program")
    assert voided.status == 0, voided.log
    assert "as if they had never been played: 1 rated matches" in voided.log
    assert house.stored("SELECT * FROM ratings") == []
    assert house.stored('SELECT "by", reason, replayed FROM voids') == [
        (None, "played by a program", 1)
    ]
    again = await house.command("void", "--match", "1", "--reason", "once more")
    assert again.status == 2
