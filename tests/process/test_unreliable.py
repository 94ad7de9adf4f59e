"""Rate limits, server errors and lost connections: in the end the database, the board and what
people were told agree.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from simcord.backend.models import Message, User

from tests.process.child import House
from tests.support.agreement import Agreement
from tests.support.fake_rest import Fault
from tests.support.pair import buttons_of
from tests.support.socket_fake import Answer

TOO_MANY_EDITS = {
    "message": "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    "code": 30046,
    "retry_after": 0.1,
    "global": False,
}

TROUBLE: dict[str, dict[str, Any]] = {
    "a short rate limit": {"limit": 0.3},
    "a long rate limit": {"limit": 600.0},
    "a server error": {"status": 503},
    "many server errors": {"status": 502, "times": 3},
    "a lost request": {"drop": "before"},
    "a lost answer": {"drop": "after"},
}


def trouble(house: House, method: str, path: str, name: str) -> Fault:
    """Prepare one of the troubles."""
    what = dict(TROUBLE[name])
    limit = what.pop("limit", None)
    if limit is not None:
        return house.fake.rest.rate_limit(method, path, limit)
    return house.fake.rest.fault(method, path, **what)


class Duel:
    """Two people of their own, their match and its thread."""

    def __init__(self, house: House, name: str) -> None:
        self.house, self.name = house, name
        self.one, self.other = (house.fake.create_user(f"{name} {n}", house.guild) for n in (1, 2))
        self.thread = 0

    async def begin(self) -> None:
        """The first board stands."""
        challenge = await self.house.challenge(self.one, self.other)
        self.thread = challenge.id
        await self.house.accept(self.other, challenge)
        await self.house.until(lambda: self.boards() and not self.house.outbox(), "the board")

    def boards(self) -> list[Message]:
        """All of them, the oldest first."""
        return self.house.boards(self.thread)

    def to_move(self) -> User:
        """Whom the newest board asks."""
        return next(u for u in (self.one, self.other) if f"{u.id}>" in self.boards()[-1].content)

    def is_shown(self, turns: int) -> bool:
        """Whether the newest board shows so many turns, and has its buttons."""
        board = self.boards()[-1]
        return f"turn {turns + 1}" in board.content and any(buttons_of(board))

    async def tap(self, act: str) -> Answer:
        """Whoever is to move taps, and does not wait."""
        board = self.boards()[-1]
        button = self.house.buttons(board)[act]
        return await self.house.fake.click(self.to_move(), board, button, wait=False)

    @property
    def match(self) -> int:
        """Its number."""
        [(number,)] = self.house.stored(f"SELECT id FROM matches WHERE thread = {self.thread}")
        return int(number)


async def duels(house: House, names: Iterable[str]) -> dict[str, Duel]:
    """One for each name, all with their first boards."""
    made = {name: Duel(house, name) for name in names}
    for duel in made.values():
        await duel.begin()
    return made


def answer_to(answer: Answer) -> str:
    """The path of the answer to an interaction."""
    return rf"/interactions/{answer.record.id}/"


async def test_answers_in_trouble(house: House, agreement: Agreement) -> None:
    """Whatever happens to the answer to a tap: the turn is played once, and the board shows it."""
    child = await house.start()
    made = await duels(house, TROUBLE)
    faults = []
    for name, duel in made.items():
        faults.append(trouble(house, "POST", answer_to(await duel.tap("0")), name))
    await house.until(lambda: all(fault.hits for fault in faults), "every trouble")
    await house.until(lambda: all(duel.is_shown(1) for duel in made.values()), "every turn")
    for name, duel in made.items():
        assert len(duel.boards()) == 1, name
        assert agreement.told("match", duel.match, 2) == [], name
    assert house.turns() == ["0"] * len(made)
    assert "Traceback" not in child.log


async def test_answers_on_boards_left_behind_in_trouble(house: House, agreement: Agreement) -> None:
    """The same when the turn passes to somebody who looked away: they are notified once, by a new
    board, and the old one loses its buttons.
    """
    await house.start()
    made = await duels(house, TROUBLE)
    faults = []
    for name, duel in made.items():
        house.look_away(duel.match)
        faults.append(trouble(house, "POST", answer_to(await duel.tap("0")), name))
    await house.until(lambda: all(fault.hits for fault in faults), "every trouble")
    await house.until(lambda: all(duel.is_shown(1) for duel in made.values()), "every turn")
    for name, duel in made.items():
        assert len(duel.boards()) == 2, name
        assert agreement.told("match", duel.match, 2) == [duel.to_move().id], name


async def test_new_boards_in_trouble(house: House, agreement: Agreement) -> None:
    """Whatever happens to the request for a new board: whoever is to move is notified once."""
    await house.start()
    made = await duels(house, [name for name in TROUBLE if name != "a long rate limit"])
    faults = []
    for name, duel in made.items():
        house.look_away(duel.match)
        faults.append(trouble(house, "POST", rf"/channels/{duel.thread}/messages$", name))
        await duel.tap("0")
    await house.until(lambda: all(fault.hits for fault in faults), "every trouble")
    await house.until(lambda: all(duel.is_shown(1) for duel in made.values()), "every turn")
    for name, duel in made.items():
        assert len(duel.boards()) == 2, name
        assert agreement.told("match", duel.match, 2) == [duel.to_move().id], name


async def test_edits_in_trouble(house: House, agreement: Agreement) -> None:
    """Whatever happens to the edit of a board after a typed turn: it shows the newest state, where
    it stands; only where Discord wants no more edits it is a new message.
    """
    await house.start()
    names = [name for name in TROUBLE if name != "a long rate limit"]
    made = await duels(house, [*names, "too many edits"])
    faults = []
    for name, duel in made.items():
        path = rf"/channels/{duel.thread}/messages/\d+$"
        if name in TROUBLE:
            faults.append(trouble(house, "PATCH", path, name))
        else:
            limit = house.fake.rest.rate_limit("PATCH", path, 0.1, times=5)
            limit.body = TOO_MANY_EDITS
            faults.append(limit)
        await house.fake.slash(duel.to_move(), house.channel, "move", turn="0")
    await house.until(lambda: all(fault.hits for fault in faults), "every trouble")
    await house.until(lambda: all(duel.is_shown(1) for duel in made.values()), "every turn")
    for name, duel in made.items():
        is_new = name == "too many edits"
        assert len(duel.boards()) == 1 + is_new, name
        notified = [duel.to_move().id] if is_new else []
        assert agreement.told("match", duel.match, 2) == notified, name


@pytest.mark.usefixtures("agreement")
async def test_an_edit_that_would_have_to_wait_long_is_a_new_board(house: House) -> None:
    """Nobody waits ten minutes for the turn; the old board loses its buttons when it may."""
    child = await house.start()
    [duel] = (await duels(house, ["long"])).values()
    path = rf"/channels/{duel.thread}/messages/\d+$"
    limit = house.fake.rest.rate_limit("PATCH", path, 600.0)
    limit.times = None
    await house.fake.slash(duel.to_move(), house.channel, "move", turn="0")
    await house.until(lambda: duel.is_shown(1), "the turn")
    assert len(duel.boards()) == 2
    await house.until(lambda: house.outbox() == [("retire_board", 1)], "a note of the old board")
    answer = await duel.tap("1")
    await house.until(lambda: answer.complete and duel.is_shown(2), "the next turn")
    assert await child.stop() == 0
    await house.gone()
    house.fake.rest.faults.remove(limit)
    house.pass_time(11)
    await house.start()


async def test_challenges_in_trouble(house: House, agreement: Agreement) -> None:
    """Whatever happens to the answer that is a challenge: it stands there once, and whoever is
    challenged is notified once.
    """
    await house.start()
    faults, invited = [], []
    for name in TROUBLE:
        one, other = (house.fake.create_user(f"{name} {n}", house.guild) for n in (1, 2))
        answer = await house.fake.slash(
            one, house.channel, "challenge", opponent=other, time="10m", wait=False
        )
        faults.append(trouble(house, "POST", answer_to(answer), name))
        invited.append(other.id)
    await house.until(lambda: all(fault.hits for fault in faults), "every trouble")
    await house.until(
        lambda: len(house.fake.messages(house.channel)) == len(TROUBLE) and not house.outbox(),
        "every challenge",
    )
    told = [agreement.told("challenge", number) for number in range(1, len(TROUBLE) + 1)]
    assert sorted(told) == sorted([who] for who in invited)
