"""Rulesets and games out of what is stored; a replay is remembered, never trusted."""

import json
from collections import OrderedDict
from functools import lru_cache

from rules import Game, InvalidRulesetError, RulesError, Ruleset, read_ruleset
from storage.columns import canonical_json
from storage.errors import CorruptRecord


def written_options(ruleset: Ruleset) -> str:
    """The options as they are stored."""
    return canonical_json(ruleset.options())


@lru_cache(maxsize=256)
def stored_ruleset(game: str, options: str) -> Ruleset:
    """The ruleset that was stored; ValueError if it cannot be played."""
    read = json.loads(options)
    if not isinstance(read, dict):
        raise InvalidRulesetError("options", "must be an object")
    return read_ruleset(game, read)


class GameCache:
    """The games seen last, so that one more turn need not replay all the turns before.

    Games are values and a game is taken only as far as its turns are the stored ones, so that the
    cache can be wrong about nothing: not after a rollback, nor beside other processes.
    """

    def __init__(self, size: int = 64) -> None:
        self._games: OrderedDict[int, Game] = OrderedDict()
        self._size = size

    def remember(self, match: int, game: Game) -> None:
        """Keep a game; the one that was not asked for longest goes."""
        self._games[match] = game
        self._games.move_to_end(match)
        if len(self._games) > self._size:
            self._games.popitem(last=False)

    def replay(self, match: int, ruleset: Ruleset, turns: tuple[str, ...]) -> Game:
        """The game of these turns; CorruptRecord if the rules refuse one."""
        known = self._games.get(match)
        try:
            game = _continued(known, ruleset, turns) or Game(ruleset, turns)
        except RulesError as error:
            raise CorruptRecord(f"match {match}", f"its turns do not replay ({error})") from None
        self.remember(match, game)
        return game


def _continued(known: Game | None, ruleset: Ruleset, turns: tuple[str, ...]) -> Game | None:
    """The known game with the turns that are new; None if it is another game."""
    if known is None or known.ruleset != ruleset:
        return None
    count = len(known.turns)
    return known.play_all(turns[count:]) if turns[:count] == known.turns else None
