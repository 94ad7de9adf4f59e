"""What can be wrong with a database.

Exception
├── StorageSetupError   the bot cannot start with this database
├── StoreUnavailable    the database cannot be used now: its disk is full, it is out of reach
└── CorruptRecord       a stored match, challenge or row of what is to be done cannot be read
"""


class StorageSetupError(Exception):
    """The database cannot be used; `str()` is one sentence for the operator.

    It says what to do, and never holds a password or the text of a library.
    """


class StoreUnavailable(Exception):
    """A unit of work could not be done, and has changed nothing; a later one may succeed.

    `str()` is one sentence for the operator, as that of a StorageSetupError. It has been logged.
    """


class CorruptRecord(Exception):
    """What is stored of `subject` ("match 7") cannot be read; `problem` says why."""

    def __init__(self, subject: str, problem: str) -> None:
        super().__init__(f"the stored record of {subject} cannot be read: {problem}")
        self.subject = subject
        self.problem = problem
