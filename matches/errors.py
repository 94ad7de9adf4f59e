"""Why a use case changes nothing. Each refusal is a class with its data; the bot words them.

A turn that the rules refuse raises the rules' own InvalidTurnError or IllegalTurnError.

MatchesError
├── MatchRefused
│   ├── UnknownMatch
│   ├── NotYourMatch
│   ├── NotYourTurn
│   ├── StaleMatch
│   ├── MatchOver
│   ├── MatchRunning
│   ├── OtherServer
│   ├── NotSeenHere
│   ├── NothingPlayed
│   ├── TurnUnfinished
│   ├── AgainstComputer
│   ├── NotBegun
│   ├── OnlyUnrated
│   ├── NothingToTakeBack
│   ├── OfferedAlready
│   ├── OwnOffer
│   ├── OfferOver
│   ├── OwnTurn
│   ├── NoTimeLimit
│   ├── EnoughTime
│   ├── NothingRated
│   ├── AlreadyVoid
│   └── WhichMatch
├── ChallengeRefused
│   ├── UnknownChallenge
│   ├── ChallengeOver
│   ├── NotYourChallenge
│   ├── OnlyTheChallenger
│   ├── OwnChallenge
│   ├── LimitReached
│   │   ├── TooManyChallenges
│   │   ├── TooManyToOne
│   │   ├── TooManyMatches
│   │   └── OpponentIsFull
│   ├── RecentlyDeclined
│   ├── RematchOffered
│   ├── CannotBeRated
│   ├── PlayerBlocked
│   ├── Unwelcome
│   └── OpponentGone
├── OwnBlock
├── AccountGone
├── UnknownPlayer
└── LeaveRefused
    ├── AlreadyOnLeave
    ├── NotOnLeave
    └── LeaveTooLong
"""

from collections.abc import Sequence
from datetime import datetime

from matches.challenge import Challenge
from matches.ids import PlayerId
from matches.match import Match
from matches.offer import Offer


class MatchesError(Exception):
    """The base of everything that a use case refuses."""


class MatchRefused(MatchesError):
    """Something about a match; `match` as it is, None if there is no such match."""

    def __init__(self, match: Match | None = None) -> None:
        super().__init__(type(self).__name__ if match is None else f"match {match.id}")
        self.match = match


class UnknownMatch(MatchRefused):
    """There is no match of that id."""


class NotYourMatch(MatchRefused):
    """Whoever asks does not play in this match."""


class NotYourTurn(MatchRefused):
    """It is the opponent's turn."""


class StaleMatch(MatchRefused):
    """The match has moved on since the asker saw it."""


class MatchOver(MatchRefused):
    """The match has ended."""


class MatchRunning(MatchRefused):
    """The match has not ended yet."""


class OtherServer(MatchRefused):
    """The match belongs to another server, in which it is rated, and stays there."""


class NotSeenHere(MatchRefused):
    """No match of that id belongs to this server or to the asker; `match` is None for all."""


class NothingPlayed(MatchRefused):
    """Whoever asks for their newest match has none."""


class TurnUnfinished(MatchRefused):
    """The drafted turn is not complete, so that it cannot be played yet."""


class AgainstComputer(MatchRefused):
    """The computer neither answers offers nor challenges."""


class NotBegun(MatchRefused):
    """Not both have moved yet, so that there is nothing to agree on."""


class OnlyUnrated(MatchRefused):
    """Turns are taken back in unrated matches only."""


class NothingToTakeBack(MatchRefused):
    """Whoever asks has not played a turn."""


class OfferedAlready(MatchRefused):
    """Whoever asks has made this `offer`, and the match has not gone on enough for another."""

    def __init__(self, match: Match, offer: Offer) -> None:
        super().__init__(match)
        self.offer = offer


class OwnOffer(MatchRefused):
    """Nobody answers their own offer."""


class OfferOver(MatchRefused):
    """The offer was answered, or the match has gone on; `offer` None if another took its place."""

    def __init__(self, match: Match | None = None, offer: Offer | None = None) -> None:
        super().__init__(match)
        self.offer = offer


class OwnTurn(MatchRefused):
    """Time is given to the opponent only, in their turn; it is the asker's own."""


class NoTimeLimit(MatchRefused):
    """Nobody needs time in a match without a limit."""


class EnoughTime(MatchRefused):
    """The opponent has as much time ahead as can be given."""


class NothingRated(MatchRefused):
    """There is no match that changed ratings, so nothing can be voided."""


class AlreadyVoid(MatchRefused):
    """The match was voided before."""


class WhichMatch(MatchRefused):
    """No match was named and several, or none, could be meant: `matches` are the candidates."""

    def __init__(self, matches: Sequence[Match]) -> None:
        super().__init__()
        self.matches = matches


class ChallengeRefused(MatchesError):
    """Something about a challenge; `challenge` as it is, None if there is none."""

    def __init__(self, challenge: Challenge | None = None) -> None:
        super().__init__(type(self).__name__ if challenge is None else f"challenge {challenge.id}")
        self.challenge = challenge


class UnknownChallenge(ChallengeRefused):
    """There is no challenge of that id."""


class ChallengeOver(ChallengeRefused):
    """The challenge has ended: `challenge.status` says how."""


class NotYourChallenge(ChallengeRefused):
    """The challenge is not for, or not from, whoever asks."""


class OnlyTheChallenger(ChallengeRefused):
    """Only who made a challenge can withdraw it; whoever asks was challenged."""


class OwnChallenge(ChallengeRefused):
    """Nobody plays themself, or answers their own challenge."""


class LimitReached(ChallengeRefused):
    """The base of what the operator's limits refuse; `most` is the limit."""

    def __init__(self, most: int, challenge: Challenge | None = None) -> None:
        super().__init__(challenge)
        self.most = most


class TooManyChallenges(LimitReached):
    """The challenger has as many unanswered challenges as anybody may have."""


class TooManyToOne(LimitReached):
    """The challenger has as many unanswered challenges to this person as anybody may have."""


class TooManyMatches(LimitReached):
    """Whoever asks plays as many matches as anybody may."""


class OpponentIsFull(LimitReached):
    """The other one plays as many matches as anybody may."""


class RecentlyDeclined(ChallengeRefused):
    """This person declined; `until` is when they may be asked again."""

    def __init__(self, until: datetime) -> None:
        super().__init__()
        self.until = until


class RematchOffered(ChallengeRefused):
    """Whoever asks has offered this rematch already."""


class CannotBeRated(ChallengeRefused):
    """A custom game was meant to be rated."""


class PlayerBlocked(ChallengeRefused):
    """Whoever asks has blocked the other one."""


class Unwelcome(ChallengeRefused):
    """The other one has blocked whoever asks, who should not be told so."""


class OpponentGone(ChallengeRefused):
    """The other one, `player`, has deleted their account."""

    def __init__(self, player: PlayerId, challenge: Challenge | None = None) -> None:
        super().__init__(challenge)
        self.player = player


class AccountGone(MatchesError):
    """The account of whoever asks, as `player`, was deleted a moment ago."""

    def __init__(self, player: PlayerId) -> None:
        super().__init__(f"player {player}")
        self.player = player


class OwnBlock(MatchesError):
    """Nobody blocks themself."""


class UnknownPlayer(MatchesError):
    """There is nobody of that id, or whoever it was has been forgotten."""


class LeaveRefused(MatchesError):
    """Something about a leave."""


class AlreadyOnLeave(LeaveRefused):
    """One leave comes after the other."""


class NotOnLeave(LeaveRefused):
    """Whoever comes back is not on leave (any more)."""


class LeaveTooLong(LeaveRefused):
    """Fewer days are left of the year's: `left`, perhaps none."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left
