"""Settings: what is read, from where, and what each mistake is told."""

import pytest

from bot.config import AboutConfig, ConfigError, LimitsConfig, load_config
from matches.limits import Limits

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GhIjKl.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture
def write(tmp_path):
    """Write a configuration file and return its path."""

    def write(text, name="settings.toml"):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return write


def refusal(file, environ=None):
    """The sentence with which a file is refused."""
    with pytest.raises(ConfigError) as refused:
        load_config(file, environ or {})
    return str(refused.value)


def test_without_a_file_everything_has_its_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = load_config(None, {})
    assert config.discord.token is None
    assert config.discord.test_guild is None
    assert config.storage.url == f"sqlite:///{(tmp_path / 'data/paper-soccer.sqlite3').as_posix()}"
    assert config.storage.backups == tmp_path / "data" / "backups"
    assert config.limits == LimitsConfig(3, 2, 50, taps_per_minute=120)
    assert (config.logging.level, config.logging.json) == ("info", False)
    assert (config.sandbox.port, config.sandbox.database) == (8765, "")


def test_every_setting_is_read(write):
    file = write(
        f"""
        discord = {{ token = "{TOKEN}", test_guild = 81384788765712384 }}
        storage = {{ url = "postgresql://bot:secret@db:5432/soccer", backups = "copies" }}
        logging = {{ level = "DEBUG", json = true }}
        sandbox = {{ port = 0, database = "demo_1" }}
        [about]
        privacy_url = "https://paper.example/privacy"
        terms_url = "http://paper.example/terms?a=b"
        contact = "ann@paper.example, or Ann on our server"
        [limits]
        open_challenges = 5
        open_challenges_to_one = 1
        running_matches = 9
        taps_per_minute = 0
        """
    )
    config = load_config(file, {})
    assert config.discord.token == TOKEN
    assert config.discord.test_guild == 81384788765712384
    assert config.storage.url == "postgresql://bot:secret@db:5432/soccer"
    assert config.storage.backups == file.parent / "copies"
    assert config.limits == LimitsConfig(5, 1, 9, taps_per_minute=0)
    assert config.limits.of_players == Limits(5, 1, 9)
    assert (config.logging.level, config.logging.json) == ("debug", True)
    assert (config.sandbox.port, config.sandbox.database) == (0, "demo_1")
    assert config.about == AboutConfig(
        "https://paper.example/privacy",
        "http://paper.example/terms?a=b",
        "ann@paper.example, or Ann on our server",
    )


def test_a_relative_database_lies_beside_the_file_that_names_it(write, tmp_path):
    config = load_config(write('storage.url = "sqlite:///games/a.sqlite3"'), {})
    assert config.storage.url == f"sqlite:///{(tmp_path / 'games/a.sqlite3').as_posix()}"
    assert config.storage.backups == tmp_path / "games" / "backups"


def test_an_absolute_database_stays_where_it_is(write, tmp_path):
    url = f"sqlite:///{(tmp_path / 'elsewhere' / 'a.sqlite3').as_posix()}"
    assert load_config(write(f'storage.url = "{url}"'), {}).storage.url == url


def test_config_toml_of_the_working_directory_is_found(write, tmp_path, monkeypatch):
    write("sandbox.port = 1", name="config.toml")
    monkeypatch.chdir(tmp_path)
    assert load_config(None, {}).sandbox.port == 1


def test_the_environment_can_name_the_file_and_the_command_line_goes_before_it(write):
    named = write("sandbox.port = 1", name="named.toml")
    given = write("sandbox.port = 2", name="given.toml")
    environ = {"PAPER_SOCCER_CONFIG": str(named)}
    assert load_config(None, environ).sandbox.port == 1
    assert load_config(given, environ).sandbox.port == 2


def test_the_token_of_the_environment_goes_before_that_of_the_file(write):
    file = write(f'discord.token = "{TOKEN}"')
    assert load_config(file, {"DISCORD_TOKEN": "a.b.c"}).discord.token == "a.b.c"
    assert load_config(file, {"DISCORD_TOKEN": ""}).discord.token == TOKEN


def test_a_file_with_a_byte_order_mark_is_read(tmp_path):
    file = tmp_path / "windows.toml"
    file.write_bytes(b"\xef\xbb\xbf[sandbox]\r\nport = 7\r\n")
    assert load_config(file, {}).sandbox.port == 7


@pytest.mark.parametrize(
    ("text", "key", "allowed"),
    [
        ("[discrod]", "[discrod]", "discord, storage, limits, computer, logging, sandbox"),
        ("port = 1", "[port]", "discord, storage, limits, computer, logging, sandbox"),
        ("discord = 1", "[discord]", "table"),
        ("discord.tokn = ''", "[discord] tokn", "token, test_guild"),
        ("storage.ulr = ''", "[storage] ulr", "url, backups"),
        ("limits.matches = 5", "[limits] matches", "running_matches, taps_per_minute"),
        ("limits.open_challenges = 0", "[limits] open_challenges", "from 1 to 10000"),
        ("limits.running_matches = 10001", "[limits] running_matches", "from 1 to 10000"),
        ("limits.open_challenges_to_one = 1.5", "[limits] open_challenges_to_one", "whole number"),
        ("computer.processes = 65", "[computer] processes", "from 1 to 64"),
        ("computer.processes = 'many'", "[computer] processes", '"auto"'),
        ("computer.processes = true", "[computer] processes", "whole number"),
        ("limits.taps_per_minute = -1", "[limits] taps_per_minute", "0 for no limit"),
        ("logging.levle = ''", "[logging] levle", "level, json"),
        ("sandbox.prot = 1", "[sandbox] prot", "port, database"),
        ("discord.token = 5", "[discord] token", "text"),
        ("discord.test_guild = '1'", "[discord] test_guild", "whole number"),
        ("discord.test_guild = true", "[discord] test_guild", "whole number"),
        ("discord.test_guild = -1", "[discord] test_guild", "0 for none"),
        ("storage.url = 1", "[storage] url", "text"),
        ("storage.url = 'mysql://x/y'", "[storage] url", "sqlite:///"),
        ("storage.url = 'sqlite://'", "[storage] url", "sqlite:///"),
        ("storage.url = 'sqlite:///'", "[storage] url", "name a file"),
        ("storage.url = 'sqlite:///:memory:'", "[storage] url", "name a file"),
        ("storage.url = 'sqlite:///a?mode=ro'", "[storage] url", "question mark"),
        ("storage.url = 'postgresql://host'", "[storage] url", "host:5432/database"),
        ("storage.url = 'postgresql://host:x/d'", "[storage] url", "host:5432/database"),
        ("storage.url = 'postgresql://[::1/d'", "[storage] url", "host:5432/database"),
        ("storage.backups = 1", "[storage] backups", "text"),
        ("logging.level = 'loud'", "[logging] level", "debug, info, warning, error"),
        ("logging.json = 1", "[logging] json", "true or false"),
        ("sandbox.port = 70000", "[sandbox] port", "65535"),
        ("sandbox.port = '1'", "[sandbox] port", "whole number"),
        ("about.privacy = ''", "[about] privacy", "privacy_url, terms_url, contact"),
        ("about.privacy_url = 'PRIVACY.md'", "[about] privacy_url", "https://"),
        ("about.terms_url = 'https://a b'", "[about] terms_url", "https://"),
        ("about.contact = 5", "[about] contact", "text"),
        ('about.contact = "a\\nb"', "[about] contact", "one line"),
        (f"about.contact = '{201 * 'x'}'", "[about] contact", "at most 200"),
        ("sandbox.database = '../x'", "[sandbox] database", "letters"),
    ],
)
def test_a_wrong_setting_is_named_with_its_file_and_what_is_allowed(write, text, key, allowed):
    file = write(text)
    sentence = refusal(file)
    assert str(file) in sentence
    assert key in sentence
    assert allowed in sentence
    assert "\n" not in sentence


def test_a_file_that_was_named_and_is_not_there_is_an_error(tmp_path):
    missing = tmp_path / "nowhere.toml"
    assert str(missing) in refusal(missing)
    assert str(missing) in refusal(None, {"PAPER_SOCCER_CONFIG": str(missing)})


def test_what_is_not_a_readable_file_is_named(tmp_path):
    assert "cannot be read" in refusal(tmp_path)


def test_a_file_that_is_not_toml_is_named_with_the_place(write):
    sentence = refusal(write("[discord\n"))
    assert "settings.toml" in sentence
    assert "line 1" in sentence


def test_a_file_that_is_not_utf8_is_named(tmp_path):
    file = tmp_path / "latin.toml"
    file.write_bytes(b"# caf\xe9")
    assert "UTF-8" in refusal(file)


@pytest.mark.parametrize(
    "token",
    [
        "two words.b.c",
        "a.b.c\n",
        " a.b.c",
        "Bot a.b.c",
        '"a.b.c"',
        "clientsecretwithoutdots",
        "ä.b.c",
    ],
)
def test_a_malformed_token_is_refused_without_printing_it(token):
    sentence = refusal(None, {"DISCORD_TOKEN": token})
    assert "DISCORD_TOKEN" in sentence
    assert token not in sentence


def test_a_malformed_token_in_the_file_is_refused_without_printing_it(write):
    sentence = refusal(write('discord.token = "my secret"'))
    assert "[discord] token" in sentence
    assert "my secret" not in sentence


def test_repr_shows_no_secret(write):
    file = write(
        f"""
        discord.token = "{TOKEN}"
        storage.url = "postgresql://bot:s3cr%40t@db/soccer"
        """
    )
    config = load_config(file, {})
    assert config.secrets == {TOKEN, "s3cr%40t", "s3cr@t"}
    assert not any(secret in repr(config) for secret in config.secrets)


@pytest.mark.parametrize(("text", "processes"), [("0", 0), ("3", 3), ('"auto"', None)])
def test_processes_that_think(write, text, processes):
    """A number, none at all, or as many as the machine allows."""
    assert load_config(write(f"computer.processes = {text}"), {}).computer.processes == processes
