"""JSON Schemas of records, for programs that write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any, get_args, get_origin

from .bounds import LONGEST, broadcast_answer, limit, positions
from .cards import JOKERS, RANKS, SUITS, Card, Cards, pack
from .json_codec import LARGEST, to_json
from .records import Ask, Calls, Choice, Goal, Limit, RecordField, optional, record_fields
from .seating import PerSeat, PerSide, Seat, Side
from .sheet import AnySheet
from .text import _

STORABLE = r"^[^\u0000-\u001f\u007f-\u009f]*$"  # characters that every database stores
NUMBER = "([0-9]{1,9}|10{9})"  # up to LARGEST
EVERY_CARD = pack(RANKS, jokers=len(JOKERS))

Translate = Callable[[str], str]  # translates a marked text
Tables = Sequence[AnySheet]  # empty sheets of all tables that a schema covers


def schema(record: type, tables: Tables, translate: Translate = str, kind: str = "") -> dict[str, Any]:
    """Return the JSON Schema of a record; with ``kind``, of its tagged form.

    Bounds that differ between these tables are as wide as the widest.
    """
    questions = record_fields(record)
    properties: dict[str, Any] = {"kind": {"const": kind}} if kind else {}
    for question in questions:
        texts: dict[str, Any] = {"title": translate(question.ask.text)} if question.ask.text else {}
        if question.ask.about:
            texts["description"] = translate(question.ask.about)
        answer_schema = _answer_schema(question.type, question.ask, tables, translate)
        if not question.required:
            if _has_single_default(question, tables):
                answer_schema = {"anyOf": [answer_schema, {"const": to_json(question.default)}]}
            answer_schema["default"] = to_json(broadcast_answer(question, question.default, tables[0]))
        properties[question.name] = texts | answer_schema
    required = (["kind"] if kind else []) + [question.name for question in questions if question.required]
    title = {"title": translate(record.title)} if hasattr(record, "title") else {}
    return {
        **title,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _has_single_default(question: RecordField, tables: Tables) -> bool:
    """Return whether a default of one value stands for several sides or seats at any of these tables."""
    per = get_origin(question.type)
    return per in (PerSide, PerSeat) and any(
        len(question.default) != len(positions(per, sheet)) for sheet in tables
    )


def _answer_schema(answer_type: Any, ask: Ask, tables: Tables, translate: Translate) -> dict[str, Any]:
    if inner := optional(answer_type):
        return {"anyOf": [_answer_schema(inner, ask, tables, translate), {"type": "null"}]}
    if (origin := get_origin(answer_type)) is not None:
        return _several_schema(answer_type, origin, ask, tables, translate)
    if is_dataclass(answer_type):
        assert isinstance(answer_type, type)
        return schema(answer_type, tables, translate)
    if answer_type is bool:
        return {"type": "boolean"}
    if answer_type is str:
        lengths = _bounds(ask, tables, "minLength", "maxLength", 0, LONGEST)
        return {"type": "string", "pattern": STORABLE, **lengths}
    if answer_type is Fraction:
        whole = {"type": "integer", **_bounds(ask, tables, "minimum", "maximum", -LARGEST, LARGEST)}
        return {"anyOf": [whole, {"type": "string", "pattern": f"^-?{NUMBER}(/[1-9][0-9]{{0,8}})?$"}]}
    if answer_type is Cards:
        about = translate(_("Cards as rank and suit, with spaces: QS TH 2D X1"))
        return {"type": "string", "pattern": _cards_pattern(ask, tables), "description": about}
    if answer_type is Calls:
        about = translate(_("Calls in order, with spaces: 7H pass 8S"))
        return {"type": "string", "pattern": STORABLE, "description": about}
    if issubclass(answer_type, Choice):
        return {"enum": [member.value for member in _offered_choices(answer_type, ask, tables)]}
    if issubclass(answer_type, Seat | Side):
        per = PerSide if answer_type is Side else PerSeat
        positions_offered = {
            int(position)
            for sheet in tables
            for position in (ask.available(sheet) if ask.available else positions(per, sheet))
        }
        return {"enum": sorted(positions_offered)}
    steps = {"multipleOf": ask.step} if ask.step > 1 and _starts_at_multiple(ask, tables) else {}
    return {"type": "integer", **_bounds(ask, tables, "minimum", "maximum", -LARGEST, LARGEST), **steps}


def _cards_pattern(ask: Ask, tables: Tables) -> str:
    """Return the pattern of the cards allowed at any table: ``^([23][SH]|X[1])( ([23][SH]|X[1])){0,4}$``."""
    available = {card for sheet in tables for card in (ask.available(sheet) if ask.available else EVERY_CARD)}
    ranks: dict[str, str] = {}  # the suits of each rank
    for rank in dict.fromkeys(card.rank for card in sorted(available, key=EVERY_CARD.index)):
        ranks[rank] = "".join(suit for suit in (*SUITS, *JOKERS) if Card(rank, suit) in available)
    patterns = [
        f"({'|'.join(rank for rank in ranks if ranks[rank] == suits)})[{suits}]"
        for suits in dict.fromkeys(ranks.values())
    ]
    bounds = _bounds(ask, tables, "least", "most", 0, len(EVERY_CARD))
    least, most = bounds["least"], bounds["most"]
    if not patterns or not most:
        return "^$"
    card = f"({'|'.join(patterns)})"
    cards = f"{card}( {card}){{{max(0, least - 1)},{most - 1}}}"
    return f"^{cards}$" if least else f"^({cards})?$"


def _offered_choices(choices: type[Choice], ask: Ask, tables: Tables) -> list[Choice]:
    """Return the choices available at any table, in the order of their definition."""
    available = {
        member for sheet in tables for member in (ask.available(sheet) if ask.available else choices)
    }
    return [member for member in choices if member in available]


def _starts_at_multiple(ask: Ask, tables: Tables) -> bool:
    """Return whether the steps start from a multiple of the step, as ``multipleOf`` requires."""
    return all((limit(ask.least, sheet) or 0) % ask.step == 0 for sheet in tables)


def _bounds(ask: Ask, tables: Tables, least_key: str, most_key: str, low: int, high: int) -> dict[str, int]:
    """Return the widest bounds at these tables under these two keys, such as ``minimum`` and ``maximum``.

    ``low`` and ``high`` are the bounds where a question has none.
    """

    def at_all_tables(bound: Limit, unbounded: int) -> list[int]:
        numbers = [limit(bound, sheet) for sheet in tables]
        return [unbounded if number is None else number for number in numbers]

    return {least_key: min(at_all_tables(ask.least, low)), most_key: max(at_all_tables(ask.most, high))}


def _several_schema(
    answer_type: Any, origin: Any, ask: Ask, tables: Tables, translate: Translate
) -> dict[str, Any]:
    parts = get_args(answer_type)
    if origin is Goal:
        kinds = _offered_choices(parts[0], ask, tables)
        words = [f"{kind.value}:-?{NUMBER}" if "{n}" in kind.label else str(kind.value) for kind in kinds]
        return {"type": "string", "pattern": f"^({'|'.join(words)})$"}
    if origin is tuple and parts[-1] is not Ellipsis:
        n = len(parts)
        inner = [_answer_schema(part, ask, tables, translate) for part in parts]
        return {"type": "array", "prefixItems": inner, "items": False, "minItems": n, "maxItems": n}
    items = _answer_schema(parts[0], ask, tables, translate)
    if origin in (PerSide, PerSeat):
        counts = [len(positions(origin, sheet)) for sheet in tables]
        return {"type": "array", "items": items, "minItems": min(counts), "maxItems": max(counts)}
    unique = {"uniqueItems": True} if origin is frozenset else {}
    return {"type": "array", "items": items, **unique}
