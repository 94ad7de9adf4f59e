"""Languages: every text that a person reads goes through a catalogue here.

The catalogues are GNU gettext's (`locales/<language>/LC_MESSAGES/bot.po`), compiled to `.mo` by
`dev.py`; a text without a translation is shown in English, which is how it stands in the code.
Which language is meant is always an argument: a reader's own for private answers, the server's
for public messages.
"""

import gettext
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import discord

from bot.written import written
from matches.place import ServerSettings

LOCALES = Path(__file__).parent / "locales"
DOMAIN = "bot"

LANGUAGES: dict[str, str] = {"en-US": "en", "en-GB": "en"}
"""The catalogue of each of Discord's locales that has one; English is for all others."""


class Language:
    """One language. Texts take their values by name, so that a translation may reorder them."""

    def __init__(self, tag: str, catalogue: gettext.NullTranslations) -> None:
        self.tag = tag
        self._catalogue = catalogue
        self._written = written(tag)

    def say(self, text: str, /, **values: object) -> str:
        """The text in this language, with its `{name}` places filled if there are values."""
        translated = self._catalogue.gettext(text)
        return translated.format(**values) if values else translated

    def count(self, one: str, many: str, number: int, /, **values: object) -> str:
        """The form of the text that belongs to a number, which fills `{number}`."""
        form = self._catalogue.ngettext(one, many, number)
        return form.format(number=self.number(number), **values)

    def number(self, number: int) -> str:
        """A whole number, with what stands between its thousands."""
        return self._written.number(number)

    def signed(self, number: int) -> str:
        """A change, with its sign."""
        return self._written.signed(number)

    def day(self, moment: datetime) -> str:
        """A moment's day in UTC, for where Discord cannot show the reader's own."""
        return self._written.date(moment.astimezone(UTC).date())


def language(locale: discord.Locale | str | None) -> Language:
    """The language of one of Discord's locales; English where there is no catalogue."""
    return _language(LANGUAGES.get(str(locale), "en"))


@lru_cache
def _language(tag: str) -> Language:
    return Language(tag, gettext.translation(DOMAIN, LOCALES, languages=[tag], fallback=True))


ENGLISH = language("en-US")


def reader_language(interaction: discord.Interaction) -> Language:
    """The language of whoever acts: private answers are in it."""
    return language(interaction.locale)


def server_language(guild: discord.Guild | None, settings: ServerSettings) -> Language:
    """The language of a server: its public messages are in it.

    Its administrators chose it, or Discord knows it.
    """
    if settings.language in LANGUAGES.values():
        return _language(settings.language)
    return language(None if guild is None else guild.preferred_locale)
