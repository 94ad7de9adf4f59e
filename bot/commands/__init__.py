"""The slash commands and the context menu: what they are called; what they do is in `actions`."""

from bot.commands.tree import add_commands

__all__ = ["add_commands"]
