"""The sentences that belong to one game alone: the only place that knows the games by name."""

from bot.i18n import Language
from bot.wording.turns import MARKS
from rules import Effect, Ruleset


def game_sentences(ruleset: Ruleset, language: Language) -> list[str]:
    """The game in a few sentences, for somebody who has never seen it."""
    return {"paper_soccer": _paper_soccer, "gridball": _gridball}[ruleset.game](language)


def _paper_soccer(language: Language) -> list[str]:
    return [
        language.say(
            "Two players draw **one line** on squared paper. A turn draws a segment from the ball "
            "to one of the eight points around it."
        ),
        language.say(
            "**Bounce:** a ball that stops on a point which a line or a wall already touches "
            "bounces, and you draw again. A turn ends on a fresh point."
        ),
        language.say(
            "No line is drawn twice, and nobody runs along or through a wall. **Goal:** bring the "
            "ball into the goal that you attack. A ball in your own goal counts for the other."
        ),
        language.say("**Dead end:** whoever must draw and cannot has lost. Beware of corners."),
    ]


def _gridball(language: Language) -> list[str]:
    return [
        language.say(
            "Two players draw **one line** on squared paper. A turn draws **three segments**, each "
            "from the ball to one of the eight points around it."
        ),
        language.say(
            "Each ends on a **fresh point**, which no line touches yet, and crosses no drawn "
            "diagonal. There are no walls: the ball may run along the edge, but not leave the "
            "field."
        ),
        language.say(
            "**Goal:** bring the ball into the goal that you attack, between the posts; that may "
            "end a turn early. A ball in your own goal counts for the other."
        ),
        language.say(
            "**Trap and penalty:** if no further turn can be drawn from where yours ends, the ball "
            "is locked, and you go on with a penalty: six steps straight, across everything. While "
            "the ball stays locked you draw another, up to six; then your opponent does."
        ),
        language.say(
            "After 300 turns without a goal the game is a **draw** ({mark}).",
            mark=MARKS[Effect.DRAWS],
        ),
    ]
