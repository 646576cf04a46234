"""The part of JSON Schema that ``describe`` uses: validation, and a strategy for valid data."""

import re

from hypothesis import strategies as st

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
SAYS_NOTHING = {"title", "description", "default"}


def faults(data, schema, path="$"):
    """Yield what does not fit the schema, with its path. Raise KeyError for an unknown keyword."""
    if schema is False:
        yield f"{path}: there is more than there may be"
        return
    for word, value in schema.items():
        if word not in SAYS_NOTHING:
            yield from KEYWORDS[word](data, value, schema, path)


def resolved(part, document):
    """Return the schema part with references (``#/questions/leads/facts``) replaced by their targets."""
    if isinstance(part, list):
        return [resolved(item, document) for item in part]
    if not isinstance(part, dict):
        return part
    if "$ref" not in part:
        return {name: resolved(item, document) for name, item in part.items()}
    target = document
    for name in part["$ref"].removeprefix("#/").split("/"):
        target = target[name]
    return target


def _regex(pattern):
    """Compile a pattern of JSON Schema, in which $ matches only the end of the text."""
    return re.compile(pattern.replace("$", r"\Z"))


def _check_type(data, value, schema, path):
    if type(data) is not TYPES[value]:
        yield f"{path}: {data!r} is no {value}"


def _check_properties(data, value, schema, path):
    for name, part in value.items():
        if name in data:
            yield from faults(data[name], part, f"{path}.{name}")


def _check_required(data, value, schema, path):
    yield from (f"{path}.{name}: missing" for name in value if name not in data)


def _check_no_others(data, value, schema, path):
    yield from (f"{path}.{name}: unknown" for name in data if name not in schema["properties"])


def _check_any_of(data, value, schema, path):
    if all(any(True for _ in faults(data, part, path)) for part in value):
        yield f"{path}: {data!r} is none of these"


def _check_items(data, value, schema, path):
    for n, part in enumerate(data):
        if n >= len(schema.get("prefixItems", ())):
            yield from faults(part, value, f"{path}.{n}")


def _check_first_items(data, value, schema, path):
    for n, (part, shape) in enumerate(zip(data, value, strict=False)):
        yield from faults(part, shape, f"{path}.{n}")


def _check_by(condition):
    def keyword(data, value, schema, path):
        if not condition(data, value):
            yield f"{path}: {data!r} against {value!r}"

    return keyword


KEYWORDS = {
    "type": _check_type,
    "properties": _check_properties,
    "required": _check_required,
    "additionalProperties": _check_no_others,
    "anyOf": _check_any_of,
    "items": _check_items,
    "prefixItems": _check_first_items,
    "const": _check_by(lambda data, value: data == value),
    "enum": _check_by(lambda data, value: data in value),
    "pattern": _check_by(lambda data, value: _regex(value).search(data) is not None),
    "minimum": _check_by(lambda data, value: data >= value),
    "maximum": _check_by(lambda data, value: data <= value),
    "multipleOf": _check_by(lambda data, value: data % value == 0),
    "minLength": _check_by(lambda data, value: len(data) >= value),
    "maxLength": _check_by(lambda data, value: len(data) <= value),
    "minItems": _check_by(lambda data, value: len(data) >= value),
    "maxItems": _check_by(lambda data, value: len(data) <= value),
    "uniqueItems": _check_by(lambda data, value: len({repr(part) for part in data}) == len(data)),
}


# Data that fits


def fitting(schema):
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([fitting(part) for part in schema["anyOf"]])
    return _FITTING[schema["type"]](schema)


def _fitting_objects(schema):
    optional = {name: fitting(part) for name, part in schema["properties"].items()}
    required = {name: optional.pop(name) for name in schema["required"]}
    return st.fixed_dictionaries(required, optional=optional)


def _fitting_arrays(schema):
    if "prefixItems" in schema:
        return st.tuples(*(fitting(part) for part in schema["prefixItems"])).map(list)
    least = schema.get("minItems", 0)
    unique = repr if schema.get("uniqueItems") else None
    # A few items are enough where the length is unbounded.
    most = schema.get("maxItems", least + 6)
    return st.lists(fitting(schema["items"]), min_size=least, max_size=most, unique_by=unique)


def _fitting_strings(schema):
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if "pattern" not in schema:
        return st.text(min_size=least, max_size=most)
    texts = st.from_regex(_regex(schema["pattern"]))
    return texts.filter(lambda text: least <= len(text) and (most is None or len(text) <= most))


def _fitting_integers(schema):
    step, least, most = schema.get("multipleOf", 1), schema["minimum"], schema["maximum"]
    return st.integers(-(-least // step), most // step).map(lambda n: n * step)


_FITTING = {
    "object": _fitting_objects,
    "array": _fitting_arrays,
    "string": _fitting_strings,
    "integer": _fitting_integers,
    "boolean": lambda schema: st.booleans(),
    "null": lambda schema: st.none(),
}
