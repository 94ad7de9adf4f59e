"""A player's card in words: above the picture, as its alternative text, and to be read instead."""

from bot.i18n import Language
from bot.wording.board import rating_text
from bot.wording.names import message_name, shown_name
from bot.wording.terms import variant_name
from matches.match import EndReason
from matches.people import Person
from matches.profile import PresetRating, Profile
from matches.results import Tally
from rules import Player

LONGEST = 1024
"""Characters of an alternative text, Discord's limit."""
LONGEST_MESSAGE = 2000
"""The same of a message."""


def card_line(profile: Profile, language: Language) -> str:
    """What stands above the picture."""
    name, results = message_name(profile.person, language), profile.results.total
    if profile.scope is None:
        return language.say(
            "**{name}** in paper soccer, everywhere: {results}.",
            name=name,
            results=tally_words(results, language),
        )
    return language.say(
        "**{name}** in paper soccer, in this server: {results}.",
        name=name,
        results=tally_words(results, language),
    )


def nothing_played(person: Person, *, own: bool, here: bool, language: Language) -> str:
    """What there is instead of a card for who has not finished a match, `here` in this server."""
    if own and here:
        return language.say(
            "You have not finished a match in this server yet. `/play` challenges a friend, and "
            "`/help` shows how the game goes."
        )
    if own:
        return language.say(
            "You have not finished a match yet. `/play` challenges a friend, and `/help` shows how "
            "the game goes."
        )
    name = message_name(person, language)
    if here:
        return language.say("{name} has not finished a match in this server yet.", name=name)
    return language.say("{name} has not finished a match yet.", name=name)


def side_name(side: Player, language: Language) -> str:
    """Who drew first."""
    names = {
        Player.FIRST: language.say("First player"),
        Player.SECOND: language.say("Second player"),
    }
    return names[side]


def reason_name(reason: EndReason, language: Language) -> str:
    """How a match ended, in a word or two."""
    names = {
        EndReason.GOAL: language.say("Goal"),
        EndReason.OWN_GOAL: language.say("Own goal"),
        EndReason.BLOCKED: language.say("Blocked"),
        EndReason.TURN_LIMIT: language.say("Turn limit"),
        EndReason.RESIGNED: language.say("Resigned"),
        EndReason.TIME: language.say("Out of time"),
        EndReason.AGREED: language.say("Agreed draw"),
    }
    return names.get(reason, language.say("Closed"))


def only_void(void: int, person: Person, *, here: bool, language: Language) -> str:
    """What there is instead of a card for somebody whose finished matches are all void."""
    name = message_name(person, language)
    if here:
        return language.count(
            "No match of {name} counts in this server: {number} is void.",
            "No match of {name} counts in this server: {number} are void.",
            void,
            name=name,
        )
    return language.count(
        "No match of {name} counts: {number} is void.",
        "No match of {name} counts: {number} are void.",
        void,
        name=name,
    )


def tally_words(tally: Tally, language: Language, *, void: int = 0) -> str:
    """How many were won, drawn and lost, and how many are void; what never happened is left out."""
    parts = [
        language.count("{number} won", "{number} won", tally.won),
        language.count("{number} drawn", "{number} drawn", tally.drawn),
        language.count("{number} lost", "{number} lost", tally.lost),
        language.count("{number} void", "{number} void", void),
    ]
    counts = (tally.won, tally.drawn, tally.lost, void)
    shown = [words for words, count in zip(parts, counts, strict=True) if count]
    return ", ".join(shown) or language.say("none")


def row_words(label: str, tally: Tally, language: Language) -> str:
    """A row of a table."""
    return language.say("{label}: {results}", label=label, results=tally_words(tally, language))


# ------------------------------------------------------------------------------- the card in words


def card_text(profile: Profile, language: Language) -> str:
    """The picture's alternative text: all that it shows.

    Where that is too long, first the days of the ratings are left out, then how far they went, then
    what comes last.
    """
    return _fitting(profile, language, " ", LONGEST)


def card_in_words(profile: Profile, language: Language) -> str:
    """The message for who reads: the same, a line for each sentence."""
    return _fitting(profile, language, "\n", LONGEST_MESSAGE)


def _fitting(profile: Profile, language: Language, between: str, most: int) -> str:
    marked = most == LONGEST_MESSAGE
    for rating in (_rating_with_days, _rating_with_range, _rating):
        ratings = "; ".join(rating(each, language) for each in profile.ratings)
        sentences = _sentences(profile, language, ratings, marked=marked)
        if len(between.join(sentences)) <= most:
            break
    while len(between.join(sentences)) > most:
        sentences.pop()
    return between.join(sentences)


def _sentences(profile: Profile, language: Language, ratings: str, *, marked: bool) -> list[str]:
    """`marked` says that they stand in a message."""
    results = profile.results
    heading = card_line(profile, language) if marked else _heading(profile, language)
    sentences = [heading, _total(profile, language)]
    if ratings:
        sentences.append(language.say("Ratings: {ratings}.", ratings=ratings))
    sentences += _facts(profile, language)
    sides = [
        row_words(side_name(side, language), tally, language)
        for side, tally in results.by_side().items()
    ]
    reasons = [
        row_words(reason_name(reason, language), tally, language)
        for reason, tally in results.by_reason().items()
    ]
    name = message_name if marked else shown_name
    rivals = [
        row_words(name(rival.person, language), rival.tally, language) for rival in profile.rivals
    ]
    for rows in (sides, reasons):
        if rows:
            sentences.append(f"{'; '.join(rows)}.")
    if rivals:
        sentences.append(language.say("Most played: {rivals}.", rivals="; ".join(rivals)))
    return sentences


def _heading(profile: Profile, language: Language) -> str:
    name = shown_name(profile.person, language)
    return language.say("The card of {name}, {since}.", name=name, since=since(profile, language))


def since(profile: Profile, language: Language) -> str:
    """Of which matches a card tells."""
    began = profile.results.since
    if began is None:
        return language.say("everywhere") if profile.scope is None else language.say("here")
    day = language.day(began)
    if profile.scope is None:
        return language.say("everywhere, since {day}", day=day)
    return language.say("in this server, since {day}", day=day)


def _total(profile: Profile, language: Language) -> str:
    results = profile.results
    return language.count(
        "{number} match: {results}; rated: {rated}.",
        "{number} matches: {results}; rated: {rated}.",
        results.total.played,
        results=tally_words(results.total, language),
        rated=language.number(results.rated),
    )


def curve_days(each: PresetRating, language: Language) -> tuple[str, str]:
    """The days of a curve's first and last point; empty without any."""
    if not each.curve:
        return "", ""
    return language.day(each.curve[0].at), language.day(each.curve[-1].at)


def _rating(each: PresetRating, language: Language) -> str:
    name = variant_name(each.variant, language)
    return language.say("{variant} {rating}", variant=name, rating=rating_text(each.rating))


def _rating_with_range(each: PresetRating, language: Language) -> str:
    if len(each.curve) < 2:
        return _rating(each, language)
    low, high = _range(each)
    return language.say(
        "{variant} {rating}, between {low} and {high}",
        variant=variant_name(each.variant, language),
        rating=rating_text(each.rating),
        low=low,
        high=high,
    )


def _rating_with_days(each: PresetRating, language: Language) -> str:
    """All that the picture shows."""
    if not each.curve:
        return _rating(each, language)
    first, last = curve_days(each, language)
    name, now = variant_name(each.variant, language), rating_text(each.rating)
    if len(each.curve) == 1:
        return language.say("{variant} {rating}, on {day}", variant=name, rating=now, day=last)
    low, high = _range(each)
    if first == last:
        return language.say(
            "{variant} {rating}, on {day} between {low} and {high}",
            variant=name,
            rating=now,
            day=last,
            low=low,
            high=high,
        )
    return language.say(
        "{variant} {rating}, from {first} to {last} between {low} and {high}",
        variant=name,
        rating=now,
        first=first,
        last=last,
        low=low,
        high=high,
    )


def _range(each: PresetRating) -> tuple[int, int]:
    values = [round(point.value) for point in each.curve]
    return min(values), max(values)


def _facts(profile: Profile, language: Language) -> list[str]:
    results, sentences = profile.results, []
    if results.longest is not None:
        sentences.append(
            language.count(
                "Longest chain: {number} segment.",
                "Longest chain: {number} segments.",
                results.longest,
            )
        )
    if results.total.played:
        sentences.append(
            language.say(
                "Wins in a row: {now} now, {most} at most.",
                now=language.number(results.wins_now),
                most=language.number(results.most_wins),
            )
        )
    return sentences
