"""Two people who play one match after the other with what they see, whatever becomes of the bot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from simcord.backend.models import Message, User

from tests.process.child import House
from tests.support.socket_fake import Answer

LIKES = {1: 3.0, 2: 6.0, 3: 1.0, 4: 0.2}
"""How gladly somebody taps a direction, by its button's style: most turns are one segment, and few
people lose on purpose."""
TWICE = 0.1
"""How often somebody taps twice because nothing seems to happen."""
LOOKED_AWAY = 0.5
"""How often the opponent has not looked for an hour, and must be notified of the turn."""
LONG = 1.5
"""Seconds after which people who see nothing to tap on have waited in vain."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A tap on a board, as its button's id says, and whether the opponent had looked away."""

    match: int
    version: int
    act: str
    is_away: bool


@dataclass(frozen=True, slots=True)
class Button:
    """A button that can be tapped."""

    custom_id: str
    style: int

    @property
    def act(self) -> str:
        """What it does."""
        return self.custom_id.rpartition(":")[2]


class Pair:
    """Two people. They act one step after the other: a challenge, its acceptance, a tap."""

    def __init__(self, house: House, one: User, other: User, rng: Random, **terms: str) -> None:
        self._house, self.one, self.other, self._rng, self._terms = house, one, other, rng, terms
        self.taps: list[Tapped] = []
        self._accepted = 0
        self._has_changed = True
        house.fake.backend.subscribers.append(self._notice)

    def _notice(self, event: str, payload: object) -> None:
        self._has_changed = True

    async def step(self, is_dead: Callable[[], bool]) -> bool:
        """Do the next thing that they can do, and wait until it is acknowledged or the bot is dead.
        False if there was nothing to do for long.
        """
        found: Callable[[], Any] | None = None
        self._has_changed = True

        def something() -> bool:
            nonlocal found
            if self._has_changed:
                self._has_changed = False
                found = self._next()
            return found is not None or is_dead()

        try:
            await self._house.fake.until(something, "something to do", LONG)
        except AssertionError:
            return False
        if found is not None and not is_dead():
            answers = await found()
            await self._house.until(
                lambda: is_dead() or all(answer.record.responded for answer in answers),
                f"an acknowledgement of {[answer.record for answer in answers]}",
            )
        return True

    def _next(self) -> Callable[[], Any] | None:
        board = self._newest("ps:")
        if board is not None and not self._button(board, "rematch"):
            return lambda: self._tap(board)
        challenge = self._newest("psc:")
        if challenge is not None:
            return lambda: self._accept(challenge)
        if self._is_expected():
            return None
        if board is not None and self._rng.random() < 0.5:
            return lambda: self._rematch(board)
        return self._challenge

    def _is_expected(self) -> bool:
        """Whether a board of theirs must come: one was left behind, or a challenge was accepted."""
        boards = [m for m in self._messages() if m.attachments]
        newest = max(boards, key=lambda message: message.id, default=None)
        if newest is None or newest.id < self._accepted:
            return self._accepted > 0
        return not any(buttons_of(newest))

    # --- what they see

    def _messages(self) -> Iterator[Message]:
        for place in (self._house.channel, *self._house.threads()):
            for message in self._house.fake.messages(place):
                if self._is_theirs(message):
                    yield message

    def _is_theirs(self, message: Message) -> bool:
        """Whether it is a challenge or a board of them: its picture says so, and their names."""
        names = "|".join(f"{user.name}|<@!?{user.id}>" for user in (self.one, self.other))
        shows = message.attachments or message.components
        return bool(shows) and re.search(names, message.content) is not None

    def _newest(self, prefix: str) -> Message | None:
        live = [m for m in self._messages() if any(_starts(m, prefix))]
        return max(live, key=lambda message: message.id, default=None)

    def _button(self, message: Message, act: str) -> Button | None:
        return next((each for each in buttons_of(message) if each.act == act), None)

    # --- what they do

    async def _challenge(self) -> list[Answer]:
        house = self._house
        answer = await house.fake.slash(
            self.one, house.channel, "challenge", wait=False, opponent=self.other, **self._terms
        )
        return [answer]

    async def _accept(self, challenge: Message) -> list[Answer]:
        """Whoever was challenged accepts: the one whom the challenge mentions."""
        accept = self._button(challenge, "accept")
        assert accept is not None, challenge
        who = self._mentioned(challenge)
        self._accepted = challenge.id
        return [await self._house.fake.click(who, challenge, accept.custom_id, wait=False)]

    async def _rematch(self, board: Message) -> list[Answer]:
        rematch = self._button(board, "rematch")
        assert rematch is not None, board
        return [await self._house.fake.click(self.one, board, rematch.custom_id, wait=False)]

    async def _tap(self, board: Message) -> list[Answer]:
        who = self._mentioned(board)
        button = self._chosen(board)
        _, match, version, _, act = button.custom_id.split(":")
        is_away = self._rng.random() < LOOKED_AWAY
        if is_away:
            self._house.look_away(int(match))
        times = 2 if self._rng.random() < TWICE else 1
        self.taps += [Tapped(int(match), int(version), act, is_away)]
        return [
            await self._house.fake.click(who, board, button.custom_id, wait=False)
            for _ in range(times)
        ]

    def _mentioned(self, message: Message) -> User:
        """Whom the message asks to act: it begins with their name."""
        mentioned = re.match(r"<@!?(\d+)>", message.content)
        assert mentioned is not None, message.content
        return self.one if int(mentioned[1]) == self.one.id else self.other

    def _chosen(self, board: Message) -> Button:
        buttons = list(buttons_of(board))
        weights = [_liking(each) for each in buttons]
        return self._rng.choices(buttons, weights)[0]


def _liking(button: Button) -> float:
    if button.act.isdigit():
        return LIKES[button.style]
    return {"play": 6.0, "back": 0.5}.get(button.act, 0.0)


def _starts(message: Message, prefix: str) -> Iterator[bool]:
    return (each.custom_id.startswith(prefix) for each in buttons_of(message))


def buttons_of(message: Message, *, disabled: bool = False) -> Iterator[Button]:
    """The buttons of a message that can be tapped, or those that cannot."""
    for row in message.components:
        for each in row.get("components", ()):
            if bool(each.get("disabled")) is disabled and "custom_id" in each:
                yield Button(each["custom_id"], each["style"])
