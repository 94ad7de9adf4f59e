"""A player who has done everything, for what has to fit."""

from datetime import UTC, datetime, timedelta

from matches.ids import PlayerId, ServerId
from matches.match import EndReason
from matches.people import Person
from matches.profile import PresetRating, Profile, Rival
from matches.rating import Rating
from matches.results import DatedRating, Ended, Met, Outcome, Results, Run, Tally
from rules import VARIANTS, Player

BEGAN = datetime(2024, 9, 30, 12, tzinfo=UTC)
DRAWS = (EndReason.AGREED, EndReason.TURN_LIMIT)


def full_profile(name: str, *, years: float = 1.5) -> Profile:
    """A card with all that there can be on it, of somebody of that name and opponents alike."""
    rivals = tuple(
        Rival(Person(PlayerId(key), key, name), Tally(*counts))
        for key, counts in ((2, (1_204, 31, 998)), (3, (77, 0, 81)), (4, (12, 3, 0)))
    )
    ended = [
        Ended(side, outcome, reason, reason is not EndReason.TIME, 120 + 7 * at, 11 + at)
        for at, reason in enumerate(reason for reason in EndReason if reason.counts)
        for side in Player
        for outcome in ((Outcome.DRAWN,) if reason in DRAWS else (Outcome.WON, Outcome.LOST))
    ]
    ended.append(Ended(Player.FIRST, Outcome.WON, EndReason.GOAL, True, 12_345, 23))
    met = tuple(Met(rival.person.id, rival.tally) for rival in rivals)
    results = Results(tuple(ended), BEGAN, met, Run(Outcome.WON, 4), 17)
    ratings = tuple(
        PresetRating(
            variant.key,
            Rating(1480.0 + 40 * at, 60.0 + 11 * at),
            _curve(at, timedelta(days=365 * years)),
        )
        for at, variant in enumerate(VARIANTS)
    )
    return Profile(Person(PlayerId(1), 1, name), ServerId(700), results, ratings, rivals)


def _curve(seed: int, length: timedelta) -> tuple[DatedRating, ...]:
    """A rating that wanders; in one place nobody plays for a long time."""
    value, points = 1500.0, []
    for at in range(40 - 5 * seed):
        value += (37 * at * (seed + 3)) % 61 - 28
        pause = length / 4 if at > 20 else timedelta()
        points.append(DatedRating(BEGAN + at * length / 60 + pause, value, max(60, 300 - 9 * at)))
    return tuple(points)
