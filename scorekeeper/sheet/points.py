"""Points, sentences and score lines, as pages show them."""

from dataclasses import dataclass, replace
from typing import Any

from games.engine import Cite, PerSide, Points, ScoreLine, Side, Words, rule_at_table, source_names

from .localized import LocalizedMatch


@dataclass(frozen=True)
class Sentence:
    """A sentence shown to players, and the rule that it cites."""

    text: str
    rule: Any
    rule_text: str = ""  # the text of the rule
    sources: str = ""  # the names of the rule's sources

    @property
    def number(self) -> str:
        return str(self.rule.number) if self.rule else ""


@dataclass(frozen=True)
class Figure:
    """Points of a side, as text."""

    side: int
    text: str
    negative: bool
    zero: bool


@dataclass(frozen=True)
class Reason:
    """A score line: its side, its points, and in ``because`` the sentences that explain them."""

    side: int
    name: str
    points: Figure
    because: tuple[Sentence, ...]


def figure(words: Words, side: int, points: Points, signed: bool = False) -> Figure:
    text = words.read(points)
    return Figure(side, f"+{text}" if signed and points > 0 else text, points < 0, points == 0)


def total(words: Words, side: int, points: Points, hides_totals: bool) -> Figure:
    """Return a running total; dots while it is hidden until the end of the game."""
    return Figure(side, "•••", False, False) if hides_totals else figure(words, side, points)


def figures(words: Words, gains: PerSide[Points]) -> tuple[Figure, ...]:
    return tuple(figure(words, side, gain, signed=True) for side, gain in enumerate(gains))


def sentence(words: Words, cite: Cite) -> Sentence:
    return Sentence(words.read(cite.words), cite.rule)


def reasons(words: Words, lines: tuple[ScoreLine, ...]) -> tuple[Reason, ...]:
    return tuple(
        Reason(
            int(line.side),
            words.name(line.side),
            figure(words, line.side, line.points, signed=True),
            tuple(sentence(words, cite) for cite in line.because),
        )
        for line in lines
    )


@dataclass(frozen=True)
class SharedSentence:
    """A sentence of the score and the sides that it is about."""

    sides: tuple[int, ...]
    names: str
    sentence: Sentence


def shared_sentences(words: Words, lines: tuple[ScoreLine, ...]) -> tuple[SharedSentence, ...]:
    """Return the sentences of the score lines, each once, with all sides that it is about."""
    # The inner dict is an ordered set of sides.
    by_text: dict[tuple[str, str], tuple[Sentence, dict[Side, None]]] = {}
    for line in lines:
        for cited in (sentence(words, cite) for cite in line.because):
            by_text.setdefault((cited.text, cited.number), (cited, {}))[1][line.side] = None
    return tuple(
        SharedSentence(tuple(map(int, sides)), ", ".join(map(words.name, sides)), cited)
        for cited, sides in by_text.values()
    )


def with_rules(match: LocalizedMatch, reason: Reason) -> Reason:
    """Return a score line with the full text of its rules at this table."""
    return replace(reason, because=tuple(with_rule(match, cited) for cited in reason.because))


def with_rule(match: LocalizedMatch, cited: Sentence) -> Sentence:
    """Return a sentence with the full text of its rule at this table."""
    house, words = match.state.heading.house, match.words
    text = rule_at_table(match.game, cited.rule, house, words).text
    return replace(cited, rule_text=text, sources=source_names(cited.rule, words))
