"""A position that shows something, reached by drawing: a real game and what is drawn after it."""

from dataclasses import dataclass

from rules import Game, Position, Ruleset, draw_steps, read_ruleset

STAGE = {"width": 6, "height": 8, "field": "small"}
"""Where examples are drawn, as far as a game has these options: on a small pitch a phone shows
every line."""


@dataclass(frozen=True, slots=True)
class Example:
    """Complete turns, and the beginning of the next one."""

    game: Game
    draft: str = ""

    @property
    def position(self) -> Position:
        """The position with the draft drawn."""
        return draw_steps(self.game.position, self.draft)[0] if self.draft else self.game.position

    def before_last_step(self) -> Position | None:
        """The position before the last step; None at the start."""
        turns = [*self.game.turns, *([self.draft] if self.draft else [])]
        if not turns:
            return None
        position = Game(self.game.ruleset, tuple(turns[:-1])).position
        for direction in position.read_steps(turns[-1])[:-1]:
            position = position.after(direction)
        return position


def staged(ruleset: Ruleset) -> Ruleset:
    """The same rules on the pitch of the examples."""
    options = ruleset.options()
    sizes = {name: value for name, value in STAGE.items() if name in options}
    return read_ruleset(ruleset.game, {**options, **sizes})


def example_of(ruleset: Ruleset, directions: str) -> Example:
    """The game in which these directions are drawn, whoever is to move; what does not complete a
    turn is the draft. IllegalStepError if the rules refuse one of them.
    """
    position = ruleset.start()
    turns, draft = [], ""
    for digit in directions:
        direction, mover = int(digit), position.to_move
        draft += position.write_step(direction)
        position = position.after(direction)
        if position.to_move is not mover:
            turns.append(draft)
            draft = ""
    return Example(Game(ruleset, tuple(turns)), draft)
