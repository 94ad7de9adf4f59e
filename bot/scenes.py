"""From what a board shows to the scene that the renderer draws."""

from bot.i18n import Language
from bot.wording.board import caption, rating_text
from bot.wording.names import shown_name
from matches.draft import drafted
from matches.standings import BoardState, Seat
from renderer import Scene, Side, board_scene
from rules import Player


def scene_of(state: BoardState, language: Language) -> Scene:
    """The picture of a board: the game, the draft, both players, and the result at the end."""
    return board_scene(
        state.match.game,
        draft=drafted(state.match, state.draft).steps,
        first=_side(state.seats[Player.FIRST], language),
        second=_side(state.seats[Player.SECOND], language),
        marks=not state.match.is_over,
        caption=caption(state, language),
    )


def _side(seat: Seat, language: Language) -> Side:
    rating = "" if seat.rating is None else rating_text(seat.rating)
    return Side(shown_name(seat.person, language), rating)
