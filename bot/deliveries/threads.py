"""The thread on a challenge's message: opened for its match, and closed with it if it is ours."""

import logging
from dataclasses import replace
from typing import Literal

import discord

from bot.channels import Postable, find_channel, may_open_threads
from bot.deliveries.challenges import asks_to_show
from bot.deliveries.sender import Sender
from bot.i18n import server_language
from bot.trouble import describe, may_pass
from bot.wording.board import match_title
from matches.challenge import Challenge
from matches.ids import ChallengeId, MatchId
from matches.place import Place
from matches.standings import BoardState
from matches.threads import move_from

logger = logging.getLogger(__name__)

ARCHIVE_AFTER_MINUTES: Literal[10_080] = 10_080
"""A week: the longest that Discord offers before a quiet thread is archived."""
THREAD_EXISTS = 160004
"""Discord's code for a message that has a thread already."""


class Threads(Sender):
    """Opens and archives threads."""

    async def with_thread(self, state: BoardState) -> BoardState:
        """Give a new match a thread on its challenge's message, if the bot may make one.

        If it has been moved elsewhere meanwhile, it stays there.
        """
        place = state.match.place
        if place.thread is not None or state.match.is_over:
            return state
        challenge = await self._shown_challenge(state.match.id)
        channel = await find_channel(self.bot, place.channel)
        if challenge is None or challenge.message is None or channel is None:
            return state
        if not may_open_threads(channel):
            return state
        thread = await self._open_thread(state, channel, challenge.message)
        if thread is None:
            return state
        async with self.bot.store.writing() as uow:
            moved = await move_from(uow, state.match.id, place, replace(place, thread=thread))
            await uow.commit()
        return replace(state, match=replace(state.match, place=moved))

    async def _shown_challenge(self, match: MatchId) -> Challenge | None:
        """The challenge that became this match, whose message gets the thread.

        Raises ChallengeFirst while that message has yet to be posted, as when a rematch is accepted
        in the moment in which it is offered.
        """
        async with self.bot.store.reading() as uow:
            found = await uow.challenges.of_match(match)
        if found is None or found.message is not None:
            return found
        async with (
            self.bot.announcer.showing_challenge(found.id),
            self.bot.store.reading() as uow,
        ):
            found = await uow.challenges.of_match(match)
            waiting = () if found is None else await asks_to_show(uow, found.id)
        if found is not None and found.message is None and waiting:
            raise ChallengeFirst(found.id)
        return found

    async def _open_thread(self, state: BoardState, channel: Postable, message: int) -> int | None:
        if not isinstance(channel, discord.TextChannel):
            return None
        title = match_title(state, server_language(channel.guild, state.settings))
        try:
            thread = await channel.get_partial_message(message).create_thread(
                name=title[:100], auto_archive_duration=ARCHIVE_AFTER_MINUTES
            )
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                # An earlier try made it, or a member did, and there the match is talked about; a
                # thread has the id of its message.
                return message
            if may_pass(error):
                raise
            logger.info("match %s gets no thread: %s", state.match.id, describe(error))
            return None
        return thread.id

    async def archive(self, place: Place, thread_id: int) -> None:
        """Close the thread on the challenge of a match that has ended, wherever the match was
        played at last; a member's thread is left alone.
        """
        if place.thread == thread_id:
            thread = await find_channel(self.bot, thread_id)
        else:
            # One that was left, or that nobody knows to be there. Open threads need no request.
            found = self.bot.get_channel(thread_id)
            thread = found if isinstance(found, discord.Thread) else None
        if (
            not isinstance(thread, discord.Thread)
            or thread.archived
            or not is_own(self.bot, thread)
        ):
            return
        await self.at_best(thread.edit(archived=True), f"thread {thread_id}")


def is_own(client: discord.Client, thread: discord.Thread) -> bool:
    """Whether the bot opened this thread; only that one it opens and archives."""
    return client.user is not None and thread.owner_id == client.user.id


class ChallengeFirst(OSError):
    """The challenge's message comes before the board of its match."""

    def __init__(self, challenge: ChallengeId) -> None:
        super().__init__(f"challenge {challenge} has yet to be posted")
