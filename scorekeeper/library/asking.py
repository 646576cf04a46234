"""How a desk is set up: from a game and a preset, or from a table with its rules, its score and a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, QueryDict

from games import every_game
from games.engine import Game, Preset, Seat, Seating, Sheet, Words, effective_hands, empty_sheet, to_form_data
from scorekeeper.matches import typed_names
from scorekeeper.sheet import hand_entry
from scorekeeper.sheet.boxes import belongs, idle_of
from scorekeeper.sheet.step_form import StepForm
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
    sheet = place.sheet if number is None else sheet_under(game, place.sheet, hands)
    known = known_of(place, number)
    if tell := game.questions[id].known:
        known = {**known, **tell(sheet)}
    words = place.localized.words_at(number)
    answers = fitting(game, id, sheet, known)
    form = opened(game, id, sheet, words, data, answers)
    return Desk(game, id, sheet, words, form, place=place, hands=hands, hand=number, instead=instead)


def opened(
    game: Game[Any], id: str, sheet: Sheet[Any], words: Words, data: QueryDict, known: Mapping[str, Any]
) -> StepForm:
    """The form of a question's facts: as it was sent, or as a page shows it that was just opened.

    It begins with what is known, and with what its address says. Where nothing is left to be asked the form
    counts as sent.
    """
    sent = dict(data.lists())
    told = form_of(game, id, sheet, words, sent)
    if SENT in data:
        return told
    answers = {**known, **{path: answer for path, answer in told.answers.items() if path in sent}}
    form = form_of(game, id, sheet, words, answers=answers)
    shows = {**sent, SENT: ["1"], **form.as_sent(answers)}
    whole = form_of(game, id, sheet, words, shows, answers)
    idle = idle_of(whole.groups)
    open_ = (path for path, box in form.blanks.items() if form.must_be_said(box) and path not in answers)
    return whole if all(belongs(path, idle) for path in open_) else form


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
    """What the table knows, by the boxes that ask for it.

    The hand as it was written or has begun, who deals it, where everybody stands, whether it is written.
    """
    told: dict[str, Any] = {f"totals.{side}": total for side, total in enumerate(place.sheet.totals)}
    before = place.sheet if number is None else place.story.before(number)
    if before.outcome is None and (dealer := place.game.dealer(before)) is not None:
        told["dealer"] = dealer
    if number is None:
        begun = place.match.begun
        return {**told, **(hand_entry.draft(place.localized, begun).form.known if begun else {})}
    hand = place.story.last_said(number)
    said = to_form_data(hand) if type(hand) in place.game.hands.values() else {}
    return {**told, "recorded": True, **said}
