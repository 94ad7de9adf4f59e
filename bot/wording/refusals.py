"""Refusals: what is wrong and what to do, in the reader's language. No library's text in them."""

from bot.i18n import Language
from bot.wording.clock import relative_time
from matches import errors
from matches.challenge import ChallengeStatus
from matches.offer import Offer, OfferKind, OfferStatus
from rules import IllegalTurnError, InvalidTurnError, Refusal, RulesError


def refusal_words(error: errors.MatchesError | RulesError, language: Language) -> str:
    """A sentence or two for whoever was refused."""
    if isinstance(error, errors.MatchRefused):
        return _match(error, language)
    if isinstance(error, errors.ChallengeRefused):
        return _challenge(error, language)
    if isinstance(error, errors.LeaveRefused):
        return _leave(error, language)
    if isinstance(error, errors.OwnBlock):
        return language.say("You cannot block yourself.")
    if isinstance(error, errors.AccountGone):
        return language.say(
            "The account that this is about is deleted, so nothing has changed. Whoever plays "
            "again is a new player."
        )
    if isinstance(error, errors.UnknownPlayer):
        return language.say("I know nothing of this player any more.")
    if isinstance(error, InvalidTurnError | IllegalTurnError):
        return turn_refusal(error, language)
    return language.say("That is not possible.")


def _match(error: errors.MatchRefused, language: Language) -> str:
    if isinstance(error, errors.OfferedAlready):
        return _offered_already(error.offer, language)
    words = {
        errors.UnknownMatch: language.say("This match does not exist any more."),
        errors.NotYourMatch: language.say(
            "You do not play in this match. Use `/challenge` to play yourself."
        ),
        errors.NotYourTurn: language.say("It is your opponent's turn."),
        errors.StaleMatch: language.say(
            "The match has moved on since that button was shown. Look at its newest board."
        ),
        errors.MatchOver: language.say("This match is over."),
        errors.MatchRunning: language.say("This match is still being played."),
        errors.OtherServer: language.say(
            "This match belongs to another server: its board can only be shown there."
        ),
        errors.NotSeenHere: language.say(
            "There is no match of that number in this server, nor one of yours elsewhere."
        ),
        errors.NothingPlayed: language.say(
            "You have not played a match yet. `/challenge` finds you an opponent."
        ),
        errors.AgainstComputer: language.say(
            "The computer agrees to nothing: *Take back* is under *⋯* on its board, *Same again* "
            "at the end."
        ),
        errors.NotBegun: language.say(
            "You can offer a draw once both have moved. Until then `/resign` aborts the match, and "
            "nobody has lost."
        ),
        errors.OnlyUnrated: language.say(
            "This match is rated: what is played stays. Turns are taken back in unrated matches."
        ),
        errors.NothingToTakeBack: language.say("You have not played a turn yet."),
        errors.OwnOffer: language.say(
            "This is for your opponent to answer. It ends by itself when they play a turn."
        ),
        errors.OfferOver: language.say("This offer stands no more: look at the newest board."),
        errors.OwnTurn: language.say("It is your turn: you can only give time to your opponent."),
        errors.NoTimeLimit: language.say("This match has no time limit: nobody needs more."),
        errors.EnoughTime: language.say(
            "Your opponent has enough time: three times that of a turn is the most."
        ),
        errors.NothingRated: language.say(
            "There is no rated match to void: what is unrated, aborted or void already counts for "
            "nothing anyway."
        ),
        errors.AlreadyVoid: language.say("This match is void already."),
        errors.TurnUnfinished: language.say("Your turn is not complete yet: draw on."),
    }
    return words.get(type(error), language.say("That is not possible in this match."))


def _offered_already(offer: Offer, language: Language) -> str:
    if offer.status is OfferStatus.OPEN:
        return language.say("You have asked already: your opponent has not answered yet.")
    if offer.kind is OfferKind.DRAW:
        return language.say(
            "Your opponent declined a draw: you can offer one again when they have played a turn."
        )
    return language.say("Your opponent declined to have that turn taken back.")


def _challenge(error: errors.ChallengeRefused, language: Language) -> str:
    if isinstance(error, errors.RecentlyDeclined):
        return language.say(
            "This player declined a challenge of yours; you can ask again {when}.",
            when=relative_time(error.until),
        )
    if isinstance(error, errors.ChallengeOver):
        return _challenge_over(error, language)
    if isinstance(error, errors.LimitReached):
        return _limit(error, language)
    words = {
        errors.UnknownChallenge: language.say("This challenge does not exist any more."),
        errors.NotYourChallenge: language.say(
            "This challenge is between others. Use `/challenge` for one of your own."
        ),
        errors.OnlyTheChallenger: language.say(
            "Only the challenger can withdraw this challenge. You can *Decline* it."
        ),
        errors.OwnChallenge: (
            language.say("You cannot play against yourself. Challenge somebody else, or nobody.")
            if error.challenge is None
            else language.say("This is your own challenge: wait for an answer, or *Withdraw* it.")
        ),
        errors.RematchOffered: language.say(
            "You have offered a rematch already: your opponent has not answered yet."
        ),
        errors.CannotBeRated: language.say("A custom game cannot be rated: choose *Unrated*."),
        errors.PlayerBlocked: language.say(
            "You have blocked this player. Unblock them in `/soccer settings` first."
        ),
        errors.OpponentGone: language.say(
            "This player has deleted their account, so nothing has changed."
        ),
        # Nobody is told by whom they are blocked.
        errors.Unwelcome: (
            language.say("You cannot challenge this player.")
            if error.challenge is None
            else language.say("You cannot answer this challenge.")
        ),
    }
    return words.get(type(error), language.say("That is not possible with this challenge."))


def _limit(error: errors.LimitReached, language: Language) -> str:
    words = {
        errors.TooManyChallenges: language.count(
            "You have {number} unanswered challenge: wait for an answer or withdraw it.",
            "You have {number} unanswered challenges: wait for an answer or withdraw one.",
            error.most,
        ),
        errors.TooManyToOne: language.count(
            "You have {number} unanswered challenge to this player: wait, or withdraw it.",
            "You have {number} unanswered challenges to this player: wait, or withdraw one.",
            error.most,
        ),
        errors.TooManyMatches: language.count(
            "You are playing {number} match, which is the most here: finish it first.",
            "You are playing {number} matches, which is the most here: finish one first.",
            error.most,
        ),
        errors.OpponentIsFull: language.count(
            "This player is playing {number} match, which is the most here: ask again later.",
            "This player is playing {number} matches, which is the most here: ask again later.",
            error.most,
        ),
    }
    return words[type(error)]


def _leave(error: errors.LeaveRefused, language: Language) -> str:
    if isinstance(error, errors.LeaveTooLong):
        return language.count(
            "You have only {number} day of leave left now.",
            "You have only {number} days of leave left now.",
            error.left,
        )
    if isinstance(error, errors.AlreadyOnLeave):
        return language.say("You are on leave already.")
    return language.say("You are not on leave any more.")


def _challenge_over(error: errors.ChallengeOver, language: Language) -> str:
    found = error.challenge
    status = ChallengeStatus.EXPIRED if found is None else found.status
    words = {
        ChallengeStatus.ACCEPTED: language.say("This challenge has been accepted already."),
        ChallengeStatus.DECLINED: language.say("This challenge has been declined."),
        ChallengeStatus.COUNTERED: language.say("This challenge was answered with other terms."),
        ChallengeStatus.WITHDRAWN: language.say("This challenge has been withdrawn."),
    }
    return words.get(status, language.say("This challenge has ended. Make a new one."))


def turn_refusal(error: InvalidTurnError | IllegalTurnError, language: Language) -> str:
    """Why a typed or tapped turn is refused."""
    if isinstance(error, InvalidTurnError) and "." in error.text:
        return language.say(
            "`{text}` is not a turn. A dot stands before a penalty and nowhere else; you may leave "
            "all dots out.",
            text=quoted(error.text),
        )
    if isinstance(error, InvalidTurnError):
        return language.say(
            "`{text}` is not a turn. Type digits (`67`), compass words (`w nw`) or arrows.",
            text=quoted(error.text),
        )
    words = {
        Refusal.GAME_OVER: language.say("The game is over."),
        Refusal.OUTSIDE: language.say("That leaves the pitch."),
        Refusal.WALL: language.say("That runs along a wall."),
        Refusal.DRAWN: language.say("That line is already drawn."),
        Refusal.CROSSES: language.say("That crosses a drawn diagonal, which this game forbids."),
        Refusal.OWN_GOAL_FORBIDDEN: language.say("This game forbids drawing into your own goal."),
        Refusal.TOUCHED: language.say("A line already touches that point."),
        Refusal.NOT_COMPLETABLE: language.say("No turn can be completed after that."),
        Refusal.TOO_LONG: language.say("The turn is complete before that: it has passed."),
        Refusal.INCOMPLETE: language.say("The turn is not complete: draw on."),
    }
    sentence = words.get(error.refusal, language.say("That is not a legal turn."))
    if len(error.turn) > 1 and error.refusal is not Refusal.INCOMPLETE:
        return language.say(
            "Step {number} of `{turn}`: {sentence}",
            number=error.at + 1,
            turn=quoted(error.turn),
            sentence=sentence,
        )
    return sentence


def quoted(text: str) -> str:
    """Somebody's text that stays inside its code marks, in one line of 60 characters at most."""
    return "".join(c if c.isprintable() and c != "`" else " " for c in text)[:60]
