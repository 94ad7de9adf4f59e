"""Compiles the search, if this machine can: `python -m ai.building`.

The files of `ai/core/` are plain Python with C types beside them (`*.pxd`). Their compiled copy
lies in `ai/built/`, in a package whose name is a hash of its sources and of the Python that it is
for: another source never meets an old copy, and what is not there is run as it stands.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = HERE / "core"
PLACE = HERE / "built"
FLAGS = ("-O3", "-march=native", "-g0", "-ffp-contract=off")
"""No fused multiplications: compiled and plain code give the same numbers."""


def package_name() -> str:
    """The name of the compiled package that belongs to the sources and the Python of now."""
    digest = hashlib.sha256(repr((sys.version, sys.implementation.cache_tag, FLAGS)).encode())
    for source in sorted(SOURCES.glob("*.p*")):
        digest.update(source.name.encode() + source.read_bytes())
    return f"core_{digest.hexdigest()[:16]}"


def is_built() -> bool:
    """Whether the compiled copy of the sources of now is there."""
    return (PLACE / package_name() / "__init__.py").exists()


def obstacle() -> str | None:
    """What keeps this machine from compiling, in a sentence; None if nothing is known to."""
    if importlib.util.find_spec("Cython") is None or importlib.util.find_spec("setuptools") is None:
        return "Cython is not installed"
    compiler = os.environ.get("CC", "cc").split()[0]
    if os.name != "nt" and not any(map(shutil.which, (compiler, "gcc", "clang"))):
        return "there is no C compiler"
    return None


def build() -> str | None:
    """Compile what is not compiled yet; why it could not be, or None."""
    if is_built():
        return None
    reason = obstacle()
    if reason is not None:
        return reason
    print("Compiling the computer's search, once; this takes a minute ...", flush=True)
    PLACE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        # The package that the compiled files will be found in is part of their names.
        package = Path(folder) / "ai" / "built" / package_name()
        package.mkdir(parents=True)
        for above in (package.parent, package.parent.parent):
            (above / "__init__.py").touch()
        for source in SOURCES.glob("*.p*"):
            shutil.copy(source, package)
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT, folder, *FLAGS], capture_output=True, text=True
        )
        modules = [*package.glob("*.so"), *package.glob("*.pyd")]
        if done.returncode or not modules:
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            return " ".join(["compiling failed:", *last])
        _replace(modules)
    return None


def _replace(modules: list[Path]) -> None:
    """Put the compiled modules where they are looked for, and take those of other sources away."""
    for old in PLACE.glob("core_*"):
        shutil.rmtree(old, ignore_errors=True)
    (PLACE / "__init__.py").touch()
    package = PLACE / package_name()
    package.mkdir()
    for module in modules:
        shutil.move(module, package)
    # The mark that all is there: it comes last.
    (package / "__init__.py").touch()


_SCRIPT = """
import os, sys
os.chdir(sys.argv[1])
from Cython.Build import cythonize
from setuptools import Extension, setup
from pathlib import Path
flags = [] if os.name == "nt" else sys.argv[2:]
files = [p for p in Path(".").glob("ai/built/core_*/*.py") if p.stem != "__init__"]
names = [".".join(p.with_suffix("").parts) for p in files]
extensions = [Extension(n, [str(p)], extra_compile_args=flags) for n, p in zip(names, files)]
setup(
    name="core",
    packages=[],
    script_args=["build_ext", "--inplace"],
    ext_modules=cythonize(extensions, quiet=True),
)
"""


def main() -> int:
    """Compile and say what came of it."""
    reason = build()
    if reason is None:
        return 0
    print(f"The computer plays uncompiled, and so less well: {reason}.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
