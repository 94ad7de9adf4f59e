"""The house itself: settings, packaging and papers agree with the code."""

import ast
import re
import sys
import tomllib
from dataclasses import fields, is_dataclass
from importlib import metadata
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.config import Config, load_config

ROOT = Path(__file__).parents[1]
ROOMS = ("rules", "ai", "renderer", "matches", "storage", "bot")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def project():
    return tomllib.loads(read("pyproject.toml"))


def sections():
    """The names of the sections of the settings, each with those of its keys."""
    return {
        section.name: {key.name for key in fields(section.type)}
        for section in fields(Config)
        if isinstance(section.type, type) and is_dataclass(section.type)
    }


def test_the_example_names_every_setting_and_no_other():
    example = tomllib.loads(read("config.example.toml"))
    assert {section: set(keys) for section, keys in example.items()} == sections()


def test_the_example_explains_every_setting():
    """Above each key stands a comment of its own."""
    lines = read("config.example.toml").splitlines()
    for above, line in pairwise(lines):
        if "=" in line and not line.startswith("#"):
            assert above.startswith("# "), line


def test_every_default_of_the_example_is_that_of_the_code(tmp_path, monkeypatch):
    copy = tmp_path / "config.toml"
    copy.write_text(read("config.example.toml"), encoding="utf-8")
    from_example = load_config(copy, {})
    copy.unlink()
    monkeypatch.chdir(tmp_path)
    assert from_example == load_config(None, {})


def test_the_version_is_that_of_the_newest_entry_of_the_changelog(project):
    version = project["project"]["version"]
    released = re.findall(r"^## \[(\d[^]]*)\] - \d{4}-\d\d-\d\d$", read("CHANGELOG.md"), re.M)
    assert released[0] == version
    assert metadata.version("paper-soccer") == version


def test_everything_that_gets_installed_is_pinned_and_installed_as_pinned():
    pins = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", read("constraints.txt"), re.M))
    pins = {canonicalize_name(name): version for name, version in pins.items()}
    needed = closure(Requirement("paper-soccer[dev]")) - {"paper-soccer"}
    assert {name: metadata.version(name) for name in needed}.items() <= pins.items()


def closure(root):
    """The names of a requirement and of all that it needs, here and now."""
    todo, seen = [root], set()
    while todo:
        requirement = todo.pop()
        if str(requirement) not in seen:
            seen.add(str(requirement))
            todo.extend(needs(requirement))
    return {canonicalize_name(Requirement(text).name) for text in seen}


def needs(requirement):
    for line in metadata.requires(requirement.name) or []:
        need = Requirement(line)
        extras = ("", *requirement.extras)
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras):
            need.marker = None
            yield need


def test_no_address_of_a_package_host_is_pinned():
    assert "://" not in read("constraints.txt")


def test_every_room_is_checked_by_every_tool(project):
    tools = project["tool"]
    assert tuple(tools["importlinter"]["root_packages"]) == ROOMS
    assert tuple(tools["coverage"]["run"]["source"]) == ROOMS
    assert set(ROOMS) < set(tools["mypy"]["files"])
    assert set(ROOMS) < set(tools["deptry"]["known_first_party"])
    assert set(ROOMS) < set(tools["setuptools"]["packages"]["find"]["include"])


@pytest.mark.parametrize("room", ["rules", "matches"])
def test_the_inner_rooms_need_nothing_but_the_standard_library(room):
    allowed = {*sys.stdlib_module_names, "rules", room}
    for file in (ROOT / room).rglob("*.py"):
        assert imported(file) <= allowed, file


def imported(file):
    """The top-level names that a file imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names
