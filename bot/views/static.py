"""The view of every message: its buttons carry their state in their ids."""

import discord


def static_view() -> discord.ui.View:
    """An empty view for such buttons: no timer is kept for it, and nothing of it in memory."""
    view = discord.ui.View(timeout=None)
    view.stop()
    return view
