"""Functions that build a ``Desk`` (a question to the referee) from a request.

The question is asked under a preset's rules or at a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, QueryDict

from games.engine import Game, Preset, Seat, Seating, Words, empty_sheet
from scorekeeper.matches import typed_names
from scorekeeper.sheet import referee
from scorekeeper.sheet.referee import HAND
from scorekeeper.tables import request_parsing
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.starting import Shape
from scorekeeper.web.i18n import words_for

from .referee import Desk


def question_or_404(game: Game[Any], id: str) -> None:
    """Raise ``Http404`` if the game has no such question."""
    if id not in game.questions:
        raise Http404


def preset_of(game: Game[Any], data: Mapping[str, str]) -> Preset[Any]:
    """Return the chosen preset, or the first."""
    return game.preset(data.get("preset", "")) or game.presets[0]


def shapes_of(game: Game[Any], preset: Preset[Any]) -> list[Shape]:
    """Return the table sizes of a preset."""
    return [Shape(*shape) for shape in game.shapes(preset)]


def shape_of(game: Game[Any], preset: Preset[Any], data: Mapping[str, str]) -> Shape:
    """Return the chosen table size (players and sides), or the preset's first."""
    shapes = shapes_of(game, preset)
    return next((shape for shape in shapes if shape.value == data.get("shape")), shapes[0])


def seating_of(game: Game[Any], data: Mapping[str, str]) -> Seating:
    shape = shape_of(game, preset_of(game, data), data)
    return Seating(shape.seats, shape.sides, Seat(0))


def words_for_seating(seating: Seating) -> Words:
    """Return the current language's ``Words`` with the default seat names."""
    return words_for(seating, typed_names.usual_names(seating.seats))


def preset_desk(game: Game[Any], id: str, data: QueryDict) -> Desk:
    """Return a desk without a table: a preset's rules on an empty sheet."""
    question_or_404(game, id)
    preset, seating = preset_of(game, data), seating_of(game, data)
    words, sheet = words_for_seating(seating), empty_sheet(game, seating, preset.house)
    form = referee.facts_form(game, id, sheet, words, dict(data.lists()), {})
    return Desk(game, id, sheet, words, form, preset=preset)


def table_desk(ctx: MatchContext, id: str, data: QueryDict) -> Desk:
    """Return a desk at a table. ``in-hand`` is the number of the hand in question.

    With ``as=instead``, the ruling replaces that hand.
    """
    question_or_404(ctx.game, id)
    number = request_parsing.parse_int(data.get(HAND)) or None
    if number is not None and number not in ctx.state.revs:
        raise Http404
    replaces_hand = number is not None and data.get("as") == "instead"
    question = referee.at_table(
        ctx.localized, id, dict(data.lists()), number, replaces_hand, draft=ctx.match.begun
    )
    return Desk(**vars(question), match_ctx=ctx)
