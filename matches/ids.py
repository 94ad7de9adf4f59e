"""The keys of what is stored. A PlayerId is our own; the Discord account stands in one table."""

from typing import NewType

PlayerId = NewType("PlayerId", int)
MatchId = NewType("MatchId", int)
ChallengeId = NewType("ChallengeId", int)
ServerId = NewType("ServerId", int)
"""A Discord server: where a match is played, and one of the two scopes that it is rated in."""
