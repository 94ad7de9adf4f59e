"""Players' cards as pictures: from what is counted to the scene that the renderer draws."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.i18n import Language
from bot.pictures import Picture
from bot.wording.board import rating_text
from bot.wording.names import shown_name
from bot.wording.profile import card_text, curve_days, reason_name, side_name, since
from bot.wording.terms import variant_name
from matches.profile import MOMENTS, PresetRating, Profile
from matches.results import DatedRating, Results, Tally
from renderer import CardScene, Theme, render_card
from renderer.card import CardRating, Fact, ResultWords
from renderer.card import Tally as Row
from renderer.curve import Curve, CurvePoint

PAUSE = 90.0
"""Days without a match from which a curve is dashed."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


async def card_picture(profile: Profile, language: Language, theme: Theme) -> Picture:
    """A card, drawn outside the event loop."""
    scene = card_scene(profile, language)
    content = await asyncio.to_thread(render_card, scene, theme)
    return Picture(content, f"card-{profile.person.id}.png", card_text(profile, language))


def card_scene(profile: Profile, language: Language) -> CardScene:
    """What the picture shows."""
    results, total = profile.results, profile.results.total
    return CardScene(
        name=shown_name(profile.person, language),
        since=since(profile, language),
        ratings=tuple(_rating(each, language) for each in profile.ratings),
        total=_row("", total),
        words=ResultWords(
            won=language.count("{number} won", "{number} won", total.won),
            drawn=language.count("{number} drawn", "{number} drawn", total.drawn),
            lost=language.count("{number} lost", "{number} lost", total.lost),
        ),
        sides_heading=language.say("By side"),
        sides=tuple(
            _row(side_name(side, language), tally) for side, tally in results.by_side().items()
        ),
        reasons_heading=language.say("Endings"),
        reasons=tuple(
            _row(reason_name(reason, language), tally)
            for reason, tally in results.by_reason().items()
        ),
        opponents_heading=language.say("Most played"),
        opponents=tuple(
            _row(shown_name(rival.person, language), rival.tally) for rival in profile.rivals
        ),
        facts=_facts(results, language),
        number=language.number,
    )


def _row(label: str, tally: Tally) -> Row:
    return Row(label, tally.won, tally.drawn, tally.lost)


def _rating(each: PresetRating, language: Language) -> CardRating:
    return CardRating(
        variant_name(each.variant, language),
        rating_text(each.rating),
        each.rating.provisional,
        Curve(tuple(_point(point) for point in each.curve), _pause(each.curve)),
        *curve_days(each, language),
    )


def _point(point: DatedRating) -> CurvePoint:
    return CurvePoint(_days(point.at - _EPOCH), point.value, point.deviation)


def _pause(curve: Sequence[DatedRating]) -> float:
    """Days; a curve over many years has points that are far from each other in any case."""
    whole = _days(curve[-1].at - curve[0].at) if curve else 0.0
    return max(PAUSE, 2 * whole / MOMENTS)


def _days(time: timedelta) -> float:
    return time / timedelta(days=1)


def _facts(results: Results, language: Language) -> tuple[Fact, ...]:
    if not results.total.played:
        return ()
    facts = [
        Fact(language.say("Most wins in a row"), language.number(results.most_wins)),
        Fact(language.say("Wins in a row now"), language.number(results.wins_now)),
        Fact(language.say("Rated matches"), language.number(results.rated)),
    ]
    if results.longest is not None:
        facts.insert(0, Fact(language.say("Longest chain"), language.number(results.longest)))
    return tuple(facts)
