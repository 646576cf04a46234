"""Hypothesis strategies derived from record types: the answers are within the bounds that a sheet sets."""

from copy import copy
from dataclasses import is_dataclass
from fractions import Fraction
from typing import get_args, get_origin

from hypothesis import settings
from hypothesis import strategies as st

from games.engine import (
    Adjustment,
    Calls,
    Card,
    Cards,
    Choice,
    Goal,
    PerSeat,
    PerSide,
    Seat,
    Seating,
    Sheet,
    Side,
    broadcast_answer,
    empty_sheet,
    house_problems,
    limit,
    optional,
    pack,
    positions,
    record_fields,
)


def tries(share):
    """Return the number of examples for a slow test: a share of the profile's number."""
    return max(1, round(settings().max_examples * share))


WIDEST = 500  # the bound of a number that has no bound of its own


def available(ask, sheet, default):
    """Return the answers that a question offers at this table, or ``default`` if it allows any."""
    return list(ask.available(sheet) if ask.available else default)


def _numbers(ask, sheet):
    least, most = limit(ask.least, sheet), limit(ask.most, sheet)
    low = -WIDEST if least is None else least
    high = max(low, low + WIDEST if most is None else most)
    return st.integers(0, (high - low) // ask.step).map(lambda steps: low + steps * ask.step)


@st.composite
def shares(draw, total, parts, step, least=0, most=None):
    """Draw ``parts`` numbers from ``least`` to ``most``, in steps, that add up to ``total``."""
    most = total if most is None else most
    numbers = []
    for later_parts in reversed(range(parts)):
        remaining = total - sum(numbers)
        low, high = max(least, remaining - later_parts * most), min(most, remaining - later_parts * least)
        # -(-low // step) rounds up.
        numbers.append(draw(st.integers(-(-low // step), high // step)) * step if later_parts else remaining)
    return numbers


def _cards(ask, sheet):
    deck = available(ask, sheet, pack(jokers=2))
    least, most = limit(ask.least, sheet) or 0, limit(ask.most, sheet)
    most = min(len(deck), 13 if most is None else most)
    picks = st.lists(st.sampled_from(range(len(deck))), min_size=min(least, most), max_size=most, unique=True)
    return picks.map(lambda indexes: Cards(Card(*deck[n]) for n in indexes))


def answers(answer_type, ask, sheet):
    """Return a strategy for the answers of this type to a question."""
    if inner := optional(answer_type):
        return st.none() | answers(inner, ask, sheet)
    origin, inner_types = get_origin(answer_type), get_args(answer_type)
    if origin is Goal:
        kinds = st.sampled_from(available(ask, sheet, inner_types[0]))
        numbers = _numbers(ask, sheet)
        return kinds.flatmap(
            lambda kind: numbers.map(lambda n: Goal(kind, n)) if "{n}" in kind.label else st.just(Goal(kind))
        )
    if origin is frozenset:
        return st.frozensets(st.sampled_from(available(ask, sheet, inner_types[0])))
    if origin in (PerSide, PerSeat):
        n, total = len(positions(origin, sheet)), limit(ask.total, sheet)
        if total is not None and not optional(inner_types[0]):
            bounds = limit(ask.least, sheet) or 0, limit(ask.most, sheet)
            return shares(total, n, ask.step, *bounds).map(origin)
        return st.tuples(*[answers(inner_types[0], ask, sheet)] * n).map(origin)
    if origin is tuple and inner_types[-1] is Ellipsis:
        return st.lists(answers(inner_types[0], ask, sheet), max_size=6).map(tuple)
    if origin is tuple:
        return st.tuples(*(answers(inner_type, ask, sheet) for inner_type in inner_types))
    if is_dataclass(answer_type):
        return records(answer_type, sheet)
    if answer_type is bool:
        return st.booleans()
    if answer_type is str:
        most = limit(ask.most, sheet)
        characters = st.characters(exclude_categories=["Cs", "Cc"])
        return st.text(
            characters, min_size=limit(ask.least, sheet) or 0, max_size=40 if most is None else most
        )
    if answer_type is Cards:
        return _cards(ask, sheet)
    if answer_type is Calls:
        words = ["pass", "7H", "8S", "misere", "75", "100", "18", "hold", "nonsense"]
        return st.lists(st.sampled_from(words), max_size=8).map(Calls)
    if issubclass(answer_type, Side | Seat):
        all_positions = positions(PerSide if answer_type is Side else PerSeat, sheet)
        return st.sampled_from(available(ask, sheet, all_positions))
    if issubclass(answer_type, Choice):
        return st.sampled_from(available(ask, sheet, answer_type))
    if answer_type is Fraction and ask.step == 1:
        least, most = limit(ask.least, sheet), limit(ask.most, sheet)
        return st.fractions(
            -WIDEST if least is None else least, WIDEST if most is None else most, max_denominator=12
        )
    numbers = _numbers(ask, sheet)
    return numbers.map(Fraction) if answer_type is Fraction else numbers


def records(record, sheet):
    """Return a strategy for records of a type: an optional question has its default or any answer."""
    return st.builds(
        record,
        **{
            question.name: answers(question.type, question.ask, sheet)
            if question.required
            else st.just(broadcast_answer(question, question.default, sheet))
            | answers(question.type, question.ask, sheet)
            for question in record_fields(record)
        },
    )


def hands(game, sheet):
    """Return a strategy for the game's hands within bounds, and for agreed adjustments."""
    kinds = {**game.hands, "adjustment": Adjustment}
    return st.sampled_from(sorted(kinds)).flatmap(lambda kind: records(kinds[kind], sheet))


@st.composite
def sheets(draw, game):
    """Draw an empty sheet: a preset or any compatible house rules, and a seating."""
    if draw(st.booleans()):
        preset = draw(st.sampled_from(game.presets))
        seats, sides = draw(st.sampled_from(game.shapes(preset)))
        seating = Seating(seats, sides, Seat(draw(st.integers(0, seats - 1))))
        return empty_sheet(game, seating, preset.house)
    seating, usual_house = draw(st.sampled_from(game.seatings)), game.presets[0].house
    house = draw(records(game.house, Sheet(seating, usual_house)))
    if house_problems(game, house, seating):
        house, seating = usual_house, Seating(*game.shapes(game.presets[0])[0])
    return empty_sheet(game, seating, house)


def parts(data, path=()):
    """Yield every part of some JSON with its path."""
    yield path, data
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, part in inner:
        yield from parts(part, (*path, name))


def put(data, path, part):
    """Return a copy of the JSON with the part at this path replaced."""
    if not path:
        return part
    result = copy(data)
    result[path[0]] = put(data[path[0]], path[1:], part)
    return result


NUMBERS = (0, 1, -1, 2, 3, 7, 13, 100, -200, 10**9)
TEXTS = ("", "x", "pass", "hearts", "none", "points:5", "3/2", "QS", "QS QS TH", "X1")
LISTS = ([], [0], [1, 2], [0, 0, 0, 0], [None], {}, {"kind": "adjustment"})
ODD_DATA = st.sampled_from([None, True, False, *NUMBERS, *TEXTS, *LISTS])


@st.composite
def variant(draw, data):
    """Draw a variant of some JSON: one to three parts become odd data, a nearby number or another part."""
    for _change in range(draw(st.integers(1, 3))):
        path, part = draw(st.sampled_from(list(parts(data))[1:] or [((), data)]))
        other_parts = st.sampled_from([part for _path, part in parts(data)])
        neighbours = st.sampled_from([part - 1, part + 1, part + 5] if type(part) is int else [part])
        data = put(data, path, draw(ODD_DATA | other_parts | neighbours))
    return data
