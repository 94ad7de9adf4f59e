"""The buttons under a player's card, and the menus of what they open.

Whose card it is, of which scope, and what is chosen stands in the ids.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.failures import Refused
from bot.i18n import Language
from bot.views.static import static_view
from bot.wording.choices import shortened
from bot.wording.history import match_choice, match_note, outcome_name
from bot.wording.names import shown_name
from bot.wording.profile import tally_words
from bot.wording.terms import rated_word, variant_name
from matches.ids import PlayerId, ServerId
from matches.people import Person
from matches.profile import HeadToHead, History, Rival
from matches.results import CUSTOM, Outcome, PastMatch, Wanted
from rules import VARIANTS

HERE, EVERYWHERE = "h", "e"
"""The scopes: this server, and all of them."""
ALL = "all"
"""The value that filters nothing."""
ANY_VARIANT = "-"

_SCOPE = f"(?P<scope>[{HERE}{EVERYWHERE}])"
_PLAYER = r"(?P<player>\d{1,19})"

CARD_ID = rf"psp:{_PLAYER}:{_SCOPE}:(?P<act>card|history|versus|replays)"
"""The id of a card's button; `card` shows the card of that scope."""

_ASKED = (
    rf"psq:{_PLAYER}:{_SCOPE}:(?P<variant>[a-z-]{{1,40}}):(?P<opponent>\d{{1,19}})"
    r":(?P<kinds>w?d?l?r?u?):(?P<page>\d{1,6})"
)
HISTORY_ID = rf"{_ASKED}:(?P<act>first|previous|here|next|last)"
"""The id of a history's button: whose, what is chosen, which page, and where it leads."""
FILTER_ID = rf"{_ASKED}:(?P<name>variant|opponent|kinds)"
"""The same of its menus."""

VERSUS_ID = rf"psw:{_SCOPE}:(?P<name>opponent)"
"""The id of the menu of opponents: who they are compared with says who chooses."""
LOOK_BACK_ID = r"psx:(?P<name>match)"
"""The id of the menu of matches to look back on."""

_LETTERS = {Outcome.WON: "w", Outcome.DRAWN: "d", Outcome.LOST: "l"}
_RATED = {True: "r", False: "u"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a history shows: whose, of which scope, what is chosen, and which page."""

    player: PlayerId
    scope: str
    variant: str | None = None
    opponent: PlayerId | None = None
    outcomes: frozenset[Outcome] = frozenset()
    rated: bool | None = None
    page: int = 0

    @classmethod
    def read(cls, parts: Mapping[str, str | Any]) -> "Asked":
        """What the parts of an id say."""
        variant, opponent = parts["variant"], PlayerId(int(parts["opponent"]))
        asked = cls(
            PlayerId(int(parts["player"])),
            parts["scope"],
            None if variant == ANY_VARIANT else variant,
            opponent or None,
            page=int(parts["page"]),
        )
        return asked.with_kinds(parts["kinds"])

    def with_kinds(self, letters: str) -> "Asked":
        """The same with these results; all of a kind are as good as none."""
        rated = {rated for rated, letter in _RATED.items() if letter in letters}
        return replace(
            self,
            outcomes=frozenset(o for o, letter in _LETTERS.items() if letter in letters),
            rated=rated.pop() if len(rated) == 1 else None,
        )

    @property
    def kinds(self) -> str:
        """The letters of the chosen results."""
        outcomes = [letter for outcome, letter in _LETTERS.items() if outcome in self.outcomes]
        return "".join(outcomes) + ("" if self.rated is None else _RATED[self.rated])

    def id(self, act: str) -> str:
        """The id of a button or a menu."""
        return (
            f"psq:{self.player}:{self.scope}:{self.variant or ANY_VARIANT}:{self.opponent or 0}"
            f":{self.kinds}:{self.page}:{act}"
        )

    def wanted(self, server: ServerId | None) -> Wanted:
        """The matches that are meant."""
        return Wanted(server, self.variant, self.opponent, self.outcomes, self.rated)


def card_view(
    player: PlayerId, scope: str, language: Language, *, has_played: bool, in_server: bool
) -> discord.ui.View:
    """*History · Head to head · Replays*, and the way to the other scope."""
    view = static_view()
    acts = []
    if has_played:
        acts = [
            (language.say("History"), f"{scope}:history"),
            (language.say("Head to head"), f"{scope}:versus"),
            (language.say("Replays"), f"{scope}:replays"),
        ]
    if in_server and scope == HERE:
        acts.append((language.say("Everywhere"), f"{EVERYWHERE}:card"))
    elif in_server:
        acts.append((language.say("In this server"), f"{HERE}:card"))
    for label, act in acts:
        view.add_item(discord.ui.Button(label=label, custom_id=f"psp:{player}:{act}"))
    return view


# ------------------------------------------------------------------------------------ the history


def history_view(
    asked: Asked, history: History, seen: Sequence[PastMatch], language: Language
) -> discord.ui.View:
    """« ‹ n/m ›», a menu for each thing to choose by, and one of the page's matches that the reader
    may look back on.
    """
    view = static_view()
    asked = replace(asked, page=history.number)
    _add_pages(view, asked, history.pages, language)
    view.add_item(_variants(asked, language))
    if history.rivals:
        view.add_item(_opponents(asked, history.rivals, language))
    view.add_item(_kinds(asked, language))
    if seen:
        view.add_item(_look_back(seen, history.people, language))
    return view


def _add_pages(view: discord.ui.View, asked: Asked, pages: int, language: Language) -> None:
    here = language.say(
        "{number}/{count}", number=language.number(asked.page + 1), count=language.number(pages)
    )
    at_start, at_end = asked.page == 0, asked.page == pages - 1
    for label, act, disabled in (
        ("«", "first", at_start),
        ("‹", "previous", at_start),
        (here, "here", True),
        ("›", "next", at_end),
        ("»", "last", at_end),
    ):
        view.add_item(
            discord.ui.Button(label=label, disabled=disabled, custom_id=asked.id(act), row=0)
        )


def _variants(asked: Asked, language: Language) -> discord.ui.Select[Any]:
    keys = [variant.key for variant in VARIANTS]
    options = [(ALL, language.say("All variants"))]
    options += [(key, variant_name(key, language)) for key in keys]
    options.append((CUSTOM, variant_name(None, language)))
    return discord.ui.Select(
        custom_id=asked.id("variant"),
        options=[
            discord.SelectOption(label=label, value=value, default=value == (asked.variant or ALL))
            for value, label in options
        ],
    )


def _opponents(asked: Asked, rivals: Sequence[Rival], language: Language) -> discord.ui.Select[Any]:
    everybody = discord.SelectOption(
        label=language.say("All opponents"), value=ALL, default=asked.opponent is None
    )
    return discord.ui.Select(
        custom_id=asked.id("opponent"),
        options=[everybody, *_people(rivals, asked.opponent, language)],
    )


def _people(
    rivals: Sequence[Rival], chosen: PlayerId | None, language: Language
) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=shortened(shown_name(rival.person, language)),
            description=(
                shortened(tally_words(rival.tally, language)) if rival.tally.played else None
            ),
            value=str(rival.person.id),
            default=rival.person.id == chosen,
        )
        for rival in rivals
    ]


def _kinds(asked: Asked, language: Language) -> discord.ui.Select[Any]:
    options = [
        (letter, outcome_name(outcome, language)) for outcome, letter in _LETTERS.items()
    ] + [(letter, rated_word(rated, language)) for rated, letter in _RATED.items()]
    return discord.ui.Select(
        custom_id=asked.id("kinds"),
        placeholder=language.say("All results, rated and unrated"),
        min_values=0,
        max_values=len(options),
        options=[
            discord.SelectOption(label=label, value=letter, default=letter in asked.kinds)
            for letter, label in options
        ],
    )


def _look_back(
    matches: Sequence[PastMatch], people: Mapping[PlayerId, Person], language: Language
) -> discord.ui.Select[Any]:
    return discord.ui.Select(
        custom_id="psx:match",
        placeholder=language.say("Look back on a match"),
        options=[
            discord.SelectOption(
                label=match_choice(match, people[match.opponent], language),
                description=match_note(match, language),
                value=str(match.id),
            )
            for match in matches
        ],
    )


def replays_view(
    matches: Sequence[PastMatch], people: Mapping[PlayerId, Person], language: Language
) -> discord.ui.View | None:
    """The menu of matches to look back on; None without any."""
    if not matches:
        return None
    view = static_view()
    view.add_item(_look_back(matches, people, language))
    return view


def versus_view(
    versus: HeadToHead, scope: str, seen: Sequence[PastMatch], language: Language
) -> discord.ui.View | None:
    """Whom else to choose, and the latest matches of the two; None if there is neither."""
    view = static_view()
    if versus.rivals:
        chosen = None if versus.opponent is None else versus.opponent.id
        view.add_item(
            discord.ui.Select(
                custom_id=f"psw:{scope}:opponent",
                placeholder=language.say("Choose an opponent"),
                options=_people(versus.rivals, chosen, language),
            )
        )
    if seen and versus.opponent is not None:
        view.add_item(_look_back(seen, {versus.opponent.id: versus.opponent}, language))
    return view if view.children else None


def list_is_gone(language: Language) -> Refused:
    """A button or a menu that its message has no more."""
    return Refused(language.say("You have moved on already: use the buttons as they are now."))
