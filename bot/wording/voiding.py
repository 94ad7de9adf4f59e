"""What voiding means, before and after it is done."""

from bot.i18n import Language
from bot.wording.choices import shortened
from bot.wording.names import harmless, message_name, plain
from bot.wording.terms import variant_name
from matches.history import RatingEvent
from matches.people import Person
from matches.void import Void


def void_note(void: Void, language: Language) -> str:
    """The sentence that stands at a voided match."""
    return language.say(
        "the match is void and counts for nothing: {reason}", reason=harmless(void.reason)
    )


def voidable_choice(match: RatingEvent, names: tuple[str, str], language: Language) -> str:
    """A rated match as a choice: its number first, as that is what is typed."""
    first, second = names
    return shortened(
        language.say(
            "{number}: {first} against {second}, {variant}, {day}",
            number=match.match,
            first=first,
            second=second,
            variant=variant_name(match.variant, language),
            day=language.day(match.finished_at),
        )
    )


def match_consequence(match: int, people: tuple[Person, Person], language: Language) -> str:
    """What the form of one match says."""
    first, second = (message_name(person, language) for person in people)
    return language.say(
        "Match {number}, {first} against {second}, will count for nothing: all ratings become what "
        "they would have been without it, also those of others who played the two since. The "
        "players are told. This cannot be undone.",
        number=match,
        first=first,
        second=second,
    )


def account_consequence(matches: int, person: Person, language: Language) -> str:
    """What the form of all matches of somebody says."""
    return language.count(
        "{number} rated match of {name} in this server will count for nothing: all ratings become "
        "what they would have been without it. The player is told, with the reason; nobody is "
        "called to the board. This cannot be undone.",
        "{number} rated matches of {name} in this server will count for nothing: all ratings "
        "become what they would have been without them. The player is told once, with the "
        "reason; nobody is called to the boards. This cannot be undone.",
        matches,
        name=message_name(person, language),
    )


def account_voided(void: Void, server: str, language: Language) -> str:
    """What somebody is told all of whose matches were voided: by those who manage a server, of its
    matches, or by whoever runs the bot.
    """
    reason = harmless(void.reason)
    if void.by is None:
        return language.say(
            "All your rated matches until now are void: ratings are as if they had not been "
            "played. They stay in your history. The reason, as whoever runs the bot gave it: "
            "{reason}",
            reason=reason,
        )
    return language.say(
        "All your rated matches in **{server}** until now are void: ratings are as if they had not "
        "been played. They stay in your history. The reason, as those who manage the server gave "
        "it: {reason}",
        server=harmless(plain(server)),
        reason=reason,
    )


def voided_words(matches: int, language: Language) -> str:
    """What whoever decided is told."""
    return language.count(
        "{number} match is void. Ratings are worked out again, which takes some seconds.",
        "{number} matches are void. Ratings are worked out again, which takes some seconds.",
        matches,
    )
