"""The sentences of `/help`."""

from bot.i18n import Language


def classic_rules(language: Language) -> list[str]:
    """The classic game in a few sentences, for somebody who has never seen it."""
    return [
        language.say(
            "Two players draw **one line** on squared paper. A turn draws a segment from the ball "
            "to one of the eight points around it."
        ),
        language.say(
            "**Bounce:** a ball that stops on a point which a line or a wall already touches "
            "bounces, and you draw again. A turn ends on a fresh point."
        ),
        language.say(
            "No line is drawn twice, and nobody runs along or through a wall. **Goal:** bring the "
            "ball into the goal that you attack. A ball in your own goal counts for the other."
        ),
        language.say("**Dead end:** whoever must draw and cannot has lost. Beware of corners."),
    ]
