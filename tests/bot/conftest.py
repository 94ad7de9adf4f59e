"""The table at which tests of the bot sit down."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.table import Table, laid_table


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Alice, Bob and the bot in a server, on a fresh database."""
    async with laid_table(tmp_path) as laid:
        yield laid
