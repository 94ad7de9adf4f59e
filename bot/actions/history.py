"""What a player's card opens, each in a private message: history, head to head, replays."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.actions.answering import edit_tapped
from bot.actions.profile import server_of
from bot.actions.seeing import eyes_of
from bot.actions.viewer import open_replay
from bot.channels import message_link
from bot.failures import Refused, say_privately
from bot.i18n import reader_language
from bot.views.profile import (
    ALL,
    EVERYWHERE,
    HERE,
    Asked,
    history_view,
    replays_view,
    versus_view,
)
from bot.wording.history import history_lines, replays_line, versus_lines
from matches.ids import MatchId, PlayerId
from matches.profile import HeadToHead, History, head_to_head, history_of, latest_of
from matches.results import PastMatch

if TYPE_CHECKING:
    from bot.app import PaperSoccer

    Interaction = discord.Interaction[PaperSoccer]
else:
    Interaction = discord.Interaction

MOST_OFFERED = 25
"""Matches in a menu, Discord's limit."""

Sees = Callable[[PastMatch], bool]


async def _viewer(interaction: Interaction) -> PlayerId | None:
    """Whoever acts, if they have ever played."""
    return await interaction.client.people.known(interaction.user)


def _own_scope(
    interaction: Interaction, player: PlayerId, viewer: PlayerId | None, scope: str
) -> str:
    """The scope in which this viewer may see single matches: somebody else's in this server only,
    whatever the card counts. Raises Refused outside servers.
    """
    if player == viewer:
        return scope
    if interaction.guild_id is None:
        language = reader_language(interaction)
        raise Refused(language.say("Look at the matches of others in a server, with `/profile`."))
    return HERE


def _sees(interaction: Interaction, player: PlayerId, viewer: PlayerId | None) -> Sees:
    """Which matches of a player this viewer may look back on: see `matches.records`."""
    eyes = eyes_of(interaction)
    return lambda match: viewer in (player, match.opponent) or eyes(match.place)


def _link(sees: Sees) -> Callable[[PastMatch], str | None]:
    def link(match: PastMatch) -> str | None:
        if match.board is None or not sees(match):
            return None
        return message_link(match.place.server, match.board)

    return link


# ------------------------------------------------------------------------------------ the history


async def open_history(interaction: Interaction, player: PlayerId, scope: str) -> None:
    """The newest matches. Raises UnknownPlayer, Refused."""
    await _show_history(interaction, Asked(player, scope), anew=True)


async def turn_history(interaction: Interaction, asked: Asked, act: str) -> None:
    """Another page in the same message. Raises UnknownPlayer, Refused."""
    page = {"first": 0, "previous": asked.page - 1, "next": asked.page + 1, "last": 10**6}
    await _show_history(interaction, replace(asked, page=page.get(act, asked.page)))


async def filter_history(
    interaction: Interaction, asked: Asked, name: str, chosen: list[str]
) -> None:
    """The first page of what was chosen in a menu. Raises UnknownPlayer, Refused."""
    asked = replace(asked, page=0)
    if name == "kinds":
        asked = asked.with_kinds("".join(chosen))
    elif name == "variant":
        asked = replace(asked, variant=None if chosen[0] == ALL else chosen[0])
    else:
        asked = replace(asked, opponent=None if chosen[0] == ALL else PlayerId(int(chosen[0])))
    await _show_history(interaction, asked)


async def _show_history(interaction: Interaction, asked: Asked, *, anew: bool = False) -> None:
    language, viewer = reader_language(interaction), await _viewer(interaction)
    asked = replace(asked, scope=_own_scope(interaction, asked.player, viewer, asked.scope))
    wanted = asked.wanted(server_of(interaction, asked.scope))
    async with interaction.client.store.reading() as uow:
        history: History = await history_of(uow, asked.player, wanted, asked.page)
    sees = _sees(interaction, asked.player, viewer)
    words = history_lines(history, _link(sees), language)
    view = history_view(asked, history, list(filter(sees, history.matches)), language)
    await _answer(interaction, words, view, anew=anew)


# ------------------------------------------------------------------------- replays, head to head


async def open_replays(interaction: Interaction, player: PlayerId, scope: str) -> None:
    """The newest matches that may be looked back on, as a menu. Raises UnknownPlayer, Refused."""
    language, viewer = reader_language(interaction), await _viewer(interaction)
    scope = _own_scope(interaction, player, viewer, scope)
    server = server_of(interaction, scope)
    async with interaction.client.store.reading() as uow:
        matches, people = await latest_of(uow, player, server, MOST_OFFERED)
        person = (await uow.players.people((player,)))[player]
    seen = list(filter(_sees(interaction, player, viewer), matches))
    words = replays_line(
        person,
        language,
        listed=len(matches),
        seen=len(seen),
        own=player == viewer,
        here=server is not None,
    )
    await _answer(interaction, words, replays_view(seen, people, language), anew=True)


async def look_back(interaction: Interaction, match: str) -> None:
    """The boards of a match that was chosen, in a message of their own. Raises NotSeenHere."""
    await open_replay(interaction, MatchId(int(match)))


async def open_versus(
    interaction: Interaction, opponent: PlayerId, scope: str, *, anew: bool
) -> None:
    """Whoever acts against this player; against oneself, whom to choose. Raises UnknownPlayer."""
    language, viewer = reader_language(interaction), await _viewer(interaction)
    scope = EVERYWHERE if interaction.guild_id is None else scope
    async with interaction.client.store.reading() as uow:
        versus: HeadToHead = await head_to_head(
            uow, viewer, opponent, server_of(interaction, scope)
        )
    words = versus_lines(versus, _link(lambda _: True), language)
    view = versus_view(versus, scope, versus.latest, language)
    await _answer(interaction, words, view, anew=anew)


async def _answer(
    interaction: Interaction, words: str, view: discord.ui.View | None, *, anew: bool
) -> None:
    if anew:
        await say_privately(interaction, words, view=view or discord.utils.MISSING)
    else:
        await edit_tapped(interaction, content=words, view=view, attachments=[])
