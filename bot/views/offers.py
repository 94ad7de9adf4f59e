"""The buttons that make an offer, and those that answer one."""

from collections.abc import Collection
from typing import Any

import discord

from bot.i18n import Language
from bot.views.static import static_view
from matches.match import Match
from matches.offer import Offer, OfferKind

ANSWER_ID = (
    r"pso:(?P<match>\d{1,19}):(?P<kind>draw|takeback):(?P<side>first|second)"
    r":(?P<version>\d{1,19}):(?P<act>accept|decline)"
)
"""The id of a button that answers an offer: which one it is, and the answer."""

ASK_ID = r"psa:(?P<match>\d{1,19}):(?P<version>\d{1,19}):(?P<act>draw|takeback|time)"
"""The id of a button that makes an offer, or gives time, in the match as it was seen."""

TIME = "time"


def offer_prefix(offer: Offer) -> str:
    """How the ids of the buttons that answer this offer begin."""
    return f"pso:{offer.match}:{offer.kind.value}:{offer.side.value}:{offer.version}:"


def answer_view(offer: Offer, language: Language) -> discord.ui.View:
    """Yes or no."""
    view = static_view()
    for act, label, style in (
        ("accept", language.say("Accept"), discord.ButtonStyle.success),
        ("decline", language.say("Decline"), discord.ButtonStyle.secondary),
    ):
        custom_id = offer_prefix(offer) + act
        view.add_item(discord.ui.Button(label=label, style=style, custom_id=custom_id))
    return view


def ask_buttons(
    match: Match, acts: Collection[str], language: Language, *, accepts: bool
) -> list[discord.ui.Button[Any]]:
    """What can be asked for or given now; `accepts` if offering a draw takes one."""
    draw = language.say("Accept the draw") if accepts else language.say("Offer a draw")
    labels = {
        OfferKind.DRAW.value: draw,
        OfferKind.TAKEBACK.value: language.say("Ask for a takeback"),
        TIME: language.say("Give more time"),
    }
    return [
        discord.ui.Button(label=label, custom_id=f"psa:{match.id}:{match.version}:{act}")
        for act, label in labels.items()
        if act in acts
    ]
