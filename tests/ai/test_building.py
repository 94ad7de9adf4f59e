"""The compiled copy: never stale, never in the way."""

import importlib.util
import shutil
import subprocess

import pytest

from ai import building
from ai.kernel import kernel


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A copy of the sources, with nothing compiled."""
    sources = tmp_path / "core"
    sources.mkdir()
    for name in ("one.py", "one.pxd"):
        (sources / name).write_text("x = 1\n")
    monkeypatch.setattr(building, "SOURCES", sources)
    monkeypatch.setattr(building, "PLACE", tmp_path / "built")
    monkeypatch.setattr(building, "obstacle", lambda: None)
    return tmp_path


@pytest.fixture
def compiler(monkeypatch):
    """A compiler that makes empty modules, or fails."""

    class Compiler:
        status = 0
        calls = 0

        def run(self, command, **_):
            self.calls += 1
            folder = next(building.PLACE.glob("*/ai/built/core_*"))
            if not self.status:
                (folder / "one.so").touch()
            return subprocess.CompletedProcess(command, self.status, "", "a\nno such header\n")

    compiler = Compiler()
    monkeypatch.setattr(subprocess, "run", compiler.run)
    return compiler


def test_what_is_compiled_is_found_and_not_compiled_again(place, compiler):
    assert not building.is_built()
    assert building.build() is None
    assert building.is_built()
    assert building.build() is None
    assert compiler.calls == 1
    assert (building.PLACE / building.package_name() / "one.so").exists()


@pytest.mark.parametrize("name", ["one.py", "one.pxd"])
def test_a_changed_source_has_no_compiled_copy_and_the_old_one_goes(place, compiler, name):
    building.build()
    old = building.PLACE / building.package_name()
    (place / "core" / name).write_text("x = 2\n")
    assert not building.is_built()
    building.build()
    assert building.is_built()
    assert not old.exists()


def test_a_compiler_that_fails_is_told_with_its_last_line(place, compiler):
    compiler.status = 1
    assert building.build() == "compiling failed: no such header"
    assert not building.is_built()


def test_without_a_compiler_one_sentence_says_so(place, monkeypatch, capsys):
    monkeypatch.setattr(building, "obstacle", lambda: "there is no C compiler")
    assert building.main() == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "there is no C compiler" in said.err


def test_a_compiled_search_is_nothing_to_speak_of(place, compiler, capsys):
    building.build()
    capsys.readouterr()
    assert building.main() == 0
    assert capsys.readouterr().err == ""


def test_what_is_missing_is_found(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert building.obstacle() == "there is no C compiler"
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert building.obstacle() is None
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert building.obstacle() == "Cython is not installed"


def test_the_plain_search_is_there_in_any_case():
    assert not kernel(plain=True).compiled


def test_without_a_compiled_copy_the_plain_search_plays(place):
    kernel.cache_clear()
    assert kernel() == kernel(plain=True)
    kernel.cache_clear()
