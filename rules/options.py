"""Checks of the options that a ruleset is made of: each refuses with the option's name."""

from enum import StrEnum
from typing import TypeVar

from rules.errors import InvalidRulesetError

Kind = TypeVar("Kind", bound=StrEnum)


def one_of(kind: type[Kind], option: str, value: str) -> Kind:
    """The member of an enum that a written option names; InvalidRulesetError."""
    try:
        return kind(value)
    except ValueError:
        raise InvalidRulesetError(option, f"must be one of {', '.join(kind)}", kind) from None


def require_even(option: str, value: int, allowed: range) -> None:
    """Refuse what is no even number of the range; InvalidRulesetError."""
    # Not `isinstance`: True is no number here, nor is 1 a truth value below.
    if type(value) is not int or value not in allowed:
        problem = f"must be an even number from {allowed[0]} to {allowed[-1]}"
        raise InvalidRulesetError(option, problem, allowed)


def require_truth_value(option: str, value: bool) -> None:
    """Refuse what is neither True nor False; InvalidRulesetError."""
    if type(value) is not bool:
        raise InvalidRulesetError(option, "must be true or false", (True, False))
