"""What keeps a board from being shown, for whoever can change that."""

import discord

from bot.i18n import Language
from bot.reach import Obstacle
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


def hidden_boards(place: Place, obstacle: Obstacle, language: Language) -> str:
    """For those who run the server."""
    if obstacle.is_gone:
        return language.say(
            "Paper soccer was played in a channel that does not exist any more. Its matches stand "
            "still, and nobody loses on time; whoever plays there moves a match to another channel "
            "with `/board`."
        )
    names = permission_names(obstacle.missing, language)
    if names:
        return language.say(
            "I cannot show paper soccer boards in <#{channel}>. Please allow me there: "
            "{permissions}. Its matches stand still meanwhile; nobody loses on time.",
            channel=place.channel,
            permissions=", ".join(names),
        )
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


def hidden_match(place: Place, obstacle: Obstacle, language: Language) -> str:
    """For whoever plays a match from elsewhere whose board nobody is shown."""
    names = permission_names(obstacle.missing, language)
    if obstacle.is_gone:
        words = language.say(
            "I cannot show the board: the channel where this match is played does not exist any "
            "more."
        )
    elif names:
        words = language.say(
            "I cannot show the board where this match is played. Ask somebody who manages "
            "<#{channel}> to allow me: {permissions}.",
            channel=place.channel,
            permissions=", ".join(names),
        )
    else:
        words = language.say("I cannot show the board where this match is played.")
    return f"{words} {moving_words(language)}"


def moving_words(language: Language) -> str:
    """What is to be done about boards that cannot be shown."""
    return language.say(
        "Nobody's time runs meanwhile; `/board` moves the match to another channel."
    )


def listed_obstacle(obstacle: Obstacle, language: Language) -> str:
    """The same in a few words, for a list of matches."""
    if obstacle.is_gone:
        return language.say("no board: its channel does not exist any more")
    names = permission_names(obstacle.missing, language)
    if names:
        return language.say("no board: I lack {permissions} there", permissions=", ".join(names))
    return language.say("no board: it cannot be shown")
