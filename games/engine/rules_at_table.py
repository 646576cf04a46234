"""A rulebook as one table plays it: which rules are in force there, and what each of them says."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, get_args, get_origin

from .game import Game
from .mishaps import MISWRITTEN, Irregularity, Mishap
from .records import Ask, Choice, Goal, RecordField, optional, record_fields, replace_answers
from .rulebook import Rule
from .text import ENGLISH, Words

_CONDITION = re.compile(r"(\w+)(?:(!?=)(.+))?")


@dataclass(frozen=True)
class Condition:
    """A part of a rule's ``only``: a house rule and the answers that it must have, or must not have.

    Without answers it must be on.
    """

    option: str
    answers: tuple[str, ...] = ()
    unless: bool = False

    def holds(self, house: Any) -> bool:
        """Whether it holds by these house rules."""
        answer = getattr(house, self.option)
        if not self.answers:
            return bool(answer)
        return (answer_key(answer) in self.answers) is not self.unless


def conditions(rule: Rule) -> tuple[tuple[Condition, ...], ...]:
    """What must hold for a rule to be played, read from its ``only``: of each group one condition."""
    return tuple(tuple(_condition(rule, one) for one in part.split(",")) for part in rule.only.split())


def _condition(rule: Rule, text: str) -> Condition:
    found = _CONDITION.fullmatch(text)
    assert found, f"rule {rule.number}: {text!r} is no condition"
    option, sign, answers = found.groups()
    return Condition(option, tuple(answers.split("|")) if answers else (), sign == "!=")


def in_force(rule: Rule, house: Any) -> bool:
    """Whether a rule is played by these house rules."""
    return all(any(one.holds(house) for one in group) for group in conditions(rule))


def irregularities(game: Game[Any], house: Any) -> tuple[Irregularity, ...]:
    """What can go wrong in a game by these house rules, in the order a hand is played in."""
    own = {one.mishap: one for one in game.irregularities}
    # Whatever is played, a score can be written wrong: a game may have its own words for it, and more rules.
    score = own.get(Mishap.SCORE, MISWRITTEN)
    own[Mishap.SCORE] = replace(score, rules=tuple(dict.fromkeys((*score.rules, *MISWRITTEN.rules))))
    every = [own[mishap] for mishap in Mishap if mishap in own]
    return tuple(one for one in every if any(in_force(rule, house) for rule in one.rules))


def answer_key(answer: Any) -> str:
    """What an answer is called in a rule's ``only`` and ``says``.

    A choice by its stored value, a goal by the value of its kind, ``yes`` and ``no``, a number by its digits,
    ``none`` for what is not set and for an empty list or text, ``some`` for any other list or text.
    """
    match answer:
        case bool():
            return "yes" if answer else "no"
        case Goal(kind, _n):
            return str(kind.value)
        case Choice():
            return str(answer.value)
        case None:
            return "none"
        case tuple() | frozenset() | str():
            return "some" if answer else "none"
    return str(answer)


def placeholders(text: str) -> tuple[str, ...]:
    """The house rules that a text names in braces."""
    return tuple(name for _before, name, _spec, _conversion in string.Formatter().parse(text) if name)


def rule_text(rule: Rule, house: Any, words: Words = ENGLISH) -> str:
    """What a rule says by these house rules."""
    return _filled(words.gettext(rule.text), rule, house, words)


def _filled(text: str, rule: Rule, house: Any, words: Words) -> str:
    return text.format_map({name: _said(name, rule, house, words) for name in placeholders(text)})


def _said(name: str, rule: Rule, house: Any, words: Words) -> str:
    """What stands where a text names a house rule."""
    answer = getattr(house, name)
    if name not in rule.says:
        return words.read(answer)
    told = rule.says[name]
    keys = (str(answer), answer_key(answer), "any")  # a goal by its number too: "deals:1"
    chosen = words.gettext(next(told[key] for key in keys if key in told))
    number = answer.n if isinstance(answer, Goal) else answer
    own = {"n": words.read(number)}
    others = {
        other: words.read(answer) if other == name else _said(other, rule, house, words)
        for other in placeholders(chosen)
        if other != "n"
    }
    return chosen.format_map(own | others)


@dataclass(frozen=True)
class RuleAtTable:
    """A rule as a table reads it. Where it is not played there, it reads as it does where it is."""

    rule: Rule
    text: str
    played: bool


def rule_at_table(game: Game[Any], rule: Rule, house: Any, words: Words = ENGLISH) -> RuleAtTable:
    """A rule as it is read by these house rules: ``rule`` may be one that every game has."""
    if in_force(rule, house):
        return RuleAtTable(rule, rule_text(rule, house, words), True)
    return RuleAtTable(rule, rule_text(rule, house_playing(game, rule), words), False)


def house_playing(game: Game[Any], rule: Rule) -> Any:
    """House rules by which a rule is played: of a preset that plays it, else of the first, changed for it."""
    known = next((preset.house for preset in game.presets if in_force(rule, preset.house)), None)
    return known or replace_answers(game.presets[0].house, _needed(game, rule))


def _needed(game: Game[Any], rule: Rule) -> dict[str, Any]:
    """For each house rule that a rule depends on an answer by which it is played."""
    house: Any = game.presets[0].house
    by_name = {q.name: q for q in record_fields(house.__class__)}
    return {
        needed.option: next(
            answer
            for answer in (getattr(house, needed.option), *sample_answers(by_name[needed.option]))
            if needed.holds(replace_answers(house, {needed.option: answer}))
        )
        for needed, *_others in conditions(rule)
    }


def sample_answers(asked: RecordField) -> tuple[Any, ...]:
    """Answers that a house rule may have: every choice, and of numbers the usual and the outermost."""
    return tuple(_some(asked.type, asked.ask))


def _some(shape: Any, ask: Ask) -> Iterator[Any]:
    if inner := optional(shape):
        yield None
        yield from _some(inner, ask)
    elif shape is bool:
        yield from (True, False)
    elif get_origin(shape) is Goal:
        (kinds,) = get_args(shape)
        for kind in kinds:
            yield from (Goal(kind, n) for n in (_numbers(ask) if "{n}" in kind.label else (None,)))
    elif get_origin(shape) is frozenset:
        (kinds,) = get_args(shape)
        yield from (frozenset(), frozenset(kinds), *(frozenset((kind,)) for kind in kinds))
    elif isinstance(shape, type) and issubclass(shape, Choice):
        yield from shape
    elif isinstance(shape, type) and issubclass(shape, int | Fraction):
        yield from map(shape, _numbers(ask))


def _numbers(ask: Ask) -> tuple[int, ...]:
    ends = [end for end in (ask.least, ask.most) if isinstance(end, int)]
    # A house rule is agreed on before there is a sheet.
    offers = () if callable(ask.offers) else ask.offers
    return tuple(dict.fromkeys((*offers, *ends)))
