"""How a desk is set up: from a game and a preset, or from a table with its rules, its score and a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, QueryDict

from games import every_game
from games.engine import Game, Preset, Seat, Seating, Words, empty_sheet
from scorekeeper.matches import typed_names
from scorekeeper.sheet import referee
from scorekeeper.sheet.referee import HAND
from scorekeeper.tables import request_parsing
from scorekeeper.tables.access import MatchContext
from scorekeeper.tables.starting import Shape
from scorekeeper.words import words_for

from .referee import Desk


def game_or_404(slug: str) -> Game[Any]:
    """The game of this slug."""
    game = every_game().get(slug)
    if game is None:
        raise Http404
    return game


def question_or_404(game: Game[Any], id: str) -> None:
    if id not in game.questions:
        raise Http404


def preset_of(game: Game[Any], data: Mapping[str, str]) -> Preset[Any]:
    """The preset that was chosen; the first where none was."""
    return game.preset(data.get("preset", "")) or game.presets[0]


def shapes_of(game: Game[Any], preset: Preset[Any]) -> list[Shape]:
    """The tables a preset is for, as keys show them."""
    return [Shape(*shape) for shape in game.shapes(preset)]


def shape_of(game: Game[Any], preset: Preset[Any], data: Mapping[str, str]) -> Shape:
    """The number of players and sides that was chosen; the usual one where none was."""
    shapes = shapes_of(game, preset)
    return next((shape for shape in shapes if shape.value == data.get("shape")), shapes[0])


def seating_of(game: Game[Any], data: Mapping[str, str]) -> Seating:
    """The seating that was chosen for the chosen preset."""
    shape = shape_of(game, preset_of(game, data), data)
    return Seating(shape.seats, shape.sides, Seat(0))


def words_of(seating: Seating) -> Words:
    """Words for a table where nobody sits: the seats have their usual names."""
    return words_for(seating, typed_names.usual_names(seating.seats))


def at_home(game: Game[Any], id: str, data: QueryDict) -> Desk:
    """The desk without a table: by a preset's rules, on an empty sheet."""
    question_or_404(game, id)
    preset, seating = preset_of(game, data), seating_of(game, data)
    words, sheet = words_of(seating), empty_sheet(game, seating, preset.house)
    form = referee.opened(game, id, sheet, words, dict(data.lists()), {})
    return Desk(game, id, sheet, words, form, preset=preset)


def at_table(place: MatchContext, id: str, data: QueryDict) -> Desk:
    """The desk at a table. ``in-hand`` names the hand in question."""
    question_or_404(place.game, id)
    number = request_parsing.parse_int(data.get(HAND)) or None
    if number is not None and number not in place.story.revs:
        raise Http404
    instead = number is not None and data.get("as") == "instead"
    asked = referee.at_table(
        place.localized, id, dict(data.lists()), number, instead, begun=place.match.begun
    )
    return Desk(**vars(asked), place=place)
