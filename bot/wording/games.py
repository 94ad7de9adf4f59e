"""One's running matches as a list."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.channels import message_link
from bot.i18n import Language
from bot.reach import Obstacle
from bot.wording.clock import listed_clock
from bot.wording.names import message_name
from bot.wording.reach import listed_obstacle
from bot.wording.terms import variant_name
from matches.ids import PlayerId
from matches.match import Match
from matches.people import Person
from matches.place import BoardMessage

LONGEST = 2000
"""Characters, Discord's limit for a message."""


@dataclass(frozen=True, slots=True)
class Described:
    """A running match in a list."""

    match: Match
    opponent: Person
    board: BoardMessage | None
    """The message that shows it."""
    obstacle: Obstacle | None = None
    """Why its board cannot be shown."""


def games_lines(games: Sequence[Described], reader: PlayerId | None, language: Language) -> str:
    """One line a match: whose turn, against whom, what, time left, a link to its board."""
    if not games:
        return _not_playing(language)
    waiting = sum(game.match.player_to_move == reader for game in games)
    heading = waiting_words(waiting, language)
    if any(game.obstacle is not None for game in games):
        heading += " " + language.say(
            "`/board` moves a match whose board cannot be shown to another channel."
        )
    return _list(heading, games, reader, language)


def which_match_lines(
    games: Sequence[Described], reader: PlayerId, language: Language, *, to_move: bool
) -> str:
    """Why it is not clear which match a command means, and those that it could mean.

    `to_move` says that it has to be the reader's turn.
    """
    if not games:
        return _not_playing(language)
    if not to_move:
        heading = language.say("You play several matches. Choose one with the option `match`:")
    elif any(game.match.player_to_move == reader for game in games):
        heading = language.say(
            "Several matches wait for you. Choose one with the option `match`, or go to its board:"
        )
    elif len(games) == 1:
        heading = language.say("It is your opponent's turn.")
    else:
        heading = language.say("No match waits for you: it is your opponents' turn in all of them.")
    return _list(heading, games, reader, language)


def _not_playing(language: Language) -> str:
    return language.say(
        "You are not playing now. `/challenge` finds you an opponent; `/play` is a game against "
        "the computer."
    )


def _list(
    heading: str, games: Sequence[Described], reader: PlayerId | None, language: Language
) -> str:
    """The heading and a line a match, as many as fit into one message."""
    lines = [heading]
    lines += [_line(game, reader, language) for game in games]
    shown = len(lines)
    while len(text := _first_of(lines, shown, language)) > LONGEST:
        shown -= 1
    return text


def _first_of(lines: Sequence[str], shown: int, language: Language) -> str:
    more = len(lines) - shown
    if more == 0:
        return "\n".join(lines)
    rest = language.count("… and {number} more.", "… and {number} more.", more)
    return "\n".join([*lines[:shown], rest])


def waiting_words(waiting: int, language: Language) -> str:
    """How many matches wait for the reader."""
    if waiting == 0:
        return language.say("No match waits for you.")
    return language.count(
        "{number} match waits for you.", "{number} matches wait for you.", waiting
    )


def _line(game: Described, reader: PlayerId | None, language: Language) -> str:
    match = game.match
    mine = match.player_to_move == reader
    parts = [
        language.say("**your turn**") if mine else language.say("waiting"),
        language.say("against {name}", name=message_name(game.opponent, language)),
        variant_name(match.terms.variant, language),
    ]
    parts.append(listed_clock(match, language))
    if game.obstacle is not None:
        parts.append(listed_obstacle(game.obstacle, language))
    shown = " · ".join(part for part in parts if part)
    line = f"{'▶️' if mine else '⏳'} `{match.id}` {shown}"
    if game.board is None:
        return line
    return f"{line} · {message_link(match.place.server, game.board)}"
