"""How a desk is set up: from a game and a preset, or from a table with its rules, its score and a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, QueryDict

from games import every_game
from games.engine import Game, Preset, Seat, Seating, Sheet, Words, effective_hands, empty_sheet, to_form_data
from scorekeeper.matches import typed_names
from scorekeeper.sheet import boxes, hand_entry
from scorekeeper.sheet.form_fields import shown
from scorekeeper.sheet.record_form import RecordForm
from scorekeeper.tables import request_parsing
from scorekeeper.tables.access import MatchContext
from scorekeeper.tables.starting import Shape
from scorekeeper.words import words_for

from .referee import Desk, Hands, fitting, form_of, sheet_under

# What the desk's own forms say besides the facts. No fact may have such a name; "hand" is a fact of many.
SENT = "put"  # tells a form that was sent from a page that was opened
HAND = "in-hand"  # the hand of the table that is in question
RESERVED = frozenset((SENT, HAND, "as", "preset", "shape", "apply", "key", "number", "rev", "reason"))


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
    form = opened(game, id, sheet, words, data, {})
    return Desk(game, id, sheet, words, form, preset)


def at_table(place: MatchContext, id: str, data: QueryDict) -> Desk:
    """The desk at a table. ``in-hand`` names the hand in question: what is known of it is filled in.

    The ruling is asked on the sheet up to that hand; where it stands ``instead``, on the sheet before it.
    """
    game = place.game
    question_or_404(game, id)
    number = request_parsing.parse_int(data.get(HAND)) or None
    if number is not None and number not in place.story.revs:
        raise Http404
    instead = number is not None and data.get("as") == "instead"
    hands = hands_upto(place, number, instead)
    sheet = sheet_under(game, place.sheet, hands)
    known = known_of(place, number)
    words = place.localized.words_at(number)
    answers = fitting(game, id, sheet, known)
    form = opened(game, id, sheet, words, data, answers)
    return Desk(game, id, sheet, words, form, place=place, hands=hands, hand=number, instead=instead)


def opened(
    game: Game[Any], id: str, sheet: Sheet[Any], words: Words, data: QueryDict, answers: Mapping[str, Any]
) -> RecordForm:
    """The form of a question's facts: as it was sent, or as a page shows it that was just opened.

    Where every box shows an answer already there is nothing to wait for: the form counts as sent.
    """
    if SENT in data:
        return form_of(game, id, sheet, words, dict(data.lists()))
    form = form_of(game, id, sheet, words, answers=answers)
    if any(box.required and box.path not in form.answers for box in form.blanks.values()):
        return form
    shows = {**dict(data.lists()), SENT: ["1"]}
    for path, box in form.blanks.items():
        value = shown(form.answers.get(path, box.default))
        if isinstance(value, list):
            shows[path] = value
        elif boxes.shape_of(box, sheet) != "switch" or value == "yes":
            shows[path] = [value]
    return form_of(game, id, sheet, words, shows, answers)


def hands_upto(place: MatchContext, number: int | None, instead: bool) -> Hands:
    """The hands that stand, up to one (or before it, where a ruling comes instead)."""
    hands = effective_hands(written.entry for written in place.story.log)
    if number is None:
        return hands
    order = place.story.order
    last = order.index(number) - (1 if instead else 0)
    among = set(order[: last + 1])
    return tuple(hand for hand in hands if hand[0] in among)


def known_of(place: MatchContext, number: int | None) -> dict[str, Any]:
    """What is known of a hand, by box: as it was written, or as it has begun."""
    if number is not None:
        hand = place.story.last_said(number)
        return to_form_data(hand) if type(hand) in place.game.hands.values() else {}
    return hand_entry.draft(place.localized, place.match.begun).form.known if place.match.begun else {}
