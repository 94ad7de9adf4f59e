"""The search's modules: compiled if their copy is there, else as they stand."""

import importlib
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from ai.building import is_built, package_name

if TYPE_CHECKING:
    from ai.core.judgement import Judgement
    from ai.core.lattice import Lattice
    from ai.core.tree import Tree
    from ai.core.turns import Turns


@dataclass(frozen=True)
class Kernel:
    """The classes of one copy of the search, which work only with each other."""

    compiled: bool
    lattice: "type[Lattice]"
    judgement: "type[Judgement]"
    turns: "type[Turns]"
    tree: "type[Tree]"


@cache
def kernel(*, plain: bool = False) -> Kernel:
    """The compiled search if there is one, or the plain one."""
    compiled = not plain and is_built()
    package = f"ai.built.{package_name()}" if compiled else "ai.core"

    def module(name: str) -> ModuleType:
        return importlib.import_module(f"{package}.{name}")

    return Kernel(
        compiled,
        module("lattice").Lattice,
        module("judgement").Judgement,
        module("turns").Turns,
        module("tree").Tree,
    )
