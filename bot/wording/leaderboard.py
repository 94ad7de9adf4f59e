"""A leaderboard in words: a line a player, and the line between settled and provisional."""

from bot.i18n import Language
from bot.wording.board import rating_text
from bot.wording.names import message_name
from bot.wording.terms import variant_name
from matches.leaderboard import Leaderboard, Row
from matches.ranking import OPPONENTS, Standing
from matches.rating import Rating

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_SUBTEXT = "-# "


def leaderboard_lines(board: Leaderboard, language: Language, *, private: bool) -> str:
    """The page. In a private answer "you" is whoever reads it."""
    parts = [_heading(board, language)]
    if not board.rows:
        parts.append(
            language.say(
                "Nobody has played a rated match here within the last 90 days. `/challenge` "
                "somebody and be the first."
            )
        )
    above = None
    for row in board.rows:
        if row.ranked.standing is Standing.PROVISIONAL and above is not Standing.PROVISIONAL:
            parts.append(_line_words(language))
        above = row.ranked.standing
        parts.append(_row(row, board, language, private=private))
    if not board.shows_own:
        parts.append(_own(board, language, private=private))
    if any(_change(row.ranked.change) for row in board.rows):
        parts.append(_SUBTEXT + language.say("▲ ▼ points won and lost within the last week"))
    if private and board.own is not None:
        parts.append(_why_unsettled(board.own, language))
    return "\n".join(part for part in parts if part)


def _heading(board: Leaderboard, language: Language) -> str:
    variant = variant_name(board.variant, language)
    if board.scope is None:
        heading = language.say("**Leaderboard, everywhere: {variant}**", variant=variant)
    else:
        heading = language.say("**Leaderboard of this server: {variant}**", variant=variant)
    if board.page:
        page = language.say("page {number}", number=board.page + 1)
        return f"{heading} · {page}"
    return heading


def _line_words(language: Language) -> str:
    return _SUBTEXT + language.count(
        "Below this line the rating is not settled yet: it takes matches against {number} "
        "opponent, until the number varies little.",
        "Below this line the rating is not settled yet: it takes matches against {number} "
        "opponents, until the number varies little.",
        OPPONENTS,
    )


def _row(row: Row, board: Leaderboard, language: Language, *, private: bool) -> str:
    ranked = row.ranked
    place = "▫️" if row.place is None else _MEDALS.get(row.place, f"`{row.place:>2}`")
    is_own = board.own is not None and board.own.ranked.person.id == ranked.person.id
    name = message_name(ranked.person, language)
    if private and is_own:
        name = language.say("{name} (you)", name=name)
    return f"{place} **{_rating(ranked.rating, ranked.standing)}** {name}{_change(ranked.change)}"


def _rating(rating: Rating, standing: Standing) -> str:
    """With a question mark wherever the row is below the line."""
    text = rating_text(rating)
    return text if standing is Standing.SETTLED or text.endswith("?") else f"{text}?"


def _change(change: float) -> str:
    points = round(change)
    if points == 0:
        return ""
    return f" · {'▲' if points > 0 else '▼'} {abs(points)}"


def _own(board: Leaderboard, language: Language, *, private: bool) -> str:
    """The reader's row, which is on another page or on none."""
    own = board.own
    if own is None:
        words = language.say("You have not played a rated match here yet.")
        return _SUBTEXT + words if private else ""
    line = _row(own, board, language, private=private)
    if own.ranked.standing is Standing.UNLISTED:
        line += " · " + language.say("not listed: no rated match within the last 90 days")
    return f"⋯\n{line}"


def _why_unsettled(own: Row, language: Language) -> str:
    """What the reader still needs to stand above the line."""
    ranked = own.ranked
    if ranked.standing is not Standing.PROVISIONAL:
        return ""
    if ranked.opponents < OPPONENTS:
        return _SUBTEXT + language.count(
            "You stand above the line after matches against {number} more opponent.",
            "You stand above the line after matches against {number} more opponents.",
            OPPONENTS - ranked.opponents,
        )
    return _SUBTEXT + language.say("A few more rated matches take you above the line.")
