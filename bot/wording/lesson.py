"""The lessons in words: what is to be done, and what a try was worth."""

from bot.guide.lessons import LESSONS, Verdict
from bot.i18n import Language
from bot.wording.turns import MARKS
from rules import Effect


def lesson_lines(number: int, verdict: Verdict, language: Language) -> str:
    """Two lines above a lesson's board: which one it is, and what to do now."""
    key = LESSONS[number].key
    titles = {
        "segment": language.say("draw a line"),
        "bounce": language.say("use a bounce"),
        "goal": language.say("score by a chain"),
    }
    heading = language.say(
        "**Lesson {number} of {count}: {title}**",
        number=number + 1,
        count=len(LESSONS),
        title=titles[key],
    )
    return f"{heading}\n{_words(key, verdict, language)}"


def _words(key: str, verdict: Verdict, language: Language) -> str:
    if verdict is Verdict.BEGIN:
        return _task(key, language)
    if verdict is Verdict.SOLVED:
        return _praise(key, language)
    again = language.say("Take it back with the button in the middle and try again.")
    words = {
        Verdict.GO_ON: language.say("The ball bounces, and you draw again."),
        Verdict.BACKWARDS: language.say(
            "That is a legal line, but it leads away from the goal that you attack."
        ),
        Verdict.NO_BOUNCE: language.say(
            "The ball came to a fresh point, so your turn is over. The filled dot {mark} bounces.",
            mark=MARKS[Effect.CONTINUES],
        ),
        Verdict.NO_GOAL: language.say(
            "The turn passes without a goal. Go from one {mark} to the next, until you see {wins}.",
            mark=MARKS[Effect.CONTINUES],
            wins=MARKS[Effect.WINS],
        ),
        Verdict.LOST: language.say(
            "That loses at once: {mark} is an own goal, or a dead end.", mark=MARKS[Effect.LOSES]
        ),
    }
    said = words[verdict]
    return said if verdict is Verdict.GO_ON else f"{said} {again}"


def _task(key: str, language: Language) -> str:
    tasks = {
        "segment": language.say(
            "You attack the goal at the top. Tap an arrow that leads towards it: the ball moves "
            "one point. {mark} means that your turn is over then.",
            mark=MARKS[Effect.PASSES],
        ),
        "bounce": language.say(
            "Where a line or a wall touches the point already, the ball bounces and you draw "
            "again. Tap a blue button, to a filled dot {mark}, then draw on.",
            mark=MARKS[Effect.CONTINUES],
        ),
        "goal": language.say(
            "Three lines to the goal, in one turn! Bounce off a drawn line, then off the post, and "
            "the green button {mark} scores.",
            mark=MARKS[Effect.WINS],
        ),
    }
    return tasks[key]


def _praise(key: str, language: Language) -> str:
    praises = {
        "segment": language.say(
            "Well drawn! Now it would be your opponent's turn, from where the ball is."
        ),
        "bounce": language.say(
            "Well bounced! One turn, several lines: with luck and a plan it can go across the "
            "whole pitch."
        ),
        "goal": language.say(
            "**Goal!** That is the game. Now play a real one: `/play` with a friend, or "
            "`/challenge` without a name for whoever wants to accept."
        ),
    }
    return praises[key]
