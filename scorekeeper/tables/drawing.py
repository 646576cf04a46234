"""The boxes of a form as they are drawn. The same questions with the same answers are drawn once.

The form of the next hand is nearly always the form of the hand before; to draw it costs ten to thirty times
as much as to find it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import get_language
from markupsafe import Markup

from scorekeeper.sheet.environment import draw
from scorekeeper.sheet.memory import Memory

if TYPE_CHECKING:
    from .hand_entry import HandEntry

_drawn: Memory[Markup] = Memory(200)  # forms, of 10 to 60 kB each


def boxes(entry: HandEntry, moment: str) -> Markup:
    """The boxes of a moment of the hand by the game's own template or the general one."""
    # A group says everything of its questions: words, keys, what is chosen, what is wrong.
    groups = entry.auction if moment == "auction" else entry.play
    templates, own, answers = entry.templates[moment], entry.own, entry.form.answers

    def drawn() -> Markup:
        return draw(
            templates,
            entry.place.words,
            groups=groups,
            own=own,
            answers=answers,
            first_side=entry.first_side,
            auction="",
        )

    content = groups, entry.first_side, tuple(own.items()), tuple(answers.items())
    return _drawn.recall((*templates, get_language(), content), drawn)
