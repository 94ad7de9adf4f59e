"""The games that are remembered between two looks."""

import pytest

from rules import Game, PaperSoccer
from storage import CorruptRecord
from storage.games import GameCache, stored_ruleset, written_options
from tests.storage.samples import CUSTOM

STANDARD = PaperSoccer()


def test_known_turns_are_not_replayed():
    """One more turn continues the known game; the same turns are the same game."""
    games = GameCache()
    game = games.replay(1, STANDARD, ("0", "3"))
    assert games.replay(1, STANDARD, ("0", "3")) is game
    longer = games.replay(1, STANDARD, ("0", "3", "64"))
    assert longer == Game(STANDARD, ("0", "3", "64"))
    assert longer.history[0] is game.history[0]


@pytest.mark.parametrize("turns", [(), ("0",), ("1", "3"), ("0", "2")])
def test_other_turns_are_another_game(turns: tuple[str, ...]):
    """What is remembered is used only where it is what is stored."""
    games = GameCache()
    games.replay(1, STANDARD, ("0", "3"))
    assert games.replay(1, STANDARD, turns) == Game(STANDARD, turns)


def test_other_rules_are_another_game():
    """The same turns by other rules are not the known game."""
    games = GameCache()
    games.replay(1, STANDARD, ("0",))
    assert games.replay(1, CUSTOM, ("0",)).ruleset == CUSTOM


def test_least_recently_asked_goes_first():
    """Only so many games are remembered."""
    games = GameCache(size=2)
    first = games.replay(1, STANDARD, ("0",))
    second = games.replay(2, STANDARD, ("0",))
    assert games.replay(1, STANDARD, ("0",)) is first
    games.replay(3, STANDARD, ("0",))
    assert games.replay(1, STANDARD, ("0",)) is first
    assert games.replay(2, STANDARD, ("0",)) is not second


def test_illegal_turns():
    """Turns that the rules refuse are a spoiled record, known game or not."""
    games = GameCache()
    for turns in (("9",), ("0", "4"), ("0", "3", "7" * 9)):
        with pytest.raises(CorruptRecord, match="match 1 "):
            games.replay(1, STANDARD, turns)
        games.replay(1, STANDARD, ("0", "3"))


@pytest.mark.parametrize("ruleset", [STANDARD, CUSTOM])
def test_rulesets_round_trip(ruleset: PaperSoccer):
    """A ruleset is what its game and its written options say."""
    assert stored_ruleset(ruleset.game, written_options(ruleset)) == ruleset
