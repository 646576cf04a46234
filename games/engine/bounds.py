"""Validation of answers against the limits of their questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, get_origin

from .cards import Cards
from .records import (
    Ask,
    Calls,
    Choice,
    Goal,
    Limit,
    RecordField,
    not_played_here,
    record_fields,
    replace_answers,
)
from .rulebook import Problem
from .seating import PerSeat, PerSide, Seat, Side
from .sheet import AnySheet
from .text import _, ngettext, say

LONGEST = 200  # the most characters in a text if its question sets no limit


def limit(bound: Limit, sheet: AnySheet) -> int | None:
    """Return a bound at this table."""
    return bound(sheet) if callable(bound) else bound


def offers(ask: Ask, sheet: AnySheet) -> tuple[int, ...]:
    """Return the usual numbers at this table."""
    return tuple(ask.offers(sheet)) if callable(ask.offers) else ask.offers


def positions(per: Any, sheet: AnySheet) -> tuple[Side | Seat, ...]:
    """Return every side if ``per`` is ``PerSide``, or every seat if it is ``PerSeat``."""
    return sheet.seating.every_side if per is PerSide else sheet.seating.every_seat


def broadcast_answer(question: RecordField, answer: Any, sheet: AnySheet) -> Any:
    """Return the answer; a default of one value is repeated for each side or seat."""
    per = get_origin(question.type)
    if (
        per in (PerSide, PerSeat)
        and not question.required
        and answer == question.default
        and len(answer) == 1
    ):
        return per(answer * len(positions(per, sheet)))
    return answer


def broadcast_defaults(record: Any, sheet: AnySheet) -> Any:
    """Return the record; each default of one value is repeated for each side or seat."""
    full_answers = {
        name: per(getattr(record, name) * len(positions(per, sheet)))
        for name, per in _single_defaults(record)
    }
    return replace_answers(record, full_answers) if full_answers else record


def _single_defaults(record: Any) -> list[tuple[str, Any]]:
    """Return the names of questions left at a default of one value, each with ``PerSide`` or ``PerSeat``."""
    return [
        (question.name, per)
        for question, per in _questions_with_single_default(record.__class__)
        if getattr(record, question.name) == question.default
    ]


@cache
def _questions_with_single_default(record: type) -> tuple[tuple[RecordField, Any], ...]:
    """Return the questions that have a default of one value, each with ``PerSide`` or ``PerSeat``."""
    questions = (
        (question, get_origin(question.type)) for question in record_fields(record) if not question.required
    )
    return tuple(
        (question, per)
        for question, per in questions
        if per in (PerSide, PerSeat) and len(question.default) == 1
    )


def out_of_bounds(record: Any, sheet: AnySheet, path: str = "") -> Iterator[Problem]:
    """Yield a problem for each answer that is outside its limits.

    A default always passes; ``Game.check`` may refuse it.
    """
    for question in record_fields(record.__class__):
        answer = getattr(record, question.name)
        if question.required or answer != question.default:
            yield from _answer_problems(question.ask, answer, sheet, path + question.name)


def within_bounds(ask: Ask, answer: Any, sheet: AnySheet) -> bool:
    """Return whether an answer, whole or for one side or seat, is within its question's limits."""
    return not any(_answer_problems(ask, answer, sheet, ""))


def _answer_problems(ask: Ask, answer: Any, sheet: AnySheet, path: str) -> Iterator[Problem]:
    match answer:
        case None | bool():
            return
        case Side() | Seat():
            yield from _check_position(ask, answer, sheet, path)
        case int() | Fraction():
            yield from _check_number(ask, answer, sheet, path)
        case Choice():
            if ask.available and answer not in tuple(ask.available(sheet)):
                yield Problem(path, not_played_here(), ask.rule)
        case Goal(kind, n):
            if ask.available and kind not in tuple(ask.available(sheet)):
                yield Problem(path, not_played_here(), ask.rule)
            if n is not None:
                yield from _check_number(ask, n, sheet, path)
        case str():
            yield from _check_text(ask, answer, sheet, path)
        case PerSide() | PerSeat():
            yield from _check_all(ask, answer, sheet, path)
        case Cards():
            yield from _check_cards(ask, answer, sheet, path)
        case Calls():
            return  # judged by the auction itself
        case frozenset():
            if ask.available and answer and answer - set(ask.available(sheet)):
                yield Problem(path, not_played_here(), ask.rule)
        case tuple():
            for index, part in enumerate(answer):
                yield from _answer_problems(ask, part, sheet, f"{path}.{index}")
        case _ if is_dataclass(answer):
            yield from out_of_bounds(answer, sheet, path + ".")


def _check_position(ask: Ask, position: Side | Seat, sheet: AnySheet, path: str) -> Iterator[Problem]:
    if position not in positions(PerSide if isinstance(position, Side) else PerSeat, sheet):
        yield Problem(path, say(_("Nobody sits there")))
    elif ask.available and position not in tuple(ask.available(sheet)):
        yield Problem(path, say(_("That cannot be {who}"), who=position), ask.rule)


def _check_number(ask: Ask, number: int | Fraction, sheet: AnySheet, path: str) -> Iterator[Problem]:
    least, most = limit(ask.least, sheet), limit(ask.most, sheet)
    if least is not None and number < least:
        yield Problem(path, say(_("At least {least}"), least=least), ask.rule)
    elif most is not None and number > most:
        yield Problem(path, say(_("At most {most}"), most=most), ask.rule)
    # With the usual step of 1, a Fraction need not be a whole number.
    elif (isinstance(number, int) or ask.step > 1) and (number - (least or 0)) % ask.step:
        yield Problem(path, say(_("In steps of {step}"), step=ask.step), ask.rule)


def _check_text(ask: Ask, text: str, sheet: AnySheet, path: str) -> Iterator[Problem]:
    least, most = limit(ask.least, sheet), limit(ask.most, sheet)
    if least is not None and len(text) < least:
        yield Problem(path, ngettext("At least {n} character", "At least {n} characters", least))
    if len(text) > (longest := LONGEST if most is None else most):
        yield Problem(path, ngettext("At most {n} character", "At most {n} characters", longest))


def _check_all(ask: Ask, answer: Any, sheet: AnySheet, path: str) -> Iterator[Problem]:
    if len(answer) != len(positions(type(answer), sheet)):
        yield Problem(path, say(_("One answer for each, please")))
        return
    problems: list[Problem] = []
    if not _all_within(ask, answer, sheet, path):
        for n, part in enumerate(answer):
            problems += _answer_problems(ask, part, sheet, f"{path}.{n}")
        yield from problems
    total = limit(ask.total, sheet)
    if total is None or problems or None in answer:
        return
    if sum(answer) not in (total, limit(ask.other_total, sheet)):
        words = say(_("These add up to {sum}, not {total}"), sum=sum(answer), total=total)
        yield Problem(path, words, ask.rule)


def _all_within(ask: Ask, answer: Any, sheet: AnySheet, path: str) -> bool:
    """Return True if a shortcut shows that all parts are within the limits; False proves nothing.

    The shortcut covers nearly every answer: whole numbers, or the same value for everybody.
    """
    first = answer[0]
    if answer.count(first) == len(answer):
        return not any(_answer_problems(ask, first, sheet, path))
    if ask.step > 1 or any(part.__class__ is not int for part in answer):
        return False
    # If the smallest and the largest number are within the limits, so are the others.
    return not any(
        problem
        for extreme in (min(answer), max(answer))
        for problem in _check_number(ask, extreme, sheet, path)
    )


def _check_cards(ask: Ask, cards: Cards, sheet: AnySheet, path: str) -> Iterator[Problem]:
    least, most = limit(ask.least, sheet), limit(ask.most, sheet)
    if least is not None and len(cards) < least:
        yield Problem(path, ngettext("At least {n} card", "At least {n} cards", least), ask.rule)
    if most is not None and len(cards) > most:
        yield Problem(path, ngettext("At most {n} card", "At most {n} cards", most), ask.rule)
    available = Counter(ask.available(sheet)) if ask.available else Counter(set(cards))
    for card, n in Counter(cards).items():
        if n > available[card]:
            words = _("{card} appears too many times") if available[card] else _("{card} is not in the pack")
            yield Problem(path, say(words, card=card), ask.rule)
