"""Databases for tests of what is stored."""

import pytest


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    found: str = request.getfixturevalue(request.param)
    return found
