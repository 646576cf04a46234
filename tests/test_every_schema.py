"""Schemas printed by ``describe``: facts and records made from them alone are accepted."""

import json
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
from games.engine.interchange import (
    empty_sheets,
    game_json,
    loads_strict,
    read_record,
    ruling_json,
    score_json,
    write_record,
)
from tests.engine.toy import TOY
from tests.json_schema import faults, fitting, resolved
from tests.strategies import hands, records, tries

EVERY = {**every_game(), TOY.slug: TOY}


@cache
def told(slug):
    printed = json.loads(json.dumps(game_json(EVERY[slug])))
    return resolved(printed, printed)


@cache
def facts_of(slug, question):
    return fitting(told(slug)["questions"][question]["facts"])


@cache
def tables(slug):
    return empty_sheets(EVERY[slug])


def says_where(unfit):
    """Assert that data which fits the schema is refused only for this table's rules, with a path."""
    assert re.match(r"facts\.\w|house\b|seats|sides|first_dealer|entries\.\d", unfit.path), unfit


@pytest.mark.parametrize("slug", EVERY)
def test_every_question_answers_its_own_schema(slug, subtests):
    for question in EVERY[slug].questions:
        with subtests.test(question=question):
            check_question(slug, question)


@settings(max_examples=tries(0.5))
@given(data=st.data())
def check_question(slug, question, data):
    game = EVERY[slug]
    facts = data.draw(facts_of(slug, question))
    from_json(game.questions[question].facts, facts)  # data that fits the schema is always readable
    sheet = data.draw(st.sampled_from(tables(slug)))
    kept = hand_from_json(game, {"kind": "ruled", "question": question, "facts": facts})
    row = append_hand(game, sheet, kept).rows[0]
    try:
        ruling = ruling_json(game, question, loads_strict(json.dumps(facts)), sheet)
    except DecodeError as unfit:
        says_where(unfit)
        assert row.problems
        return
    assert ruling["because"]
    assert not row.problems
    assert [(int(line.side), to_json(line.points)) for line in row.lines] == [
        (line["side"], line["points"]) for line in ruling["lines"]
    ]


@cache
def records_of(slug):
    game, printed = EVERY[slug], told(slug)
    kinds = {**printed["hands"], **printed["common"]}
    heading = fitting(kinds.pop("heading"))
    hand = st.one_of([fitting(schema) for schema in kinds.values()])
    written = st.tuples(st.integers(1, 3), hand | st.none() | hand) | st.tuples(st.just(0), heading)
    entries = st.lists(
        st.fixed_dictionaries(
            {"entry": written}, optional={"why": st.sampled_from(["", "miscounted"]), "before": st.just(1)}
        ).map(_entry),
        max_size=5,
    )
    head = st.fixed_dictionaries(
        {"game": st.just(slug)},
        optional={"preset": st.sampled_from(sorted(printed["presets"])), "house": fitting(printed["house"])},
    )
    shapes = st.sampled_from([{}] + [{"seats": s.seats, "sides": s.sides} for s in game.seatings])
    return st.builds(lambda head, shape, log: {**head, **shape, "entries": log}, head, shapes, entries)


def _entry(drawn):
    number, hand = drawn.pop("entry")
    return {"number": number, "hand": hand, **drawn}


@pytest.mark.parametrize("slug", EVERY)
@given(data=st.data())
def test_every_kind_answers_its_own_schema(slug, data):
    game = EVERY[slug]
    data = data.draw(records_of(slug))
    for entry in data["entries"]:
        if entry["number"] and entry["hand"]:
            hand_from_json(game, entry["hand"])  # data that fits the schema is always readable
    try:
        record = read_record(loads_strict(json.dumps(data)), EVERY)
    except DecodeError as unfit:
        says_where(unfit)
        return
    result = json.loads(json.dumps(score_json(record)))
    assert len(result["rows"]) <= len(data["entries"])
    assert read_record(loads_strict(json.dumps(write_record(record))), EVERY) == record


@pytest.mark.parametrize("slug", EVERY)
@given(data=st.data())
def test_every_record_that_can_be_written_fits_the_schema(slug, data):
    game, printed = EVERY[slug], told(slug)
    sheet = data.draw(st.sampled_from(tables(slug)))
    kinds = {**printed["hands"], **printed["common"]}
    hand = data.draw(hands(game, sheet))
    assert list(faults(hand_to_json(game, hand), kinds[kind_of(game, hand)])) == []
    name = data.draw(st.sampled_from(sorted(game.questions)))
    ruled = AcceptedRuling(name, data.draw(records(game.questions[name].facts, sheet)))
    assert list(faults(hand_to_json(game, ruled), kinds["ruled"])) == []
