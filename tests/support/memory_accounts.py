"""Accounts, and what is stored about one player, as the ports promise them, in dictionaries."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from matches.challenge import ChallengeStatus
from matches.history import RatingChange, RatingEvent, RatingKey
from matches.ids import ChallengeId, MatchId, PlayerId
from matches.match import Match
from matches.people import Person
from matches.privacy_ports import StoredRow, StoredRows
from matches.ranking import Stand, Standing
from storage.records import (
    challenge_values,
    draft_values,
    event_values,
    match_values,
    offer_values,
    rating_values,
    scope_key,
)

if TYPE_CHECKING:
    from tests.support.memory_store import Tables


class MemoryAccounts:
    """`matches.ports.Accounts`."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables

    async def find(self, account: int) -> Person | None:
        return self._tables.accounts.get(account)

    async def open_challenges(self, player: PlayerId) -> list[ChallengeId]:
        return sorted(
            challenge.id
            for challenge in self._tables.challenges.values()
            if player in (challenge.challenger, challenge.opponent)
            and challenge.status is ChallengeStatus.OPEN
        )

    async def delete(self, player: PlayerId, now: datetime) -> None:
        tables = self._tables
        for account in [a for a, person in tables.accounts.items() if person.id == player]:
            del tables.accounts[account]
        tables.preferences.pop(player, None)
        tables.leaves = {key: each for key, each in tables.leaves.items() if key[0] != player}
        tables.hints = {key: each for key, each in tables.hints.items() if key[0] != player}
        for pair in [pair for pair in tables.blocks if player in pair]:
            del tables.blocks[pair]
        for rating, listed in tables.listed.items():
            if rating[2] == player and listed.until > now:
                unlisted = Stand(Standing.UNLISTED, None)
                tables.listed[rating] = replace(listed, until=now, where=unlisted)


class MemoryPersonal:
    """`matches.ports.Personal`: rows made of values, as storage does. No match is void here."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables

    async def of_player(self, player: PlayerId) -> StoredRows:
        tables = self._tables
        own = [person for person in tables.accounts.values() if person.id == player]
        wishes = tables.preferences.get(player)
        leaves = sorted(
            (leave for leave in tables.leaves.values() if leave.player == player),
            key=lambda leave: leave.began_at,
        )
        keys = sorted(
            (key for key in tables.ratings if key[2] == player),
            key=lambda key: (scope_key(key[0]), key[1]),
        )
        return {
            "accounts": [{"account": p.account, "player": p.id, "name": p.name} for p in own],
            "player_settings": []
            if wishes is None
            else [{"player": player, "reminders": wishes.reminders.value, "words": wishes.words}],
            "leaves": [
                {"player": player, "began_at": leave.began_at, "ends_at": leave.ends_at}
                for leave in leaves
            ],
            "hints": [
                {"player": player, "hint": hint}
                for hint in sorted(hint.value for by, hint in tables.hints if by == player)
            ],
            "ratings": [self._rating(key) for key in keys],
            "blocks": [
                {"player": player, "blocked": blocked}
                for by, blocked in sorted(tables.blocks)
                if by == player
            ],
            "voids": [],
        }

    def _rating(self, key: RatingKey) -> StoredRow:
        stored, listed = self._tables.ratings[key], self._tables.listed[key]
        return {
            "scope": scope_key(key[0]),
            "variant": key[1],
            "player": key[2],
            **rating_values(stored.rating),
            "changed_at": stored.changed_at,
            "opponents": stored.opponents,
            "listed_until": listed.until,
            "standing": listed.where.standing.value,
            "standing_until": listed.where.until,
        }

    async def challenges(self, player: PlayerId) -> list[ChallengeId]:
        found = self._tables.challenges.values()
        return sorted(c.id for c in found if player in (c.challenger, c.opponent))

    async def matches(self, player: PlayerId) -> list[MatchId]:
        found = self._tables.matches.values()
        return sorted(match.id for match in found if match.side_of(player) is not None)

    async def of_challenges(self, challenges: Iterable[ChallengeId]) -> StoredRows:
        found = (self._tables.challenges[number] for number in sorted(challenges))
        return {"challenges": [{"id": each.id, **challenge_values(each)} for each in found]}

    async def of_matches(self, matches: Iterable[MatchId], player: PlayerId) -> StoredRows:
        tables, numbers = self._tables, sorted(matches)
        found = [tables.matches[number] for number in numbers]
        events = sorted(
            (event for event in tables.events.values() if event.match in numbers),
            key=lambda event: event.id,
        )
        return {
            "matches": [{"id": match.id, **match_values(match)} for match in found],
            "turns": [turn for match in found for turn in _turns(match)],
            "drafts": [
                {"match": number, **draft_values(tables.drafts[number])}
                for number in numbers
                if number in tables.drafts
            ],
            "offers": [
                offer_values(offer)
                for key, offer in sorted(
                    tables.offers.items(),
                    key=lambda item: (item[0][0], item[0][1].value, item[0][2].value),
                )
                if key[0] in numbers
            ],
            "boards": [
                {
                    "match": n,
                    "channel": tables.boards[n].channel,
                    "message": tables.boards[n].message,
                }
                for n in numbers
                if n in tables.boards
            ],
            "voids": [],
            "rating_events": [
                {"id": event.id, **event_values(event), "void": False} for event in events
            ],
            "rating_changes": [
                _change(event, change)
                for event in events
                for change in sorted(
                    tables.changes.get(event.id, []), key=lambda change: scope_key(change.scope)
                )
                if change.player == player
            ],
        }


def _turns(match: Match) -> list[dict[str, Any]]:
    records = enumerate(match.game.turns, 1)
    return [{"match": match.id, "number": number, "record": record} for number, record in records]


def _change(event: RatingEvent, change: RatingChange) -> dict[str, Any]:
    return {
        "event": event.id,
        "scope": scope_key(change.scope),
        "player": change.player,
        **rating_values(change.before, "_before"),
        **rating_values(change.after, "_after"),
        "variant": event.variant,
        "finished_at": event.finished_at,
    }
