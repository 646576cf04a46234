"""Games, sheets and rulings as terminal text."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any, get_args, get_origin

from games.engine import (
    COMMON,
    ENGLISH,
    Calls,
    Cards,
    Choice,
    Cite,
    Game,
    Goal,
    PerSeat,
    PerSide,
    Problem,
    Row,
    Ruling,
    ScoreLine,
    Seat,
    Seating,
    Sheet,
    Side,
    Words,
    ngettext,
    optional,
    options_at_table,
    record_fields,
    rule_at_table,
    source_quotations,
    to_json,
)
from games.engine.interchange import Record


def seating(shape: Seating) -> str:
    """Return the size of a table: "4 players, 2 sides"."""
    counts = [ngettext("{n} player", "{n} players", shape.seats)]
    if shape.sides != shape.seats:
        counts.append(ngettext("{n} side", "{n} sides", shape.sides))
    return ENGLISH.read(tuple(counts))


def games(known: list[Game[Any]]) -> str:
    width = max((len(game.slug) for game in known), default=0)
    return "\n".join(
        f"{game.slug:{width}}  {ENGLISH.read(game.name)} ({'; '.join(map(seating, game.seatings))})"
        for game in known
    )


# A score sheet ----------------------------------------------------------------


def sheet(record: Record, scored: Mapping[str, Any]) -> str:
    """Return a match hand by hand, each number with its reasons; ``scored`` is its result as JSON."""
    return "\n".join(_sheet(record.game, record.now.preset, record.sheet, record.words(), scored["rows"]))


def _sheet(
    game: Game[Any], preset: str, written: Sheet[Any], words: Words, results: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    played = game.preset(preset)
    name = f", {words.read(played.name)}" if played else ""
    yield f"{words.read(game.name)}{name} ({seating(written.seating)})"
    yield from _lines(written.opening, words)
    for row, result in zip(written.rows, results, strict=True):
        yield f"{row.number}. {words.read(_short(game, row, written))}"
        for left in result.get("ignored", ()):
            yield f"   ~ {left['field']}: {left['text']}"
        for problem in row.problems:
            field = f"{problem.field}: " if problem.field else ""
            rule = f" [{problem.rule.number}]" if problem.rule else ""
            yield f"   ! {field}{words.read(problem.words)}{rule}"
        yield from _lines(row.lines, words)
        for note in row.notes:
            yield f"   {_because(note, words)}"
        yield f"   = {_totals(row.totals, written, words)}"
    if written.outcome:
        yield _because(written.outcome.because, words)
        yield from _lines(written.outcome.lines, words)
    yield f"{_totals(written.final, written, words)} {words.read(game.unit_at(written.house))}"
    if written.outcome:
        winners = written.outcome.winners
        yield f"Won by {words.read(winners)}" if winners else "Nobody won"


def _short(game: Game[Any], row: Row, written: Sheet[Any]) -> Any:
    """Return a short text of a hand; only its kind if it could not be scored."""
    scored = type(row.hand) in game.hands.values() and not row.problems
    return game.summary(row.hand, written) if scored else type(row.hand).title


def _totals(totals: Any, written: Sheet[Any], words: Words) -> str:
    return ", ".join(f"{words.read(side)} {words.read(totals[side])}" for side in written.seating.every_side)


def _lines(lines: tuple[ScoreLine, ...], words: Words) -> Iterator[str]:
    for line in lines:
        plus = "+" if line.points > 0 else ""
        reasons = "; ".join(_because(cite, words) for cite in line.because)
        yield f"   {words.read(line.side)} {plus}{words.read(line.points)}: {reasons}"


def _because(cite: Cite, words: Words) -> str:
    return f"{words.read(cite.words)} [{cite.rule.number}]"


# The referee ------------------------------------------------------------------


def ruling(given: Ruling, words: Words, ignored: Iterable[Problem]) -> str:
    """Return the verdict, its reasons, its score lines, and the irrelevant facts."""
    reasons = [_because(because, words) for because in given.because]
    left = [f"   ~ {problem.field}: {words.read(problem.words)}" for problem in ignored]
    return "\n".join([*reasons, *_lines(given.lines, words), *left])


# A game -----------------------------------------------------------------------


def description(game: Game[Any], here: Sheet[Any]) -> str:
    """Return the complete description of a game, with its rules at a table with this sheet."""
    return "\n".join(_description(game, here))


def _description(game: Game[Any], here: Sheet[Any]) -> Iterator[str]:
    read, house = ENGLISH.read, here.house
    yield f"{read(game.name)} ({game.slug}): {read(game.about)}"
    yield f"Seatings: {'; '.join(map(seating, game.seatings))}"
    yield "\nPresets"
    for preset in game.presets:
        yield f"  {preset.id}: {read(preset.name)}. {read(preset.about)} [{preset.source.tag}]"
    yield "\nHouse rules"
    for line, option in zip(_record(game.house, "  "), options_at_table(game, here), strict=True):
        cited = f" [{option.rule.number}]" if option.rule else ""
        yield f"{line}{' (without effect here)' if option.dormant else cited}"
    for kind, record in game.hands.items():
        yield f"\nHand: {kind} ({read(getattr(record, 'title', kind))})"
        yield from _record(record, "  ")
    for name, question in game.questions.items():
        yield f"\nQuestion: {name} ({read(question.text)})"
        yield from _record(question.facts, "  ")
    yield "\nRules"
    section = ""
    for rule in (*game.rulebook, *COMMON):
        if (current := rule.section) != section:
            section = current
            yield f"  {section}. {read(game.sections.get(section, 'In every game'))}"
        at = rule_at_table(game, rule, house)
        only = f" (only with {rule.only})" if rule.only else ""
        mark = "" if at.played and rule.applies_to({here.seating.seats}) else " (not played here)"
        yield f"    {rule.number} {at.text}{mark}{only} [{rule.source}]"
        for quotation in source_quotations(game, rule, house):
            if quotation.reported:
                yield f"      {quotation.source.tag}, in other words: {read(quotation.words)}"
            elif quotation.words:
                yield f"      {quotation.source.tag}: “{quotation.words}”"
    yield "\nExamples"
    for example in game.examples:
        yield f"  {read(example.title)}: {read(tuple(example.totals))}"


def _record(record: type, indent: str) -> Iterator[str]:
    """Yield the questions of a record, one per line."""
    for q in record_fields(record):
        default = "" if q.required else f" = {_shown(q.default)}"
        yield f"{indent}{q.name} ({shape(q.type)}){default}: {ENGLISH.read(q.ask.text)}"
        inner = _part(q.type)
        if isinstance(inner, type) and is_dataclass(inner):
            yield from _record(inner, indent + "  ")


def _shown(default: Any) -> str:
    return json.dumps(to_json(default), ensure_ascii=False)


def _part(asked: Any) -> Any:
    """Return the type of one answer if there are several."""
    return next(iter(get_args(asked)), asked) if get_origin(asked) else asked


PLAIN = {
    bool: "true|false",
    int: "whole number",
    str: "text",
    Fraction: "number or fraction",
    Cards: "cards",
    Calls: "calls",
    Seat: "seat",
    Side: "side",
}


def shape(asked: Any) -> str:
    """Return the type of an answer as text: "whole number, for each side"."""
    if inner := optional(asked):
        return f"{shape(inner)} or null"
    origin, parts = get_origin(asked), get_args(asked)
    if origin is Goal:
        return "|".join(f"{kind.value}:N" if "{n}" in kind.label else str(kind.value) for kind in parts[0])
    if origin is not None:
        inner_text = ", ".join(shape(part) for part in parts if part is not Ellipsis)
        each = {PerSide: "for each side", PerSeat: "for each seat", frozenset: "any of these"}
        return f"{inner_text}, {each.get(origin, 'as a list')}"
    if is_dataclass(asked):
        return "several answers"
    if issubclass(asked, Choice):
        return "|".join(str(member.value) for member in asked)
    return PLAIN[asked]
