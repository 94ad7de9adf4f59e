"""Who somebody is: our key, the Discord account behind it, and the name last seen."""

from dataclasses import dataclass

from matches.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Person:
    """A player as others see them; `account` None once the account was deleted."""

    id: PlayerId
    account: int | None
    name: str
    level: int | None = None
    """Of the computer: how strong it plays. It has neither an account nor a name."""
