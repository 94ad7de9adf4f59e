"""The clock of a match in words: how long somebody has, or why time stands still."""

from datetime import UTC, datetime

import discord

from bot.i18n import Language
from bot.wording.names import message_name, shown_name
from matches.match import Match
from matches.pauses import Pause
from matches.standings import BoardState
from rules import Player


def relative_time(moment: datetime) -> str:
    """A moment that Discord counts down in the reader's own language."""
    return discord.utils.format_dt(moment, "R")


def time_left(deadline: datetime) -> str:
    """When the time of who is to move runs out."""
    return f"⏳ {relative_time(deadline)}"


def board_clock(state: BoardState, language: Language) -> str:
    """The clock as a board shows it; empty without a limit."""
    if state.match.deadline is not None and state.holding:
        names = [message_name(state.person(side), language) for side in on_leave(state)]
        return _standing(names, language)
    return "" if state.deadline is None else time_left(state.deadline)


def listed_clock(match: Match, language: Language) -> str:
    """The clock as a list of matches shows it; empty without a limit."""
    if match.deadline is None:
        return ""
    return language.say("time stands still") if match.pauses else time_left(match.deadline)


def spoken_clock(state: BoardState, language: Language) -> str:
    """The clock as a moment: an alternative text does not count down. Empty without a limit."""
    if state.match.deadline is not None and state.holding:
        names = [shown_name(state.person(side), language) for side in on_leave(state)]
        words = _standing(names, language)
        return f"{words[:1].upper()}{words[1:]}."
    if state.deadline is None:
        return ""
    until = state.deadline.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
    return language.say("Time until {moment} UTC.", moment=until)


def on_leave(state: BoardState) -> list[Player]:
    """Whose leave holds the time."""
    return [side for side in Player if Pause.away(side) in state.match.pauses]


def _standing(names: list[str], language: Language) -> str:
    if len(names) == 2:
        return language.say("time stands still: both are on leave")
    if names:
        return language.say("time stands still: {name} is on leave", name=names[0])
    return language.say("time stands still")
