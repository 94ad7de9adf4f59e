"""The pictures of the pages and the lessons."""

from bot.guide.pages import GuidePage
from bot.i18n import Language
from bot.wording.guide import you_and_opponent
from renderer import Scene, Side, board_scene, empty_scene
from rules import Game, Player


def page_scene(page: GuidePage, language: Language) -> Scene:
    """The picture of a page; what the opponent could draw next is not marked."""
    example = page.example
    if not example.game.turns:
        return empty_scene(example.game.ruleset, *_sides(language))
    return example_scene(
        example.game, example.draft, language, marks=example.position.to_move is Player.FIRST
    )


def example_scene(game: Game, draft: str, language: Language, *, marks: bool = True) -> Scene:
    """The picture of a position between *you* and the *opponent*."""
    first, second = _sides(language)
    return board_scene(game, draft=draft, first=first, second=second, marks=marks)


def _sides(language: Language) -> tuple[Side, Side]:
    you, opponent = you_and_opponent(language)
    return Side(you), Side(opponent)
