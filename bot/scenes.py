"""From what a board shows to the scene that the renderer draws."""

from bot.i18n import Language
from bot.wording.board import caption, rating_after
from bot.wording.names import shown_name
from matches.draft import drafted
from matches.place import ServerSettings
from matches.standings import BoardState, Seat
from renderer import THEMES, Scene, Side, Theme, board_scene
from rules import Player


def scene_of(state: BoardState, language: Language) -> Scene:
    """The picture of a board: the game, the draft, both players, and the result at the end."""
    return board_scene(
        state.match.game,
        draft=drafted(state.match, state.draft).steps,
        first=_side(state.seats[Player.FIRST], language),
        second=_side(state.seats[Player.SECOND], language),
        caption=caption(state, language),
        over=state.match.is_over,
        winner=None if state.match.result is None else state.match.result.winner,
    )


def theme_of(settings: ServerSettings) -> Theme:
    """The look of a server's public pictures."""
    return THEMES[settings.theme.value]


def _side(seat: Seat, language: Language) -> Side:
    return Side(shown_name(seat.person, language), rating_after(seat, language))
