"""A game's rulebook as a reader sees it: filled in with the numbers of one way of playing."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games.engine import (
    Example,
    Game,
    RecordField,
    Rule,
    Words,
    play,
    record_fields,
    rule_at_table,
)
from scorekeeper.matches import typed_names
from scorekeeper.sheet.referee import sources_of
from scorekeeper.words import words_for


@dataclass(frozen=True)
class Entry:
    """One rule on the page. ``played`` is false where these house rules leave it out."""

    number: str
    text: str
    sources: tuple[dict[str, Any], ...]
    played: bool
    customs: tuple[Any, ...] = ()  # what holds at the table's club


@dataclass(frozen=True)
class Section:
    number: str
    title: str
    rules: tuple[Entry, ...]


@dataclass(frozen=True)
class Option:
    """A house rule: the question, how it is played here, and the rule it belongs to."""

    name: str
    question: str
    answer: str
    usual: str
    rule: Rule | None
    customs: tuple[Any, ...] = ()  # what holds at the table's club

    @property
    def unusual(self) -> bool:
        """Whether it is played otherwise than the game usually is."""
        return self.answer != self.usual


@dataclass(frozen=True)
class Step:
    """One hand of a worked example: in short, what each side scored and why, and the totals after it."""

    short: str
    lines: tuple[tuple[int, int | Fraction, tuple[tuple[str, str], ...]], ...]
    totals: tuple[int | Fraction, ...]


@dataclass(frozen=True)
class Worked:
    title: str
    steps: tuple[Step, ...]
    outcome: str
    rule: str


def sections(game: Game[Any], house: Any, words: Words) -> tuple[Section, ...]:
    """The rulebook in reading order, with this house's own numbers."""
    found: dict[str, list[Entry]] = {number: [] for number in game.sections}
    for rule in game.rulebook:
        here = rule_at_table(game, rule, house, words)
        entry = Entry(rule.number, here.text, sources_of(rule, game, words), here.played)
        found[rule.section].append(entry)
    return tuple(Section(n, words.gettext(game.sections[n]), tuple(rules)) for n, rules in found.items())


def options(game: Game[Any], house: Any, words: Words) -> dict[str, list[Option]]:
    """Every house rule under its heading, as it is played here and as the game usually is."""
    usual = game.presets[0].house
    found: dict[str, list[Option]] = {}
    for q in record_fields(game.house):
        found.setdefault(words.gettext(q.ask.section), []).append(_option(q, house, usual, words))
    return found


def _option(q: RecordField, house: Any, usual: Any, words: Words) -> Option:
    mine, theirs = getattr(house, q.name), getattr(usual, q.name)
    return Option(
        q.name,
        words.gettext(q.ask.text),
        answer_in_words(q, mine, words),
        answer_in_words(q, theirs, words),
        q.ask.rule,
    )


def answer_in_words(q: RecordField, answer: Any, words: Words) -> str:
    """A house rule's answer as it is read."""
    if answer is None:
        return words.gettext(q.ask.none) if q.ask.none else words.read(None)
    if isinstance(answer, frozenset):
        return ", ".join(sorted(words.read(one) for one in answer)) or "—"
    if isinstance(answer, tuple) and answer and isinstance(answer[0], tuple):
        return ", ".join(" × ".join(words.read(part) for part in pair) for pair in answer)
    return words.read(answer) or "—"


def worked(game: Game[Any]) -> Iterator[Worked]:
    """The worked examples, hand by hand."""
    for example in game.examples:
        yield _worked(game, example)


def _worked(game: Game[Any], example: Example[Any]) -> Worked:
    words = words_for(example.seating, typed_names.usual_names(example.seating.seats))
    sheet = play(game, example.seating, example.house, example.hands)
    steps = []
    for n, row in enumerate(sheet.rows):
        before = type(sheet)(sheet.seating, sheet.house, sheet.rows[:n], None, sheet.opening)
        kinds = tuple(game.hands.values())
        short = words.read(game.summary(row.hand, before)) if isinstance(row.hand, kinds) else ""
        lines = tuple(
            (int(line.side), line.points, tuple((c.rule.number, words.read(c.words)) for c in line.because))
            for line in row.lines
        )
        steps.append(Step(short, lines, tuple(row.totals)))
    ended = sheet.outcome
    outcome = words.read(ended.because.words) if ended else ""
    rule = ended.because.rule.number if ended else ""
    return Worked(words.gettext(example.title), tuple(steps), outcome, rule)


def differing(game: Game[Any], one: Any, other: Any, words: Words) -> list[tuple[str, str, str]]:
    """The house rules in which two houses differ: question, here, there."""
    return [
        (words.gettext(q.ask.text), answer_in_words(q, mine, words), answer_in_words(q, theirs, words))
        for q in record_fields(game.house)
        if (mine := getattr(one, q.name)) != (theirs := getattr(other, q.name))
    ]


@dataclass(frozen=True)
class Differs:
    """A rule that two houses do not have alike: what it says here and there, empty where it is not played."""

    number: str
    here: str
    there: str


def rules_that_differ(game: Game[Any], one: Any, other: Any, words: Words) -> list[Differs]:
    """The rules that say something else by the house rules of another table, or are played by one only."""
    return [
        Differs(rule.number, here, there)
        for rule in game.rulebook
        if (here := _text_at(game, rule, one, words)) != (there := _text_at(game, rule, other, words))
    ]


def _text_at(game: Game[Any], rule: Rule, house: Any, words: Words) -> str:
    at = rule_at_table(game, rule, house, words)
    return at.text if at.played else ""


def beside_rules(
    sections: Iterable[Section], options: Iterable[tuple[str, list[Option]]], customs: Iterable[Any]
) -> tuple[list[Section], list[tuple[str, list[Option]]]]:
    """A rulebook with what holds at the club beside the option that says it, and the rule it belongs to."""
    of_option: dict[str, list[Any]] = {}
    of_rule: dict[str, list[Any]] = {}
    for custom in customs:
        of_option.setdefault(custom.option, []).append(custom)
    told: list[tuple[str, list[Option]]] = []
    for title, some in options:
        told.append((title, [replace(one, customs=tuple(of_option.get(one.name, ()))) for one in some]))
        for one in some:
            if one.rule is not None and one.name in of_option:
                of_rule.setdefault(one.rule.number, []).extend(of_option[one.name])
    book = [
        replace(section, rules=tuple(_with(rule, of_rule) for rule in section.rules)) for section in sections
    ]
    return book, told


def _with(rule: Entry, customs: Mapping[str, list[Any]]) -> Entry:
    return replace(rule, customs=tuple(customs.get(rule.number, ())))
