"""The statement of players' curves: what a rating was at moments of equal distance."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Integer,
    Select,
    and_,
    bindparam,
    func,
    literal,
    select,
    true,
    type_coerce,
)

from storage.tables import rating_changes, ratings

_STEPS = select(literal(0).label("number")).cte("steps", recursive=True)
_LAST_STEP = bindparam("last", type_=Integer)
_STEPS = _STEPS.union_all(select(_STEPS.c.number + 1).where(_STEPS.c.number < _LAST_STEP))


def _curves() -> Select[Any]:
    """Of each rating the changes that were its last ones at so many moments: for each moment one
    look into the index.
    """
    of_rating = and_(
        rating_changes.c.scope == ratings.c.scope,
        rating_changes.c.variant == ratings.c.variant,
        rating_changes.c.player == ratings.c.player,
    )
    begin = (
        select(func.min(rating_changes.c.finished_at, type_=BigInteger))
        .where(of_rating)
        .scalar_subquery()
    )
    end = type_coerce(ratings.c.changed_at, BigInteger)
    spans = (
        select(ratings.c.scope, ratings.c.variant, ratings.c.player, begin.label("begin"))
        .add_columns((end - begin).label("length"))
        .where(ratings.c.player == bindparam("player"), ratings.c.scope == bindparam("scope"))
        .cte("spans")
        .prefix_with("MATERIALIZED")
    )
    moment = spans.c.begin + spans.c.length * _STEPS.c.number // _LAST_STEP
    stood = (
        select(rating_changes.c.event)
        .where(
            *(rating_changes.c[name] == spans.c[name] for name in ("scope", "variant", "player")),
            type_coerce(rating_changes.c.finished_at, BigInteger) <= moment,
        )
        .order_by(rating_changes.c.finished_at.desc(), rating_changes.c.event.desc())
        .limit(1)
        .correlate(spans, _STEPS)
        .scalar_subquery()
    )
    points = (
        select(spans.c.scope, spans.c.variant, spans.c.player, stood.label("event"))
        .select_from(spans.join(_STEPS, true()))
        .distinct()
        .subquery("points")
    )
    # By the primary key, one by one: a join may read a whole table where that seems cheaper.
    key = and_(*(points.c[name] == rating_changes.c[name] for name in ("event", "scope", "player")))
    values = (
        select(rating_changes.c[name]).where(key).correlate(points).scalar_subquery().label(name)
        for name in ("finished_at", "value_after", "deviation_after")
    )
    return select(points.c.variant, points.c.event, *values).where(points.c.event.is_not(None))


CURVES = _curves()
"""For a `player` and a `scope`: of each variant the changes, each with its event, and no more of
them than moments. `last` is the number of moments, less one.
"""
