"""A real browser. A machine without one skips these tests and says so; where `CI` is set, they
fail instead.
"""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

ALONE = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Runs as root in a container, and calls nobody."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, as it is found on the PATH."""
    program = shutil.which("chromium")
    if program is None:
        missing = "there is no program `chromium` on the PATH"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=ALONE)
        yield opened
        opened.close()
