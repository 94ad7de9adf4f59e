"""What those who manage a server decide about it."""

from dataclasses import replace

from matches.ids import ServerId
from matches.place import ServerSettings
from matches.ports import UnitOfWork


async def mark_games_channel(
    uow: UnitOfWork, server: ServerId, channel: int, *, games: bool
) -> ServerSettings:
    """Make a channel one for games, or an ordinary one; the server's settings as they are then."""
    settings = await uow.places.settings(server)
    others = settings.games_channels - {channel}
    decided = replace(settings, games_channels=others | {channel} if games else others)
    await uow.places.save_settings(server, decided)
    await uow.commit()
    return decided
