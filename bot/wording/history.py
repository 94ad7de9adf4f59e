"""Matches that are over, as lists: a player's history, two people's score, what to look back on."""

from collections.abc import Callable, Mapping, Sequence

from bot.i18n import Language
from bot.wording.choices import shortened
from bot.wording.clock import relative_time
from bot.wording.names import message_name, shown_name
from bot.wording.profile import nothing_played, reason_name, row_words, tally_words
from bot.wording.terms import rated_word, variant_name
from matches.ids import PlayerId
from matches.people import Person
from matches.profile import HeadToHead, History
from matches.results import Outcome, PastMatch, Run, Wanted

LONGEST = 2000
"""Characters, Discord's limit for a message."""

SIGNS = {Outcome.WON: "✅", Outcome.DRAWN: "\N{HEAVY MINUS SIGN}", Outcome.LOST: "❌"}
VOID = "🚫"
"""The sign of a match that an administrator made void, whoever had won it; words say so too."""

Link = Callable[[PastMatch], str | None]
"""The address of a match's last board, for who may look at it."""


def history_lines(history: History, link: Link, language: Language) -> str:
    """A page: what is listed, and a line for each match."""
    if not history.listed:
        return _nothing_listed(history, language)
    heading = _heading(history, language)
    return _fitting(heading, history.matches, history.people, link, language)


def _heading(history: History, language: Language) -> str:
    name = message_name(history.person, language)
    results = tally_words(history.tally, language, void=history.void)
    if history.wanted != Wanted(history.wanted.server):
        return language.say(
            "**Matches of {name}**, as chosen below: {results}.", name=name, results=results
        )
    if history.wanted.server is None:
        return language.say(
            "**Matches of {name}**, everywhere: {results}.", name=name, results=results
        )
    return language.say(
        "**Matches of {name}**, in this server: {results}.", name=name, results=results
    )


def _nothing_listed(history: History, language: Language) -> str:
    if history.wanted != Wanted(history.wanted.server):
        return language.say("No finished match is as chosen below.")
    name = message_name(history.person, language)
    if history.wanted.server is None:
        return language.say("{name} has not finished a match yet.", name=name)
    return language.say("{name} has not finished a match here yet.", name=name)


def _fitting(
    heading: str,
    matches: Sequence[PastMatch],
    people: Mapping[PlayerId, Person],
    link: Link,
    language: Language,
) -> str:
    """A line for each match with as much of it as fits: first the links go, then the reasons."""

    def nowhere(_: PastMatch) -> None:
        return None

    text = heading
    for leads, reasons in ((link, True), (nowhere, True), (nowhere, False)):
        lines = [
            _line(match, people[match.opponent], leads(match), language, reasons=reasons)
            for match in matches
        ]
        text = "\n".join([heading, *lines])
        if len(text) <= LONGEST:
            break
    return text


def _line(
    match: PastMatch, opponent: Person, address: str | None, language: Language, *, reasons: bool
) -> str:
    sign = VOID if match.void else SIGNS[match.outcome]
    result = _against(match.outcome, message_name(opponent, language), language)
    if match.void:
        result = language.say("**void**: {result}", result=result)
    parts = [f"{sign} `{match.id}` {result}", variant_name(match.variant, language)]
    if reasons:
        parts.append(reason_name(match.reason, language))
    if match.void:
        parts.append(language.say("counts for nothing"))
    elif match.change is not None:
        parts.append(language.signed(match.change))
    elif not match.rated:
        parts.append(rated_word(False, language))
    parts.append(relative_time(match.finished_at))
    if address is not None:
        parts.append(f"[{language.say('board')}](<{address}>)")
    return " · ".join(parts)


def _against(outcome: Outcome, name: str, language: Language) -> str:
    if outcome is Outcome.WON:
        return language.say("won against {name}", name=name)
    if outcome is Outcome.LOST:
        return language.say("lost to {name}", name=name)
    return language.say("drew with {name}", name=name)


def outcome_name(outcome: Outcome, language: Language) -> str:
    """A result as a choice."""
    names = {
        Outcome.WON: language.say("Won"),
        Outcome.DRAWN: language.say("Drawn"),
        Outcome.LOST: language.say("Lost"),
    }
    return names[outcome]


# ---------------------------------------------------------------------------------- what to choose


def match_choice(match: PastMatch, opponent: Person, language: Language) -> str:
    """A match in a menu."""
    result = _against(match.outcome, shown_name(opponent, language), language)
    if match.void:
        words = language.say("{number}: void, {result}", number=match.id, result=result)
        return shortened(words)
    return shortened(language.say("{number}: {result}", number=match.id, result=result))


def match_note(match: PastMatch, language: Language) -> str:
    """What tells it from others against the same."""
    note = language.say(
        "{variant}, {reason}, {day}",
        variant=variant_name(match.variant, language),
        reason=reason_name(match.reason, language),
        day=language.day(match.finished_at),
    )
    return shortened(note)


def replays_line(
    person: Person, language: Language, *, listed: int, seen: int, own: bool, here: bool
) -> str:
    """What stands above the menu of matches to look back on, or why there is none.

    `listed` matches are there in the scope, `here` in this server or everywhere, and `seen` of them
    are shown to the reader: all of them on a card of their `own`.
    """
    name = message_name(person, language)
    if seen:
        return language.say(
            "The latest matches of {name}: choose one, and look back on it turn by turn.", name=name
        )
    if not listed:
        return nothing_played(person, own=own, here=here, language=language)
    return language.say("{name} has finished no match that you can look back on here.", name=name)


# ----------------------------------------------------------------------------------- head to head


def versus_lines(versus: HeadToHead, link: Link, language: Language) -> str:
    """Two people's score as one of them sees it, or what there is to choose."""
    if versus.opponent is None:
        if versus.rivals:
            return language.say("You against whom? Choose somebody whom you have played.")
        return _no_score(versus, language)
    name = message_name(versus.opponent, language)
    if not versus.results.total.played and not versus.results.void:
        return _never_met(versus, name, language)
    lines = [_score(versus, name, language)]
    if len(versus.by_variant) > 1:
        lines += [
            row_words(variant_name(variant, language), tally, language)
            for variant, tally in versus.by_variant.items()
        ]
    if versus.results.run is not None and versus.results.run.length > 1:
        lines.append(_run(versus.results.run, language))
    people = {versus.opponent.id: versus.opponent}
    return _fitting("\n".join(lines), versus.latest, people, link, language)


def _no_score(versus: HeadToHead, language: Language) -> str:
    if versus.scope is None:
        return language.say(
            "You have not finished a match that counts, so there is no score to show."
        )
    return language.say(
        "You have not finished a match here that counts, so there is no score to show."
    )


def _never_met(versus: HeadToHead, name: str, language: Language) -> str:
    if versus.scope is None:
        return language.say(
            "You and {name} have not finished a match yet. `/play` challenges them.", name=name
        )
    return language.say(
        "You and {name} have not finished a match here yet. `/play` challenges them.", name=name
    )


def _score(versus: HeadToHead, name: str, language: Language) -> str:
    results = tally_words(versus.results.total, language, void=versus.results.void)
    if versus.scope is None:
        return language.say(
            "**You against {name}**, everywhere: {results}.", name=name, results=results
        )
    return language.say(
        "**You against {name}**, in this server: {results}.", name=name, results=results
    )


def _run(run: Run, language: Language) -> str:
    if run.outcome is Outcome.WON:
        return language.count(
            "You won the last match.", "You won the last {number} matches.", run.length
        )
    if run.outcome is Outcome.LOST:
        return language.count(
            "You lost the last match.", "You lost the last {number} matches.", run.length
        )
    return language.count(
        "You drew the last match.", "You drew the last {number} matches.", run.length
    )
