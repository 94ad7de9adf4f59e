"""A custom game before it is sent, in words."""

from bot.custom_game import Offer, one_line
from bot.i18n import Language
from bot.wording.names import message_name
from bot.wording.refusals import quoted
from bot.wording.terms import special_line, terms_line, variant_name
from matches.people import Person
from matches.terms import Terms
from rules.custom import HEIGHTS, WIDTHS
from rules.errors import InvalidRulesetError


def bounce_name(bounce: str, language: Language) -> str:
    """How often the ball may bounce in a turn."""
    return {
        "unlimited": language.say("Without limit"),
        "once": language.say("Once"),
        "none": language.say("Never"),
    }[bounce]


def bounce_note(bounce: str, language: Language) -> str:
    """What that means for a turn."""
    return {
        "unlimited": language.say("Whoever bounces draws again, as long as the ball bounces."),
        "once": language.say("Only a turn's first segment can bounce: one or two segments."),
        "none": language.say("A turn is one segment, always."),
    }[bounce]


def size_note(language: Language) -> str:
    """Which sizes there are."""
    return language.say(
        "Width × height, both even: {min_width} to {max_width} × {min_height} to {max_height}",
        min_width=WIDTHS[0],
        max_width=WIDTHS[-1],
        min_height=HEIGHTS[0],
        max_height=HEIGHTS[-1],
    )


def offer_lines(terms: Terms, opponent: Person | None, language: Language) -> str:
    """What would be sent to whom, and that it is not rated."""
    if opponent is None:
        heading = language.say("This is your challenge to anybody. Nobody has seen it yet.")
    else:
        heading = language.say(
            "This is your challenge to {name}. Nobody has seen it yet.",
            name=message_name(opponent, language),
        )
    return "\n".join(
        [
            heading,
            terms_line(terms, language),
            f"*{special_line(terms, language)}*",
            _unrated(terms, language),
        ]
    )


def _unrated(terms: Terms, language: Language) -> str:
    if terms.variant is None:
        return language.say("A custom game is never rated: it changes nobody's rating.")
    return language.say(
        "These are the rules of {variant}; sent from here it is unrated. For a rated match choose "
        "that variant.",
        variant=variant_name(terms.variant, language),
    )


def impossible_lines(offer: Offer, error: InvalidRulesetError, language: Language) -> str:
    """Why such a game cannot be played; the form keeps what was typed."""
    reasons = {
        "size": language.say(
            "`{typed}` is not a size. Type width and height in squares, as in `8 × 10`.",
            typed=quoted(one_line(offer.wish.size)),
        ),
        "width": language.say(
            "The width must be an even number from {least} to {most}.",
            least=WIDTHS[0],
            most=WIDTHS[-1],
        ),
        "height": language.say(
            "The height must be an even number from {least} to {most}.",
            least=HEIGHTS[0],
            most=HEIGHTS[-1],
        ),
        "goal_width": language.say(
            "The goals are too wide for this pitch: there must be a square on either side."
        ),
    }
    typed = language.say(
        "You asked for: {size}, goals {width} wide. *Change* opens the form as you left it.",
        size=f"`{quoted(one_line(offer.wish.size))}`",
        width=offer.wish.goal_width,
    )
    return f"{reasons[error.option]}\n{typed}"
