"""A match looked back on: its boards after each of its turns."""

from dataclasses import replace

from matches.pauses import Pause
from matches.standings import BoardState, Seat
from rules import Game


def board_after(state: BoardState, turns: int) -> BoardState:
    """The board after so many of the match's turns: the last one, and no more, if it has fewer.

    Only whole turns count, and no time runs: it has neither a draft nor a clock. What the end did
    to the ratings is not told before it.
    """
    match = replace(state.match, deadline=None, pauses=Pause.NONE)
    game = match.game
    if turns < len(game.turns):
        earlier = Game(game.ruleset, game.turns[: max(turns, 0)])
        match = replace(match, game=earlier, result=None, finished_at=None)
        seats = {side: _before_the_end(seat) for side, seat in state.seats.items()}
        state = replace(state, seats=seats)
    return replace(state, match=match, draft=None, introduces=False, deadline=None)


def _before_the_end(seat: Seat) -> Seat:
    return seat if seat.change is None else replace(seat, rating=seat.change.before, change=None)
