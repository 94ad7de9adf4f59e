"""Variants, times and terms in words."""

from bot.i18n import Language
from matches.match import Match
from matches.starting import MOST_RATED_A_DAY
from matches.terms import Terms, TurnTime
from rules import Ruleset


def variant_name(key: str | None, language: Language) -> str:
    """A preset's name; None is a custom game."""
    names = {
        "standard": language.say("Standard"),
        "small": language.say("Small"),
        "large": language.say("Large"),
        "no-double-bounce": language.say("No double bounce"),
        "no-bounce": language.say("No bounce"),
        "texas": language.say("Texas Soccer"),
        "gridball": language.say("Gridball"),
        "gridball-classic": language.say("Gridball Classic"),
    }
    return language.say("Custom") if key is None else names[key]


def variant_note(key: str | None, language: Language) -> str:
    """The one line that makes a preset special."""
    notes = {
        "standard": language.say("The classic game: a bounce lets you draw again, without limit."),
        "small": language.say("The classic game on a small pitch: short and sharp."),
        "large": language.say("The classic game on a large pitch: room for long chains."),
        "no-double-bounce": language.say(
            "Only the first segment of a turn can bounce: one or two segments, no chains."
        ),
        "no-bounce": language.say("A turn is one segment, always: nothing bounces."),
        "texas": language.say("Diagonals may not cross: the pitch fills up quickly."),
        "gridball": language.say(
            "Three segments a turn, always to fresh points; a trapped opponent means a penalty."
        ),
        "gridball-classic": language.say("Gridball on the full field, for long games."),
    }
    return language.say("A pitch and rules of your own.") if key is None else notes[key]


def pitch_size(ruleset: Ruleset, language: Language) -> str:
    """The pitch's size in squares."""
    pitch = ruleset.pitch
    return language.say("{width} × {height}", width=pitch.width, height=pitch.height)


def turn_time(time: TurnTime, language: Language) -> str:
    """The time for a turn."""
    duration = time.duration
    if duration is None:
        return language.say("no time limit")
    minutes = int(duration.total_seconds()) // 60
    if minutes < 60:
        return language.count("{number} minute a turn", "{number} minutes a turn", minutes)
    if minutes < 24 * 60:
        return language.count("{number} hour a turn", "{number} hours a turn", minutes // 60)
    return language.count("{number} day a turn", "{number} days a turn", minutes // (24 * 60))


def rated_word(rated: bool, language: Language) -> str:
    """Whether a match changes ratings."""
    return language.say("rated") if rated else language.say("unrated")


def terms_line(terms: Terms, language: Language) -> str:
    """All terms in one line: variant, pitch, time, rated or not."""
    return language.say(
        "{variant}, {size}, {time}, {rated}",
        variant=variant_name(terms.variant, language),
        size=pitch_size(terms.ruleset, language),
        time=turn_time(terms.turn_time, language),
        rated=rated_word(terms.rated, language),
    )


def is_unrated_after_all(match: Match) -> bool:
    """Whether it was meant to be rated and is not: the two have played too many lately."""
    return match.terms.rated and not match.rated


def why_unrated(language: Language) -> str:
    """For everybody: why a match is not rated although it was meant to be."""
    return language.count(
        "the two began {number} rated match within 24 hours",
        "the two began {number} rated matches within 24 hours",
        MOST_RATED_A_DAY,
    )


def told_unrated(language: Language) -> str:
    """The same for whoever begins such a match."""
    return language.count(
        "This match is unrated: you two began {number} rated match within 24 hours.",
        "This match is unrated: you two began {number} rated matches within 24 hours.",
        MOST_RATED_A_DAY,
    )


def special_line(terms: Terms, language: Language) -> str:
    """The one line that makes this game special: a preset's note, or what a custom game changes."""
    if terms.variant is not None:
        return variant_note(terms.variant, language)
    changes = what_differs(terms.ruleset, language)
    if not changes:
        return language.say("The classic game on a pitch of its own.")
    return language.say("The classic game, except: {changes}.", changes=changes)


def what_differs(ruleset: Ruleset, language: Language) -> str:
    """What the options change from the classic game besides the pitch's size; empty if nothing."""
    options = ruleset.options()
    changes = {
        ("goal_width", 1): language.say("goals are one square wide"),
        ("goal_width", 3): language.say("goals are three squares wide"),
        ("bounce", "once"): language.say("only a turn's first segment can bounce"),
        ("bounce", "none"): language.say("nothing bounces, so a turn is one segment"),
        ("wall_bounce", False): language.say("walls do not bounce"),
        ("own_goal", "forbidden"): language.say("nobody may draw into the own goal"),
        ("crossing_diagonals", False): language.say("diagonals may not cross"),
    }
    return "; ".join(
        words for (option, value), words in changes.items() if options.get(option) == value
    )
