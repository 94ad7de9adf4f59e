"""What keeps a board from being shown, for whoever can change that."""

import discord

from bot.i18n import Language
from matches.place import Place


def permission_names(permissions: discord.Permissions, language: Language) -> list[str]:
    """The permissions as Discord's settings call them."""
    names = {
        "view_channel": language.say("View Channel"),
        "send_messages": language.say("Send Messages"),
        "attach_files": language.say("Attach Files"),
        "send_messages_in_threads": language.say("Send Messages in Threads"),
    }
    return [name for key, name in names.items() if getattr(permissions, key)]


def hidden_boards(place: Place, language: Language) -> str:
    """For those who run the server."""
    return language.say(
        "I cannot show paper soccer boards in <#{channel}>. Please allow me to view that channel, "
        "to send messages and to attach files there. Its matches stand still meanwhile; nobody "
        "loses on time.",
        channel=place.channel,
    )


def hidden_turn(missing: discord.Permissions, language: Language) -> str:
    """For whoever has just played a turn that nobody is shown."""
    names = permission_names(missing, language)
    if not names:
        return language.say(
            "Your turn counts, but I cannot show the board where this match is played. Nobody's "
            "time runs meanwhile; `/board` moves the match to another channel."
        )
    return language.say(
        "Your turn counts, but I cannot show the board here. Ask somebody who manages this channel "
        "to allow me: {permissions}. Nobody's time runs meanwhile; `/board` moves the match to "
        "another channel.",
        permissions=", ".join(names),
    )
