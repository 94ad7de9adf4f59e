"""Values to rows and back: one pair of functions for each value, which the round trips test."""

import json
import logging
from typing import Any

from sqlalchemy import ColumnElement, Row

from matches.challenge import Challenge, ChallengeStatus
from matches.computer import STRONGEST, WEAKEST, Computer
from matches.history import RatingChange, RatingEvent, StoredRating
from matches.ids import ChallengeId, MatchId, PlayerId, ServerId
from matches.match import Draft, EndReason, ListedMatch, Match, Result, WaitingMatch
from matches.offer import Offer, OfferKind, OfferStatus
from matches.pauses import OUT_OF_REACH, Pause
from matches.place import BoardMessage, BoardTheme, Place, ServerSettings
from matches.privacy_ports import OVERALL
from matches.rating import Rating
from matches.terms import Terms, TurnTime
from matches.void import Void
from rules import Player
from storage.columns import canonical_json
from storage.errors import CorruptRecord
from storage.games import GameCache, stored_ruleset, written_options
from storage.tables import server_settings

logger = logging.getLogger(__name__)

Values = dict[str, Any]

# A match has a variant and a time too: in a join these columns go by names of their own.
SETTINGS_COLUMNS: tuple[ColumnElement[Any], ...] = (
    server_settings.c.games_channels,
    server_settings.c.threads,
    server_settings.c.language,
    server_settings.c.variant.label("server_variant"),
    server_settings.c.turn_time.label("server_time"),
    server_settings.c.challengers,
    server_settings.c.theme,
)


def scope_key(scope: ServerId | None) -> int:
    """A scope as a part of a key."""
    return OVERALL if scope is None else scope


def scope_of(key: int) -> ServerId | None:
    """The scope of a key."""
    return None if key == OVERALL else ServerId(key)


def challenge_values(challenge: Challenge) -> Values:
    """A challenge's columns, without its id."""
    return {
        "challenger": challenge.challenger,
        "opponent": challenge.opponent,
        **_terms_values(challenge.terms),
        "rated": challenge.terms.rated,
        **place_values(challenge.place),
        "made_at": challenge.made_at,
        "ends_at": challenge.ends_at,
        "ended_at": challenge.ended_at,
        "status": challenge.status.value,
        "side": None if challenge.side is None else challenge.side.value,
        "message": challenge.message,
        "match": challenge.match,
        "rematch_of": challenge.rematch_of,
        "version": challenge.version,
    }


def read_challenge(row: Row[Any]) -> Challenge:
    """The challenge of a row; CorruptRecord."""
    try:
        return Challenge(
            id=ChallengeId(row.id),
            challenger=PlayerId(row.challenger),
            opponent=row.opponent,
            terms=_terms(row, rated=row.rated),
            place=_place(row),
            made_at=row.made_at,
            ends_at=row.ends_at,
            ended_at=row.ended_at,
            status=ChallengeStatus(row.status),
            side=None if row.side is None else Player(row.side),
            message=row.message,
            match=row.match,
            rematch_of=row.rematch_of,
            version=row.version,
        )
    except ValueError as error:
        raise CorruptRecord(f"challenge {row.id}", str(error)) from None


def match_values(match: Match) -> Values:
    """A match's columns, without its id; its turns are rows of their own."""
    result = match.result
    winner = None if result is None else result.winner
    ended_by = None if result is None else result.ended_by
    return {
        "first": match.first,
        "second": match.second,
        **_terms_values(match.terms),
        "meant_rated": match.terms.rated,
        "rated": match.rated,
        **place_values(match.place),
        "started_at": match.started_at,
        "first_acted_at": match.acted_at.get(Player.FIRST),
        "second_acted_at": match.acted_at.get(Player.SECOND),
        **clock_values(match),
        "winner": None if winner is None else winner.value,
        "reason": None if result is None else result.reason.value,
        "aborted_by": None if ended_by is None else ended_by.value,
        "finished_at": match.finished_at,
        "first_longest": match.longest_chain(Player.FIRST) if match.is_over else None,
        "second_longest": match.longest_chain(Player.SECOND) if match.is_over else None,
        "computer_side": None if match.computer is None else match.computer.side.value,
        "computer_level": None if match.computer is None else match.computer.level,
        "version": match.version,
    }


def clock_values(match: Match) -> Values:
    """The columns of a match's clock."""
    return {
        "deadline": match.deadline,
        "pauses": match.pauses.value,
        "stands_since": match.stands_since,
        "reminded": match.reminded,
    }


def read_match(row: Row[Any], turns: tuple[str, ...], games: GameCache) -> Match:
    """The match of a row and its turns; CorruptRecord."""
    try:
        terms = _terms(row, rated=row.meant_rated)
        result = _result(row)
        pauses = Pause(row.pauses)
        computer = read_computer(row)
    except ValueError as error:
        raise CorruptRecord(f"match {row.id}", str(error)) from None
    acted = {Player.FIRST: row.first_acted_at, Player.SECOND: row.second_acted_at}
    return Match(
        id=MatchId(row.id),
        game=games.replay(row.id, terms.ruleset, turns),
        first=PlayerId(row.first),
        second=PlayerId(row.second),
        terms=terms,
        place=_place(row),
        rated=row.rated,
        started_at=row.started_at,
        acted_at={side: moment for side, moment in acted.items() if moment is not None},
        deadline=row.deadline,
        result=result,
        finished_at=row.finished_at,
        version=row.version,
        pauses=pauses,
        stands_since=row.stands_since,
        reminded=row.reminded,
        computer=computer,
    )


def read_computer(row: Row[Any]) -> Computer | None:
    """The computer's part in the match of a row; ValueError if it cannot be."""
    if row.computer_side is None and row.computer_level is None:
        return None
    if row.computer_level is None or not WEAKEST <= row.computer_level <= STRONGEST:
        raise ValueError(f"there is no level {row.computer_level}")
    return Computer(Player(row.computer_side), row.computer_level)


def read_listed(row: Row[Any]) -> ListedMatch:
    """The match of a row as lists show it; CorruptRecord."""
    try:
        result = _result(row)
    except ValueError as error:
        raise CorruptRecord(f"match {row.id}", str(error)) from None
    return ListedMatch(
        id=MatchId(row.id),
        first=PlayerId(row.first),
        second=PlayerId(row.second),
        variant=row.variant,
        place=_place(row),
        started_at=row.started_at,
        result=result,
    )


def read_waiting(row: Row[Any]) -> WaitingMatch:
    """The waiting match of a row."""
    board = None
    if row.board_message is not None:
        board = BoardMessage(row.board_channel, row.board_message)
    is_out_of_reach = bool(row.pauses & OUT_OF_REACH.value)
    return WaitingMatch(MatchId(row.id), _place(row), board, is_out_of_reach)


def place_values(place: Place) -> Values:
    """A place's columns."""
    return {"server": place.server, "channel": place.channel, "thread": place.thread}


def settings_values(settings: ServerSettings) -> Values:
    """The columns of a server's settings, without the server."""
    time = settings.turn_time
    return {
        "games_channels": canonical_json(sorted(settings.games_channels)),
        "threads": settings.threads,
        "language": settings.language,
        "variant": settings.variant,
        "turn_time": None if time is None else time.value,
        "challengers": canonical_json(sorted(settings.challengers)),
        "theme": settings.theme.value,
    }


def read_settings(row: Row[Any]) -> ServerSettings:
    """A server's settings; the defaults if none are stored: a join has left the columns empty."""
    if row.games_channels is None:
        return ServerSettings()
    return ServerSettings(
        games_channels=frozenset(json.loads(row.games_channels)),
        threads=row.threads,
        language=row.language,
        variant=row.server_variant,
        turn_time=None if row.server_time is None else TurnTime(row.server_time),
        challengers=frozenset(json.loads(row.challengers)),
        theme=_theme(row.theme),
    )


def _theme(stored: str) -> BoardTheme:
    """A newer version may know more looks; no board must fail because this one does not."""
    known = {theme.value: theme for theme in BoardTheme}
    if stored not in known:
        logger.error("a server has chosen the theme %r, which is unknown", stored)
    return known.get(stored, BoardTheme.PAPER)


def draft_values(draft: Draft) -> Values:
    """A draft's columns, save for the match that it belongs to."""
    return {
        "player": draft.player,
        "version": draft.version,
        "revision": draft.revision,
        "steps": draft.steps,
    }


def read_draft(row: Row[Any]) -> Draft:
    """The draft of a row."""
    return Draft(MatchId(row.match), PlayerId(row.player), row.version, row.revision, row.steps)


def offer_values(offer: Offer) -> Values:
    """An offer's columns."""
    return {
        "match": offer.match,
        "kind": offer.kind.value,
        "side": offer.side.value,
        "version": offer.version,
        "turns": offer.turns,
        "made_at": offer.made_at,
        "status": offer.status.value,
        **line_values(offer.line),
    }


def line_values(line: BoardMessage | None) -> Values:
    """The columns of an offer's line."""
    return {
        "channel": None if line is None else line.channel,
        "message": None if line is None else line.message,
    }


def read_offer(row: Row[Any]) -> Offer:
    """The offer of a row; CorruptRecord."""
    try:
        return Offer(
            match=MatchId(row.match),
            kind=OfferKind(row.kind),
            side=Player(row.side),
            version=row.version,
            turns=row.turns,
            made_at=row.made_at,
            status=OfferStatus(row.status),
            line=None if row.message is None else BoardMessage(row.channel, row.message),
        )
    except ValueError as error:
        raise CorruptRecord(f"an offer in match {row.match}", str(error)) from None


def event_values(event: RatingEvent) -> Values:
    """A rating event's columns, without its id."""
    return {
        "match": event.match,
        "variant": event.variant,
        "server": event.server,
        "first": event.first,
        "second": event.second,
        "score": event.score,
        "finished_at": event.finished_at,
        "void": event.void,
    }


def read_event(row: Row[Any]) -> RatingEvent:
    """The rating event of a row."""
    # All columns stand in the order of the fields: a replay reads very many of them.
    return RatingEvent(*tuple(row))


def rating_values(rating: Rating, suffix: str = "") -> Values:
    """A rating's three columns."""
    return {
        "value" + suffix: rating.value,
        "deviation" + suffix: rating.deviation,
        "volatility" + suffix: rating.volatility,
    }


def read_rating(row: Row[Any]) -> Rating:
    """The rating of a row of `ratings`."""
    return Rating(row.value, row.deviation, row.volatility)


def read_stored_rating(row: Row[Any]) -> StoredRating:
    """The same with its time and its opponents."""
    return StoredRating(read_rating(row), row.changed_at, row.opponents)


def read_change(row: Row[Any]) -> RatingChange:
    """The rating change of a row."""
    return RatingChange(
        player=PlayerId(row.player),
        scope=scope_of(row.scope),
        before=Rating(row.value_before, row.deviation_before, row.volatility_before),
        after=Rating(row.value_after, row.deviation_after, row.volatility_after),
    )


def void_values(void: Void) -> Values:
    """The columns of a decision to void a match."""
    return {
        "match": void.match,
        "by": void.by,
        "reason": void.reason,
        "made_at": void.made_at,
        "tells": void.tells,
    }


def read_void(row: Row[Any]) -> Void:
    """The decision of a row."""
    by = None if row.by is None else PlayerId(row.by)
    return Void(MatchId(row.match), by, row.reason, row.made_at, row.tells)


def _terms_values(terms: Terms) -> Values:
    return {
        "game": terms.ruleset.game,
        "options": written_options(terms.ruleset),
        "variant": terms.variant,
        "turn_time": terms.turn_time.value,
    }


def _terms(row: Row[Any], *, rated: bool) -> Terms:
    return Terms(stored_ruleset(row.game, row.options), TurnTime(row.turn_time), rated)


def _place(row: Row[Any]) -> Place:
    return Place(row.server, row.channel, row.thread)


def _result(row: Row[Any]) -> Result | None:
    if row.reason is None:
        return None
    return Result(
        None if row.winner is None else Player(row.winner),
        EndReason(row.reason),
        None if row.aborted_by is None else Player(row.aborted_by),
    )
