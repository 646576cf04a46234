"""A game's rulebook, with the values of one set of house rules."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games.engine import (
    Example,
    Game,
    OptionAtTable,
    Rule,
    Seating,
    Words,
    empty_sheet,
    options_at_table,
    play,
    rule_at_table,
)
from scorekeeper.matches import typed_names
from scorekeeper.sheet.house import answer_in_words
from scorekeeper.sheet.referee import sources_of
from scorekeeper.web.i18n import words_for


@dataclass(frozen=True)
class RuleEntry:
    """A rule on the page. ``played`` is False if these house rules leave it out."""

    number: str
    text: str
    sources: tuple[dict[str, Any], ...]
    played: bool
    customs: tuple[Any, ...] = ()  # the customs of the table's club


@dataclass(frozen=True)
class Section:
    number: str
    title: str
    rules: tuple[RuleEntry, ...]


@dataclass(frozen=True)
class HouseRule:
    """A house rule: the question, the answer here, and its rule."""

    name: str
    question: str
    answer: str
    usual: str  # the answer of the game's first preset
    rule: Rule | None  # the rule in force about this house rule, if any
    dormant: bool = False  # without effect, given the other answers
    customs: tuple[Any, ...] = ()

    @property
    def unusual(self) -> bool:
        return self.answer != self.usual


@dataclass(frozen=True)
class ExampleStep:
    """A hand of a worked example: a short text, the score lines, and the totals after it."""

    short: str
    # For each line: side, points, reasons. A reason is the number of its rule and its text.
    lines: tuple[tuple[int, int | Fraction, tuple[tuple[str, str], ...]], ...]
    totals: tuple[int | Fraction, ...]


@dataclass(frozen=True)
class WorkedExample:
    title: str
    steps: tuple[ExampleStep, ...]
    outcome: str
    rule: str


def sections(game: Game[Any], house: Any, words: Words, seats: Collection[int]) -> tuple[Section, ...]:
    """Return the rulebook in reading order, with the values of these house rules.

    ``seats`` are the possible numbers of players. Rules for other numbers are marked as not played.
    """
    by_section: dict[str, list[RuleEntry]] = {number: [] for number in game.sections}
    for rule in game.rulebook:
        here = rule_at_table(game, rule, house, words)
        played = here.played and rule.applies_to(seats)
        entry = RuleEntry(rule.number, here.text, sources_of(rule, game, house, words), played)
        by_section[rule.section].append(entry)
    return tuple(
        Section(number, words.gettext(game.sections[number]), tuple(rules))
        for number, rules in by_section.items()
    )


def options(
    game: Game[Any], house: Any, words: Words, seating: Seating | None = None
) -> dict[str, list[HouseRule]]:
    """Return every house rule under its heading, with the answer here and the usual one."""
    by_section: dict[str, list[HouseRule]] = {}
    for option in options_at_table(game, empty_sheet(game, seating or game.seatings[0], house)):
        section = words.gettext(option.question.ask.section)
        by_section.setdefault(section, []).append(_option(option, game.presets[0].house, words))
    return by_section


def _option(option: OptionAtTable, usual_house: Any, words: Words) -> HouseRule:
    question = option.question
    return HouseRule(
        question.name,
        words.gettext(question.ask.text),
        answer_in_words(question, option.answer, words),
        answer_in_words(question, getattr(usual_house, question.name), words),
        option.rule,
        option.dormant,
    )


def worked_example(game: Game[Any], example: Example[Any]) -> WorkedExample:
    """Replay an example and return its score after each hand."""
    words = words_for(example.seating, typed_names.usual_names(example.seating.seats))
    sheet = play(game, example.seating, example.house, example.hands)
    steps = []
    for index, row in enumerate(sheet.rows):
        sheet_before = type(sheet)(
            sheet.seating, sheet.house, sheet.rows[:index], outcome=None, opening=sheet.opening
        )
        kinds = tuple(game.hands.values())
        short = words.read(game.summary(row.hand, sheet_before)) if isinstance(row.hand, kinds) else ""
        lines = tuple(
            (
                int(line.side),
                line.points,
                tuple((cite.rule.number, words.read(cite.words)) for cite in line.because),
            )
            for line in row.lines
        )
        steps.append(ExampleStep(short, lines, tuple(row.totals)))
    end = sheet.outcome
    outcome = words.read(end.because.words) if end else ""
    rule = end.because.rule.number if end else ""
    return WorkedExample(words.gettext(example.title), tuple(steps), outcome, rule)


@dataclass(frozen=True)
class RuleDifference:
    """A rule that differs between two sets of house rules: its text in each, empty where not played."""

    number: str
    here: str
    there: str


def rules_that_differ(game: Game[Any], house: Any, other_house: Any, words: Words) -> list[RuleDifference]:
    """Return the rules that differ in text between two sets of house rules, or are played under only one."""
    return [
        RuleDifference(rule.number, here, there)
        for rule in game.rulebook
        if (here := _text_at(game, rule, house, words)) != (there := _text_at(game, rule, other_house, words))
    ]


def _text_at(game: Game[Any], rule: Rule, house: Any, words: Words) -> str:
    here = rule_at_table(game, rule, house, words)
    return here.text if here.played else ""


def with_customs(
    sections: Iterable[Section], options: Iterable[tuple[str, list[HouseRule]]], customs: Iterable[Any]
) -> tuple[list[Section], list[tuple[str, list[HouseRule]]]]:
    """Return a rulebook and its options with the club's customs added to each."""
    by_option: dict[str, list[Any]] = {}
    by_rule: dict[str, list[Any]] = {}
    for custom in customs:
        by_option.setdefault(custom.option, []).append(custom)
    options_with_customs: list[tuple[str, list[HouseRule]]] = []
    for title, rules in options:
        options_with_customs.append(
            (title, [replace(rule, customs=tuple(by_option.get(rule.name, ()))) for rule in rules])
        )
        for rule in rules:
            if rule.rule is not None and rule.name in by_option:
                by_rule.setdefault(rule.rule.number, []).extend(by_option[rule.name])

    def with_customs_of(rule: RuleEntry) -> RuleEntry:
        return replace(rule, customs=tuple(by_rule.get(rule.number, ())))

    book = [replace(section, rules=tuple(map(with_customs_of, section.rules))) for section in sections]
    return book, options_with_customs
