"""Schemas printed by ``describe``: facts and records made from the schemas alone are accepted."""

import json
import operator
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import every_game
from games.engine import (
    AcceptedRuling,
    DecodeError,
    append_hand,
    from_json,
    hand_from_json,
    hand_to_json,
    kind_of,
    to_json,
)
from games.engine.description import empty_sheets, game_json
from games.engine.interchange import read_record, ruling_json, score_json, write_record
from games.engine.strict_json import loads_strict
from tests.engine.toy import TOY
from tests.json_schema import faults, resolve, valid_data
from tests.strategies import hands, records, tries

EVERY = {**every_game(), TOY.slug: TOY}


@cache
def description_of(slug):
    description = json.loads(json.dumps(game_json(EVERY[slug])))
    return resolve(description, description)


@cache
def facts_of(slug, question):
    return valid_data(description_of(slug)["questions"][question]["facts"])


@cache
def sheets_of(slug):
    return empty_sheets(EVERY[slug])


def assert_error_has_path(error):
    """Assert that the error has a path; only this table's rules may refuse data that fits the schema."""
    assert re.match(r"facts\.\w|house\b|seats|sides|first_dealer|entries\.\d", error.path), error


@pytest.mark.parametrize("slug", EVERY)
def test_facts_that_fit_the_schema_are_ruled_on(slug, subtests):
    for question in EVERY[slug].questions:
        with subtests.test(question=question):
            check_question(slug, question)


@settings(max_examples=tries(share=0.5))
@given(data=st.data())
def check_question(slug, question, data):
    game = EVERY[slug]
    facts = data.draw(facts_of(slug, question))
    from_json(game.questions[question].facts, facts)  # data that fits the schema is always readable
    sheet = data.draw(st.sampled_from(sheets_of(slug)))
    accepted = hand_from_json(game, {"kind": "ruled", "question": question, "facts": facts})
    row = append_hand(game, sheet, accepted).rows[0]
    try:
        ruling = ruling_json(game, question, facts, sheet)
    except DecodeError as error:
        assert_error_has_path(error)
        assert row.problems
        return
    assert ruling["because"]
    assert not row.problems
    assert [(int(line.side), to_json(line.points)) for line in row.lines] == [
        (line["side"], line["points"]) for line in ruling["lines"]
    ]


@cache
def records_of(slug):
    game, description = EVERY[slug], description_of(slug)
    kinds = description["hands"] | description["common"]
    heading = valid_data(kinds.pop("heading"))
    hand = st.one_of([valid_data(schema) for schema in kinds.values()])
    # None deletes a hand and is drawn less often than a hand. Number 0 is the heading.
    numbered_hand = st.tuples(st.integers(1, 3), hand | st.none() | hand) | st.tuples(st.just(0), heading)
    details = st.fixed_dictionaries(
        {}, optional={"why": st.sampled_from(["", "miscounted"]), "before": st.just(1)}
    )
    entry = st.builds(
        lambda pair, details: {"number": pair[0], "hand": pair[1], **details},
        numbered_hand,
        details,
    )
    record_without_seating = st.fixed_dictionaries(
        {"game": st.just(slug), "entries": st.lists(entry, max_size=5)},
        optional={
            "preset": st.sampled_from(sorted(description["presets"])),
            "house": valid_data(description["house"]),
        },
    )
    seating = st.sampled_from([{}] + [{"seats": s.seats, "sides": s.sides} for s in game.seatings])
    return st.builds(operator.or_, record_without_seating, seating)


@pytest.mark.parametrize("slug", EVERY)
@given(data=st.data())
def test_records_that_fit_the_schema_are_scored(slug, data):
    game = EVERY[slug]
    raw_record = data.draw(records_of(slug))
    for entry in raw_record["entries"]:
        if entry["number"] and entry["hand"]:
            hand_from_json(game, entry["hand"])  # data that fits the schema is always readable
    try:
        record = read_record(loads_strict(json.dumps(raw_record)), EVERY)
    except DecodeError as error:
        assert_error_has_path(error)
        return
    result = json.loads(json.dumps(score_json(record)))
    assert len(result["rows"]) <= len(raw_record["entries"])
    assert read_record(loads_strict(json.dumps(write_record(record))), EVERY) == record


@pytest.mark.parametrize("slug", EVERY)
@given(data=st.data())
def test_any_hand_and_house_rules_within_bounds_fit_the_schema(slug, data):
    game, description = EVERY[slug], description_of(slug)
    sheet = data.draw(st.sampled_from(sheets_of(slug)))
    kinds = description["hands"] | description["common"]
    house = data.draw(records(game.house, sheet))
    assert faults(to_json(house), description["house"]) == []
    hand = data.draw(hands(game, sheet))
    assert faults(hand_to_json(game, hand), kinds[kind_of(game, hand)]) == []
    name = data.draw(st.sampled_from(sorted(game.questions)))
    accepted = AcceptedRuling(name, data.draw(records(game.questions[name].facts, sheet)))
    assert faults(hand_to_json(game, accepted), kinds["ruled"]) == []
