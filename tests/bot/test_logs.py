"""Logs: one line for each event, without secrets, for people or for programs."""

import json
import logging
import warnings

import pytest

from bot.logs import configure_logging

SECRET = "MTIz.abc.def-ghi"


@pytest.fixture
def configure(capsys):
    """Configure logging as the bot does, and put everything back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield configure_logging
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(False)


@pytest.fixture
def lines(capsys):
    """The lines written to standard error since the last call."""
    return lambda: capsys.readouterr().err.splitlines()


def fail(text):
    raise ValueError(text)


def log_a_failure(text):
    try:
        fail(text)
    except ValueError:
        logging.getLogger("bot.test").exception("it failed")


def test_an_event_is_a_line_with_time_level_and_logger(configure, lines):
    configure("info", json=False)
    record = logging.makeLogRecord(
        {"name": "bot.app", "levelname": "INFO", "levelno": 20, "msg": "up", "created": 86400.25}
    )
    logging.getLogger().handle(record)
    assert lines() == ["1970-01-02T00:00:00.250Z INFO bot.app: up"]


def test_a_traceback_stays_on_the_line_of_its_event_and_the_error_stands_first(configure, lines):
    configure("info", json=False)
    log_a_failure("two\nlines")
    [line] = lines()
    assert ": it failed | ValueError: two\\nlines | Traceback (most recent call last):\\n" in line
    assert "test_logs.py" in line


def test_a_name_with_control_characters_cannot_fake_an_event_or_reach_the_terminal(
    configure, lines
):
    configure("info", json=False)
    logging.getLogger("bot.test").info("player %s", "x\n1970 INFO y\x1b[2J\u2028\u202e zażółć")
    [line] = lines()
    assert line.endswith("player x\\n1970 INFO y\\x1b[2J\\u2028\\u202e zażółć")


def test_only_events_from_the_level_up_are_written(configure, lines):
    configure("warning", json=False)
    logging.getLogger("bot.test").info("quiet")
    logging.getLogger("bot.test").warning("loud")
    assert [line.rpartition(" ")[2] for line in lines()] == ["loud"]


def test_configuring_again_replaces_what_was_set(configure, lines):
    configure("info", json=False)
    configure("info", json=False)
    logging.getLogger("bot.test").info("once")
    assert len(lines()) == 1


@pytest.mark.parametrize("as_json", [False, True])
def test_a_secret_is_hidden_in_messages_arguments_and_exceptions(configure, lines, as_json):
    configure("info", json=as_json, secrets=[SECRET])
    logging.getLogger("bot.test").info("login with %s", SECRET)
    log_a_failure(f"refused {SECRET}")
    written = "\n".join(lines())
    assert SECRET not in written
    assert written.count("[hidden]") >= 3


def test_the_token_of_an_interaction_or_a_webhook_is_hidden(configure, lines):
    configure("info", json=False)
    logging.getLogger("discord.http").warning(
        "rate limited: POST https://discord.com/api/v10/webhooks/12/aBc-1_x/messages/3, "
        "/interactions/45/aW50ZXJhY3Rpb246MTIz=/callback, 'token': 'aW50ZXJhY3Rpb246OTk5'"
    )
    [line] = lines()
    assert line.endswith(
        "/webhooks/12/[hidden]/messages/3, /interactions/45/[hidden]/callback, 'token': '[hidden]'"
    )


def test_json_has_an_object_a_line_with_the_parts_by_name(configure, lines):
    configure("info", json=True)
    logging.getLogger("bot.test").info("zażółć\n%s", "x", stack_info=True)
    log_a_failure("boom")
    first, second = map(json.loads, lines())
    assert first["event"] == "zażółć\nx"
    assert first["stack"].startswith("Stack")
    assert (second["level"], second["logger"]) == ("ERROR", "bot.test")
    assert second["error"] == "ValueError: boom"
    assert second["traceback"].startswith("Traceback")


def test_warnings_of_libraries_are_events_too(configure, lines):
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        configure("info", json=False)
        warnings.warn("old\nways", UserWarning, stacklevel=1)
    [line] = lines()
    assert "WARNING py.warnings: " in line
    assert "old\\nways" in line
