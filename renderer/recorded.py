"""From a record of a game to the scene of its board, for whoever draws without a match."""

from dataclasses import dataclass, replace

from renderer.scene import Scene, Side, board_scene, empty_scene
from rules import Game, Player
from rules.record import Record, Result

PLAYERS = {Player.FIRST: "First", Player.SECOND: "Second"}
"""The tags of the players' names; with "Rating" behind them, those of their ratings."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game with its players, as the board shows them."""

    game: Game
    first: Side
    second: Side
    caption: str = ""
    over: bool = False
    winner: Player | None = None

    def scene(self, draft: str = "") -> Scene:
        """The board; InvalidTurnError or IllegalTurnError for a draft that is refused."""
        if not self.game.turns and not draft and not self.over:
            return empty_scene(self.game.ruleset, self.first, self.second)
        return board_scene(
            self.game,
            draft=draft,
            first=self.first,
            second=self.second,
            caption=self.caption,
            over=self.over,
            winner=self.winner,
        )

    def until(self, turn: int) -> "Recorded":
        """The board after so many turns; the same one if there are no more."""
        turns = self.game.turns
        if turn >= len(turns):
            return self
        game = Game(self.game.ruleset, turns[:turn])
        return replace(self, game=game, caption="", over=False, winner=None)


def recorded(record: Record) -> Recorded:
    """The board of a record: its tags say who played and, in English, how it ended."""
    sides = {
        player: Side(record.tags.get(tag, tag), record.tags.get(f"{tag}Rating", ""))
        for player, tag in PLAYERS.items()
    }
    return Recorded(
        record.game,
        sides[Player.FIRST],
        sides[Player.SECOND],
        caption=_caption(record, sides),
        over=record.result is not Result.OPEN,
        winner=record.result.winner,
    )


def _caption(record: Record, sides: dict[Player, Side]) -> str:
    """The result in words; empty while the game goes on."""
    if record.result is Result.OPEN:
        return ""
    winner = record.result.winner
    if winner is None:
        return "Draw"
    reason = (record.reason or "").replace("_", " ")
    name = sides[winner].name
    return f"{name} wins: {reason}" if reason else f"{name} wins"
