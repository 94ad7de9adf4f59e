"""Typed turns: `/move`, its completion, and `/board`."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.actions.afterwards import explain_afterwards, next_match, what_waits
from bot.actions.computer import show_anew
from bot.actions.games import meant_match
from bot.actions.permissions import require_board_permissions
from bot.actions.places import place_of
from bot.failures import Refused, say_privately
from bot.i18n import Language, reader_language
from bot.reach import obstacle_in
from bot.wording.choices import LONGEST_CHOICE, shortened
from bot.wording.games import waiting_words
from bot.wording.reach import hidden_match
from bot.wording.turns import direction_name, step_words
from matches.draft import drafted, draw_draft
from matches.errors import MatchesError
from matches.match import Match
from matches.playing import play_typed, post_board
from matches.update import Update
from rules import Position, RulesError, StepKind
from rules.notation import read_turn

if TYPE_CHECKING:
    from bot.app import PaperSoccer

MOST_CHOICES = 25
LONGEST_SHOWN = 40
"""Characters of a turn in the name of a choice, which a phone shows in one line."""
LONGEST_SEARCH = 400
"""Positions looked at for whole turns: completion must answer while somebody types."""


async def play_typed_turn(
    interaction: discord.Interaction["PaperSoccer"], turn: str, match_id: int | None
) -> None:
    """Play what was typed, or draft it if it is not a whole turn."""
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        match = await meant_match(uow, interaction, player, match_id, to_move=True)
        update = await play_typed(uow, match, player, turn, now=bot.now())
    bot.wake()
    if update.match.computer is not None:
        await show_anew(interaction, match)
        await explain_afterwards(interaction, update)
        return
    language = reader_language(interaction)
    words, waiting = _played_words(update, language), await what_waits(interaction, update)
    if obstacle := obstacle_in(bot, update.match):
        words += " " + hidden_match(update.match.place, obstacle, language)
    if waiting is not None:
        words += " " + waiting_words(len(waiting), language)
    await say_privately(interaction, words, **next_match(waiting or (), language))
    await explain_afterwards(interaction, update)


def _played_words(update: Update, language: Language) -> str:
    match = update.match
    if update.played is None:
        so_far = drafted(match, update.draft)
        if so_far.loses:
            return language.say(
                "`{steps}` **loses at once**. It is drawn on the board: *Play it* there, or take "
                "it back.",
                steps=so_far.steps,
            )
        if so_far.position.next_step is StepKind.PENALTY:
            return language.say(
                "`{steps}` is drawn, and the ball is locked: draw a penalty.", steps=so_far.steps
            )
        return language.say(
            "`{steps}` is drawn, and the turn is not complete yet: draw on.", steps=so_far.steps
        )
    if match.is_over:
        return language.say("You played `{turn}`. The match is over.", turn=update.played.text)
    return language.say("You played `{turn}`.", turn=update.played.text)


async def post_board_here(
    interaction: discord.Interaction["PaperSoccer"], match_id: int | None
) -> None:
    """Show the current board in this channel; the match is played here from now on.

    That of a game against the computer is shown to its player alone.
    """
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    async with bot.store.writing() as uow:
        match = await meant_match(uow, interaction, player, match_id, to_move=False)
        found = await uow.matches.get(match)
        if found is None or found.computer is None:
            require_board_permissions(interaction)
        await post_board(uow, match, player, place_of(interaction), now=bot.now())
    if found is not None and found.computer is not None:
        await show_anew(interaction, match)
        return
    bot.wake()
    await say_privately(interaction, reader_language(interaction).say("The board is shown below."))


async def complete_turn(
    interaction: discord.Interaction["PaperSoccer"], typed: str
) -> list[app_commands.Choice[str]]:
    """What is typed plus one legal segment, in words, then whole turns; empty if nothing fits."""
    match_id = interaction.namespace.match
    bot = interaction.client
    player = await bot.people.player(interaction.user)
    try:
        async with bot.store.reading() as uow:
            named = match_id if isinstance(match_id, int) else None
            key = await meant_match(uow, interaction, player, named, to_move=True)
            match = await uow.matches.get(key)
            draft = await uow.drafts.get(key)
        if match is None or match.player_to_move != player:
            return []
        # A dot at the end says that a penalty comes next, which the position knows.
        begun = typed.rstrip(". ")
        steps = _read(begun, match) if begun else drafted(match, draft).steps
        offered = _completions(match.game.position, steps, reader_language(interaction))
        # A turn too long for a choice is left to be typed.
        fitting = (choice for choice in offered if len(choice.value) <= LONGEST_CHOICE)
        return list(islice(fitting, MOST_CHOICES))
    except (MatchesError, RulesError, Refused):
        # Nothing fits: an empty list says so; sending it anyway gets the reason.
        return []


def _read(typed: str, match: Match) -> str:
    return read_turn(typed, match.game.position)


def _completions(
    start: Position, steps: str, language: Language
) -> Iterator[app_commands.Choice[str]]:
    """The typed steps themselves if they are a turn, one step more, then whole turns."""
    position = start
    if steps:
        so_far = draw_draft(start, steps)
        position = so_far.position
        if so_far.is_complete:
            yield _choice(language.say("{turn}: play it", turn=_end_of(steps)), steps)
            return
    taken = {steps}
    for direction in position.legal_directions():
        turn = steps + position.write_step(direction)
        taken.add(turn)
        name = language.say(
            "{turn}: {direction}, {effect}",
            turn=_end_of(turn),
            direction=direction_name(direction, language),
            effect=step_words(position, direction, language),
        )
        yield _choice(name, turn)
    for turn in _whole_turns(position, steps):
        if turn not in taken:
            yield _choice(language.say("{turn}: a whole turn", turn=_end_of(turn)), turn)


def _whole_turns(position: Position, steps: str) -> Iterator[str]:
    """Whole turns that begin with these steps, the shortest first, as far as a short look goes."""
    mover = position.to_move
    waiting = [(position, steps)]
    for _ in range(LONGEST_SEARCH):
        if not waiting:
            return
        position, steps = waiting.pop(0)
        for direction in position.legal_directions():
            following, longer = position.after(direction), steps + position.write_step(direction)
            if following.to_move is mover:
                waiting.append((following, longer))
            else:
                yield longer


def _end_of(turn: str) -> str:
    """The turn as a choice names it: of a long one the end, which tells the choices apart."""
    return turn if len(turn) <= LONGEST_SHOWN else "…" + turn[1 - LONGEST_SHOWN :]


def _choice(name: str, turn: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=shortened(name), value=turn)
