"""What is stored about people, and what becomes of it, in plain words."""

import discord

from bot.config import AboutConfig
from bot.i18n import Language
from matches.deleting import UnderWay


def privacy_lines(about: AboutConfig, *, is_player: bool, language: Language) -> str:
    """What is stored and why, and where more stands; for a stranger, that nothing is."""
    lines = [
        language.say("**What I store about you, and why**")
        if is_player
        else language.say(
            "**I store nothing about you.** That begins when you play, are challenged, or are "
            "blocked by somebody. What is stored then:"
        ),
        *_stored(language),
        language.say(
            "Whoever sees a board, a leaderboard or your profile sees your name, your matches and "
            "your ratings. I read no messages of "
            "people, and hand nothing on. All of it stays until you delete your account."
        ),
    ]
    return "\n".join([*lines, *about_lines(about, language)])


def _stored(language: Language) -> list[str]:
    return [
        language.say(
            "- Your Discord id and the name you show, to know you again and to name you on boards."
        ),
        language.say(
            "- Your challenges and matches, with every turn, the line you are drawing, offers, "
            "when you last did something in a match, and in which channel and message it is shown: "
            "they are the game."
        ),
        language.say(
            "- Your ratings, what each match did to them, and which matches an administrator has "
            "voided and why: for the leaderboards."
        ),
        language.say(
            "- What you chose in `/soccer settings`: reminders, boards in words, your leaves, and "
            "whom you have blocked."
        ),
        language.say("- Which hints for newcomers you have been told, so that each comes once."),
    ]


def about_lines(about: AboutConfig, language: Language) -> list[str]:
    """Where the policy and the terms stand, and whom to ask, as far as the operator says so."""
    lines = []
    if about.privacy_url:
        lines.append(language.say("Privacy policy: <{address}>", address=about.privacy_url))
    if about.terms_url:
        lines.append(language.say("Terms: <{address}>", address=about.terms_url))
    if about.contact:
        contact = discord.utils.escape_mentions(about.contact)
        lines.append(language.say("Whoever runs me: {contact}", contact=contact))
    return lines


def exported_words(language: Language) -> str:
    """What the file is."""
    return language.say(
        "Everything that is stored about you, as it is now. The project's `docs/export.md` says "
        "what stands where in the file."
    )


def too_large_words(about: AboutConfig, language: Language) -> str:
    """The file is larger than what Discord takes."""
    words = language.say(
        "You have played so much that the file is too large for Discord. Ask whoever runs me for "
        "it."
    )
    return "\n".join([words, *about_lines(about, language)])


def deletion_question(ends: UnderWay, language: Language) -> str:
    """What happens exactly, before it does."""
    lines = [
        language.say("**Delete your account?** This cannot be undone."),
        *_ends(ends, language),
    ]
    lines += [
        language.say(
            "- Your Discord id and your name are erased, and so are your settings, leaves, blocks "
            "and hints. Your matches and ratings stay as those of a *deleted player*, because they "
            "are your opponents' too; no leaderboard lists you."
        ),
        language.say(
            "- If you use me again later, you begin as a new player. You will not get your matches "
            "or your rating back."
        ),
        language.say(
            "- What I have posted stays on Discord until somebody deletes it there: old boards, "
            "challenges and direct messages may show your name. Backups made until now hold it "
            "until whoever runs me deletes them."
        ),
    ]
    return "\n".join(lines)


def _ends(ends: UnderWay, language: Language) -> list[str]:
    """What is under way and ends."""
    lines = []
    if ends.lost:
        lines.append(
            language.count(
                "- {number} running match is resigned: it counts as lost, and your opponent is "
                "told.",
                "- {number} running matches are resigned: they count as lost, and your opponents "
                "are told.",
                ends.lost,
            )
        )
    if ends.aborted:
        lines.append(
            language.count(
                "- {number} match that has hardly begun is aborted: nobody has lost.",
                "- {number} matches that have hardly begun are aborted: nobody has lost.",
                ends.aborted,
            )
        )
    if ends.challenges:
        lines.append(
            language.count(
                "- {number} open challenge ends.",
                "- {number} open challenges end.",
                ends.challenges,
            )
        )
    return lines


def deleted_words(language: Language) -> str:
    """It is done."""
    return language.say(
        "Your account is deleted. Boards of matches that have just ended are shown once more, "
        "without your name."
    )
