"""What a check comes to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong: with what ("match 7"), and what, as the end of a sentence."""

    subject: str
    problem: str


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of what a check looks at, so that no check holds a large database at once."""

    looked_at: int
    findings: tuple[Finding, ...] = ()
