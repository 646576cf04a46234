"""The boxes of a hand's form as they are drawn. The same questions with the same answers are drawn once.

The form of the next hand is nearly always the form of the hand before; to draw it costs ten to thirty times
as much as to find it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from .boxes import Group
from .environment import draw
from .hand_form import HandForm
from .memory import Memory

_drawn: Memory[Markup] = Memory(200)  # forms, of 10 to 60 kB each


def draw_boxes(
    form: HandForm,
    kind: str,
    moment: str,
    groups: Sequence[Group],
    language: str,
    first_side: int | None = None,
) -> Markup:
    """The boxes of a moment of the hand, "auction" or "play", by the game's own template or the general one.

    A group says everything of its questions: names, keys, what is chosen, what is wrong.
    """
    own, answers = form.game.template_context(kind, form.sheet), form.answers
    template = f"{form.game.slug}/_{kind}_{moment}.html"

    def drawn() -> Markup:
        values: dict[str, Any] = {"groups": groups, "own": own, "answers": answers}
        return draw([template, "boxes/moment.html"], form.words, first_side=first_side, auction="", **values)

    about = template, language, tuple(groups), first_side, tuple(own.items()), tuple(answers.items())
    return _drawn.recall(about, drawn)
