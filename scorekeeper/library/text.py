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


def seating_text(seating: Seating) -> str:
    """Return the size of a table: "4 players, 2 sides"."""
    counts = [ngettext("{n} player", "{n} players", seating.seats)]
    if seating.sides != seating.seats:
        counts.append(ngettext("{n} side", "{n} sides", seating.sides))
    return ENGLISH.read(tuple(counts))


def game_list(games: list[Game[Any]]) -> str:
    width = max((len(game.slug) for game in games), default=0)
    return "\n".join(
        f"{game.slug:{width}}  {ENGLISH.read(game.name)} ({'; '.join(map(seating_text, game.seatings))})"
        for game in games
    )


# A score sheet ----------------------------------------------------------------


def sheet(record: Record, result: Mapping[str, Any]) -> str:
    """Return a match hand by hand, each number with its reasons; ``result`` is the match's score as JSON."""
    return "\n".join(
        _sheet(record.game, record.current_heading.preset, record.sheet, record.words(), result["rows"])
    )


def _sheet(
    game: Game[Any], preset: str, sheet: Sheet[Any], words: Words, results: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    known_preset = game.preset(preset)
    name = f", {words.read(known_preset.name)}" if known_preset else ""
    yield f"{words.read(game.name)}{name} ({seating_text(sheet.seating)})"
    yield from _lines(sheet.opening, words)
    for row, result in zip(sheet.rows, results, strict=True):
        yield f"{row.number}. {words.read(_short(game, row, sheet))}"
        for answer in result.get("ignored", ()):
            yield f"   ~ {answer['field']}: {answer['text']}"
        for problem in row.problems:
            field = f"{problem.field}: " if problem.field else ""
            rule = f" [{problem.rule.number}]" if problem.rule else ""
            yield f"   ! {field}{words.read(problem.words)}{rule}"
        yield from _lines(row.lines, words)
        for note in row.notes:
            yield f"   {_because(note, words)}"
        yield f"   = {_totals(row.totals, sheet, words)}"
    if sheet.outcome:
        yield _because(sheet.outcome.because, words)
        yield from _lines(sheet.outcome.lines, words)
    yield f"{_totals(sheet.final, sheet, words)} {words.read(game.unit_at(sheet.house))}"
    if sheet.outcome:
        winners = sheet.outcome.winners
        yield f"Won by {words.read(winners)}" if winners else "Nobody won"


def _short(game: Game[Any], row: Row, sheet: Sheet[Any]) -> Any:
    """Return a short text of a hand; only its kind if it could not be scored."""
    is_scored = type(row.hand) in game.hands.values() and not row.problems
    return game.summary(row.hand, sheet) if is_scored else type(row.hand).title


def _totals(totals: Any, sheet: Sheet[Any], words: Words) -> str:
    return ", ".join(f"{words.read(side)} {words.read(totals[side])}" for side in sheet.seating.every_side)


def _lines(lines: tuple[ScoreLine, ...], words: Words) -> Iterator[str]:
    for line in lines:
        plus = "+" if line.points > 0 else ""
        reasons = "; ".join(_because(cite, words) for cite in line.because)
        yield f"   {words.read(line.side)} {plus}{words.read(line.points)}: {reasons}"


def _because(cite: Cite, words: Words) -> str:
    return f"{words.read(cite.words)} [{cite.rule.number}]"


# The referee ------------------------------------------------------------------


def ruling(ruling: Ruling, words: Words, ignored: Iterable[Problem]) -> str:
    """Return the verdict, its reasons, its score lines, and the irrelevant facts."""
    reasons = [_because(because, words) for because in ruling.because]
    ignored_facts = [f"   ~ {problem.field}: {words.read(problem.words)}" for problem in ignored]
    return "\n".join([*reasons, *_lines(ruling.lines, words), *ignored_facts])


# A game -----------------------------------------------------------------------


def description(game: Game[Any], sheet: Sheet[Any]) -> str:
    """Return the complete description of a game, with its rules as played on this sheet."""
    return "\n".join(_description(game, sheet))


def _description(game: Game[Any], sheet: Sheet[Any]) -> Iterator[str]:
    read, house = ENGLISH.read, sheet.house
    yield f"{read(game.name)} ({game.slug}): {read(game.about)}"
    yield f"Seatings: {'; '.join(map(seating_text, game.seatings))}"
    yield "\nPresets"
    for preset in game.presets:
        yield f"  {preset.id}: {read(preset.name)}. {read(preset.about)} [{preset.source.tag}]"
    yield "\nHouse rules"
    for line, option in zip(_record(game.house, "  "), options_at_table(game, sheet), strict=True):
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
        here = rule_at_table(game, rule, house)
        condition = f" (only with {rule.played_if})" if rule.played_if else ""
        mark = "" if here.played and rule.applies_to({sheet.seating.seats}) else " (not played here)"
        yield f"    {rule.number} {here.text}{mark}{condition} [{rule.source}]"
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
    for question in record_fields(record):
        default = "" if question.required else f" = {_json(question.default)}"
        text = ENGLISH.read(question.ask.text)
        yield f"{indent}{question.name} ({type_text(question.type)}){default}: {text}"
        inner_type = _inner_type(question.type)
        if isinstance(inner_type, type) and is_dataclass(inner_type):
            yield from _record(inner_type, indent + "  ")


def _json(default: Any) -> str:
    return json.dumps(to_json(default), ensure_ascii=False)


def _inner_type(answer_type: Any) -> Any:
    """Return the type inside a generic type (list, set, optional); any other type as it is."""
    return next(iter(get_args(answer_type)), answer_type) if get_origin(answer_type) else answer_type


TYPE_TEXTS = {
    bool: "true|false",
    int: "whole number",
    str: "text",
    Fraction: "number or fraction",
    Cards: "cards",
    Calls: "calls",
    Seat: "seat",
    Side: "side",
}


def type_text(answer_type: Any) -> str:
    """Return the type of an answer as text: "whole number, for each side"."""
    if inner := optional(answer_type):
        return f"{type_text(inner)} or null"
    origin, parts = get_origin(answer_type), get_args(answer_type)
    if origin is Goal:
        return "|".join(f"{kind.value}:N" if "{n}" in kind.label else str(kind.value) for kind in parts[0])
    if origin is not None:
        inner_text = ", ".join(type_text(part) for part in parts if part is not Ellipsis)
        plurals = {PerSide: "for each side", PerSeat: "for each seat", frozenset: "any of these"}
        return f"{inner_text}, {plurals.get(origin, 'as a list')}"
    if is_dataclass(answer_type):
        return "several answers"
    if issubclass(answer_type, Choice):
        return "|".join(str(member.value) for member in answer_type)
    return TYPE_TEXTS[answer_type]
