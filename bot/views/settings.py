"""A player's own settings: menus for the reminder, leave, blocked players and boards."""

from typing import Any

import discord

from bot.i18n import Language
from bot.views.static import static_view
from bot.wording.choices import shortened
from bot.wording.names import shown_name
from bot.wording.settings import OwnSettings, boards_name, reminders_name
from matches.preferences import Reminders

BACK_ID = "ps-self:(?P<act>back)"
"""The id of *I am back*."""
OWN_ID = r"ps-self:(?P<name>reminders|leave|block|unblock|boards)"
"""The ids of the menus; whose settings they are says who taps."""

MOST_OFFERED = 25
"""Options of a menu, Discord's limit."""
LENGTHS = (1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30)
"""Days of leave that the menu offers, as far as they are left."""


def own_settings_view(own: OwnSettings, language: Language) -> discord.ui.View:
    """One row for each setting."""
    view = static_view()
    view.add_item(_reminders(own, language))
    if own.leave.present is not None:
        label = language.say("I am back")
        style = discord.ButtonStyle.primary
        view.add_item(discord.ui.Button(label=label, style=style, custom_id="ps-self:back", row=1))
    elif own.leave.days_left:
        view.add_item(_leave(own.leave.days_left, language))
    view.add_item(
        discord.ui.UserSelect(
            custom_id="ps-self:block", placeholder=language.say("Block somebody"), row=2
        )
    )
    if own.blocked:
        view.add_item(_unblock(own, language))
    view.add_item(_boards(own, language))
    return view


def _reminders(own: OwnSettings, language: Language) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=language.say("Reminder: {where}", where=reminders_name(reminders, language)),
            value=reminders.value,
            default=reminders is own.settings.reminders,
        )
        for reminders in Reminders
    ]
    return discord.ui.Select(custom_id="ps-self:reminders", options=options, row=0)


def _boards(own: OwnSettings, language: Language) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=language.say("Boards: {how}", how=boards_name(words, language)),
            value=value,
            default=words is own.settings.words,
        )
        for value, words in (("pictures", False), ("words", True))
    ]
    return discord.ui.Select(custom_id="ps-self:boards", options=options, row=4)


def _leave(left: int, language: Language) -> discord.ui.Select[Any]:
    lengths = sorted({days for days in LENGTHS if days < left} | {left})
    options = [
        discord.SelectOption(
            label=language.count("{number} day", "{number} days", days), value=str(days)
        )
        for days in lengths
    ]
    return discord.ui.Select(
        custom_id="ps-self:leave",
        placeholder=language.say("Go on leave now, for …"),
        options=options,
        row=1,
    )


def _unblock(own: OwnSettings, language: Language) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(label=shortened(shown_name(person, language)), value=str(person.id))
        for person in own.blocked[:MOST_OFFERED]
    ]
    return discord.ui.Select(
        custom_id="ps-self:unblock",
        placeholder=language.say("Unblock somebody"),
        options=options,
        row=3,
    )
