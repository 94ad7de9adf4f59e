"""Challenges: posted, brought up to date, and their refusal told."""

import discord

from bot.challenges import challenge_state
from bot.channels import Postable, own_message
from bot.deliveries.sender import Sender, only
from bot.i18n import server_language
from bot.showing import Showing, show_challenge
from bot.wording.challenge import ChallengeState, declined_words
from matches import challenging
from matches.challenge import ChallengeStatus
from matches.errors import UnknownChallenge
from matches.ids import ChallengeId
from matches.outbox import OutboxRow, Telling
from matches.people import Person
from matches.ports import UnitOfWork


class Challenges(Sender):
    """One method for each kind of row about a challenge."""

    async def challenge(self, row: OutboxRow) -> None:
        """Post a challenge, or bring its message up to date, and close the rows that asked for it.

        What happens to it meanwhile has a row of its own, which stays.
        """
        async with self.bot.store.reading() as uow:
            asking = await asks_to_show(uow, ChallengeId(row.challenge or 0))
        if row.id not in asking:
            return
        state = await self._challenge_state(row)
        place = state.challenge.place
        channel = await self.channel(place)
        language = server_language(channel.guild, state.settings)
        showing = await show_challenge(state, self.bot.pictures, language)
        message = state.challenge.message
        if message is None:
            found = None
            if self.may_have_been_sent(row):
                found = await own_message(self.bot, channel, f"psc:{state.challenge.id}:")
            message = await self._send_challenge(state, showing, row, channel, found)
        else:
            await self._edit_challenge(channel, message, showing)
        async with self.bot.store.writing() as uow:
            await challenging.shown(uow, state.challenge.id, message, rows=asking)

    async def _send_challenge(
        self,
        state: ChallengeState,
        showing: Showing,
        row: OutboxRow,
        channel: Postable,
        found: discord.Message | None,
    ) -> int:
        if found is not None:
            return found.id
        to = []
        if state.challenge.status is ChallengeStatus.OPEN and state.opponent is not None:
            to = _not_blocking(state, state.opponent)
        sent = await channel.send(
            showing.content,
            files=showing.files(),
            view=showing.view or discord.utils.MISSING,
            nonce=f"ps{row.id}",
            allowed_mentions=only(to),
        )
        return sent.id

    async def _edit_challenge(self, channel: Postable, message: int, showing: Showing) -> None:
        # The empty pitch has served once the challenge has ended.
        pictures = [] if showing.view is None else showing.files()
        change = channel.get_partial_message(message).edit(
            content=showing.content, view=showing.view, attachments=pictures
        )
        await self.at_best(change, "a challenge's message", message=message)

    async def declined(self, row: OutboxRow) -> None:
        """Tell the challenger, below the challenge."""
        state = await self._challenge_state(row)
        channel = await self.channel(state.challenge.place)
        words = declined_words(state, server_language(channel.guild, state.settings))
        await self.send_line(channel, words, row, to=_not_blocking(state, state.challenger))
        await self.close([row])

    async def _challenge_state(self, row: OutboxRow) -> ChallengeState:
        if row.challenge is None:
            raise UnknownChallenge
        async with self.bot.store.reading() as uow:
            found = await uow.challenges.get(ChallengeId(row.challenge))
            if found is None:
                raise UnknownChallenge
            return await challenge_state(uow, found)


def _not_blocking(state: ChallengeState, person: Person) -> list[Person]:
    """Whom the message notifies of what the other one did: nobody who has blocked them."""
    return [] if person.id in state.blockers else [person]


async def asks_to_show(uow: UnitOfWork, challenge: ChallengeId) -> tuple[int, ...]:
    """The rows that ask to show a challenge."""
    rows = await uow.outbox.of_challenge(challenge)
    return tuple(row.id for row in rows if row.telling is Telling.SHOW_CHALLENGE)
