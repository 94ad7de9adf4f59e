"""The board's buttons: the pad of three rows of three, and a row of what else there is."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import discord

from bot.i18n import Language
from bot.views.static import static_view
from bot.wording.turns import pad_words
from matches.draft import Drafted, drafted, needs_confirmation
from matches.ids import MatchId
from matches.playing import Seen
from matches.standings import BoardState
from rules import Direction, Effect, StepKind
from rules.notation import EMOJI

Button: TypeAlias = discord.ui.Button[Any]

PAD: tuple[tuple[Direction | None, ...], ...] = ((7, 0, 1), (6, None, 2), (5, 4, 3))
"""The directions as they lie around the ball; the middle takes a segment back."""

PENALTY_SIGN = "·"
"""What the middle says in a penalty: a penalty is written with a dot."""

STYLES = {
    Effect.PASSES: discord.ButtonStyle.secondary,
    Effect.CONTINUES: discord.ButtonStyle.primary,
    Effect.WINS: discord.ButtonStyle.success,
    Effect.LOSES: discord.ButtonStyle.danger,
    Effect.DRAWS: discord.ButtonStyle.secondary,
}


BOARD_ID = (
    r"ps:(?P<match>\d{1,19}):(?P<version>\d{1,19}):(?P<step>\d{1,19})"
    r":(?P<act>[0-7]|back|play|replay|rules|more|rematch|again|stronger)"
)
"""The id of a board's button: which match, what it showed when it was made, and what it does."""


def board_id(match: MatchId, seen: Seen, act: str) -> str:
    """The id of a button."""
    return f"ps:{match}:{seen.version}:{seen.revision}:{act}"


def board_view(state: BoardState, language: Language) -> discord.ui.View:
    """The buttons under a board; illegal directions are disabled, never removed."""
    view = static_view()
    if state.match.is_over:
        for button in _closing_row(state, language):
            view.add_item(button)
        return view
    so_far = drafted(state.match, state.draft)
    seen = _seen(state)
    for act, button in pad_buttons(so_far, language if state.mover_reads else None):
        button.custom_id = board_id(state.match.id, seen, act)
        if state.match.awaits_computer:
            button.style, button.disabled = discord.ButtonStyle.secondary, True
        view.add_item(button)
    for button in _last_row(state, so_far, seen, language):
        view.add_item(button)
    return view


def pad_buttons(so_far: Drafted, words: Language | None = None) -> Iterator[tuple[str, Button]]:
    """The nine buttons of the pad in their rows, each with what it does: a digit, or `back`.

    Their labels are words in the language that is given; without one they are arrows.
    """
    for row, directions in enumerate(PAD):
        for direction in directions:
            button = _pad_button(so_far, direction)
            if words is not None:
                button.emoji = None
                button.label = _pad_label(so_far, direction, words)
            button.row = row
            yield "back" if direction is None else str(direction), button


def _pad_label(so_far: Drafted, direction: Direction | None, language: Language) -> str:
    if direction is None:
        return language.say("take back")
    legal = not so_far.is_complete and direction in so_far.position.legal_directions()
    return pad_words(direction, so_far.position if legal else None, language)


def _pad_button(so_far: Drafted, direction: Direction | None) -> Button:
    return _back_button(so_far) if direction is None else _direction_button(so_far, direction)


def _seen(state: BoardState) -> Seen:
    revision = 0 if state.draft is None else state.draft.revision
    return Seen(state.match.version, revision)


def _direction_button(so_far: Drafted, direction: Direction) -> Button:
    legal = not so_far.is_complete and direction in so_far.position.legal_directions()
    style = discord.ButtonStyle.secondary
    if legal:
        style = STYLES[so_far.position.effect(direction)]
    label = None
    if _takes_penalty(so_far):
        label = str(len(so_far.position.path(direction)) - 1)
    return discord.ui.Button(emoji=EMOJI[direction], label=label, style=style, disabled=not legal)


def _back_button(so_far: Drafted) -> Button:
    # A label of the same width, so that the columns stay below each other.
    label = PENALTY_SIGN if _takes_penalty(so_far) else None
    return discord.ui.Button(emoji="↩️", label=label, disabled=so_far.drawn is None)


def _takes_penalty(so_far: Drafted) -> bool:
    """Whether the next tap draws a penalty: the arrows then say how many steps it goes."""
    return not so_far.is_complete and so_far.position.next_step is StepKind.PENALTY


def _last_row(state: BoardState, so_far: Drafted, seen: Seen, language: Language) -> list[Button]:
    """*Play it*, *Replay*, *Rules* and *⋯*: always there, so that nothing moves."""
    waits = needs_confirmation(state.match, so_far)
    style = discord.ButtonStyle.danger if so_far.loses else discord.ButtonStyle.success
    play: Button = discord.ui.Button(
        label=language.say("Play it"),
        style=style if waits else discord.ButtonStyle.secondary,
        disabled=not waits,
        row=3,
        custom_id=board_id(state.match.id, seen, "play"),
    )
    return [
        play,
        _replay_button(state, seen, language),
        _button(state, seen, "rules", label=language.say("Rules")),
        _button(state, seen, "more", label="⋯"),
    ]


def _closing_row(state: BoardState, language: Language) -> list[Button]:
    seen = Seen(state.match.version)
    return [
        *_sequels(state, seen, language),
        _replay_button(state, seen, language),
        _button(state, seen, "more", label="⋯"),
    ]


def _sequels(state: BoardState, seen: Seen, language: Language) -> list[Button]:
    """What may follow: a rematch, or another game against the computer."""
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    computer = state.match.computer
    if computer is None:
        rematch = language.say("Rematch")
        return [_button(state, seen, "rematch", label=rematch, style=primary)]
    again = language.say("Same again")
    if computer.stronger is None:
        return [_button(state, seen, "again", label=again, style=primary)]
    stronger = language.say("Stronger")
    return [
        _button(state, seen, "stronger", label=stronger, style=primary),
        _button(state, seen, "again", label=again, style=secondary),
    ]


def _replay_button(state: BoardState, seen: Seen, language: Language) -> Button:
    button = _button(state, seen, "replay", label=language.say("Replay"))
    # There is nothing to look back on.
    button.disabled = not state.match.game.turns
    return button


def _button(
    state: BoardState,
    seen: Seen,
    act: str,
    *,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    custom_id = board_id(state.match.id, seen, act)
    return discord.ui.Button(label=label, style=style, row=3, custom_id=custom_id)
