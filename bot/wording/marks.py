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
            "**Marks and buttons:** {passes} grey button, the turn passes; {bounces} blue button, "
            "you draw again; {wins} green button, wins; {loses} red button, loses at once; {draws} "
            "grey button, ends in a draw. The middle button takes a segment back.",
            passes=MARKS[Effect.PASSES],
            bounces=MARKS[Effect.CONTINUES],
            wins=MARKS[Effect.WINS],
            loses=MARKS[Effect.LOSES],
            draws=MARKS[Effect.DRAWS],
        )
    return language.say(
        "**Marks and buttons:** {passes} grey button, the turn passes; {bounces} blue button, you "
        "draw again; {wins} green button, wins; {loses} red button, loses at once. The middle "
        "button takes a segment back.",
        passes=MARKS[Effect.PASSES],
        bounces=MARKS[Effect.CONTINUES],
        wins=MARKS[Effect.WINS],
        loses=MARKS[Effect.LOSES],
    )
