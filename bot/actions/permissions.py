"""What the bot needs in a channel, asked before anything is promised there."""

from typing import TYPE_CHECKING

import discord

from bot.failures import Refused
from bot.i18n import reader_language
from bot.reach import NEEDED, lacking
from bot.wording.reach import permission_names
from bot.wording.settings import roles_needed
from matches.place import ServerSettings

if TYPE_CHECKING:
    from bot.app import PaperSoccer

WISHED = discord.Permissions(
    create_public_threads=True,
    send_messages_in_threads=True,
    read_message_history=True,
)
"""With these each match gets its thread, and a message whose sending is in doubt is found again.

Nothing has to be managed: the bot edits, deletes and archives only what is its own, and a match
whose thread somebody has locked goes on in the channel.
"""

INVITED = NEEDED | WISHED


def require_board_permissions(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """Raise Refused, naming what is missing, unless boards can be shown where this happens."""
    require_membership(interaction)
    missing = missing_permissions(interaction)
    if missing.value:
        language = reader_language(interaction)
        raise Refused(
            language.say(
                "I cannot show boards in this channel. Ask somebody who manages it to allow me: "
                "{permissions}.",
                permissions=", ".join(permission_names(missing, language)),
            )
        )


def missing_permissions(interaction: discord.Interaction["PaperSoccer"]) -> discord.Permissions:
    """What keeps boards from being shown where this happens; nothing if they can be."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    return lacking(interaction.app_permissions, in_thread=in_thread)


def require_membership(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """Raise Refused in a server without the bot: whoever installed it for themself reaches it there
    all the same, but it can post nothing.
    """
    server = interaction.guild_id
    if server is None or interaction.is_guild_integration():
        return
    if interaction.client.get_guild(server) is None:
        raise Refused(
            reader_language(interaction).say(
                "I am not in this server, so no board can be shown here. Ask somebody who manages "
                "it to invite me."
            )
        )


def require_manager(interaction: discord.Interaction["PaperSoccer"]) -> None:
    """Raise Refused unless this is a server with the bot, and whoever acts may manage it."""
    language = reader_language(interaction)
    if interaction.guild_id is None:
        raise Refused(language.say("This command works in servers only."))
    require_membership(interaction)
    if not interaction.permissions.manage_guild:
        raise Refused(language.say("This is for members who may manage the server."))


def roles_that_challenge(
    guild: discord.Guild | None, settings: ServerSettings
) -> list[discord.Role]:
    """The roles of which one is needed to challenge, as far as they still exist."""
    if guild is None:
        return []
    found = (guild.get_role(role) for role in sorted(settings.challengers))
    return [role for role in found if role is not None]


def require_challenger(
    interaction: discord.Interaction["PaperSoccer"], settings: ServerSettings
) -> None:
    """Raise Refused unless whoever acts may challenge in this server.

    Asked wherever somebody makes a challenge to anybody they like, be it as an answer to an open
    one. Whoever was challenged may answer as they like, and who has played has a rematch free.
    """
    require_membership(interaction)
    if not settings.challengers or interaction.permissions.manage_guild:
        return
    roles = roles_that_challenge(interaction.guild, settings)
    member = interaction.user
    if isinstance(member, discord.Member) and any(member.get_role(role.id) for role in roles):
        return
    raise Refused(roles_needed([role.id for role in roles], reader_language(interaction)))
