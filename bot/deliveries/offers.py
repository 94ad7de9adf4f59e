"""The line that tells of an offer: posted for whom it is for, and changed when that is over."""

from collections.abc import Collection, Sequence

import discord

from bot.channels import Postable, find_channel, own_message
from bot.deliveries.sender import Sender, only
from bot.i18n import server_language
from bot.reach import lacking_in
from bot.trouble import is_closed
from bot.views.offers import answer_view, offer_prefix
from bot.wording.offers import offer_line
from matches.errors import UnknownMatch
from matches.ids import PlayerId
from matches.offer import Offer
from matches.outbox import OutboxRow, Telling
from matches.place import BoardMessage
from matches.standings import BoardState, board_state


class Offers(Sender):
    """The lines of all offers of a match."""

    async def lines(self, row: OutboxRow) -> None:
        """Post what stands, say of the rest what became of it, and close the rows that asked.

        What happens meanwhile has a row of its own, which stays.
        """
        if row.match is None:
            raise UnknownMatch
        async with self.bot.store.reading() as uow:
            rows = await uow.outbox.of_match(row.match)
            asking = [each for each in rows if each.telling is Telling.SHOW_OFFER]
            state = await board_state(uow, row.match, now=self.bot.now())
            offers = await uow.offers.of_match(row.match)
            blockers = await uow.blocks.between(state.match.first, state.match.second)
        if row.id not in {each.id for each in asking}:
            return
        for offer in offers:
            await self._bring_up_to_date(state, offer, asking, blockers)
        await self.close(asking)

    async def _bring_up_to_date(
        self,
        state: BoardState,
        offer: Offer,
        asking: Sequence[OutboxRow],
        blockers: Collection[PlayerId],
    ) -> None:
        line = offer.line
        if offer.stands(state.match):
            line = line or await self._post(state, offer, asking, blockers)
        elif line := line or await self._left_behind(state, offer, asking):
            await self._close_line(state, offer, line)
            line = None
        if line != offer.line:
            async with self.bot.store.writing() as uow:
                await uow.offers.shown(offer, line)
                await uow.commit()

    async def _left_behind(
        self, state: BoardState, offer: Offer, asking: Sequence[OutboxRow]
    ) -> BoardMessage | None:
        """The line of an offer that is over, if an earlier try sent it although nobody noted that.

        What the bot cannot see any more is left.
        """
        place = state.match.place
        for target in dict.fromkeys((place.target, place.channel)):
            channel = await find_channel(self.bot, target)
            if channel is None or lacking_in(channel, files=False).view_channel:
                continue
            try:
                found = await self._found_again(channel, offer, asking)
            except discord.HTTPException as error:
                if not is_closed(error):
                    raise
                continue
            if found is not None:
                return BoardMessage(channel.id, found.id)
        return None

    async def _found_again(
        self, channel: Postable, offer: Offer, asking: Sequence[OutboxRow]
    ) -> discord.Message | None:
        """The line, if an earlier try sent it here although nobody noted that."""
        if not any(map(self.may_have_been_sent, asking)):
            return None
        return await own_message(self.bot, channel, offer_prefix(offer))

    async def _post(
        self,
        state: BoardState,
        offer: Offer,
        asking: Sequence[OutboxRow],
        blockers: Collection[PlayerId],
    ) -> BoardMessage:
        addressee = state.person(offer.side.opponent)
        # Nobody is notified by somebody whom they have blocked.
        notified = [] if addressee.id in blockers else [addressee]

        async def send(channel: Postable) -> discord.Message:
            if found := await self._found_again(channel, offer, asking):
                return found
            language = server_language(channel.guild, state.settings)
            return await channel.send(
                offer_line(state, offer, language),
                view=answer_view(offer, language),
                # One row may post a line for each offer.
                nonce=f"ps{asking[0].id}{offer.kind.value[0]}{offer.side.value[0]}",
                allowed_mentions=only(notified),
            )

        channel, message = await self.where_possible(state.match.place, send)
        return BoardMessage(channel.id, message.id)

    async def _close_line(self, state: BoardState, offer: Offer, line: BoardMessage) -> None:
        channel = await find_channel(self.bot, line.channel)
        if channel is None:
            return
        words = offer_line(state, offer, server_language(channel.guild, state.settings))
        change = channel.get_partial_message(line.message).edit(content=words, view=None)
        await self.at_best(change, "the line of an offer", message=line.message)
