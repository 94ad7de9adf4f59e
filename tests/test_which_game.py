"""Nothing outside `rules/` asks which game it is, except for the words that belong to one game."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules import VARIANTS

ROOT = Path(__file__).parents[1]
ROOMS = ("ai", "renderer", "matches", "storage", "bot")
GAMES = {variant.ruleset.game for variant in VARIANTS}
OF_ONE_GAME = {"Bounce", "Field", "OwnGoal", *(type(v.ruleset).__name__ for v in VARIANTS)}
"""What `rules` exports that only one game has."""
MODULES_OF_ONE_GAME = {"rules.paper_soccer", "rules.gridball", "rules.gridball_field"}

SENTENCES = "bot/wording/game_words.py"
"""A table of sentences by a game's key."""
PRESETS = "bot/wording/terms.py"
"""Names of the presets by their keys; one preset has the key of its game."""

FILES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def questions(tree: ast.AST) -> Iterator[str]:
    """Whatever in a file depends on one game: imports, attributes, keys, comparisons."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            if node.module in MODULES_OF_ONE_GAME:
                yield f"imports {node.module}"
            if node.module == "rules":
                yield from (f"imports {a.name}" for a in node.names if a.name in OF_ONE_GAME)
        elif isinstance(node, ast.Import):
            yield from (f"imports {a.name}" for a in node.names if a.name in MODULES_OF_ONE_GAME)
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if owner == "rules" and node.attr in OF_ONE_GAME:
                yield f"names rules.{node.attr}"
        elif isinstance(node, ast.Constant) and node.value in GAMES:
            yield f"names {node.value!r}"
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(is_game(side) for side in sides):
                yield "compares games"
        elif isinstance(node, ast.Match) and is_game(node.subject):
            yield "matches games"
        elif isinstance(node, ast.Subscript) and is_game(node.slice):
            yield "looks up by game"


def is_game(node: ast.AST) -> bool:
    """Whether it reads the key of a game."""
    return isinstance(node, ast.Attribute) and node.attr == "game"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_asks_which_game_it_is(path: Path) -> None:
    """Whoever has to ask wants a better interface of the games instead."""
    found = set(questions(ast.parse(path.read_text(encoding="utf-8"))))
    where = path.relative_to(ROOT).as_posix()
    if where == SENTENCES:
        assert found == {f"names {game!r}" for game in GAMES} | {"looks up by game"}
    elif where == PRESETS:
        keys = GAMES & {variant.key for variant in VARIANTS}
        assert found == {f"names {key!r}" for key in keys}
    else:
        assert found == set()


@pytest.mark.parametrize(
    "code",
    [
        "from rules import Gridball",
        "from rules.paper_soccer import WIDTHS",
        "import rules.gridball",
        "isinstance(x, rules.PaperSoccer)",
        "x = 'gridball'",
        "ruleset.game == other",
        "{}[ruleset.game]",
        "match ruleset.game:\n    case _: pass",
    ],
)
def test_the_eye_for_questions_sees_them(code: str) -> None:
    """The check itself."""
    assert list(questions(ast.parse(code)))


def test_the_names_are_those_of_the_rules() -> None:
    """A class that was renamed would be looked for in vain."""
    assert all(hasattr(rules, name) for name in OF_ONE_GAME)
    assert len(GAMES) == 2
