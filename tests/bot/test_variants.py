"""The option `variant`: what completes, and what is typed past it."""

from typing import Any

import pytest

from bot.actions.variants import read_preset
from bot.failures import Refused
from bot.i18n import ENGLISH
from rules import VARIANTS
from tests.support.limits import autocomplete_problems
from tests.support.table import Table, told

KEYS = [variant.key for variant in VARIANTS]


async def offered(table: Table, typed: str, command: str = "challenge") -> dict[str, str]:
    """What completion offers: names by values."""
    filled: dict[str, Any] = {"opponent": table.bob} if command == "play" else {}
    choices = await table.alice.autocomplete(table.channel, command, "variant", typed, **filled)
    assert autocomplete_problems({"choices": choices}) == []
    return {choice["value"]: choice["name"] for choice in choices}


@pytest.mark.parametrize("command", ["challenge", "play"])
async def test_every_variant_is_offered_with_what_is_special(table: Table, command: str) -> None:
    """All presets in their order, each with a line, and a game of one's own."""
    names = await offered(table, "", command)
    assert list(names) == [*KEYS, "custom"]
    assert names["texas"] == "Texas Soccer — Diagonals may not cross: the pitch fills up quickly."
    assert names["custom"] == "Custom… — A pitch and rules of your own."
    assert all(" — " in name for name in names.values())


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("tex", ["texas"]),
        ("TEXAS soccer", ["texas"]),
        (" grid ", ["gridball", "gridball-classic"]),
        ("no-double", ["no-double-bounce"]),
        ("No double", ["no-double-bounce"]),
        ("penalty", ["gridball"]),
        ("chains", ["large", "no-double-bounce"]),
        ("cust", ["custom"]),
        ("your own", ["custom"]),
        ("chess", []),
    ],
)
async def test_what_is_typed_matches_name_key_and_note(
    table: Table, typed: str, keys: list[str]
) -> None:
    """In any case, anywhere in it."""
    assert list(await offered(table, typed)) == keys


@pytest.mark.parametrize(
    "typed",
    ["texas", " TEXAS ", "Texas Soccer", "texas soccer",
     "Texas Soccer — Diagonals may not cross: the pitch fills up quickly."],
)  # fmt: skip
async def test_a_variant_may_be_typed_without_completion(table: Table, typed: str) -> None:
    """By its key, by its name, or as it is offered."""
    message = await table.challenge(variant=typed)
    assert "Texas Soccer, 8 × 10" in message.content


@pytest.mark.parametrize("command", ["challenge", "play"])
@pytest.mark.parametrize("typed", ["chess", "`x`\n@everyone" + "y" * 200, "gridbal"])
async def test_an_unknown_variant_is_answered_with_the_list(
    table: Table, typed: str, command: str
) -> None:
    """Privately, and nothing is sent."""
    result = await table.alice.slash(table.channel, command, opponent=table.bob, variant=typed)
    words = told(result)
    heading, *lines = words.splitlines()
    assert heading.startswith("There is no variant `")
    assert heading.endswith("`. Choose one of these:")
    assert [line.split("`")[1] for line in lines] == [*KEYS, "custom"]
    assert len(words) <= 2000
    assert table.messages(table.channel) == []


async def test_the_classic_game_is_the_default(table: Table) -> None:
    """Nothing chosen is `standard`."""
    assert "Standard, 8 × 10" in (await table.challenge()).content


def test_where_a_custom_game_makes_no_sense() -> None:
    """Only presets are read."""
    assert [read_preset(key, ENGLISH) for key in KEYS] == KEYS
    with pytest.raises(Refused, match="no variant `custom`"):
        read_preset("custom", ENGLISH)
