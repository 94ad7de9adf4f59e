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
