"""The encoder: what it is given comes back, and a board stays small whatever is written on it."""

import random
import zlib

import pytest
from PIL import Image

from renderer import PAPER, Scene, Side, board_scene, render
from renderer.png import FIRST_LEVEL, HARDER, SMALL, encode
from renderer.theme import ENTRIES, palette
from rules import Game
from tests.renderer.boards import STANDARD, decoded

SEGMENTS = 60
MOST_BYTES = 13_000
DENSEST = (63, 78, 8, 62, 71, 42, 7, 16, 132, 113, 54, 75)
"""Seeds of the boards that took most bytes of 150."""
NAMES = {
    "short": ("Alice", "Robert"),
    "long": ("Wolfeschlegelsteinhausenbergerdo", "Maximiliane Schröder-Quirrenbach"),
    "no letter twice": ("Abcdefghijklmn", "Opqrstuvwxyz&@"),
    "many shapes": ("Agnieszka Brzęczyszczykiewicz GQ", "§&%@#ßØÞ€£ŷǾģķ Ωψξζ ЖЩЮфя"),
}


def board(seed: int, names: tuple[str, str]) -> Scene:
    """A board of a random game with so many segments, the last of them drafted, and with marks."""
    rng = random.Random(seed)
    while True:
        game, turn, drawn = Game(STANDARD), "", 0
        position = game.position
        while drawn < SEGMENTS and position.outcome is None:
            mover, direction = position.to_move, rng.choice(position.legal_directions())
            position, turn, drawn = position.after(direction), turn + str(direction), drawn + 1
            if position.to_move is not mover and position.outcome is None:
                game, turn = game.play(turn), ""
        if position.outcome is None:
            first, second = (Side(name, "1512?") for name in names)
            return board_scene(game, draft=turn, first=first, second=second)


def noise(size: tuple[int, int], share: float) -> Image.Image:
    """Palette entries of which a share was thrown by dice."""
    rng = random.Random(1)
    count = size[0] * size[1]
    entries = bytes(rng.randrange(ENTRIES) if rng.random() < share else 0 for _ in range(count))
    return Image.frombytes("L", size, entries)


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES.keys())
def test_a_board_is_small(names):
    """Dense boards and long names alike take at most 13,000 bytes."""
    sizes = {seed: len(render(board(seed, names))) for seed in DENSEST}
    assert max(sizes.values()) <= MOST_BYTES, sizes


@pytest.mark.parametrize("share", [0, 0.02, 0.04, 0.05, 1])
def test_a_picture_comes_back(share):
    """However hard it is packed, a decoder finds the entries and the palette."""
    entries = noise((360, 400), share)
    picture = encode(entries.copy(), palette(PAPER))
    image = decoded(picture)
    assert image.size == entries.size
    assert image.tobytes() == entries.tobytes()
    assert bytes(image.getpalette() or ())[: 3 * ENTRIES] == palette(PAPER)


def test_only_what_can_become_small_is_packed_harder(monkeypatch):
    """A level that takes more time is tried for a picture that it can make small, and no other."""
    tried = []
    compress = zlib.compress

    def watched(rows, level):
        packed = compress(rows, level)
        tried.append((level, len(packed)))
        return packed

    monkeypatch.setattr(zlib, "compress", watched)
    ways = set()
    for share in [0, *(n / 800 for n in range(16, 64)), 1]:
        tried.clear()
        encode(noise((360, 400), share), palette(PAPER))
        (level, first), *harder = tried
        assert level == FIRST_LEVEL
        smallest = first
        for level, reach in HARDER:
            wanted = smallest > SMALL and first <= SMALL * reach
            assert (level in dict(harder)) is wanted
            smallest = dict(harder).get(level, smallest)
        ways.add(tuple(level for level, _ in harder))
    assert {(), (7,), (8,)} <= ways
