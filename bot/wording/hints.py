"""Hints for newcomers: three sentences on the first board, one when something is new."""

from bot.guide import pages_of
from bot.i18n import Language
from bot.wording.turns import MARKS
from matches.hints import Hint
from rules import Effect, Ruleset


def first_match_lines(ruleset: Ruleset, language: Language) -> str:
    """The game in three sentences."""
    # What is so in this game is what the engine says of the pages.
    pages = {page.key for page in pages_of(ruleset)}
    return "\n".join(
        [
            f"1. {_turn(pages, language)}",
            f"2. {_bounce(pages, language)}",
            f"3. {_end(pages, language)}",
        ]
    )


def _turn(pages: set[str], language: Language) -> str:
    if "three" in pages:
        return language.say(
            "A turn is three lines ({again} you draw again, {passes} it is complete), each to a "
            "neighbouring point that no line touches yet, and never across a diagonal.",
            again=MARKS[Effect.CONTINUES],
            passes=MARKS[Effect.PASSES],
        )
    if "crossing" in pages:
        return language.say(
            "A turn is a line from the ball to one of the eight points around it, but never one "
            "that is drawn already or that crosses a drawn diagonal."
        )
    return language.say(
        "A turn is a line from the ball to one of the eight points around it, but never one that "
        "is drawn already."
    )


def _bounce(pages: set[str], language: Language) -> str:
    if "trap" in pages:
        return language.say(
            "If your turn ends where no other can be drawn, your opponent is trapped and you take "
            "a penalty, a long straight line."
        )
    if "no-bounce" in pages:
        return language.say("Nothing bounces: after each line it is the other one's turn.")
    if "once" in pages and "wall-bounce" in pages:
        return language.say(
            "If the first line of your turn ends on a point that a line or a wall touches already, "
            "the ball bounces and you draw once more."
        )
    if "once" in pages:
        return language.say(
            "If the first line of your turn ends where another line does, the ball bounces and "
            "you draw once more."
        )
    if "wall-bounce" in pages:
        return language.say(
            "If a line or a wall touches the point already, the ball bounces and you draw again."
        )
    return language.say("If a line touches the point already, the ball bounces and you draw again.")


def _end(pages: set[str], language: Language) -> str:
    if "blocked" in pages:
        return language.say(
            "Whoever brings the ball into the goal that their arrow points at wins, and whoever "
            "must draw and cannot loses."
        )
    return language.say("Whoever brings the ball into the goal that their arrow points at wins.")


def hint_sentence(hint: Hint, language: Language) -> str:
    """What happened, in one sentence."""
    sentences = {
        Hint.BOUNCE: language.say(
            "**A bounce!** Something touched that point already, so you draw again; {mark} on the "
            "board and a blue button promise one.",
            mark=MARKS[Effect.CONTINUES],
        ),
        Hint.WALL: language.say(
            "**Off the wall:** walls count as lines, so the ball bounces off them, but nobody can "
            "draw along one."
        ),
        Hint.TRAP: language.say(
            "**A trap!** No whole turn can be drawn from here, so you go on with a penalty: a long "
            "straight line across everything."
        ),
        Hint.PENALTY: language.say(
            "**A penalty:** the ball is locked, so you draw long straight lines until it is free, "
            "six at most; then the turn passes, even with the ball still locked."
        ),
        Hint.DEAD_END: language.say(
            "**Beware of the dead end:** one of the lines marked {mark} leads where no line is "
            "left, and whoever must draw and cannot loses.",
            mark=MARKS[Effect.LOSES],
        ),
        Hint.OWN_GOAL: language.say(
            "**Mind your own goal:** a ball in it counts for your opponent, whoever drew the line, "
            "so {mark} there loses at once.",
            mark=MARKS[Effect.LOSES],
        ),
    }
    return sentences[hint]
