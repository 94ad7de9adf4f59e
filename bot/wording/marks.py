"""The marks on the picture and the colours of the pad, in words."""

from bot.guide.claims import DrawAfter
from bot.guide.pages import pages_of
from bot.i18n import Language
from bot.wording.turns import MARKS
from rules import Effect, Ruleset


def marks_legend(ruleset: Ruleset, language: Language) -> str:
    """What the marks on the picture and the colours of the pad mean in this game."""
    claims = (claim for page in pages_of(ruleset) for claim in page.claims)
    if any(isinstance(claim, DrawAfter) for claim in claims):
        return language.say(
            "**On the board:** {passes} grey, the turn passes; {bounces} blue, you draw again; "
            "{wins} green, wins; {loses} red, loses at once; {draws} grey, ends in a draw. The "
            "middle button takes a segment back.",
            passes=MARKS[Effect.PASSES],
            bounces=MARKS[Effect.CONTINUES],
            wins=MARKS[Effect.WINS],
            loses=MARKS[Effect.LOSES],
            draws=MARKS[Effect.DRAWS],
        )
    return language.say(
        "**On the board:** {passes} grey, the turn passes; {bounces} blue, you draw again; {wins} "
        "green, wins; {loses} red, loses at once. The middle button takes a segment back.",
        passes=MARKS[Effect.PASSES],
        bounces=MARKS[Effect.CONTINUES],
        wins=MARKS[Effect.WINS],
        loses=MARKS[Effect.LOSES],
    )
