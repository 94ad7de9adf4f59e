"""What is to be told and what is due, to rows and back: see `storage.records`."""

from typing import Any

from sqlalchemy import Row

from matches.outbox import DueKind, DueRow, OutboxRow, Telling
from storage.errors import CorruptRecord

Values = dict[str, Any]


def outbox_values(row: OutboxRow) -> Values:
    """An outbox row's columns, without its id."""
    return {
        "telling": row.telling.value,
        "match": row.match,
        "challenge": row.challenge,
        "channel": row.channel,
        "message": row.message,
        "attempts": row.attempts,
        "due_at": row.due_at,
        "made_at": row.made_at,
        "notifies": row.notifies,
        "player": row.player,
    }


def read_outbox(row: Row[Any]) -> OutboxRow:
    """The outbox row of a row; CorruptRecord, for one thing if only a newer version can tell it."""
    try:
        telling = Telling(row.telling)
    except ValueError as error:
        raise CorruptRecord(f"outbox row {row.id}", str(error)) from None
    return OutboxRow(
        id=row.id,
        telling=telling,
        match=row.match,
        challenge=row.challenge,
        channel=row.channel,
        message=row.message,
        attempts=row.attempts,
        due_at=row.due_at,
        made_at=row.made_at,
        notifies=row.notifies,
        player=row.player,
    )


def read_due(row: Row[Any]) -> DueRow:
    """The due row of a row; CorruptRecord, for one thing if only a newer version can do it."""
    try:
        return DueRow(DueKind(row.kind), row.subject, row.due_at)
    except ValueError as error:
        raise CorruptRecord(f"due row {row.kind} of {row.subject}", str(error)) from None
