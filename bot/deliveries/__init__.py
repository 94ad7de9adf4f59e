"""How each kind of outbox row reaches Discord, and what is stored once it has."""

from bot.deliveries.boards import BoardOrder, Boards, board_order
from bot.deliveries.challenges import Challenges
from bot.deliveries.keepers import Keepers
from bot.deliveries.offers import Offers
from bot.deliveries.reminders import Reminders
from bot.deliveries.sender import UnreachablePlace
from bot.deliveries.voids import Voids

__all__ = [
    "BoardOrder",
    "Boards",
    "Challenges",
    "Keepers",
    "Offers",
    "Reminders",
    "UnreachablePlace",
    "Voids",
    "board_order",
]
