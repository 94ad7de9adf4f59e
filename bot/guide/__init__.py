"""The rules as pages, and the lessons: positions with what the rules say about each of them.

A page is data: directions that lead to a position, and claims about it. It belongs to every game in
which its claims hold, so that a page cannot say what the engine does not do; words for it are in
`bot.wording.guide`.
"""

from bot.guide.lessons import LESSONS, Lesson, Verdict
from bot.guide.pages import GuidePage, pages_of

__all__ = ["LESSONS", "GuidePage", "Lesson", "Verdict", "pages_of"]
