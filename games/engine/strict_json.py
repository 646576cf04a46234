"""Strict parsing of JSON."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from .json_codec import is_storable
from .records import DecodeError, within
from .text import Message, _, say

DEEPEST = 20  # levels of brackets; a record needs six
LONGEST_TEXT = 2_000_000  # characters of JSON


def loads_strict(text: str | bytes) -> Any:
    """Parse JSON strictly. Raise ``DecodeError``.

    Rejects floats, NaN, numbers of more than 12 digits, duplicate keys, deep nesting, characters that a
    database cannot store, and more than ``LONGEST_TEXT`` characters.
    """
    if len(text) > LONGEST_TEXT:
        raise DecodeError("", say(_("That is too long: at most {n} characters"), n=LONGEST_TEXT))
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        if _bracket_depth(text) > DEEPEST:
            raise DecodeError("", say(_("There are brackets in it more than {n} deep"), n=DEEPEST))
        rejected: list[_Rejected] = []
        data = json.loads(
            text,
            parse_float=partial(_reject_number, rejected),
            parse_constant=partial(_reject_number, rejected),
            parse_int=partial(_read_int, rejected),
            object_pairs_hook=partial(_reject_duplicates, rejected),
        )
    except UnicodeDecodeError:
        raise DecodeError("", say(_("This is not text in UTF-8"))) from None
    except json.JSONDecodeError as error:
        words = say(
            _("This is not JSON: line {line}, column {column}"), line=error.lineno, column=error.colno
        )
        raise DecodeError("", words) from None
    # An escape such as \u0000 may hide a character that cannot be stored.
    if rejected or "\\" in text or not is_storable(text.translate(_LAYOUT)):
        _raise_for_rejected(data)
    return data


@dataclass(frozen=True)
class _Rejected:
    """A placeholder for a rejected part of the JSON, until its path is known."""

    words: Message


_LAYOUT = dict.fromkeys(map(ord, "\t\n\r"))  # the control characters allowed between JSON tokens
# Matches strings too, to skip the brackets inside them.
_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)


def _bracket_depth(text: str) -> int:
    """Return the depth of nesting; 0 if the text has too few brackets to be nested too deep."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return 0
    max_depth = depth = 0
    for bracket in _BRACKETS.finditer(text):
        match bracket[0]:
            case "[" | "{":
                depth += 1
                max_depth = max(max_depth, depth)
            case "]" | "}":
                depth -= 1
    return max_depth


def _raise_for_rejected(data: Any) -> None:
    """Raise ``DecodeError`` with the path of a rejected part, or of a text that cannot be stored."""
    match data:
        case _Rejected(words):
            raise DecodeError("", words)
        case str() if not is_storable(data):
            raise DecodeError("", say(_("There is a character in it that cannot be kept")))
        case list():
            parts: Iterable[tuple[Any, Any]] = enumerate(data)
        case dict():
            parts = data.items()
        case _:
            return
    for name, part in parts:
        _raise_for_rejected(name)
        within(str(name)[:40], _raise_for_rejected, part)


def _reject_number(rejected: list[_Rejected], text: str) -> _Rejected:
    words = say(_("{number} is not a whole number; write fractions as text: 3/2"), number=text[:20])
    rejected.append(_Rejected(words))
    return rejected[-1]


def _read_int(rejected: list[_Rejected], text: str) -> int | _Rejected:
    if len(text) <= 12:
        return int(text)
    rejected.append(_Rejected(say(_("That number is too large"))))
    return rejected[-1]


def _reject_duplicates(rejected: list[_Rejected], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        ((duplicate, _times),) = Counter(name for name, _value in pairs).most_common(1)
        rejected.append(_Rejected(say(_("This is written twice"))))
        data[duplicate] = rejected[-1]
    return data
