"""Two people play a whole match in the sandbox, each in a window of a real browser."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from renderer import Side, board_scene, render
from rules import Game, Player, find_variant
from tests.browser.running import running_sandbox
from tests.browser.window import Window, pixels

TURNS = ("0", "0", "0", "0", "17")
"""Straight up to the wall beside the goal, off it, and in; the third is typed."""
TYPED = 2


@pytest.fixture
def windows(browser: Browser, tmp_path: Path) -> Iterator[dict[str, Window]]:
    """Alice's and Bob's windows, as of two people: neither knows of the other's."""
    with running_sandbox(tmp_path) as sandbox, ExitStack() as stack:
        opened = {}
        for player in ("Alice", "Bob"):
            context = stack.enter_context(closing(browser.new_context(bypass_csp=True)))
            opened[player] = Window(context.new_page(), sandbox.url, player)
        yield opened
        assert sandbox.end() == 0


def test_two_people_play_from_the_challenge_to_a_goal(windows, tmp_path):
    alice, bob = windows["Alice"], windows["Bob"]
    alice.command("challenge", {"opponent": "Bob"})
    bob.says("@Bob, Alice challenges you")
    bob.tap("Accept")
    bob.says("you draw first")
    first = "Alice" if "@Alice" in bob.words() else "Bob"
    second = {"Alice": "Bob", "Bob": "Alice"}[first]

    for number, turn in enumerate(TURNS):
        mover = windows[(first, second)[number % 2]]
        mover.says(f"turn {number + 1}")
        mover.says(f"@{(first, second)[number % 2]}, you")
        if number == TYPED:
            mover.command("move", {"turn": turn})
        else:
            mover.draw(turn)

    game = Game(find_variant("standard").ruleset)
    for turn in TURNS:
        game = game.play(turn)
    scene = board_scene(
        game,
        first=Side(first, "1662?, +162"),
        second=Side(second, "1338?, -162"),
        marks=False,
        caption=f"{first} wins: goal",
        over=True,
        winner=Player.FIRST,
    )
    for player, window in windows.items():
        window.says(f"{first} wins with a goal!")
        window.describes(
            f"{first} wins: goal. The ball is at 4, -1. Last turn: 17. "
            'Record: [Variant "standard"] 0 0 0 0 17'
        )
        window.page.screenshot(path=tmp_path / f"end-{player}.png")
        assert window.pixels() == pixels(render(scene))
        window.reload()
        assert window.player == player
        window.says(f"{first} wins with a goal!")
        assert window.pixels() == pixels(render(scene))
