"""What is stored about a match's board, as one value, because every board needs all of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from matches.history import StoredRating
from matches.ids import PlayerId
from matches.match import Draft, Match
from matches.people import Person
from matches.place import BoardMessage, ServerSettings


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """A match with all that its board shows of others, and where that stands."""

    match: Match
    draft: Draft | None
    """The match's draft, of whatever version."""
    people: Mapping[PlayerId, Person]
    """Both players."""
    ratings: Mapping[PlayerId, StoredRating]
    """Theirs in the match's server and variant; empty for a custom game."""
    message: BoardMessage | None
    """What shows the newest board; None before the first one."""
    settings: ServerSettings
    """Those of the match's server."""
    words: frozenset[PlayerId] = frozenset()
    """Who of the two wants boards in words."""
