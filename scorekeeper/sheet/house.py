"""House rules: their name, their differences from a preset, and their form."""

from typing import Any, NamedTuple

from games.engine import Game, Preset, RecordField, Seating, Sheet, Words, record_fields, to_form_data

from .form_fields import box_value
from .record_form import RecordForm

HOUSE = "house"  # the prefix of the boxes' names in the form of the house rules


class HouseDescription(NamedTuple):
    """The preset that house rules are based on, whether they differ from it, and their name."""

    preset: Preset[Any]
    changed: bool
    name: str  # "Fewest points win", or "Fewest points win, changed"


def describe_house(game: Game[Any], preset: Preset[Any], house: Any, words: Words) -> HouseDescription:
    """Return the description of house rules that started as ``preset``.

    If a preset has exactly these rules, the description names that preset; otherwise ``preset``. But
    ``preset`` may differ from ``house`` in whether the highest or the lowest total leads. Then the
    description names the most similar preset that agrees with ``house`` on this, if there is one.
    """
    same = [other for other in (preset, *game.presets) if other.house == house]
    if same:
        return HouseDescription(same[0], False, words.gettext(same[0].name))
    lowest_first = game.lowest_first(house)
    candidates = [
        other for other in (preset, *game.presets) if game.lowest_first(other.house) == lowest_first
    ]
    if preset not in candidates and candidates:
        preset = min(candidates, key=lambda other: _count_differences(other.house, house))
    name = words.gettext("%(name)s, changed") % {"name": words.gettext(preset.name)}
    return HouseDescription(preset, True, name)


def answer_in_words(question: RecordField, answer: Any, words: Words) -> str:
    if answer is None:
        return words.gettext(question.ask.none) if question.ask.none else words.read(None)
    if isinstance(answer, frozenset):
        return ", ".join(sorted(words.read(part) for part in answer)) or "—"
    if isinstance(answer, tuple) and answer and isinstance(answer[0], tuple):
        return ", ".join(" × ".join(words.read(part) for part in pair) for pair in answer)
    return words.read(answer) or "—"


def differing_options(game: Game[Any], house: Any, other: Any, words: Words) -> list[tuple[str, str, str]]:
    """Return the options that differ between two sets of house rules: the question and both answers."""
    return [
        (
            words.gettext(q.ask.text),
            answer_in_words(q, answer, words),
            answer_in_words(q, other_answer, words),
        )
        for q in record_fields(game.house)
        if (answer := getattr(house, q.name)) != (other_answer := getattr(other, q.name))
    ]


def house_form(
    game: Game[Any], preset: Preset[Any], seating: Seating, words: Words, **form_options: Any
) -> RecordForm:
    """Return the form of the house rules for a new match.

    ``form_options`` has the ``data`` that was sent, or the initial ``answers``.
    """
    return RecordForm(
        game.house, Sheet(seating, preset.house), words, prefix=HOUSE, keep_irrelevant=True, **form_options
    )


def fields_of(form: RecordForm, house: Any) -> list[tuple[str, str]]:
    """Return the names and values that a browser sends for a form with these house rules."""
    fields = []
    for path, answer in to_form_data(house).items():
        field, value = form.fields.get(path), box_value(answer)
        if field is None or (form.widget(field) == "switch" and value != "yes"):
            continue
        # A set has a hidden field with the value "", so that an empty set is sent too.
        values = ["", *value] if isinstance(value, list) else [value]
        fields += [(form.name_of(path), text) for text in values]
    return fields


def _count_differences(house: Any, other: Any) -> int:
    house_type: type = type(house)
    return sum(getattr(house, q.name) != getattr(other, q.name) for q in record_fields(house_type))
