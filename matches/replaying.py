"""A match looked back on: its boards after each of its turns."""

from dataclasses import replace

from matches.pauses import Pause
from matches.standings import BoardState
from rules import Game


def board_after(state: BoardState, turns: int) -> BoardState:
    """The board after so many of the match's turns: the last one, and no more, if it has fewer.

    Only whole turns count, and no time runs: it has neither a draft nor a clock.
    """
    match = replace(state.match, deadline=None, pauses=Pause.NONE)
    game = match.game
    if turns < len(game.turns):
        earlier = Game(game.ruleset, game.turns[: max(turns, 0)])
        match = replace(match, game=earlier, result=None, finished_at=None)
    return replace(state, match=match, draft=None, introduces=False, deadline=None)
