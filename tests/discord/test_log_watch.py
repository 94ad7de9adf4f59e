"""Errors that discord.py only logs fail a test that watches."""

from __future__ import annotations

import logging

import pytest

from tests.support.log_watch import LogWatch

log = logging.getLogger("discord.ui.view")


def test_quiet_is_fine() -> None:
    """Warnings and the errors of others are no matter."""
    with LogWatch():
        log.warning("slow")
        logging.getLogger("elsewhere").error("not ours")


def test_an_error_fails_with_its_text() -> None:
    """The message and the exception are in the failure."""
    watch = LogWatch().__enter__()
    log.error("Ignoring exception", exc_info=ZeroDivisionError())
    with pytest.raises(AssertionError, match=r"(?s)Ignoring exception.*ZeroDivisionError"):
        watch.__exit__(None, None, None)


def test_an_expected_error_must_come() -> None:
    """An expectation lets the error pass, and fails when nothing comes."""
    with LogWatch() as watch:
        watch.expect("dynamic item")
        log.error("in a dynamic item")
    with pytest.raises(AssertionError, match="never logged"), LogWatch() as watch:
        watch.expect("dynamic item")


def test_the_failure_of_the_test_itself_is_shown() -> None:
    """An exception inside is not replaced by the watch's."""
    watch = LogWatch().__enter__()
    log.error("consequence")
    watch.__exit__(KeyError, KeyError(), None)
