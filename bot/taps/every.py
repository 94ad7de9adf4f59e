"""All buttons and menus that the bot answers."""

from bot.taps.board import BoardTap
from bot.taps.challenge import ChallengeTap
from bot.taps.computer import ComputerTap
from bot.taps.custom import CustomTap
from bot.taps.going_on import GoingOnTap
from bot.taps.guide import GuideTap, LearnTap, OpenGuideTap
from bot.taps.leaderboard import LeaderboardChoice, LeaderboardTap
from bot.taps.lesson import LessonTap
from bot.taps.offers import AskTap, OfferTap
from bot.taps.privacy import PrivacyTap
from bot.taps.profile import (
    CardTap,
    HistoryChoice,
    HistoryTap,
    LookBackChoice,
    VersusChoice,
)
from bot.taps.record import RecordTap
from bot.taps.replay import ReplayTap
from bot.taps.resign import ResignTap
from bot.taps.settings import BackTap, OwnChoice
from bot.taps.setup import SetupChoice, SetupTap
from bot.taps.stranger import PlayTap
from bot.taps.tap import Choice, Tap
from bot.taps.viewer import OpenReplayTap, ViewerTap

TAPS: tuple[type[Tap] | type[Choice], ...] = (
    AskTap,
    BackTap,
    BoardTap,
    CardTap,
    ChallengeTap,
    ComputerTap,
    CustomTap,
    GoingOnTap,
    GuideTap,
    LeaderboardChoice,
    LeaderboardTap,
    HistoryChoice,
    HistoryTap,
    LearnTap,
    LessonTap,
    LookBackChoice,
    OfferTap,
    OpenGuideTap,
    OpenReplayTap,
    OwnChoice,
    PlayTap,
    PrivacyTap,
    RecordTap,
    ReplayTap,
    ResignTap,
    SetupChoice,
    SetupTap,
    VersusChoice,
    ViewerTap,
)
"""One for each kind of button and menu: they are told from each other by their ids."""
