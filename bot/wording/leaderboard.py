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
        parts.append(_nobody(board, language))
    above = None
    for row in board.rows:
        if row.ranked.standing is Standing.PROVISIONAL and above is not Standing.PROVISIONAL:
            parts.append(_line_words(language))
        above = row.ranked.standing
        parts.append(_row(row, board, language, private=private))
    if not board.shows_own:
        parts.append(_own(board, language, private=private))
    if any(round(row.ranked.change) for row in board.rows):
        parts.append(_SUBTEXT + language.say("▲ ▼ points won and lost within the last week"))
    if private and board.own is not None:
        parts.append(_why_unsettled(board.own, language))
    return "\n".join(part for part in parts if part)


def _nobody(board: Leaderboard, language: Language) -> str:
    if board.scope is None:
        return language.say(
            "Nobody has played this variant rated within the last 90 days. `/challenge` somebody "
            "and be the first."
        )
    return language.say(
        "Nobody has played this variant rated here within the last 90 days. `/challenge` somebody "
        "and be the first."
    )


def _heading(board: Leaderboard, language: Language) -> str:
    variant = variant_name(board.variant, language)
    if board.scope is None:
        heading = language.say("**Leaderboard, everywhere: {variant}**", variant=variant)
    else:
        heading = language.say("**Leaderboard of this server: {variant}**", variant=variant)
    if board.page:
        page = language.say("page {number}", number=language.number(board.page + 1))
        return f"{heading} · {page}"
    return heading


def _line_words(language: Language) -> str:
    return _SUBTEXT + language.count(
        "**?** means not settled yet: whoever has played {number} other player, and a few more "
        "rated matches, stands above this line.",
        "**?** means not settled yet: whoever has played {number} different players, and a few "
        "more rated matches, stands above this line.",
        OPPONENTS,
    )


def _row(row: Row, board: Leaderboard, language: Language, *, private: bool) -> str:
    ranked = row.ranked
    place = "▫️" if row.place is None else _place(row.place, language)
    is_own = board.own is not None and board.own.ranked.person.id == ranked.person.id
    name = message_name(ranked.person, language)
    if private and is_own:
        name = language.say("{name} (you)", name=name)
    change = _change(ranked.change, language)
    return f"{place} **{_rating(ranked.rating, ranked.standing)}** {name}{change}"


def _place(place: int, language: Language) -> str:
    return _MEDALS.get(place, f"`{language.number(place):>2}`")


def _rating(rating: Rating, standing: Standing) -> str:
    """With a question mark wherever the row is below the line."""
    text = rating_text(rating)
    return text if standing is Standing.SETTLED or text.endswith("?") else f"{text}?"


def _change(change: float, language: Language) -> str:
    points = round(change)
    if points == 0:
        return ""
    return f" · {'▲' if points > 0 else '▼'} {language.number(abs(points))}"


def _own(board: Leaderboard, language: Language, *, private: bool) -> str:
    """The row of whoever asked, which is on another page or on none."""
    own = board.own
    if own is None:
        return _SUBTEXT + _never_rated(board, language) if private else ""
    line = _row(own, board, language, private=private)
    if not private:
        line += " · " + language.say("asked for this table")
    if own.ranked.standing is Standing.UNLISTED:
        line += " · " + language.say("not listed: no rated match within the last 90 days")
    return f"⋯\n{line}"


def _never_rated(board: Leaderboard, language: Language) -> str:
    if board.scope is None:
        return language.say("You have not played a rated match yet.")
    return language.say("You have not played a rated match here yet.")


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
