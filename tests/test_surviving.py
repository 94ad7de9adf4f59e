"""The list of troubles names tests that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_test_that_is_named_is_there() -> None:
    """Whoever renames a test's file finds the line that names it."""
    text = (ROOT / "docs/surviving.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:tests/[a-z_/]+/)?(?:test_)[a-z_]+\.py)`", text))
    assert len(named) > 30
    missing = [each for each in named if not ((ROOT / each).exists() or _in_bot(each).exists())]
    assert missing == []


def _in_bot(name: str) -> Path:
    return ROOT / "tests/bot" / name
