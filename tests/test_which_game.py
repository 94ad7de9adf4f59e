"""Nothing outside `rules/` asks which game it is."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from bot.guide.pages import PAGES
from rules import VARIANTS
from rules.gridball import _COUNTS, PENALTY_DUE

ROOT = Path(__file__).parents[1]
ROOMS = ("ai", "renderer", "matches", "storage", "bot")
GAMES = {variant.ruleset.game for variant in VARIANTS}
OF_ONE_GAME = {"Bounce", "Field", "OwnGoal", *(type(v.ruleset).__name__ for v in VARIANTS)}
"""What `rules` exports that only one game has."""
MODULES_OF_ONE_GAME = {
    "rules.custom", "rules.paper_soccer", "rules.gridball", "rules.gridball_field",
}  # fmt: skip
PROGRESS = {"segments drawn", "penalties drawn", "turns passed", "penalty due"}
"""How one game says how far it is."""
OPTIONS = {"goal_width", "wall_bounce", "crossing_diagonals"}
"""Options of one game that nothing else is called; whoever reads an option's everyday word, as
`width`, is found by where they get it from."""
PAGES_OF_RULES = {page.key for page in PAGES}

OPTION_WORDS = {f"names {option!r}" for option in OPTIONS}
CUSTOM_GAME = {"imports rules.custom"}
EXCEPTIONS: dict[str, tuple[set[str], str]] = {
    "ai/field.py": (
        {"imports Bounce", "imports OwnGoal", "imports PaperSoccer"},
        "the search has arrays for one game; `is_known` says which, and others are played without",
    ),
    "ai/protocol.py": ({"imports PaperSoccer"}, "the line protocol knows the standard game alone"),
    "ai/tuning.py": (
        {"imports Bounce", "imports PaperSoccer"}, "the weights are of the game with the arrays"
    ),
    "bot/wording/terms.py": (
        {"names 'gridball'", "reads options", *OPTION_WORDS},
        "presets are named by their keys, one of which is a game's too; what options change is "
        "told of whatever game has them",
    ),
    "storage/games.py": ({"reads options"}, "they are stored and read back as they are"),
    "bot/guide/example.py": ({"reads options"}, "a smaller pitch, as far as a game has sizes"),
    "bot/guide/claims.py": (
        {"writes progress"},
        "a draw after hundreds of turns is claimed without playing them; a game that does not know "
        "the words refuses them",
    ),
    "bot/wording/hints.py": (
        {"tells by pages"},
        "a page holds where the engine does what it says, so this asks what is so, not which game",
    ),
    "bot/custom_game.py": (
        CUSTOM_GAME | OPTION_WORDS - {"names 'goal_width'"},
        "a custom game is paper soccer with options of one's own",
    ),
    "renderer/gallery.py": (
        {"names 'gridball'"}, "a picture of each preset by its key, one of which is a game's too"
    ),
    "bot/views/custom.py": (CUSTOM_GAME | OPTION_WORDS, "the form for those options"),
    "bot/wording/custom.py": (
        CUSTOM_GAME | {"names 'goal_width'"}, "what is wrong with what was typed into that form"
    ),
}  # fmt: skip
"""Who may, what exactly, and why."""

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
        elif isinstance(node, ast.Constant) and node.value in GAMES | OPTIONS:
            yield f"names {node.value!r}"
        elif isinstance(node, ast.Constant) and str(node.value).partition(":")[0] in PROGRESS:
            yield "writes progress"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "options":
                yield "reads options"
        elif isinstance(node, ast.Compare):
            if any(isinstance(op, ast.In) for op in node.ops) and is_page(node.left):
                yield "tells by pages"
            sides = [node.left, *node.comparators]
            if any(is_game(side) for side in sides):
                yield "compares games"
        elif isinstance(node, ast.Match) and is_game(node.subject):
            yield "matches games"
        elif isinstance(node, ast.Subscript) and is_game(node.slice):
            yield "looks up by game"


def is_page(node: ast.AST) -> bool:
    """Whether it is the key of a page of the rules."""
    return isinstance(node, ast.Constant) and node.value in PAGES_OF_RULES


def is_game(node: ast.AST) -> bool:
    """Whether it reads the key of a game."""
    return isinstance(node, ast.Attribute) and node.attr == "game"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_asks_which_game_it_is(path: Path) -> None:
    """Whoever has to ask wants a better interface of the games instead."""
    found = set(questions(ast.parse(path.read_text(encoding="utf-8"))))
    where = path.relative_to(ROOT).as_posix()
    allowed, reason = EXCEPTIONS.get(where, (set(), "nobody else"))
    assert found == allowed, reason


def test_every_exception_is_a_file() -> None:
    """A file that has gone takes its exception along."""
    assert set(EXCEPTIONS) <= {path.relative_to(ROOT).as_posix() for path in FILES}


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
        "from rules.custom import BOUNCES",
        "ruleset.options().get('bounce')",
        "options['wall_bounce']",
        "position_of((), ball, mover, (f'turns passed: {count}',))",
        "'trap' in pages",
    ],
)
def test_the_eye_for_questions_sees_them(code: str) -> None:
    """The check itself."""
    assert list(questions(ast.parse(code)))


def test_the_names_are_those_of_the_rules() -> None:
    """A class that was renamed would be looked for in vain."""
    assert all(hasattr(rules, name) for name in OF_ONE_GAME)
    assert len(GAMES) == 2
    assert {*_COUNTS, PENALTY_DUE} == PROGRESS
    options = {name for variant in VARIANTS for name in variant.ruleset.options()}
    assert options >= OPTIONS
