"""The font files, and the code points of the glyphs in them that Unicode has no character for.

`python -m renderer.fonts` gives the glyphs these code points, all of them for private use, so that
drawing a name needs no engine for layout. Text from outside never holds them: `renderer.text`
replaces what is private.
"""

_JOINED = 0xF0000
_FIRST_ARABIC, _LAST_ARABIC = 0x600, 0x8FF
_FLAGS = 0xF2000
_FIRST_LETTER_OF_FLAG = 0x1F1E6
_LETTERS_OF_FLAGS = 26

INITIAL, MEDIAL, FINAL = range(1, 4)


def joined_glyph(letter: str, form: int) -> str:
    """Stands for the glyph of an Arabic letter in a word: `INITIAL`, `MEDIAL` or `FINAL`.

    Whether a font has it tells whether the letter joins. Empty for others than Arabic letters.
    """
    at = ord(letter)
    if not _FIRST_ARABIC <= at <= _LAST_ARABIC:
        return ""
    return chr(_JOINED + 4 * (at - _FIRST_ARABIC) + form)


def flag_glyph(first: str, second: str) -> str:
    """Stands for the flag that two regional indicators mean together."""
    places = [ord(letter) - _FIRST_LETTER_OF_FLAG for letter in (first, second)]
    return chr(_FLAGS + _LETTERS_OF_FLAGS * places[0] + places[1])
