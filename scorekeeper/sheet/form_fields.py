"""Conversion between typed or tapped values and the engine's answers."""

import re
from fractions import Fraction
from typing import Any, get_args, get_origin

from games.engine import SIGNS, Calls, Cards, Choice, Goal, optional, to_json


def as_json(answer_type: Any, value: Any) -> Any:
    """Return a typed or tapped value as the JSON that the engine reads."""
    if inner := optional(answer_type):
        return as_json(inner, value)
    origin = get_origin(answer_type)
    if origin is frozenset:
        return [as_json(get_args(answer_type)[0], item) for item in value]
    if answer_type is Cards:
        return str(value).translate(_SUITS).strip()
    if origin is Goal or answer_type in (str, Calls):
        return str(value).strip()
    text = str(value).strip().replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", "")
    if origin is tuple:
        return _list_json(answer_type, text)
    if answer_type is bool:
        return {"yes": True, "on": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if answer_type is Fraction:
        return _number_json(text)
    if isinstance(answer_type, type) and issubclass(answer_type, Choice):
        return text
    try:
        return int(text) if len(text) <= 12 else text
    except ValueError:
        return text


# Suit signs and the letters that cards are written with: "Q♥" is QH. Variation selectors are dropped.
_SUITS = {ord(sign): suit for suit, sign in SIGNS.items()} | {0xFE0E: None, 0xFE0F: None}


# Without exponents: parsing 1e999999999 would block the server.
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:[.,]\d{0,9})?|[.,]\d{1,9}|\d{1,9}/0*[1-9]\d{0,8})", re.ASCII)


def parse_number(text: str) -> Fraction | None:
    """Return the typed number (12, 1.5, 1,5 or 3/2), or None for other text."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    return Fraction(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def _number_json(text: str) -> str:
    """Return "1.5" and "1,5" as the engine writes them: "3/2"."""
    number = parse_number(text)
    return text if number is None else str(number)


def _list_json(answer_type: Any, text: str) -> list[Any]:
    """Read "5, 3, 1" or, for a list of pairs, "10:2, 13:3"."""
    inner = get_args(answer_type)[0]
    parts = [part for part in text.replace(";", ",").replace(" ", ",").split(",") if part]
    if get_origin(inner) is tuple:
        kinds = get_args(inner)
        return [
            [as_json(kind, piece) for kind, piece in zip(kinds, part.split(":"), strict=False)]
            for part in parts
        ]
    return [as_json(inner, part) for part in parts]


def box_value(answer: Any) -> Any:
    """Return the value of a box with this answer: a text, or a list of texts for a set."""
    stored = to_json(answer)
    if stored is None:
        return ""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, frozenset):
        return stored
    if isinstance(stored, list):
        return ", ".join(":".join(map(str, part)) if isinstance(part, list) else str(part) for part in stored)
    return str(stored)
