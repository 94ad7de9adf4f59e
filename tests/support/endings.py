"""How a test ends: whether it asks if everything agrees, after the last thing that anybody does."""

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

ASKING = frozenset(
    {
        "assert_agrees",
        "assert_challenge_agrees",
        "assert_nothing_begun",
        "assert_private_agrees",
    }
)
LOOKING = frozenset(
    {"match", "draft", "rows", "player_to_move", "seats", "get", "history", "changes_of"}
)
"""What reads what is stored, of a table or of a unit of work."""
FIXTURE = "agreement"
"""The fixture that asks when a test has ended."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@lru_cache
def endings_of(file: Path) -> dict[str, bool]:
    """The tests of a file by their names, and of each whether it ends by asking."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, Function)}
    return {
        name: _has_fixture(function) or _ends_by_asking(function.body, functions)
        for name, function in functions.items()
        if name.startswith("test_")
    }


def _has_fixture(function: Function) -> bool:
    marks = [node for each in function.decorator_list for node in ast.walk(each)]
    named = {node.value for node in marks if isinstance(node, ast.Constant)}
    return FIXTURE in named or FIXTURE in {argument.arg for argument in function.args.args}


def _ends_by_asking(body: Sequence[ast.stmt], functions: Mapping[str, Function]) -> bool:
    """Whether nobody does anything after it was asked whether everything agrees, whichever way the
    end is reached.
    """
    for statement in reversed(body):
        if _asks(statement, functions):
            return True
        if not _only_looks(statement):
            return False
    return False


def _asks(statement: ast.stmt, functions: Mapping[str, Function]) -> bool:
    """By itself or by a function of the same file."""
    if isinstance(statement, ast.With | ast.AsyncWith | ast.For | ast.AsyncFor):
        return _ends_by_asking(statement.body, functions)
    if isinstance(statement, ast.If):
        ways = (statement.body, statement.orelse)
        return all(_ends_by_asking(way, functions) for way in ways)
    called = {call.id for call in _calls(statement) if isinstance(call, ast.Name)}
    helping = called & functions.keys()
    return bool(called & ASKING) or any(
        _ends_by_asking(functions[name].body, functions) for name in helping
    )


def _only_looks(statement: ast.stmt) -> bool:
    """Whether it waits for nothing but what is stored, or asks."""
    awaited = [node.value for node in ast.walk(statement) if isinstance(node, ast.Await)]
    calls = [each.func for each in awaited if isinstance(each, ast.Call)]
    known = LOOKING | ASKING
    return len(calls) == len(awaited) and all(_name(call) in known for call in calls)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _calls(statement: ast.stmt) -> list[ast.expr]:
    return [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
