"""Speaks the line protocol of engines: one standard game at a time on two text streams.

    new <seconds per turn>    start a game; no reply
    opp <digits>              this turn was played, by whichever side
    go                        choose a turn and play it; the reply: turn <digits>
    quit

The thinker remembers what it knows from turn to turn. Whatever is no command, or cannot be played,
is told in a line that starts with `error`, and changes nothing.
"""

from collections.abc import Callable
from time import perf_counter
from typing import TextIO

from ai.choosing import choose_turn
from ai.field import field_of, place_of
from ai.kernel import kernel
from ai.levels import Level
from ai.thinking import Thinker
from ai.weights import weights_of
from rules import Game, IllegalTurnError, InvalidTurnError, PaperSoccer

ROOM = 1_500_000
PLAIN_ROOM = 150_000
MARGIN = 0.004
"""Seconds of a turn that are kept for the way there and back."""


class Engine:
    """One game and who thinks about it: a level, or, without one and for those that think for a
    time, a thinker with all of its time."""

    def __init__(self, level: Level | None = None, *, plain: bool = False, seed: int = 0) -> None:
        self.level = level
        self.seed = seed
        core = kernel(plain=plain)
        field = field_of(PaperSoccer())
        room = ROOM if core.compiled else PLAIN_ROOM
        self.thinker = Thinker(field, weights_of(field), room, core=core)
        self.start(1.0)

    def start(self, seconds: float) -> None:
        """Begin a game with so much time for a turn."""
        self.game = Game(PaperSoccer())
        self.seconds = seconds
        self.thinker.tree.clear()

    def play(self, turn: str) -> None:
        """Play a turn; IllegalTurnError or InvalidTurnError."""
        self.game = self.game.play(turn)

    def choose(self, clock: Callable[[], float] = perf_counter) -> str:
        """Choose a turn and play it; ValueError if the game is over."""
        deadline = clock() + max(self.seconds - MARGIN, self.seconds / 2)
        position = self.game.position
        if position.to_move is None:
            raise ValueError("the game is over")
        if self.level is not None and self.level.budget is not None:
            turn = choose_turn(position, self.level, seed=self.seed)
            self.seed += 1
        else:
            self.thinker.ponder(place_of(position), clock=clock, deadline=deadline)
            turn = "".join(map(str, self.thinker.turn()))
        self.play(turn)
        return turn


def speak(engine: Engine, incoming: TextIO, outgoing: TextIO) -> None:
    """Answer commands until `quit` or the end of the stream."""
    for line in incoming:
        words = line.split()
        if words == ["quit"]:
            return
        reply = answer(engine, words)
        if reply:
            outgoing.write(reply + "\n")
            outgoing.flush()


def answer(engine: Engine, words: list[str]) -> str:
    """Carry out one command; the reply, which may be empty."""
    try:
        match words:
            case []:
                return ""
            case ["new", seconds]:
                engine.start(float(seconds))
                return ""
            case ["opp", turn]:
                engine.play(turn)
                return ""
            case ["go"]:
                return f"turn {engine.choose()}"
    except (ValueError, IllegalTurnError, InvalidTurnError) as error:
        return f"error {error}"
    return f"error no such command: {' '.join(words)}"
