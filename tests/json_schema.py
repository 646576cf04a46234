"""The JSON Schema that the command ``describe`` uses: validation, and a strategy for valid data."""

from hypothesis import strategies as st
from jsonschema import Draft202012Validator


def faults(data, schema):
    """Return each error of the data with its path."""
    return [f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema).iter_errors(data)]


def resolve(part, document):
    """Return a part of the document, with references such as ``#/questions/leads/facts`` replaced."""
    if isinstance(part, list):
        return [resolve(item, document) for item in part]
    if not isinstance(part, dict):
        return part
    if "$ref" not in part:
        return {name: resolve(item, document) for name, item in part.items()}
    target = document
    for name in part["$ref"].removeprefix("#/").split("/"):
        target = target[name]
    return target


def valid_data(schema):
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([valid_data(part) for part in schema["anyOf"]])
    return _BY_TYPE[schema["type"]](schema)


def _objects(schema):
    optional = {name: valid_data(part) for name, part in schema["properties"].items()}
    required = {name: optional.pop(name) for name in schema["required"]}
    return st.fixed_dictionaries(required, optional=optional)


def _arrays(schema):
    if "prefixItems" in schema:
        return st.tuples(*(valid_data(part) for part in schema["prefixItems"])).map(list)
    min_size = schema.get("minItems", 0)
    unique = repr if schema.get("uniqueItems") else None
    # A few items are enough where the length is unbounded.
    max_size = schema.get("maxItems", min_size + 6)
    return st.lists(valid_data(schema["items"]), min_size=min_size, max_size=max_size, unique_by=unique)


def _strings(schema):
    min_size, max_size = schema.get("minLength", 0), schema.get("maxLength")
    if "pattern" not in schema:
        return st.text(min_size=min_size, max_size=max_size)
    # In JSON Schema, $ matches only the end of the text.
    texts = st.from_regex(schema["pattern"].replace("$", r"\Z"))
    return texts.filter(lambda text: min_size <= len(text) and (max_size is None or len(text) <= max_size))


def _integers(schema):
    step, minimum, maximum = schema.get("multipleOf", 1), schema["minimum"], schema["maximum"]
    # -(-a // b) rounds up.
    return st.integers(-(-minimum // step), maximum // step).map(lambda n: n * step)


_BY_TYPE = {
    "object": _objects,
    "array": _arrays,
    "string": _strings,
    "integer": _integers,
    "boolean": lambda schema: st.booleans(),
    "null": lambda schema: st.none(),
}
