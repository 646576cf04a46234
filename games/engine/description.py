"""The complete description of a game as JSON, with the schemas of its records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .game import COMMON_HANDS, AcceptedRuling, Game, Question, empty_sheet
from .interchange import Record, write_record
from .json_codec import to_json
from .log import Entry, Heading
from .records import record_fields
from .rulebook import COMMON
from .rules_at_table import in_force, options_at_table, rule_at_table, source_quotations
from .schema import Translate, schema
from .seating import Seating
from .sheet import Sheet
from .text import Words


def empty_sheets(game: Game[Any]) -> tuple[Sheet[Any], ...]:
    """Return an empty sheet for each preset in each of its seatings, and for each example."""
    tables = [(Seating(*shape), preset.house) for preset in game.presets for shape in game.shapes(preset)]
    tables += [(example.seating, example.house) for example in game.examples]
    return tuple(empty_sheet(game, seating, house) for seating, house in tables)


def game_json(
    game: Game[Any], words: Words | None = None, house: Any = None, seating: Seating | None = None
) -> dict[str, Any]:
    """Return the complete description of a game, as ``describe`` prints it, under these house rules.

    Without house rules, those of the first preset apply.
    """
    words, house = words or Words(), house or game.presets[0].house
    table_sheet = empty_sheet(game, seating or game.seatings[0], house)
    translate = words.gettext
    tables = empty_sheets(game)
    return {
        "slug": game.slug,
        "name": translate(game.name),
        "seatings": [{"seats": seating.seats, "sides": seating.sides} for seating in game.seatings],
        "presets": {
            preset.id: {
                "name": translate(preset.name),
                "source": preset.source.tag,
                "house": to_json(preset.house),
            }
            for preset in game.presets
        },
        "house": schema(game.house, tables, translate),
        "options": {
            option.question.name: {
                "answer": to_json(option.answer),
                "rule": option.rule.number if option.rule else None,
                "dormant": option.dormant,
            }
            for option in options_at_table(game, table_sheet)
        },
        "hands": {kind: schema(record, tables, translate, kind) for kind, record in game.hands.items()},
        "questions": {
            name: {"text": translate(question.text), "facts": schema(question.facts, tables, translate)}
            for name, question in game.questions.items()
        },
        "rules": [
            {
                "number": rule.number,
                "text": rule_at_table(game, rule, house, words).text,
                "played": in_force(rule, house) and rule.applies_to({table_sheet.seating.seats}),
                "source": rule.source,
                "quotations": [
                    {
                        "source": quotation.source.tag,
                        "words": translate(quotation.words) if quotation.reported else quotation.words,
                        "reported": quotation.reported,
                    }
                    for quotation in source_quotations(game, rule, house)
                    if quotation.words
                ],
            }
            for rule in (*game.rulebook, *COMMON)
        ],
        "examples": [
            {
                "title": translate(example.title),
                "record": write_record(
                    Record(
                        game,
                        Heading(example.seating, example.house),
                        (),
                        tuple(Entry(n, hand) for n, hand in enumerate(example.hands, start=1)),
                    )
                ),
                "totals": [to_json(points) for points in example.totals],
            }
            for example in game.examples
        ],
        "common": _common_schemas(game, tables, translate),
    }


def _common_schemas(game: Game[Any], tables: tuple[Sheet[Any], ...], translate: Translate) -> dict[str, Any]:
    """Return the schemas of the entries that any game's log may hold besides its hands."""
    extras = {kind: record for kind, record in COMMON_HANDS.items() if kind not in game.hands}
    seatings = {
        "seats": {"enum": sorted({seating.seats for seating in game.seatings})},
        "sides": {"enum": sorted({seating.sides for seating in game.seatings})},
        "first_dealer": {
            "type": "integer",
            "minimum": 0,
            "maximum": max(seating.seats for seating in game.seatings) - 1,
        },
    }
    return {
        **{kind: schema(record, tables, translate, kind) for kind, record in extras.items()},
        "ruled": {
            "title": translate(AcceptedRuling.title),
            "anyOf": [_ruling_schema(name, question) for name, question in game.questions.items()],
        },
        "heading": _object_schema(
            {
                "kind": {"const": "heading"},
                "preset": {"enum": [preset.id for preset in game.presets]},
                "house": {"$ref": "#/house"},
                **seatings,
            }
        ),
    }


def _ruling_schema(name: str, question: Question[Any]) -> dict[str, Any]:
    """Return the schema of an accepted ruling, which refers to the schema of the question's facts."""
    facts = {"$ref": f"#/questions/{name}/facts"}
    required = ["kind", "question"] + ["facts"] * any(fact.required for fact in record_fields(question.facts))
    return _object_schema({"kind": {"const": "ruled"}, "question": {"const": name}, "facts": facts}, required)


def _object_schema(properties: dict[str, Any], required: Iterable[str] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
