"""Brings the catalogues up to date with the texts in the code: `python3 dev.py texts`.

Nothing is written that changes by itself, no dates and no line numbers, so that a difference in a
catalogue is a difference in a text.
"""

import argparse
import ast
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.i18n import DOMAIN, LOCALES

CODE = Path(__file__).parents[1]
MARKS = {"say": 1, "count": 2, "locale_str": 1}
"""What marks a text in the code, and how many of its arguments are texts."""
SOURCE = "en"
"""The language of the code: its catalogue is filled by itself."""

_TEMPLATE_COMMENT = "# Every text of the bot. Made by `python3 dev.py texts`: do not edit."
_SOURCE_COMMENT = "# The texts as they stand in the code. Made by `python3 dev.py texts`."
_LANGUAGE_COMMENT = "# The bot in {language}."


def main(argv: Sequence[str] | None = None) -> int:
    """Write the template and every catalogue; begin one for each language that is named."""
    parser = argparse.ArgumentParser(prog="dev.py texts", description=__doc__)
    parser.add_argument("language", nargs="*", help="begin a catalogue for it, as in `pl`")
    try:
        for path, text in up_to_date(LOCALES, parser.parse_args(argv).language).items():
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8", newline="\n")
                print(f"changed: {path.relative_to(LOCALES.parents[1])}")
    except (UnknownLocaleError, ValueError) as error:
        print(f"dev.py: {error}", file=sys.stderr)
        return 1
    return 0


def up_to_date(folder: Path, new_languages: Sequence[str] = ()) -> dict[Path, str]:
    """Every file of the catalogues as it should be. UnknownLocaleError for an unknown language."""
    files = {folder / f"{DOMAIN}.pot": _written(gathered(), _TEMPLATE_COMMENT)}
    for language in sorted({SOURCE, *languages(folder), *new_languages}):
        path = catalogue_path(folder, language)
        files[path] = _updated(path, language)
    return files


def languages(folder: Path) -> list[str]:
    """The languages that have a catalogue."""
    return [path.parents[1].name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")]


def catalogue_path(folder: Path, language: str) -> Path:
    """Where the catalogue of a language stands."""
    return folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalogue(path: Path, language: str) -> Catalog:
    """A catalogue as it stands in its file."""
    with path.open(encoding="utf-8") as file:
        return read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)


def gathered() -> Catalog:
    """Every text in the code."""
    catalogue = Catalog(domain=DOMAIN, charset="utf-8")
    for name, text in _found():
        catalogue.add(text, locations=[(f"bot/{name}", 0)])
    return catalogue


def _found() -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """The texts and their files. Not by Babel's own search, which misses them in f-strings."""
    for path in sorted(CODE.rglob("*.py")):
        name = path.relative_to(CODE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (texts := marked_texts(node)):
                yield name, texts if len(texts) > 1 else texts[0]


def marked_texts(call: ast.Call) -> tuple[str, ...]:
    """The texts that a call marks: one, or that for one and that for many; empty for none."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    arguments = call.args[: MARKS.get(name, 0)]
    texts = [a.value for a in arguments if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return tuple(texts) if texts and len(texts) == MARKS.get(name) else ()


def _updated(path: Path, language: str) -> str:
    locale = Locale.parse(language)
    catalogue = Catalog(locale, domain=DOMAIN, charset="utf-8")
    comment = _LANGUAGE_COMMENT.format(language=locale.english_name)
    if path.exists():
        catalogue = read_catalogue(path, language)
        comment = catalogue.header_comment or comment
    # A text that has changed a little keeps its translation, marked fuzzy until somebody looks.
    catalogue.update(gathered(), no_fuzzy_matching=language == SOURCE)
    if language == SOURCE:
        comment = _SOURCE_COMMENT
        for message in catalogue:
            message.string = message.id
    return _written(catalogue, comment)


def _written(catalogue: Catalog, comment: str) -> str:
    """The file: a short header of our own, then the texts in the order of the alphabet."""
    header = [comment, 'msgid ""', 'msgstr ""', r'"Content-Type: text/plain; charset=utf-8\n"']
    if catalogue.locale is not None:
        header.append(rf'"Language: {catalogue.locale_identifier}\n"')
        header.append(rf'"Plural-Forms: {catalogue.plural_forms}\n"')
    body = io.BytesIO()
    write_po(
        body,
        catalogue,
        width=0,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    return "\n".join(header) + "\n\n" + body.getvalue().decode("utf-8").rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.exit(main())
