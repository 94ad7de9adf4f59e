"""The pages of the rules in words: a title, a sentence or two, and what the picture shows."""

from bot.guide.example import Example
from bot.guide.pages import GuidePage
from bot.i18n import Language
from bot.wording.alternative import ball_text, free_text, with_record
from bot.wording.terms import pitch_size, special_line, variant_name
from bot.wording.turns import MARKS
from matches.terms import Terms
from rules import Effect, Player, Position, Ruleset, StepKind


def guide_lines(ruleset: Ruleset, page: GuidePage, language: Language) -> str:
    """What stands above a page's picture: the game and the page's title, then its sentences."""
    heading = language.say(
        "**{variant}: {title}**",
        variant=variant_name(Terms(ruleset).variant, language),
        title=page_title(page.key, language),
    )
    if not page.example.game.turns:
        words = f"{_about(ruleset, language)} {page_words(page.key, language)}"
    else:
        words = page_words(page.key, language)
    return f"{heading}\n{words}"


def _about(ruleset: Ruleset, language: Language) -> str:
    """The line that makes the game special, and its size."""
    note = special_line(Terms(ruleset), language)
    size = language.say("The pitch has {size} squares.", size=pitch_size(ruleset, language))
    return f"{note} {size}"


def page_title(key: str, language: Language) -> str:
    """A page's title."""
    titles = {
        "pitch": language.say("the pitch"),
        "field": language.say("the field"),
        "segment": language.say("a segment"),
        "bounce": language.say("the bounce"),
        "chain": language.say("the chain"),
        "once": language.say("one bounce only"),
        "no-bounce": language.say("one line a turn"),
        "wall-bounce": language.say("the wall"),
        "wall": language.say("the wall"),
        "quiet-walls": language.say("walls do not bounce"),
        "corner": language.say("beside the goal"),
        "crossing": language.say("no crossing"),
        "goal": language.say("to win, score"),
        "post": language.say("the post"),
        "own-goal": language.say("the own goal"),
        "no-own-goal": language.say("no own goals"),
        "dead-end": language.say("the dead end"),
        "corner-trap": language.say("the dead end"),
        "blocked": language.say("to win, block"),
        "three": language.say("a turn of three"),
        "fresh": language.say("fresh points only"),
        "completable": language.say("whole turns only"),
        "edge": language.say("the edge"),
        "field-goal": language.say("the goal"),
        "field-own-goal": language.say("the own goal"),
        "trap": language.say("the trap"),
        "penalty": language.say("the penalty"),
        "penalty-goal": language.say("a penalty that scores"),
        "penalty-again": language.say("another penalty"),
        "penalty-limit": language.say("six penalties"),
    }
    return titles[key]


def page_words(key: str, language: Language) -> str:
    """A page's sentences; each says no more than the page's claims and the rules it stands for."""
    passes, again = MARKS[Effect.PASSES], MARKS[Effect.CONTINUES]
    wins, loses = MARKS[Effect.WINS], MARKS[Effect.LOSES]
    words = {
        "pitch": language.say(
            "In these pictures you draw first and attack the goal at the top, your opponent the "
            "one at the bottom."
        ),
        "field": language.say(
            "In these pictures you draw first and attack the goal at the bottom, your opponent the "
            "one at the top."
        ),
        "segment": language.say(
            "A turn draws one line from the ball to one of the eight points around it, but none "
            "that is drawn already. {mark} means: then it is your opponent's turn.",
            mark=passes,
        ),
        "bounce": language.say(
            "A ball that comes to a point where a line ends already **bounces**: you draw again. "
            "Here your line came back to the centre. {mark} on the board promises a bounce.",
            mark=again,
        ),
        "chain": language.say(
            "Bounces have no limit. Three in one turn have brought you here, and you still draw: "
            "a **chain**. It ends on a point that nothing touches."
        ),
        "once": language.say(
            "Only the first line of a turn can bounce. Your second one came to a used point too, "
            "but the turn has passed: a turn is one line or two, never a chain."
        ),
        "no-bounce": language.say(
            "A turn is one line, always. You came to a point where lines end, and yet the turn has "
            "passed: nothing bounces in this game."
        ),
        "wall-bounce": language.say(
            "Walls are lines as well. The ball **bounces** off them, and nobody may draw along a "
            "wall or through it: from here you can only go back into the pitch."
        ),
        "wall": language.say(
            "Walls are drawn before the first turn: nobody may draw along a wall or through it. "
            "From here you can only go back into the pitch."
        ),
        "quiet-walls": language.say(
            "In this game only drawn lines bounce, walls do not. You came to the wall, and the "
            "turn has passed."
        ),
        "corner": language.say(
            "The goal's corner cannot be cut. From this point beside the post the diagonal would "
            "enter the goal from outside, so it is not allowed: go round the post."
        ),
        "crossing": language.say(
            "No two diagonals may cross. The point down right is free, but a diagonal is drawn "
            "across the way to it, so you must find another."
        ),
        "goal": language.say(
            "Bring the ball into the goal that you attack and you **win**, at once. {mark} on the "
            "board marks the line that scores.",
            mark=wins,
        ),
        "post": language.say(
            "A post is part of the wall, so the ball bounces off it, and with {mark} it goes on "
            "into the goal: a favourite way to score.",
            mark=wins,
        ),
        "own-goal": language.say(
            "The goal at the bottom is yours to guard. A ball in it counts for your opponent, "
            "whoever drew the line: {mark} loses at once.",
            mark=loses,
        ),
        "no-own-goal": language.say(
            "In this game nobody may draw into the own goal: although the ball stands right in "
            "front of it, those lines are not allowed."
        ),
        "dead-end": language.say(
            "Whoever must draw and has no line left **loses**. A ball in the corner bounces and "
            "cannot get out again: beware of {mark}.",
            mark=loses,
        ),
        "corner-trap": language.say(
            "Whoever must draw and has no line left **loses**. A ball in the corner cannot get out "
            "again, and after your line it is your opponent's turn: {mark} wins.",
            mark=wins,
        ),
        "blocked": language.say(
            "The other way to **win**: your opponent must draw and cannot. The ball is in the "
            "corner, no line is left, and the game is yours."
        ),
        "three": language.say(
            "A turn is **three** lines, each to a point that no line touches yet. Two are drawn "
            "here; with the third ({mark}) the turn passes. Nothing bounces.",
            mark=passes,
        ),
        "fresh": language.say(
            "Touched points are closed to you, and diagonals may not cross: straight down is "
            "touched here, and down right would cross a drawn line."
        ),
        "completable": language.say(
            "No line may lead where your turn cannot be completed: the point straight up is free, "
            "but no two lines follow from there. So its arrow is disabled."
        ),
        "edge": language.say(
            "The edge of the field is no wall: the ball may run along it, up and down, but it "
            "never leaves the field."
        ),
        "field-goal": language.say(
            "A line that enters the goal between the posts, straight or diagonally, ends the turn "
            "and **wins** at once: {mark}.",
            mark=wins,
        ),
        "field-own-goal": language.say(
            "The goal at the top is yours to guard. A ball in it counts for your opponent, whoever "
            "drew the line: {mark} loses at once.",
            mark=loses,
        ),
        "trap": language.say(
            "Your third line has led into a **trap**: from here no turn of three can be drawn. So "
            "you go on at once, with a penalty. Each mark shows where one would end."
        ),
        "penalty": language.say(
            "A **penalty** is a straight line of six, and nothing stops it: this one has passed "
            "touched points, crossed a line and run along another."
        ),
        "penalty-goal": language.say(
            "A penalty that leads into the goal ends there: with {mark} you score and **win**.",
            mark=wins,
        ),
        "penalty-again": language.say(
            "Your penalty has ended where no turn of three can be drawn either. The ball is still "
            "**locked**, so you take another."
        ),
        "penalty-limit": language.say(
            "A turn has six penalties at most. After these the ball is still locked, so your "
            "opponent goes on with penalties. After 300 turns the game is a draw."
        ),
    }
    return words[key]


def you_and_opponent(language: Language) -> tuple[str, str]:
    """The names of the two sides in an example."""
    return language.say("You"), language.say("Opponent")


def example_text(example: Example, language: Language) -> str:
    """The alternative text of an example's picture, in a page or a lesson: the sides, the ball,
    whose turn it is, each free direction with what it does, and what has been drawn.
    """
    return with_record(example_sentences(example, language), example.game, example.draft, language)


def example_sentences(example: Example, language: Language) -> list[str]:
    """The same without the record."""
    position = example.position
    parts = [
        language.say("An example on {size} squares.", size=pitch_size(position.ruleset, language)),
        _sides(position.ruleset, language),
        ball_text(position, Player.FIRST, language),
        _turn(position, language),
    ]
    if position.to_move is Player.FIRST:
        parts.append(free_text(position, language))
    if example.draft:
        parts.append(language.say("Drawn of this turn: {steps}.", steps=example.draft))
    return parts


def _sides(ruleset: Ruleset, language: Language) -> str:
    """Who attacks where, the reader's goal last: its posts are told next."""
    goal = ruleset.pitch.goal_attacked_by(Player.FIRST)
    if goal.back < goal.line:
        return language.say("Your opponent attacks the bottom goal, you the top goal.")
    return language.say("Your opponent attacks the top goal, you the bottom goal.")


def _turn(position: Position, language: Language) -> str:
    if position.to_move is None:
        won = position.outcome is not None and position.outcome.winner is Player.FIRST
        return language.say("You have won.") if won else language.say("You have lost.")
    if position.to_move is Player.SECOND:
        return language.say("It is your opponent's turn.")
    if position.next_step is StepKind.PENALTY:
        return language.say("You take a penalty.")
    return language.say("You are to draw.")
