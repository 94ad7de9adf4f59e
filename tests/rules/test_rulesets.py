"""Rulesets: their limits, their presets, and reading them back from plain options."""

import pytest

from rules import (
    VARIANTS,
    Bounce,
    Gridball,
    InvalidRulesetError,
    OwnGoal,
    PaperSoccer,
    find_variant,
    read_ruleset,
    variant_of,
)


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"width": 2}, "width"),
        ({"width": 22}, "width"),
        ({"width": 7}, "width"),
        ({"width": "8"}, "width"),
        ({"width": 8.0}, "width"),
        ({"width": True}, "width"),
        ({"width": None}, "width"),
        ({"height": 2}, "height"),
        ({"height": 30}, "height"),
        ({"height": 11}, "height"),
        ({"height": "ten"}, "height"),
        ({"goal_width": 0}, "goal_width"),
        ({"goal_width": 4}, "goal_width"),
        ({"goal_width": True}, "goal_width"),
        ({"goal_width": "2"}, "goal_width"),
        ({"width": 4, "goal_width": 3}, "goal_width"),
        ({"bounce": "twice"}, "bounce"),
        ({"bounce": None}, "bounce"),
        ({"bounce": []}, "bounce"),
        ({"own_goal": "maybe"}, "own_goal"),
        ({"own_goal": False}, "own_goal"),
        ({"wall_bounce": "yes"}, "wall_bounce"),
        ({"wall_bounce": 1}, "wall_bounce"),
        ({"crossing_diagonals": None}, "crossing_diagonals"),
        ({"crossing_diagonals": 0}, "crossing_diagonals"),
    ],
)
def test_an_impossible_option_is_refused_by_name(options, option):
    """The error says which option is wrong, and why."""
    with pytest.raises(InvalidRulesetError) as caught:
        PaperSoccer(**options)
    assert caught.value.option == option
    assert caught.value.problem.startswith("must ")


@pytest.mark.parametrize("field", ["large", "Small", "", None, 1, []])
def test_an_impossible_field_is_refused_by_name(field):
    """Gridball has two."""
    with pytest.raises(InvalidRulesetError, match="small, classic") as caught:
        read_ruleset("gridball", {"field": field})
    assert caught.value.option == "field"


@pytest.mark.parametrize("options", [{"width": 4, "height": 4}, {"width": 20, "height": 28}])
def test_the_limits_themselves_can_be_played(options):
    """From 4 × 4 to 20 × 28."""
    assert len(PaperSoccer(**options).start().legal_directions()) == 8


def test_plain_words_become_options():
    """Options that were stored as text are the same ruleset."""
    written = read_ruleset("paper_soccer", {"bounce": "once", "own_goal": "forbidden"})
    assert written == PaperSoccer(bounce=Bounce.ONCE, own_goal=OwnGoal.FORBIDDEN)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_options_are_read_back(variant):
    """What is stored of a ruleset is enough to make it again, and made of plain values."""
    options = variant.ruleset.options()
    assert {type(value) for value in options.values()} <= {int, str, bool}
    assert read_ruleset(variant.ruleset.game, options) == variant.ruleset


def test_an_unknown_game_is_refused():
    """The games that there are are named."""
    with pytest.raises(InvalidRulesetError, match="paper_soccer, gridball") as caught:
        read_ruleset("chess", {})
    assert caught.value.option == "game"


def test_an_unknown_option_is_refused():
    """Nothing that was asked for is dropped silently."""
    with pytest.raises(InvalidRulesetError) as caught:
        read_ruleset("paper_soccer", {"offside": True})
    assert caught.value.option == "options"


def test_a_wrong_option_is_refused_when_read():
    """As when the ruleset is made."""
    with pytest.raises(InvalidRulesetError) as caught:
        read_ruleset("paper_soccer", {"width": "wide"})
    assert caught.value.option == "width"


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("standard", {}),
        ("small", {"width": 6, "height": 8}),
        ("large", {"width": 10, "height": 14}),
        ("no-double-bounce", {"bounce": "once"}),
        ("no-bounce", {"bounce": "none"}),
        ("texas", {"crossing_diagonals": False}),
    ],
)
def test_the_presets_are_those_of_the_rules(key, options):
    """Each differs from the standard game in what its row of the table says."""
    standard = PaperSoccer(8, 10, 2, Bounce.UNLIMITED, True, OwnGoal.COUNTS, True)
    assert find_variant(key).ruleset.options() == standard.options() | options


def test_the_presets_of_gridball_are_its_fields():
    """The small one is the default."""
    assert find_variant("gridball").ruleset == read_ruleset("gridball", {}) == Gridball()
    assert find_variant("gridball-classic").ruleset.options() == {"field": "classic"}


def test_a_preset_is_recognised_by_its_rules():
    """A ruleset that happens to be a preset has its name, a custom one none."""
    assert variant_of(PaperSoccer(width=6, height=8)) is find_variant("small")
    assert variant_of(PaperSoccer(width=6, height=10)) is None


def test_an_unknown_preset_is_a_key_error():
    """Keys are stored, so a wrong one is the program's mistake and not a person's."""
    with pytest.raises(KeyError):
        find_variant("chess")


def test_rulesets_are_values():
    """They are equal by their options, and can be keys."""
    assert len({PaperSoccer(), PaperSoccer(8, 10), PaperSoccer(wall_bounce=False)}) == 2
