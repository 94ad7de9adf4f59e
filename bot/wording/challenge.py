"""A challenge in words."""

from dataclasses import dataclass, replace

from bot.i18n import Language
from bot.wording.clock import relative_time
from bot.wording.names import mention, message_name
from bot.wording.terms import special_line, terms_line, why_unrated
from matches.challenge import Challenge, ChallengeStatus
from matches.ids import PlayerId
from matches.people import Person
from matches.place import UNDECIDED, Place, ServerSettings


@dataclass(frozen=True, slots=True)
class ChallengeState:
    """A challenge and the people in it."""

    challenge: Challenge
    challenger: Person
    opponent: Person | None
    rated: bool | None = None
    """Whether the match that it became is rated; None before."""
    settings: ServerSettings = UNDECIDED
    """Those of the challenge's server."""
    blockers: frozenset[PlayerId] = frozenset()
    """Those of the two who have blocked the other one: nothing here notifies them."""


def challenge_lines(state: ChallengeState, language: Language) -> str:
    """The message of a challenge, open or ended: always three lines."""
    terms = state.challenge.terms
    return "\n".join(
        [
            _first_line(state, language),
            _terms(state, language),
            f"*{special_line(terms, language)}*",
        ]
    )


def _terms(state: ChallengeState, language: Language) -> str:
    """What was agreed; of a match that is not rated although it was meant to be, why."""
    terms = state.challenge.terms
    if state.rated is not False or not terms.rated:
        return terms_line(terms, language)
    return language.say(
        "{terms}: {reason}",
        terms=terms_line(replace(terms, rated=False), language),
        reason=why_unrated(language),
    )


def _first_line(state: ChallengeState, language: Language) -> str:
    challenger = message_name(state.challenger, language)
    if state.challenge.status is ChallengeStatus.OPEN:
        until = relative_time(state.challenge.ends_at)
        if state.opponent is None:
            return language.say(
                "**{challenger}** challenges anybody to paper soccer; the offer ends {until}.",
                challenger=challenger,
                until=until,
            )
        if state.challenge.rematch_of is not None:
            return language.say(
                "{opponent}, **{challenger}** offers a rematch, sides swapped; the offer ends "
                "{until}.",
                opponent=mention(state.opponent, language),
                challenger=challenger,
                until=until,
            )
        return language.say(
            "{opponent}, **{challenger}** challenges you to paper soccer; the offer ends {until}.",
            opponent=mention(state.opponent, language),
            challenger=challenger,
            until=until,
        )
    return f"**{challenger}**: {_ended(state, language)}"


def _ended(state: ChallengeState, language: Language) -> str:
    status = state.challenge.status
    opponent = "" if state.opponent is None else message_name(state.opponent, language)
    words = {
        ChallengeStatus.ACCEPTED: language.say("the challenge was accepted, the match is on."),
        ChallengeStatus.DECLINED: language.say("{opponent} declined the challenge."),
        ChallengeStatus.COUNTERED: language.say("{opponent} answered with other terms."),
        ChallengeStatus.WITHDRAWN: language.say("the challenge was withdrawn."),
        ChallengeStatus.EXPIRED: language.say("the challenge ended without an answer."),
    }
    return words[status].format(opponent=opponent)


def sent_words(place: Place, language: Language) -> str:
    """What the challenger reads where the challenge is a message of the bot's own."""
    return language.say("Your challenge is sent, to <#{channel}>.", channel=place.target)


def declined_words(state: ChallengeState, language: Language) -> str:
    """What the challenger is told after *Decline*."""
    opponent = language.say("somebody")
    if state.opponent is not None:
        opponent = message_name(state.opponent, language)
    return language.say(
        "{challenger}, {opponent} declined your challenge.",
        challenger=mention(state.challenger, language),
        opponent=opponent,
    )
