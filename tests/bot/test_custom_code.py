"""A custom game in a button's id: what is asked for comes back as it was."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.custom_game import LONGEST_SIZE, Offer, Wish
from bot.taps.custom import CustomTap
from matches.ids import PlayerId
from matches.terms import TurnTime
from rules import InvalidRulesetError, find_variant
from rules.custom import BOUNCES, GOAL_WIDTHS, HEIGHTS, WIDTHS

SIZES = st.text(st.sampled_from(string.printable + "×хΩ😀\u202e\u2028\x00"), max_size=LONGEST_SIZE)
WISHES = st.builds(
    Wish,
    size=SIZES,
    goal_width=st.sampled_from(GOAL_WIDTHS),
    bounce=st.sampled_from(BOUNCES),
    wall_bounce=st.booleans(),
    own_goal=st.booleans(),
    crossing_diagonals=st.booleans(),
)
OFFERS = st.builds(
    Offer,
    opponent=st.none() | st.integers(1, 2**63 - 1).map(PlayerId),
    time=st.sampled_from(TurnTime),
    wish=WISHES,
)


@settings(deadline=None)  # for what is true, not for speed
@given(OFFERS)
def test_an_offer_survives_its_button(offer: Offer) -> None:
    """Whatever was typed, within Discord's limit of an id; only what is not printed is lost."""
    for act in ("send", "change", "cancel"):
        custom_id = f"psn:{act}:{offer.code()}"
        assert len(custom_id.encode("utf-16-le")) // 2 <= 100
        assert CustomTap.takes(custom_id)
    again = Offer.read(offer.code())
    assert Offer.read(again.code()) == again
    assert (again.opponent, again.time) == (offer.opponent, offer.time)
    if offer.wish.size.isprintable() and offer.wish.size == offer.wish.size.strip():
        assert again == offer


@settings(deadline=None)  # for what is true, not for speed
@given(WISHES, st.sampled_from(WIDTHS), st.sampled_from(HEIGHTS))
def test_a_possible_game_survives_its_button(wish: Wish, width: int, height: int) -> None:
    """The ruleset before and after is the same."""
    wish = Wish(
        f"{width} × {height}",
        min(wish.goal_width, width - 2),
        wish.bounce,
        wish.wall_bounce,
        wish.own_goal,
        wish.crossing_diagonals,
    )
    assert Wish.read(wish.code()).ruleset() == wish.ruleset()
    pitch = wish.ruleset().pitch
    assert (pitch.width, pitch.height) == (width, height)


@pytest.mark.parametrize(
    "typed",
    ["8x10", "8 X 10", "8*10", "8 10", " 8×10 ", "8 by 10", "8, 10", "8:10", "8/10", "8\u044510",
     "8-10", "\u0668 × \u0661\u0660"],
)  # fmt: skip
def test_a_size_is_read_however_it_is_typed(typed: str) -> None:
    """People separate two numbers in many ways."""
    assert Wish(typed).ruleset() == find_variant("standard").ruleset


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("", "size"), ("8", "size"), ("810", "size"), ("big", "size"), ("8x10x2", "size"),
        ("-8x10", "size"), ("8.5x10", "size"), ("7x10", "width"), ("2x10", "width"),
        ("22x10", "width"), ("8x11", "height"), ("8x30", "height"), ("0x0", "width"),
        ("9999x10", "width"), ("20x26x", "size"),
    ],
)  # fmt: skip
def test_an_impossible_size_is_refused(typed: str, option: str) -> None:
    """With the option that is wrong."""
    with pytest.raises(InvalidRulesetError) as caught:
        Wish(typed).ruleset()
    assert caught.value.option == option


def test_goals_need_room() -> None:
    """A goal may not take the whole line."""
    with pytest.raises(InvalidRulesetError) as caught:
        Wish("4x4", goal_width=3).ruleset()
    assert caught.value.option == "goal_width"


@pytest.mark.parametrize("code", ["", "2", "20", "207", "907x", "290x", "208x", "ab78x10", "²078"])
def test_what_is_no_code_is_refused(code: str) -> None:
    """A code that was made up; one with an empty size is a wish that cannot be played."""
    if code == "207":
        assert Wish.read(code).size == ""
        return
    with pytest.raises(ValueError, match=r"\w"):
        Wish.read(code)


@pytest.mark.parametrize("code", ["", "1", "1:3d", "1:4d:2078x10", "x:3d:2078x10"])
def test_what_is_no_offer_is_refused(code: str) -> None:
    """An opponent, a time and a game."""
    with pytest.raises(ValueError, match=r"\w"):
        Offer.read(code)
