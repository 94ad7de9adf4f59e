"""Ratings made again from the history of rated matches."""

import logging
from dataclasses import dataclass
from datetime import datetime

from matches.history import Fold
from matches.ports import UnitOfWork
from matches.voiding import close_voids

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What was looked at, and what was not as the history has it."""

    events: int
    changes: int
    """Events of which something else was stored than what they changed."""
    ratings: int
    """Ratings that were others, missing, or of nobody who has played."""

    @property
    def was_right(self) -> bool:
        """Whether all was stored as the history has it."""
        return not self.changes and not self.ratings


async def recompute(uow: UnitOfWork, *, now: datetime) -> Recomputed:
    """Make all ratings what a replay of the history gives, and commit if any was not."""
    await uow.ratings.freeze()
    fold, changes = Fold(), {}
    history = await uow.ratings.history()
    for event in history:
        changes[event.id] = fold.rate(event)
    found, stored = await uow.ratings.all_changes(), await uow.ratings.stored()
    recomputed = Recomputed(
        len(history),
        sum(found.get(event) != wanted for event, wanted in changes.items()),
        sum(
            stored.get(key) != fold.ratings.get(key) for key in stored.keys() | fold.ratings.keys()
        ),
    )
    waiting, _ = await uow.voids.waiting()
    if not recomputed.was_right or waiting:
        await close_voids(uow, now)
        await uow.ratings.rewrite(history, changes, fold.ratings, now=now)
        await uow.commit()
        logger.warning(
            "ratings were recomputed: %s matches, %s ratings were not as the history has them",
            recomputed.changes,
            recomputed.ratings,
        )
    return recomputed
