"""Points, sentences and reasons, as a page shows them."""

from dataclasses import dataclass, replace
from typing import Any

from games.engine import Cite, PerSide, Points, ScoreLine, Words, rule_at_table, source_names

from .localized import LocalizedMatch


@dataclass(frozen=True)
class Said:
    """A sentence and the rule that says so."""

    text: str
    rule: Any
    rule_text: str = ""  # the rule as its book has it
    sources: str = ""  # what people call those who say so

    @property
    def number(self) -> str:
        return str(self.rule.number) if self.rule else ""


@dataclass(frozen=True)
class Figure:
    """Points of one side, as they stand on paper."""

    side: int
    text: str
    negative: bool
    zero: bool


@dataclass(frozen=True)
class Reason:
    """A line of the score: whose, how much, and every rule that made it."""

    side: int
    name: str
    points: Figure
    because: tuple[Said, ...]


def figure(words: Words, side: int, points: Points, signed: bool = False) -> Figure:
    text = words.read(points)
    return Figure(side, f"+{text}" if signed and points > 0 else text, points < 0, points == 0)


def total(words: Words, side: int, points: Points, covered: bool) -> Figure:
    """A running total; dots where it stays covered until the game is over."""
    return Figure(side, "•••", False, False) if covered else figure(words, side, points)


def figures(words: Words, gains: PerSide[Points]) -> tuple[Figure, ...]:
    return tuple(figure(words, side, gain, signed=True) for side, gain in enumerate(gains))


def said(words: Words, cite: Cite) -> Said:
    return Said(words.read(cite.words), cite.rule)


def reasons(words: Words, lines: tuple[ScoreLine, ...]) -> tuple[Reason, ...]:
    return tuple(
        Reason(
            int(line.side),
            words.name(line.side),
            figure(words, line.side, line.points, signed=True),
            tuple(said(words, cite) for cite in line.because),
        )
        for line in lines
    )


def in_full(match: LocalizedMatch, reason: Reason) -> Reason:
    """A reason with its rules as the book has them, this table's own house rules filled in."""
    return replace(reason, because=tuple(with_rule(match, one) for one in reason.because))


def with_rule(match: LocalizedMatch, one: Said) -> Said:
    """A sentence with its rule as the book has it, this table's own house rules filled in."""
    house, words = match.state.heading.house, match.words
    text = rule_at_table(match.game, one.rule, house, words).text
    return replace(one, rule_text=text, sources=source_names(one.rule, words))
