"""Tunes the weights of a judgement by games.

    python -m ai.tuning play LESSONS --games 4000 --seed 1
    python -m ai.tuning fit WEIGHTS LESSONS [LESSONS …] --units 16 --rounds 8

`play` lets a thinker play itself (`ai.self_play`), on as many processors as it is called on, each
with a seed and a file of its own. `fit` finds the weights that explain the lessons best, by a
logistic regression with hidden units and steps of Adam (Kingma and Ba, "Adam: A Method for
Stochastic Optimization", 2015); some of the lessons only tell how well it did.
"""

import argparse
import json
import math
import random
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ai.core.judgement import CEILING, FRACTION, LANES, SHIFTED, WEIGHTS
from ai.field import field_of
from ai.scale import LOGIT
from ai.self_play import Lessons, SelfPlay
from ai.weights import read_weights, weights_of
from rules import Bounce, PaperSoccer

Numbers: TypeAlias = NDArray[np.float32]

BATCH = 1_024
"""Positions that are looked at between two steps."""
CHECKED = 20
"""One part in so many of the lessons is not learnt but asked."""
RATE, LEAST_RATE = 2e-3, 2e-5
"""The length of a step, at first and in the end."""
KEPT, KEPT_SQUARES = 0.9, 0.999
"""What Adam keeps from step to step of the slopes and of their squares."""
FADING = 1e-4
"""How much of a weight is lost in a step of length one, so that rare ones stay small."""
FINE = 128
"""Hidden units are told in 128ths of a logit."""
FULL = CEILING / FINE


class Net:
    """A judgement with fractions: sums of weights, in logits, straight and through hidden units."""

    def __init__(self, units: int, rng: np.random.Generator) -> None:
        self.straight = np.zeros(WEIGHTS, np.float32)
        self.inner = rng.normal(0, 0.12, (WEIGHTS, units)).astype(np.float32)
        self.begin = np.full(units, 0.1, np.float32)
        self.outer = rng.normal(0, 0.2, units).astype(np.float32)
        self.parts = (self.straight, self.inner, self.begin, self.outer)
        self._slopes = [np.zeros_like(part) for part in self.parts]
        self._squares = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def chances(self, present: Numbers) -> Numbers:
        """The chance of each position, of which the rows say what is the case."""
        return self._chances(present)[0]

    def _chances(self, present: Numbers) -> tuple[Numbers, Numbers]:
        sums = present @ self.inner + self.begin
        logits = present @ self.straight + np.clip(sums, 0, FULL) @ self.outer
        return 1 / (1 + np.exp(-np.clip(logits, -30, 30))), sums

    def learn(self, present: Numbers, worth: Numbers, rate: float) -> None:
        """One step towards what positions are worth."""
        chances, sums = self._chances(present)
        error = (chances - worth) / len(worth)
        through = error[:, None] * self.outer * ((sums > 0) & (sums < FULL))
        found = np.clip(sums, 0, FULL)
        slopes = (present.T @ error, present.T @ through, through.sum(0), found.T @ error)
        self._step([slope.astype(np.float32) for slope in slopes], rate)

    def _step(self, slopes: Sequence[Numbers], rate: float) -> None:
        self._steps += 1
        for part, slope, kept, squares in zip(
            self.parts, slopes, self._slopes, self._squares, strict=True
        ):
            kept += (1 - KEPT) * (slope - kept)
            squares += (1 - KEPT_SQUARES) * (slope * slope - squares)
            even = kept / (1 - KEPT**self._steps)
            even_squares = squares / (1 - KEPT_SQUARES**self._steps)
            part -= rate * (even / (np.sqrt(even_squares) + 1e-8) + FADING * part)
        np.clip(self.inner, -SHIFTED / FINE, (SHIFTED - 1) / FINE, out=self.inner)

    def weights(self) -> "array[int]":
        """The whole numbers that a judgement takes, in its order."""
        scales = (LOGIT, FINE, FINE, LOGIT // FINE << FRACTION)
        rows = [np.round(s * part).ravel() for s, part in zip(scales, self.parts, strict=True)]
        return array("i", np.concatenate(rows).astype(int).tolist())


def fit(lessons: Lessons, units: int, rounds: int, seed: int) -> "array[int]":
    """The weights with so many hidden units that explain the lessons best."""
    rng = np.random.default_rng(seed)
    active = np.frombuffer(lessons.active, np.uint16).reshape(-1, lessons.each)
    worth = np.frombuffer(lessons.chances, np.float64).astype(np.float32)
    is_checked = np.arange(len(worth)) % (100 * CHECKED) >= 100 * (CHECKED - 1)
    learnt, checked = np.flatnonzero(~is_checked), np.flatnonzero(is_checked)
    net = Net(units, rng)
    batches = max(1, len(learnt) // BATCH)
    for number in range(rounds):
        for at, batch in enumerate(np.array_split(rng.permutation(learnt), batches)):
            done = (number + at / batches) / rounds
            rate = LEAST_RATE + RATE * (1 + math.cos(math.pi * done)) / 2
            net.learn(_present(active[batch]), worth[batch], rate)
        if len(checked):
            error = _error(net, active[checked], worth[checked])
            print(f"round {number}: squared error {error:.5f}", file=sys.stderr)
    return net.weights()


def _present(active: NDArray[np.uint16]) -> Numbers:
    """A row of zeros and ones for each position."""
    rows = np.zeros((len(active), WEIGHTS), np.float32)
    rows[np.arange(len(active))[:, None], active] = 1
    return rows


def _error(net: Net, active: NDArray[np.uint16], worth: Numbers) -> float:
    squares = 0.0
    for at in range(0, len(worth), BATCH):
        chances = net.chances(_present(active[at : at + BATCH]))
        squares += float(((chances - worth[at : at + BATCH]) ** 2).sum())
    return squares / len(worth)


def play(words: argparse.Namespace) -> None:
    """Let games be played, and write what they teach."""
    rng = random.Random(words.seed)
    pitch = field_of(PaperSoccer(words.width, words.height, bounce=words.bounce))
    weights = weights_of(pitch) if words.weights is None else read_weights(words.weights)
    players, lessons = SelfPlay(pitch, weights, words.budget), Lessons()
    for number in range(words.games):
        players.play(rng, lessons)
        if number % 100 == 99:
            print(f"{number + 1} games, {len(lessons.chances)} positions", file=sys.stderr)
    lessons.write(words.out)


def main(argv: Sequence[str] | None = None) -> int:
    """Play or fit."""
    parser = argparse.ArgumentParser(prog="python -m ai.tuning", description=__doc__)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help="play games and write what they teach")
    playing.add_argument("out", type=Path)
    playing.add_argument("--weights", type=Path, help="what to play with, by default what is kept")
    playing.add_argument("--games", type=int, default=4_000)
    playing.add_argument("--budget", type=int, default=1_000, help="positions judged a turn")
    playing.add_argument("--bounce", choices=[*Bounce], default=Bounce.UNLIMITED, type=Bounce)
    playing.add_argument("--width", type=int, default=8)
    playing.add_argument("--height", type=int, default=10)
    playing.add_argument("--seed", type=int, default=1)
    playing.set_defaults(run=play)
    fitting = commands.add_parser("fit", help="find the weights that explain lessons best")
    fitting.add_argument("out", type=Path)
    fitting.add_argument("lessons", type=Path, nargs="+")
    fitting.add_argument("--units", type=_units, default=16, help="hidden units; 0: a plain sum")
    fitting.add_argument("--rounds", type=int, default=8, help="how often lessons are gone through")
    fitting.add_argument("--seed", type=int, default=1)
    fitting.set_defaults(run=_fit_files)
    words = parser.parse_args(argv)
    words.run(words)
    return 0


def _units(word: str) -> int:
    units = int(word)
    if units < 0 or units % LANES:
        raise argparse.ArgumentTypeError(f"{units} is not 0, {LANES}, {2 * LANES} …")
    return units


def _fit_files(words: argparse.Namespace) -> None:
    lessons = Lessons()
    for file in words.lessons:
        lessons.read(file)
    weights = fit(lessons, words.units, words.rounds, words.seed)
    words.out.write_text(json.dumps(weights.tolist()))


if __name__ == "__main__":
    sys.exit(main())
