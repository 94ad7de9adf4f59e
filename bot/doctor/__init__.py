"""`paper-soccer doctor`: what is wrong with the settings, the database and the bot on Discord.

It looks and changes nothing, and may look while the bot runs.
"""

from bot.doctor.visit import run

__all__ = ["run"]
