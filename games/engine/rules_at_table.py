"""A rulebook at one table: the rules in force, and their text under its house rules."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, get_args, get_origin

from .game import Game
from .irregularity import WRONG_SCORE, Irregularity, IrregularityKind
from .records import Ask, Choice, Goal, RecordField, optional, record_fields, replace_answers
from .rulebook import Paraphrase, Quotation, Rule, SourceQuotation
from .sheet import Sheet
from .text import ENGLISH, Words

_CONDITION = re.compile(r"(\w+)(?:(!?=)(.+))?")


@dataclass(frozen=True)
class Condition:
    """A condition in a rule's ``played_if``: a house rule, and the answers it must have.

    If ``unless``, it must have none of the answers. Without answers, the house rule must be on.
    """

    option: str
    answers: tuple[str, ...] = ()
    unless: bool = False

    def holds(self, house: Any) -> bool:
        """Return whether the condition holds under these house rules."""
        answer = getattr(house, self.option)
        if not self.answers:
            return bool(answer)
        return (answer_key(answer) in self.answers) != self.unless


def conditions(rule: Rule) -> tuple[tuple[Condition, ...], ...]:
    """Return the conditions of a rule's ``played_if`` in groups: one condition of each group must hold."""
    return _parse(rule.played_if, rule.number)


def quotation_conditions(quotation: Quotation) -> tuple[Condition, ...]:
    """Return all conditions of a quotation that depends on house rules."""
    texts = () if isinstance(quotation, str) else quotation
    return tuple(condition for text in texts for group in _parse(text, "") for condition in group)


def _parse(text: str, number: str) -> tuple[tuple[Condition, ...], ...]:
    return tuple(
        tuple(_parse_condition(words, number) for words in group.split(",")) for group in text.split()
    )


def _parse_condition(text: str, number: str) -> Condition:
    match = _CONDITION.fullmatch(text)
    assert match, f"rule {number}: {text!r} is not a condition"
    option, sign, answers = match.groups()
    return Condition(option, tuple(answers.split("|")) if answers else (), sign == "!=")


def in_force(rule: Rule, house: Any) -> bool:
    """Return whether a rule is played under these house rules."""
    return _all_hold(conditions(rule), house)


def _all_hold(groups: tuple[tuple[Condition, ...], ...], house: Any) -> bool:
    return all(any(condition.holds(house) for condition in group) for group in groups)


def source_quotations(game: Game[Any], rule: Rule, house: Any) -> tuple[SourceQuotation, ...]:
    """Return the sources of a rule under these house rules, each with its words.

    If the rule is not played there, the words are those for house rules under which it is played.
    """
    house = house if in_force(rule, house) else house_playing(game, rule)
    by_source = game.quotations.get(rule, {})
    quotations = ((source, _quoted_words(by_source.get(source, ""), house)) for source in rule.sources)
    return tuple(
        SourceQuotation(source, str(words), isinstance(words, Paraphrase))
        for source, words in quotations
        if words is not None
    )


def _quoted_words(quotation: Quotation, house: Any) -> str | None:
    """Return the words of a source for these house rules; None if no condition holds."""
    if isinstance(quotation, str):
        return quotation
    return next((words for text, words in quotation.items() if _all_hold(_parse(text, ""), house)), None)


def irregularities(game: Game[Any], house: Any) -> tuple[Irregularity, ...]:
    """Return the irregularities possible under these house rules, in the order a hand is played in."""
    by_kind = {irregularity.kind: irregularity for irregularity in game.irregularities}
    # A score can be written wrong at every table; a game may have its own words and further rules for it.
    score = by_kind.get(IrregularityKind.SCORE, WRONG_SCORE)
    by_kind[IrregularityKind.SCORE] = replace(
        score, rules=tuple(dict.fromkeys((*score.rules, *WRONG_SCORE.rules)))
    )
    in_order = (by_kind[kind] for kind in IrregularityKind if kind in by_kind)
    return tuple(
        irregularity for irregularity in in_order if any(in_force(rule, house) for rule in irregularity.rules)
    )


def answer_key(answer: Any) -> str:
    """Return the key of an answer in a rule's ``played_if`` and ``wordings``.

    For a choice, the key is its stored value; for a goal, the stored value of its kind; for a bool, ``yes``
    or ``no``; for a number, its digits. It is ``none`` for None and for an empty list or text, ``some`` for
    any other list or text.
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
    """Return the house rules that a text names in braces."""
    return tuple(name for _before, name, _spec, _conversion in string.Formatter().parse(text) if name)


def rule_text(rule: Rule, house: Any, words: Words = ENGLISH) -> str:
    """Return the text of a rule under these house rules."""
    return _fill(words.gettext(rule.text), rule, house, words)


def _fill(text: str, rule: Rule, house: Any, words: Words) -> str:
    return text.format_map({name: _words_for(name, rule, house, words) for name in placeholders(text)})


def _words_for(name: str, rule: Rule, house: Any, words: Words) -> str:
    """Return the words that replace the name of a house rule."""
    answer = getattr(house, name)
    if name not in rule.wordings:
        return words.read(answer)
    texts = rule.wordings[name]
    keys = (str(answer), answer_key(answer), "any")  # str() of a goal includes its number: "deals:1"
    text_at_table = words.gettext(next(texts[key] for key in keys if key in texts))
    number = answer.n if isinstance(answer, Goal) else answer
    numbers = {"n": words.read(number)}
    # The text may name this house rule itself, or other house rules, which may have wordings of their own.
    words_by_name = {
        option: words.read(answer) if option == name else _words_for(option, rule, house, words)
        for option in placeholders(text_at_table)
        if option != "n"
    }
    return text_at_table.format_map(numbers | words_by_name)


@dataclass(frozen=True)
class RuleAtTable:
    """A rule as shown at a table. If it is not played there, the text is that of a table where it is."""

    rule: Rule
    text: str
    played: bool


def rule_at_table(game: Game[Any], rule: Rule, house: Any, words: Words = ENGLISH) -> RuleAtTable:
    """Return a rule of the game, or one common to all games, as shown under these house rules."""
    if in_force(rule, house):
        return RuleAtTable(rule, rule_text(rule, house, words), played=True)
    return RuleAtTable(rule, rule_text(rule, house_playing(game, rule), words), played=False)


@dataclass(frozen=True)
class OptionAtTable:
    """A house rule at a table: its question, the answer, and the rule in force about it, if any.

    ``dormant``: another house rule, or the number of players, leaves it without effect.
    """

    question: RecordField
    answer: Any
    rule: Rule | None
    dormant: bool


def options_at_table(game: Game[Any], sheet: Sheet[Any]) -> tuple[OptionAtTable, ...]:
    """Return the house rules of a table in the order they are asked."""
    return tuple(_option_at_table(game, question, sheet) for question in record_fields(game.house))


def _option_at_table(game: Game[Any], question: RecordField, sheet: Sheet[Any]) -> OptionAtTable:
    house, ask = sheet.house, question.ask
    dormant = ask.relevant_if is not None and not ask.relevant_if(house, sheet)
    rule, seats = ask.rule, {sheet.seating.seats}
    if rule is not None and not rule.applies_to(seats):
        dormant, rule = True, None
    if rule is not None and not in_force(rule, house):
        # If this answer leaves the rule out, another rule about the option takes its place. If other answers
        # leave the rule out, the option is dormant.
        left_out_by_others = not _left_out_by(question.name, rule, house)
        dormant = dormant or left_out_by_others
        candidates = (
            other
            for other in game.rulebook
            if question.name in _options_of(other) and other.applies_to(seats) and in_force(other, house)
        )
        rule = None if dormant else next(candidates, None)
    return OptionAtTable(question, getattr(house, question.name), rule, dormant)


def _left_out_by(option: str, rule: Rule, house: Any) -> bool:
    """Return whether this option alone leaves a rule out: another answer would put the rule in force."""
    unmet_groups = (group for group in conditions(rule) if not _all_hold((group,), house))
    return all(any(condition.option == option for condition in group) for group in unmet_groups)


def _options_of(rule: Rule) -> frozenset[str]:
    """Return the house rules that a rule names or depends on."""
    texts = (rule.text, *(text for answers in rule.wordings.values() for text in answers.values()))
    names = (name for text in texts for name in placeholders(text))
    depends_on = (condition.option for group in conditions(rule) for condition in group)
    return frozenset((*names, *rule.wordings, *depends_on))


def house_playing(game: Game[Any], rule: Rule) -> Any:
    """Return house rules by which a rule is played: a preset's, or the first preset's with some changes."""
    preset_house = next((preset.house for preset in game.presets if in_force(rule, preset.house)), None)
    return preset_house or replace_answers(game.presets[0].house, _needed_answers(game, rule))


def _needed_answers(game: Game[Any], rule: Rule) -> dict[str, Any]:
    """Return answers by which the rule is played, one for the first condition of each group."""
    house: Any = game.presets[0].house
    by_name = {question.name: question for question in record_fields(house.__class__)}
    return {
        condition.option: next(
            answer
            for answer in (getattr(house, condition.option), *sample_answers(by_name[condition.option]))
            if condition.holds(replace_answers(house, {condition.option: answer}))
        )
        for condition, *_others in conditions(rule)
    }


def sample_answers(question: RecordField) -> tuple[Any, ...]:
    """Return sample answers to a house rule: every choice, or the usual numbers and the extremes."""
    return tuple(_samples(question.type, question.ask))


def _samples(answer_type: Any, ask: Ask) -> Iterator[Any]:
    if inner := optional(answer_type):
        yield None
        yield from _samples(inner, ask)
    elif answer_type is bool:
        yield from (True, False)
    elif get_origin(answer_type) is Goal:
        (kinds,) = get_args(answer_type)
        for kind in kinds:
            yield from (Goal(kind, n) for n in (_sample_numbers(ask) if "{n}" in kind.label else (None,)))
    elif get_origin(answer_type) is frozenset:
        (kinds,) = get_args(answer_type)
        yield from (frozenset(), frozenset(kinds), *(frozenset((kind,)) for kind in kinds))
    elif isinstance(answer_type, type) and issubclass(answer_type, Choice):
        yield from answer_type
    elif isinstance(answer_type, type) and issubclass(answer_type, int | Fraction):
        yield from map(answer_type, _sample_numbers(ask))


def _sample_numbers(ask: Ask) -> tuple[int, ...]:
    extremes = [bound for bound in (ask.least, ask.most) if isinstance(bound, int)]
    # House rules are agreed on before there is a sheet, so functions of the sheet give no samples.
    offers = () if callable(ask.offers) else ask.offers
    return tuple(dict.fromkeys((*offers, *extremes)))
