"""A server's settings: a menu for each, and two buttons."""

from collections.abc import Callable
from typing import Any

import discord

from bot.i18n import LANGUAGES, Language
from bot.views.static import static_view
from bot.wording.choices import shortened
from bot.wording.settings import Setup, language_name, theme_name
from bot.wording.terms import turn_time, variant_name, variant_note
from matches.place import BoardTheme
from matches.terms import TurnTime
from rules import VARIANTS

SETUP_TAP_ID = r"ps-server:(?P<act>threads|no-threads|themes|languages|setup)"
"""The ids of the buttons; whose settings they are says where they are tapped."""
SETUP_ID = r"ps-server:(?P<name>games|challengers|variant|time|theme|language)"
"""The ids of the menus."""

AS_DISCORD = "discord"
"""The value that leaves the language to Discord."""
MOST_CHOSEN = 15
"""Channels or roles: the message names them all, and must not be too long."""
TEXT_CHANNELS = [discord.ChannelType.text, discord.ChannelType.news]


def setup_view(setup: Setup, language: Language) -> discord.ui.View:
    """Five rows: channels, roles, variant, time, and the buttons for the rest."""
    view = static_view()
    view.add_item(_channels(setup, language))
    view.add_item(_roles(setup, language))
    view.add_item(_variants(setup, language))
    view.add_item(_times(setup, language))
    act = "no-threads" if setup.threads else "threads"
    label = language.say("Without threads") if setup.threads else language.say("With threads")
    view.add_item(_button(act, label))
    view.add_item(_button("themes", language.say("Look of the boards")))
    view.add_item(_button("languages", language.say("Language")))
    return view


def theme_view(setup: Setup, language: Language) -> discord.ui.View:
    """The looks that a board may have, and the way back."""
    options = [
        discord.SelectOption(
            label=theme_name(theme, language), value=theme.value, default=theme is setup.theme
        )
        for theme in BoardTheme
    ]
    view = static_view()
    view.add_item(discord.ui.Select(custom_id="ps-server:theme", options=options, row=0))
    view.add_item(_button("setup", language.say("Back")))
    return view


def language_view(setup: Setup, language: Language) -> discord.ui.View:
    """The languages that there are, and the way back."""
    tags = sorted(set(LANGUAGES.values()))
    options = [
        discord.SelectOption(
            label=language.say("The server's own language in Discord"),
            value=AS_DISCORD,
            default=setup.language is None,
        ),
        *(
            discord.SelectOption(label=language_name(tag), value=tag, default=tag == setup.language)
            for tag in tags
        ),
    ]
    view = static_view()
    view.add_item(discord.ui.Select(custom_id="ps-server:language", options=options, row=0))
    view.add_item(_button("setup", language.say("Back")))
    return view


PAGES: dict[str, Callable[[Setup, Language], discord.ui.View]] = {
    "themes": theme_view,
    "languages": language_view,
}
"""What some of the buttons lead to; all else is on the first page."""


def _button(act: str, label: str) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=label, custom_id=f"ps-server:{act}", row=4)


def _channels(setup: Setup, language: Language) -> discord.ui.ChannelSelect[Any]:
    return discord.ui.ChannelSelect(
        custom_id="ps-server:games",
        placeholder=language.say("Games channels: none"),
        channel_types=TEXT_CHANNELS,
        min_values=0,
        max_values=MOST_CHOSEN,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in setup.games_channels[:MOST_CHOSEN]
        ],
        row=0,
    )


def _roles(setup: Setup, language: Language) -> discord.ui.RoleSelect[Any]:
    return discord.ui.RoleSelect(
        custom_id="ps-server:challengers",
        placeholder=(
            language.say("Who may challenge: everybody")
            if setup.everybody_challenges
            else language.say("Who may challenge: a role that is gone")
        ),
        min_values=0,
        max_values=MOST_CHOSEN,
        default_values=[
            discord.SelectDefaultValue(id=role, type=discord.SelectDefaultValueType.role)
            for role in setup.challengers[:MOST_CHOSEN]
        ],
        row=1,
    )


def _variants(setup: Setup, language: Language) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=variant_name(variant.key, language),
            value=variant.key,
            description=shortened(variant_note(variant.key, language)),
        )
        for variant in VARIANTS
    ]
    for option in options:
        if option.value == setup.variant:
            option.default = True
            option.label = language.say("Usual variant: {name}", name=option.label)
    return discord.ui.Select(custom_id="ps-server:variant", options=options, row=2)


def _times(setup: Setup, language: Language) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(label=turn_time(time, language), value=time.value) for time in TurnTime
    ]
    for option in options:
        if option.value == setup.turn_time.value:
            option.default = True
            option.label = language.say("Usual time: {time}", time=option.label)
    return discord.ui.Select(custom_id="ps-server:time", options=options, row=3)
