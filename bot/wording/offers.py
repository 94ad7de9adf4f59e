"""Draws and takebacks in words: the line that tells of one, and what is said in private."""

from bot.i18n import Language
from bot.wording.names import mention, message_name
from matches.match import Match
from matches.offer import Offer, OfferKind, OfferStatus
from matches.people import Person
from matches.standings import BoardState


def offer_line(state: BoardState, offer: Offer, language: Language) -> str:
    """What is offered to whom; or, once nobody can answer, what became of it."""
    name = message_name(state.person(offer.side), language)
    other = state.person(offer.side.opponent)
    if offer.stands(state.match):
        return _question(state.match, offer, name, other, language)
    return _outcome(state.match, offer, name, message_name(other, language), language)


def _question(match: Match, offer: Offer, name: str, other: Person, language: Language) -> str:
    who = mention(other, language)
    if offer.kind is OfferKind.DRAW:
        return language.say("{who}, {name} offers a draw.", who=who, name=name)
    if match.side_to_move is offer.side:
        return language.say(
            "{who}, {name} asks to take back their last turn and your answer to it.",
            who=who,
            name=name,
        )
    return language.say("{who}, {name} asks to take back their last turn.", who=who, name=name)


def _outcome(match: Match, offer: Offer, name: str, other: str, language: Language) -> str:
    if offer.kind is OfferKind.DRAW:
        sentences = {
            OfferStatus.ACCEPTED: language.say("{name} offered a draw, and {other} accepted."),
            OfferStatus.DECLINED: language.say("{name} offered a draw, and {other} declined."),
        }
        lapsed = (
            language.say("{name} offered a draw, but the match has ended otherwise.")
            if match.is_over
            else language.say("{name} offered a draw, and {other} played on.")
        )
    else:
        sentences = {
            OfferStatus.ACCEPTED: language.say("{name} asked for a takeback: {other} accepted."),
            OfferStatus.DECLINED: language.say("{name} asked for a takeback: {other} declined."),
        }
        lapsed = language.say("{name} asked for a takeback, but the match has gone on.")
    return sentences.get(offer.status, lapsed).format(name=name, other=other)


def offered_words(offer: Offer, language: Language) -> str:
    """What whoever has offered something is told."""
    if offer.status is OfferStatus.ACCEPTED:
        return language.say("Your opponent had offered a draw: the match ends with it.")
    if offer.kind is OfferKind.DRAW:
        return language.say(
            "You offered a draw. It stands until your opponent answers or plays a turn."
        )
    return language.say(
        "You asked for a takeback. That stands until your opponent answers or a turn is played."
    )
