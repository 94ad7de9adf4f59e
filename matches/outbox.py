"""What must still be told, stored in the transaction in which it happened."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from matches.ids import ChallengeId, MatchId, PlayerId

LEASE = timedelta(seconds=30)
"""How long a claimed row is left alone before somebody else may take it for abandoned."""


class Telling(Enum):
    """What a row asks for; the values are stored."""

    POST_BOARD = "post_board"
    """Post the match's board as a new message and retire the old one."""
    EDIT_BOARD = "edit_board"
    """Bring the match's board up to date where it stands; post it if that is refused."""
    CLOSE_PLACE = "close_place"
    """The match is over: a line in the thread's parent channel, then archive the thread."""
    RETIRE_BOARD = "retire_board"
    """Take the buttons off an old board, or delete it in a games channel."""
    SHOW_CHALLENGE = "show_challenge"
    """Post the challenge, or bring its message up to date."""
    TELL_DECLINED = "tell_declined"
    """Tell the challenger that the challenge was declined."""
    SHOW_OFFER = "show_offer"
    """Post the offers that stand in the match, and say of the others what became of them."""
    REMIND_PRIVATELY = "remind_privately"
    """Remind the player to move by direct message; in the channel if that is closed."""
    ASK_IF_PLAYED = "ask_if_played"
    """Ask the player to move in a match without a limit whether it goes on."""
    TELL_VOIDED = "tell_voided"
    """Tell `player` that all their matches are void; this match is the newest of them."""
    MARK_VOID = "mark_void"
    """Let the last board of a void match say so where it stands, if it can be edited."""


BOARD_TELLINGS = (Telling.POST_BOARD, Telling.EDIT_BOARD)
"""What asks for the newest board."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One thing to tell. Its id makes the nonce, so that sending it twice posts it once."""

    id: int
    telling: Telling
    match: MatchId | None
    challenge: ChallengeId | None
    channel: int | None
    message: int | None
    """For RETIRE_BOARD: the old message."""
    attempts: int
    due_at: datetime
    made_at: datetime
    notifies: bool = False
    """Whether a new board notifies `Match.concerned`: it tells of a turn or of the end."""
    player: PlayerId | None = None
    """For TELL_VOIDED: whom."""


class DueKind(Enum):
    """What a due row starts; the values are stored."""

    CHALLENGE_ENDS = "challenge_ends"
    TURN_DEADLINE = "turn_deadline"
    """The clock of a match: the reminder, then the end of the time."""
    ASK_IF_PLAYED = "ask_if_played"
    CLOSE_UNPLAYED = "close_unplayed"
    """Nobody played on in a match without a limit, although they were asked."""
    GIVE_UP = "give_up"
    """Nobody could see a match for long."""
    LEAVE_ENDS = "leave_ends"
    """The subject is a player."""
    ERASE_TRACES = "erase_traces"
    """Somebody was deleted: nothing of them may be left in the files. The subject is the player."""
    COMPUTER_TURN = "computer_turn"
    """The computer is to move, and thinks for longer than anything else here takes."""


UNPLAYED = (DueKind.ASK_IF_PLAYED, DueKind.CLOSE_UNPLAYED)
"""What happens if nobody plays on in a match without a limit: each has one of them."""


@dataclass(frozen=True, slots=True)
class DueRow:
    """Something that happens by itself at a time; `subject` is what the kind is about."""

    kind: DueKind
    subject: int
    due_at: datetime
