"""As much of JSON Schema as ``describe`` writes, to hold records against."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
SAYS_NOTHING = {"title", "description", "default"}


def faults(data: Any, schema: Any, path: str = "$") -> Iterator[str]:
    """Where the data does not fit the schema. An unknown keyword is a fault of the schema."""
    if schema is False:
        yield f"{path}: there is more than there may be"
        return
    for word, value in schema.items():
        if word not in SAYS_NOTHING:
            yield from KEYWORDS[word](data, value, schema, path)


def _type(data: Any, value: str, schema: Any, path: str) -> Iterator[str]:
    if type(data) is not TYPES[value]:
        yield f"{path}: {data!r} is no {value}"


def _properties(data: Any, value: Any, schema: Any, path: str) -> Iterator[str]:
    for name, part in value.items():
        if name in data:
            yield from faults(data[name], part, f"{path}.{name}")


def _required(data: Any, value: list[str], schema: Any, path: str) -> Iterator[str]:
    yield from (f"{path}.{name}: missing" for name in value if name not in data)


def _no_others(data: Any, value: bool, schema: Any, path: str) -> Iterator[str]:
    yield from (f"{path}.{name}: unknown" for name in data if name not in schema["properties"])


def _any_of(data: Any, value: list[Any], schema: Any, path: str) -> Iterator[str]:
    if all(any(True for _ in faults(data, part, path)) for part in value):
        yield f"{path}: {data!r} is none of these"


def _items(data: Any, value: Any, schema: Any, path: str) -> Iterator[str]:
    for n, part in enumerate(data):
        if n >= len(schema.get("prefixItems", ())):
            yield from faults(part, value, f"{path}.{n}")


def _first_items(data: Any, value: Any, schema: Any, path: str) -> Iterator[str]:
    for n, (part, shape) in enumerate(zip(data, value, strict=False)):
        yield from faults(part, shape, f"{path}.{n}")


def _holds(true: Any) -> Any:
    def keyword(data: Any, value: Any, schema: Any, path: str) -> Iterator[str]:
        if not true(data, value):
            yield f"{path}: {data!r} against {value!r}"

    return keyword


KEYWORDS = {
    "type": _type,
    "properties": _properties,
    "required": _required,
    "additionalProperties": _no_others,
    "anyOf": _any_of,
    "items": _items,
    "prefixItems": _first_items,
    "const": _holds(lambda data, value: data == value),
    "enum": _holds(lambda data, value: data in value),
    "pattern": _holds(lambda data, value: re.search(value, data) is not None),
    "minimum": _holds(lambda data, value: data >= value),
    "maximum": _holds(lambda data, value: data <= value),
    "multipleOf": _holds(lambda data, value: data % value == 0),
    "minLength": _holds(lambda data, value: len(data) >= value),
    "maxLength": _holds(lambda data, value: len(data) <= value),
    "minItems": _holds(lambda data, value: len(data) >= value),
    "maxItems": _holds(lambda data, value: len(data) <= value),
    "uniqueItems": _holds(lambda data, value: len({repr(part) for part in data}) == len(data)),
}
