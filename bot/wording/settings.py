"""What players and servers have decided, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.i18n import Language
from bot.wording.names import message_name
from bot.wording.terms import turn_time, variant_name
from matches.leaving import LeaveState
from matches.people import Person
from matches.place import BoardTheme
from matches.preferences import PlayerSettings, Reminders
from matches.terms import TurnTime

MOST_NAMED = 10
"""Blocked players, and channels: more would make the message too long."""


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """What one player has decided."""

    settings: PlayerSettings
    leave: LeaveState
    blocked: Sequence[Person]


def own_settings_lines(own: OwnSettings, language: Language) -> str:
    """A player's own settings: a paragraph for each."""
    reminders = language.say(
        "**Reminder**, once, when a fifth of the time for your turn is left: {where}. I write "
        "direct messages only to whoever chooses them here.",
        where=reminders_name(own.settings.reminders, language),
    )
    boards = language.say(
        "**Boards:** {how}. In words: the position is written below the first lines, and the pad "
        "has words; there is no picture, unless your opponent looks at one. It begins with the "
        "next board; `/board` shows it at once.",
        how=boards_name(own.settings.words, language),
    )
    parts = [reminders, _leave(own.leave, language), _blocked(own.blocked, language), boards]
    return "\n\n".join(parts)


def boards_name(words: bool, language: Language) -> str:
    """How somebody wants boards."""
    return language.say("in words") if words else language.say("as pictures")


def reminders_name(reminders: Reminders, language: Language) -> str:
    """Where somebody is reminded."""
    names = {
        Reminders.CHANNEL: language.say("where the match is played"),
        Reminders.DIRECT: language.say("by direct message"),
        Reminders.OFF: language.say("off"),
    }
    return names[reminders]


def _leave(leave: LeaveState, language: Language) -> str:
    if leave.present is not None:
        until = discord.utils.format_dt(leave.present.ends_at, "f")
        return language.count(
            "**Leave:** you are on leave until {until}, and have {number} day left after it. No "
            "time runs in your matches with a day or more for a turn.",
            "**Leave:** you are on leave until {until}, and have {number} days left after it. No "
            "time runs in your matches with a day or more for a turn.",
            leave.days_left,
            until=until,
        )
    return language.count(
        "**Leave:** you have {number} day left of the 30 in a year. While you are on leave no time "
        "runs in your matches with a day or more for a turn.",
        "**Leave:** you have {number} days left of the 30 in a year. While you are on leave no "
        "time runs in your matches with a day or more for a turn.",
        leave.days_left,
    )


def _blocked(blocked: Sequence[Person], language: Language) -> str:
    if not blocked:
        return language.say(
            "**Blocked:** nobody. Whoever you block can start nothing with you, and what they do "
            "in your running matches does not notify you."
        )
    names = ", ".join(message_name(person, language) for person in blocked[:MOST_NAMED])
    if len(blocked) > MOST_NAMED:
        names = language.say("{names} and more", names=names)
    return language.say(
        "**Blocked:** {names}. They can start nothing with you, and what they do in your running "
        "matches does not notify you.",
        names=names,
    )


@dataclass(frozen=True, slots=True)
class Setup:
    """What a server's administrators have decided, as far as what it names still exists."""

    games_channels: Sequence[int]
    threads: bool
    challengers: Sequence[int]
    """Roles that exist."""
    everybody_challenges: bool
    """Whether no role is needed to challenge, not even one that is gone."""
    variant: str
    turn_time: TurnTime
    theme: BoardTheme
    language: str | None
    """The chosen catalogue; None for the language that Discord knows."""
    speaks: str
    """The catalogue that public messages have."""
    closed: Sequence[int]
    """Games channels in which no board can be shown."""
    missing: str
    """The permissions that the bot lacks there."""


def setup_lines(setup: Setup, language: Language) -> str:
    """A server's settings: a line for each."""
    channels = ", ".join(f"<#{channel}>" for channel in setup.games_channels)
    roles = ", ".join(f"<@&{role}>" for role in setup.challengers)
    lines = [
        language.say("**Paper soccer in this server**"),
        (
            language.say(
                "**Games channels:** {channels}. Matches are played in them directly, and old "
                "boards are deleted.",
                channels=channels,
            )
            if channels
            else language.say("**Games channels:** none.")
        ),
        (
            language.say("**Threads:** yes. Elsewhere each new match gets one.")
            if setup.threads
            else language.say("**Threads:** no. Matches are played in the channel itself.")
        ),
        (
            language.say(
                "**Who may challenge:** members with {roles}, and whoever manages the server.",
                roles=roles,
            )
            if roles
            else _without_roles(setup, language)
        ),
        language.say(
            "**Unless a challenge says otherwise:** {variant}, {time}.",
            variant=variant_name(setup.variant, language),
            time=turn_time(setup.turn_time, language),
        ),
        language.say("**Look of the boards:** {theme}.", theme=theme_name(setup.theme, language)),
        _spoken(setup, language),
    ]
    if setup.closed:
        closed = ", ".join(f"<#{channel}>" for channel in setup.closed[:MOST_NAMED])
        lines.append(
            language.say(
                "⚠ I cannot show boards in {channels}. Allow me there: {permissions}.",
                channels=closed,
                permissions=setup.missing,
            )
        )
    return "\n".join(lines)


def _without_roles(setup: Setup, language: Language) -> str:
    if setup.everybody_challenges:
        return language.say("**Who may challenge:** everybody.")
    return language.say(
        "**Who may challenge:** only whoever manages the server, since the chosen role is gone."
    )


def _spoken(setup: Setup, language: Language) -> str:
    name = language_name(setup.speaks)
    if setup.language is not None:
        return language.say("**Language of public messages:** {name}.", name=name)
    return language.say(
        "**Language of public messages:** {name}, after the server's own in Discord.", name=name
    )


def theme_name(theme: BoardTheme, language: Language) -> str:
    """A look of the boards."""
    names = {
        BoardTheme.PAPER: language.say("paper"),
        BoardTheme.DARK: language.say("dark"),
        BoardTheme.HIGH_CONTRAST: language.say("high contrast"),
    }
    return names[theme]


def language_name(tag: str) -> str:
    """A language in its own words, as pickers of languages have it everywhere."""
    names = {
        "de": "Deutsch",
        "en": "English",
        "es": "Español",
        "hu": "Magyar",
        "no": "Norsk",
        "pl": "Polski",
        "ru": "Русский",
    }
    return names.get(tag, tag)


def roles_needed(roles: Sequence[int], language: Language) -> str:
    """Why somebody may not challenge here; without `roles` those that may exist no more."""
    if not roles:
        return language.say(
            "You cannot challenge here: ask somebody who manages the server, since the role that "
            "may challenge is gone. They choose another one in `/soccer setup`."
        )
    return language.say(
        "In this server only members with one of these roles may challenge: {roles}.",
        roles=", ".join(f"<@&{role}>" for role in roles),
    )
