"""The settings: one TOML file and two environment variables become frozen values.

Nothing is read when this module is imported. ``load_config`` is the only door:

    SetupError
    ├── ConfigError     the settings are wrong
    ├── LoginError      Discord refuses the token
    ├── Rejected        Discord takes the token, but not what the bot asks for
    └── OutOfReach      Discord does not answer

The text of each error is one sentence for the person who can mend it, and never holds a secret.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from bot import config_values as values
from matches.limits import DEFAULT, Limits

DEFAULT_FILE = "config.toml"
FILE_VARIABLE = "PAPER_SOCCER_CONFIG"
TOKEN_VARIABLE = "DISCORD_TOKEN"

T = TypeVar("T")


class SetupError(Exception):
    """The bot cannot start until somebody changes something; ``str(error)`` says what."""


class ConfigError(SetupError):
    """A setting is unknown, of the wrong type, out of range or unreadable."""


class LoginError(SetupError):
    """Discord does not accept the token."""


class Rejected(SetupError):
    """Discord closes the connection for good: the application, or the program, must change."""


class OutOfReach(SetupError):
    """Discord cannot be reached, or is in trouble itself."""


@dataclass(frozen=True)
class DiscordConfig:
    """How the bot appears on Discord."""

    token: str | None = field(default=None, repr=False)
    test_guild: int | None = None
    """The only server that gets the commands, at once; ``None`` gives them to every server."""


@dataclass(frozen=True)
class StorageConfig:
    """Where the matches are kept. After loading, SQLite's path is absolute."""

    url: str = field(default=values.DEFAULT_DATABASE, repr=False)
    backups: Path | None = None
    """The folder for the copy taken before a migration, and for what a restored copy replaces;
    ``None`` where there is no file to copy.
    """


@dataclass(frozen=True)
class LimitsConfig:
    """What one person may do."""

    open_challenges: int = DEFAULT.open_challenges
    open_challenges_to_one: int = DEFAULT.open_challenges_to_one
    running_matches: int = DEFAULT.running_matches
    taps_per_minute: int = 120
    """How often they may tap a button, send a form or type a command; 0 sets no limit."""

    @property
    def of_players(self) -> Limits:
        """How much they may have under way."""
        return Limits(self.open_challenges, self.open_challenges_to_one, self.running_matches)


@dataclass(frozen=True)
class ComputerConfig:
    """The computer as an opponent."""

    processes: int | None = None
    """How many of its turns are thought about at once; 0 if it does not play, ``None`` for one less
    than the machine has processors, but at least one.
    """


@dataclass(frozen=True)
class LoggingConfig:
    """What the operator reads on standard error."""

    level: str = "info"
    json: bool = False


@dataclass(frozen=True)
class SandboxConfig:
    """The local page on which the bot is tried without Discord."""

    port: int = 8765
    """On the loopback interface; 0 takes any free one."""
    database: str = ""
    """The name of a database that is kept between runs; empty for a fresh one each time."""


@dataclass(frozen=True)
class AboutConfig:
    """What people are told about whoever runs the bot; empty for nothing."""

    privacy_url: str = ""
    terms_url: str = ""
    contact: str = ""


@dataclass(frozen=True)
class Config:
    """All settings. ``folder`` is where relative paths start."""

    folder: Path
    discord: DiscordConfig = DiscordConfig()
    storage: StorageConfig = StorageConfig()
    limits: LimitsConfig = LimitsConfig()
    computer: ComputerConfig = ComputerConfig()
    logging: LoggingConfig = LoggingConfig()
    sandbox: SandboxConfig = SandboxConfig()
    about: AboutConfig = AboutConfig()

    @property
    def secrets(self) -> frozenset[str]:
        """What must never be printed: the token, and the database's password in both spellings."""
        password = urlsplit(self.storage.url).password or ""
        return frozenset({self.discord.token or "", password, unquote(password)} - {""})


def load_config(path: Path | None, environ: Mapping[str, str]) -> Config:
    """The settings of a file, with those of the environment over them.

    The file is ``path``, else the one that ``PAPER_SOCCER_CONFIG`` names, else ``config.toml`` in
    the working directory if there is one. Raises ``ConfigError``.
    """
    file = _chosen_file(path, environ)
    document = _Table("", {} if file is None else _parse(file), where=str(file))
    folder = Path.cwd() if file is None else file.absolute().parent
    config = Config(
        folder=folder,
        discord=_discord(document.table("discord"), environ),
        storage=_storage(document.table("storage"), folder),
        limits=_limits(document.table("limits")),
        computer=_computer(document.table("computer")),
        logging=_logging(document.table("logging")),
        sandbox=_sandbox(document.table("sandbox")),
        about=_about(document.table("about")),
    )
    document.refuse_the_rest()
    return config


def sandbox_name(value: object) -> str:
    """The name of a sandbox database: letters, digits, ``-`` and ``_``. Raises ``ValueError``."""
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9_-]{0,64}", value):
        raise ValueError("must be a name of at most 64 letters, digits, '-' and '_'")
    return value


def _chosen_file(path: Path | None, environ: Mapping[str, str]) -> Path | None:
    if path is not None:
        return path
    if named := environ.get(FILE_VARIABLE):
        return Path(named)
    default = Path(DEFAULT_FILE)
    return default if default.exists() else None


def _parse(file: Path) -> dict[str, Any]:
    try:
        # Editors on Windows put a byte order mark first, which tomllib does not accept.
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ConfigError(f"there is no configuration file {file}") from None
    except OSError as error:
        raise ConfigError(
            f"the configuration file {file} cannot be read: {error.strerror}"
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(f"the configuration file {file} is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the configuration file {file} is not valid TOML: {error}") from None


class _Table:
    """One table of the file, from which the known keys are taken; what is left is a mistake."""

    def __init__(self, name: str, content: dict[str, Any], *, where: str) -> None:
        self._name = name
        self._content = content
        self._where = where
        self._known: list[str] = []

    def take(self, key: str, read: Callable[[object], T], default: T) -> T:
        """The value of a key as ``read`` gives it, else the default. Raises ``ConfigError``."""
        self._known.append(key)
        if key not in self._content:
            return default
        try:
            return read(self._content[key])
        except ValueError as error:
            raise ConfigError(f"{self._where}: {self._spelled(key)} {error}") from None

    def table(self, key: str) -> "_Table":
        """The table under a key, empty if it is not there. Raises ``ConfigError``."""
        content: dict[str, Any] = self.take(key, values.table, {})
        return _Table(key, content, where=self._where)

    def refuse_the_rest(self) -> None:
        """Raises ``ConfigError`` if the table holds a key that nobody took."""
        for key in self._content:
            if key not in self._known:
                allowed = ", ".join(self._known)
                raise ConfigError(
                    f"{self._where}: {self._spelled(key)} is unknown, known are {allowed}"
                )

    def _spelled(self, key: str) -> str:
        return f"[{self._name}] {key}" if self._name else f"[{key}]"


def _discord(table: _Table, environ: Mapping[str, str]) -> DiscordConfig:
    token = table.take("token", values.token, DiscordConfig.token)
    test_guild = table.take("test_guild", values.guild, DiscordConfig.test_guild)
    table.refuse_the_rest()
    if TOKEN_VARIABLE in environ:
        token = _token_of_environment(environ[TOKEN_VARIABLE]) or token
    return DiscordConfig(token=token, test_guild=test_guild)


def _storage(table: _Table, folder: Path) -> StorageConfig:
    url = table.take("url", values.database_url, StorageConfig.url)
    backups = table.take("backups", values.text, "")
    table.refuse_the_rest()
    if not url.startswith(values.SQLITE):
        return StorageConfig(url=url, backups=folder / backups if backups else None)
    database = folder / url.removeprefix(values.SQLITE)
    return StorageConfig(
        url=values.SQLITE + database.as_posix(),
        backups=folder / backups if backups else database.parent / "backups",
    )


def _limits(table: _Table) -> LimitsConfig:
    usual = LimitsConfig()
    limits = LimitsConfig(
        open_challenges=table.take("open_challenges", values.limit, usual.open_challenges),
        open_challenges_to_one=table.take(
            "open_challenges_to_one", values.limit, usual.open_challenges_to_one
        ),
        running_matches=table.take("running_matches", values.limit, usual.running_matches),
        taps_per_minute=table.take("taps_per_minute", values.limit_or_none, usual.taps_per_minute),
    )
    table.refuse_the_rest()
    return limits


def _computer(table: _Table) -> ComputerConfig:
    processes = table.take("processes", values.processes, ComputerConfig.processes)
    table.refuse_the_rest()
    return ComputerConfig(processes=processes)


def _logging(table: _Table) -> LoggingConfig:
    level = table.take("level", values.level, LoggingConfig.level)
    json = table.take("json", values.boolean, LoggingConfig.json)
    table.refuse_the_rest()
    return LoggingConfig(level=level, json=json)


def _sandbox(table: _Table) -> SandboxConfig:
    port = table.take("port", values.port, SandboxConfig.port)
    database = table.take("database", sandbox_name, SandboxConfig.database)
    table.refuse_the_rest()
    return SandboxConfig(port=port, database=database)


def _about(table: _Table) -> AboutConfig:
    privacy_url = table.take("privacy_url", values.web_address, AboutConfig.privacy_url)
    terms_url = table.take("terms_url", values.web_address, AboutConfig.terms_url)
    contact = table.take("contact", values.line, AboutConfig.contact)
    table.refuse_the_rest()
    return AboutConfig(privacy_url=privacy_url, terms_url=terms_url, contact=contact)


def _token_of_environment(value: str) -> str | None:
    try:
        return values.token(value)
    except ValueError as error:
        raise ConfigError(f"the environment variable {TOKEN_VARIABLE} {error}") from None
