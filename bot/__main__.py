"""The command line: ``paper-soccer``, or ``python -m bot``.

Exit status: 0 after an orderly end, 1 after a fault of the program, 2 when the settings keep it
from starting (one sentence on standard error says why), 130 after Ctrl-C.
"""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from bot.config import Config, ConfigError, SetupError, load_config, sandbox_name
from bot.logs import configure_logging

_PROGRAM = "paper-soccer"
_PACKAGES_OF_THE_SANDBOX = ("simcord", "markdown_it", "linkify_it", "regex")

_log = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line asks and return the exit status."""
    arguments = _parser().parse_args(argv)
    try:
        config = load_config(arguments.config, os.environ)
        configure_logging(config.logging.level, json=config.logging.json, secrets=config.secrets)
        return _carry_out(arguments, config)
    except KeyboardInterrupt:
        return 130
    except SetupError as error:
        return _refuse(error)
    except Exception as error:
        if _is_setup_error_of_storage(error):
            return _refuse(error)
        _log.critical("the program stops at a fault of its own", exc_info=True)
        return 1


def _refuse(error: Exception) -> int:
    """Say in one line what keeps the bot from starting."""
    print(f"{_PROGRAM}: {' '.join(str(error).split())}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=_PROGRAM, description="Paper soccer on Discord.")
    parser.add_argument(
        "command",
        nargs="?",
        choices=("run", "migrate"),
        default="run",
        help="run the bot (the default), or bring a PostgreSQL database up to date",
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the settings (default: config.toml)"
    )
    parser.add_argument(
        "--sandbox", action="store_true", help="run on a local page, without Discord"
    )
    parser.add_argument(
        "--sandbox-without-token",
        action="store_true",
        help="run on Discord, or in the sandbox if no token is set",
    )
    parser.add_argument(
        "--sandbox-database",
        type=_sandbox_database,
        metavar="NAME",
        help="keep the sandbox's database under this name (default: a fresh one each time)",
    )
    parser.add_argument(
        "--version", action="version", version=f"{_PROGRAM} {metadata.version(_PROGRAM)}"
    )
    return parser


def _sandbox_database(text: str) -> str:
    try:
        return sandbox_name(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _carry_out(arguments: argparse.Namespace, config: Config) -> int:
    if arguments.command == "migrate":
        return _migrate(config)
    if arguments.sandbox or arguments.sandbox_database:
        return _run_sandbox(config, arguments.sandbox_database)
    if config.discord.token is not None:
        return _run_on_discord(config)
    if arguments.sandbox_without_token:
        return _run_sandbox(config, None)
    raise ConfigError(
        "no token is set: put it into DISCORD_TOKEN or config.toml, "
        "or try the bot without one with --sandbox"
    )


# What follows is imported where it is used: `--version` and a wrong setting answer at once, and a
# bot without the sandbox's packages starts.


def _run_on_discord(config: Config) -> int:
    from bot import app

    return asyncio.run(app.run(config))


def _run_sandbox(config: Config, database: str | None) -> int:
    try:
        from bot import sandbox
    except ModuleNotFoundError as error:
        if error.name not in _PACKAGES_OF_THE_SANDBOX:
            raise
        raise ConfigError(
            f"the sandbox needs the package {error.name}: install the extra 'sandbox', "
            "or set a token in DISCORD_TOKEN or config.toml"
        ) from error
    return asyncio.run(sandbox.run(config, database=database))


def _migrate(config: Config) -> int:
    import storage

    asyncio.run(storage.migrate(config.storage.url))
    return 0


def _is_setup_error_of_storage(error: Exception) -> bool:
    """Storage has a class of its own for what a person can mend, since it does not know the bot."""
    from storage.errors import StorageSetupError

    return isinstance(error, StorageSetupError)


if __name__ == "__main__":
    sys.exit(main())
