"""What somebody chooses from while typing."""

LONGEST_CHOICE = 100
"""Characters, Discord's limit for the name and the value of a choice."""


def shortened(name: str) -> str:
    """A name that fits; what was cut away is marked."""
    return name if len(name) <= LONGEST_CHOICE else name[: LONGEST_CHOICE - 1] + "…"
