"""One's running matches as a list."""

from bot.channels import message_link
from bot.i18n import Language
from bot.wording.board import relative_time
from bot.wording.names import message_name
from bot.wording.terms import variant_name
from matches.ids import PlayerId
from matches.match import Match
from matches.people import Person
from matches.place import BoardMessage

MOST_SHOWN = 15
"""Matches, so that the list fits into one message."""


def games_lines(
    games: list[tuple[Match, Person, BoardMessage | None]], reader: PlayerId, language: Language
) -> str:
    """One line a match: whose turn, against whom, what, time left, a link to its board."""
    if not games:
        return language.say("You are not playing now. `/challenge` finds you an opponent.")
    waiting = sum(match.player_to_move == reader for match, _, _ in games)
    lines = [_heading(waiting, language)]
    lines += [_line(match, other, board, reader, language) for match, other, board in games]
    shown = lines[: MOST_SHOWN + 1]
    if len(lines) > len(shown):
        more = len(lines) - len(shown)
        shown.append(language.count("… and {number} more.", "… and {number} more.", more))
    return "\n".join(shown)


def _heading(waiting: int, language: Language) -> str:
    if waiting == 0:
        return language.say("No match waits for you.")
    return language.count(
        "{number} match waits for you.", "{number} matches wait for you.", waiting
    )


def _line(
    match: Match, other: Person, board: BoardMessage | None, reader: PlayerId, language: Language
) -> str:
    mine = match.player_to_move == reader
    parts = [
        language.say("**your turn**") if mine else language.say("waiting"),
        language.say("against {name}", name=message_name(other, language)),
        variant_name(match.terms.variant, language),
    ]
    if match.deadline is not None:
        parts.append(relative_time(match.deadline))
    line = f"{'▶️' if mine else '⏳'} `{match.id}` " + " · ".join(parts)
    if board is None:
        return line
    return f"{line} · {message_link(match.place, board.message)}"
