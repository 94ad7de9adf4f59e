"""What is wrong with a database, as values; nothing is changed, and the bot may run meanwhile."""

from storage.checking.checks import CONTENTS, Check, foundations
from storage.checking.examined import Examined, Room, examine, room_of
from storage.checking.findings import Finding, Portion

__all__ = [
    "CONTENTS",
    "Check",
    "Examined",
    "Finding",
    "Portion",
    "Room",
    "examine",
    "foundations",
    "room_of",
]
