"""The command line: ``paper-soccer``, or ``python -m bot``.

Exit status: 0 after an orderly end; 1 after a fault of the program, or if the doctor finds one of
what it looks at; 2 when the settings or a file keep it from doing what was asked for (one sentence
on standard error says why); 130 after Ctrl-C.
"""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from bot.config import Config, ConfigError, SetupError, load_config, sandbox_name
from bot.logs import configure_logging

_PROGRAM = "paper-soccer"
_PACKAGES_OF_THE_SANDBOX = ("simcord", "markdown_it", "linkify_it", "regex")

_log = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line asks and return the exit status."""
    arguments = _parser().parse_args(argv)
    try:
        if arguments.command == "doctor":
            return _doctor(arguments)
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
        "--version", action="version", version=f"{_PROGRAM} {metadata.version(_PROGRAM)}"
    )
    _add_settings(parser, None)
    _add_sandbox(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    run = _add_command(commands, "run", "run the bot; this is the default")
    _add_sandbox(run)
    _add_command(commands, "migrate", "bring a PostgreSQL database up to date")
    backup = _add_command(commands, "backup", "copy a SQLite database, also while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy, which must not exist")
    restore = _add_command(commands, "restore", "put a copy in the place of a SQLite database")
    restore.add_argument("file", type=Path, metavar="FILE", help="the copy")
    _add_command(commands, "recompute", "make all ratings again from the matches that were rated")
    _add_void(commands)
    doctor = _add_command(commands, "doctor", "say what is wrong with settings, database, Discord")
    doctor.add_argument(
        "--server", type=int, metavar="ID", help="look at the permissions in this server, too"
    )
    parser.set_defaults(
        command="run", sandbox=False, sandbox_without_token=False, sandbox_database=None
    )
    return parser


def _add_void(commands: Any) -> None:
    parser = _add_command(commands, "void", "take matches out of the ratings, after cheating")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--match", type=int, metavar="NUMBER", help="this match")
    what.add_argument("--account", type=int, metavar="ID", help="all of this Discord account")
    what.add_argument(
        "--player", type=int, metavar="NUMBER", help="all of a player whose account is deleted"
    )
    parser.add_argument("--reason", required=True, help="is recorded, and stands at the matches")


def _add_command(commands: Any, name: str, purpose: str) -> argparse.ArgumentParser:
    """A command, which may have the settings' file after its name as well as before it."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=purpose, description=purpose)
    _add_settings(parser, argparse.SUPPRESS)
    return parser


def _add_settings(parser: argparse.ArgumentParser, default: object) -> None:
    parser.add_argument(
        "--config",
        type=Path,
        default=default,
        metavar="FILE",
        help="the settings (default: config.toml)",
    )


def _add_sandbox(parser: argparse.ArgumentParser) -> None:
    # What is not given after the command's name must not undo what was given before it.
    group = parser.add_argument_group("sandbox", argument_default=argparse.SUPPRESS)
    group.add_argument(
        "--sandbox", action="store_true", help="run on a local page, without Discord"
    )
    group.add_argument(
        "--sandbox-without-token",
        action="store_true",
        help="run on Discord, or in the sandbox if no token is set",
    )
    group.add_argument(
        "--sandbox-database",
        type=_sandbox_database,
        metavar="NAME",
        help="keep the sandbox's database under this name (default: a fresh one each time)",
    )


def _sandbox_database(text: str) -> str:
    try:
        return sandbox_name(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _carry_out(arguments: argparse.Namespace, config: Config) -> int:
    if arguments.command == "migrate":
        return _migrate(config)
    if arguments.command == "backup":
        return _back_up(config, arguments.file)
    if arguments.command == "restore":
        return _restore(config, arguments.file)
    if arguments.command == "recompute":
        return asyncio.run(_recompute(config))
    if arguments.command == "void":
        return asyncio.run(_void(config, arguments))
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


def _back_up(config: Config, file: Path) -> int:
    import storage

    storage.back_up(config.storage.url, file)
    print(f"The database is copied to {file}, and the copy is sound.")
    return 0


def _restore(config: Config, file: Path) -> int:
    import storage

    former = storage.restore(config.storage.url, file, config.storage.backups)
    kept = "" if former is None else f" What was there before is kept in {former}."
    print(f"The database is now what {file} holds.{kept}")
    return 0


async def _recompute(config: Config) -> int:
    import storage
    from matches.recomputing import recompute

    store = await storage.open_store(config.storage.url, backups=config.storage.backups)
    try:
        async with store.writing() as uow:
            done = await recompute(uow, now=datetime.now(UTC))
    finally:
        await store.close()
    if done.was_right:
        print(f"All ratings are as {done.events:,} rated matches have them: nothing was changed.")
    else:
        print(
            f"Of {done.events:,} rated matches {done.changes:,} had changed something else than "
            f"they should; {done.ratings:,} ratings are right again."
        )
    return 0


async def _void(config: Config, arguments: argparse.Namespace) -> int:
    from bot.void_command import void

    voided = await void(config, arguments)
    print(f"Void, with all ratings as if they had never been played: {voided:,} rated matches.")
    return 0


def _doctor(arguments: argparse.Namespace) -> int:
    from bot import doctor

    return asyncio.run(doctor.run(arguments.config, os.environ, server=arguments.server))


def _is_setup_error_of_storage(error: Exception) -> bool:
    """Storage has a class of its own for what a person can mend, since it does not know the bot."""
    from storage.errors import StorageSetupError, StoreUnavailable

    return isinstance(error, StorageSetupError | StoreUnavailable)


if __name__ == "__main__":
    sys.exit(main())
