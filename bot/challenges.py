"""Reading what a challenge shows."""

from bot.wording.challenge import ChallengeState
from matches.challenge import Challenge
from matches.errors import UnknownChallenge
from matches.ids import ChallengeId, PlayerId
from matches.ports import UnitOfWork


async def find_challenge(uow: UnitOfWork, challenge_id: ChallengeId) -> Challenge:
    """The challenge of that id. Raises UnknownChallenge."""
    found = await uow.challenges.get(challenge_id)
    if found is None:
        raise UnknownChallenge
    return found


async def challenge_state(uow: UnitOfWork, challenge: Challenge) -> ChallengeState:
    """A challenge with all that its message needs."""
    concerned = [challenge.challenger]
    if challenge.opponent is not None:
        concerned.append(challenge.opponent)
    people = await uow.players.people(concerned)
    opponent = None if challenge.opponent is None else people[challenge.opponent]
    match = None if challenge.match is None else await uow.matches.get(challenge.match)
    rated = None if match is None else match.rated
    settings = await uow.places.settings(challenge.place.server)
    blockers = frozenset[PlayerId]()
    if challenge.opponent is not None:
        blockers = await uow.blocks.between(challenge.challenger, challenge.opponent)
    challenger = people[challenge.challenger]
    return ChallengeState(challenge, challenger, opponent, rated, settings, blockers)
