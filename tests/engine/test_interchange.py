"""The record format: a match as JSON, and its score."""

import json
from dataclasses import replace

import pytest

from games.engine import (
    AcceptedRuling,
    Adjustment,
    DecodeError,
    Entry,
    Goal,
    Heading,
    Message,
    Outcome,
    PerSide,
    Ruling,
    Seat,
    Seating,
    Side,
    Words,
    append_hand,
    cite,
    empty_sheet,
    score_line,
)
from games.engine.description import empty_sheets, game_json
from games.engine.game import NoFacts
from games.engine.interchange import (
    MOST_ENTRIES,
    Record,
    read_entry_content,
    read_heading,
    read_record,
    ruling_json,
    score_json,
    write_record,
)
from games.engine.strict_json import loads_strict
from tests.engine.toy import END, FOUR, PRESETS, THREE, TOY, End, Extra, House, Short, Storm, flight

GAMES = {"toy": TOY}
NESTS = [{"eggs": 2}, {"eggs": 2}]
FLIGHT = {"kind": "flight", "bidder": 1, "bid": 3, "things": [4, 6], "nests": NESTS}
STORM = {"kind": "storm"}
BAD_CHARACTER = "There is a character in it that cannot be kept"


def record(*entries, games=GAMES, **keys):
    return read_record({"game": "toy", "entries": list(entries), **keys}, games)


def read_error(reader, *args, **keys):
    with pytest.raises(DecodeError) as excinfo:
        reader(*args, **keys)
    return str(excinfo.value)


# Strict JSON


@pytest.mark.parametrize(
    "data",
    [
        {"a": [1, -2, 0, True, None, "é 🂡"], "b": {}},
        ["e\u0301 \u200d \u2028 \ue000 𝄞"],
        [[1]] * 100,
        ["[" * 99, '"[{' * 99, "\\" + "[" * 99],  # brackets inside strings are not nesting
        [json.loads("[" * 19 + "]" * 19), {}],  # nested twenty deep
    ],
    ids=lambda data: str(data)[:20],
)
def test_plain_json_is_read_from_text_and_from_bytes(data):
    assert loads_strict(json.dumps(data)) == data
    assert loads_strict(json.dumps(data, ensure_ascii=False).encode()) == data
    assert loads_strict(json.dumps(data, indent=4)) == data


@pytest.mark.parametrize(
    ("text", "data"), [(b"\xef\xbb\xbf[1]", [1]), ("[-0]", [0]), (r'["\ud83c\udca1"]', ["🂡"])]
)
def test_other_spellings_of_the_same_json_are_read(text, data):
    assert loads_strict(text) == data


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "This is not JSON: line 1, column 1"),
        ('{"a": 1,\n}', "This is not JSON: line 2, column 1"),
        ('["a\tb"]', "This is not JSON: line 1, column 4"),
        ('["' + '\\"' * 900_000 + "[" * 30, "This is not JSON: line 1, column 2"),  # must be refused quickly
        ("[1] [2]", "This is not JSON: line 1, column 5"),
        ("1e999", "1e999 is not a whole number; write fractions as text: 3/2"),
        ("-Infinity", "-Infinity is not a whole number; write fractions as text: 3/2"),
        ("0." + "1" * 99, "0." + "1" * 18 + " is not a whole number; write fractions as text: 3/2"),
        ("9" * 13, "That number is too large"),
        ("-" + "9" * 5000, "That number is too large"),
        ('{"a": 1, "b": 2, "a": 1}', "a: This is written twice"),
        (r'{"\ud800": 1, "\ud800": 2}', BAD_CHARACTER),
        ('{"' + "a" * 99 + '": 1, "' + "a" * 99 + '": 2}', "a" * 40 + ": This is written twice"),
        (r'["\ud800"]', f"0: {BAD_CHARACTER}"),
        (r'{"a": {"b": ["x", "\u0000"]}}', f"a.b.1: {BAD_CHARACTER}"),
        (r'{"\udfff": 1}', BAD_CHARACTER),
        (r'["\n"]', f"0: {BAD_CHARACTER}"),
        ('["\ud800"]', f"0: {BAD_CHARACTER}"),
        (b'["\xff"]', "This is not text in UTF-8"),
        ("[1]".encode("utf-16"), "This is not text in UTF-8"),
        ("[" * 200_000 + "]" * 200_000, "There are brackets in it more than 20 deep"),
        ('{"a":' * 21 + "1" + "}" * 21, "There are brackets in it more than 20 deep"),
        ('["' + "a" * 10_000_000 + '"]', "That is too long: at most 2000000 characters"),
        (b"[" + b" " * 10_000_000 + b"]", "That is too long: at most 2000000 characters"),
    ],
    ids=lambda part: str(part)[:30],
)
def test_unsafe_json_is_refused(text, expected):
    assert read_error(loads_strict, text) == expected


# Reading a record


def test_a_minimal_record_names_only_its_game():
    match = read_record({"game": "toy"}, GAMES)
    assert match == Record(TOY, Heading(FOUR, House(), "book"), (), ())
    assert match.sheet == empty_sheet(TOY, FOUR, House())


def test_house_rules_override_those_of_the_preset():
    match = record(preset="aunt", house={"bonus": 10})
    assert match.heading.house == replace(PRESETS[1].house, bonus=10)
    assert match.heading.preset == "aunt"
    assert match.heading.seating == THREE, "the preset is for three"
    assert record(preset=None, house={"ends": "deals:2"}).heading.house == House(ends=Goal(End.DEALS, 2))


@pytest.mark.parametrize(
    ("keys", "seating"),
    [
        ({}, FOUR),
        ({"seats": 3}, THREE),
        ({"sides": 3}, THREE),
        ({"seats": 4, "sides": 2}, FOUR),
        ({"seats": None, "sides": None, "first_dealer": None}, FOUR),
        ({"names": ["A", "B", "C"]}, THREE),
        ({"names": []}, FOUR),
        ({"first_dealer": 3}, Seating(4, 2, Seat(3))),
        ({"house": {"seats": 3}}, THREE),
        ({"house": {"seats": 3}, "seats": 3}, THREE),
        ({"preset": "aunt", "seats": 4, "house": {}}, FOUR),
    ],
)
def test_the_seating_is_the_first_that_fits_the_record(keys, seating):
    assert record(**keys).heading.seating == seating


def test_a_log_is_read_entry_by_entry():
    match = record(
        {"number": 1, "hand": FLIGHT},
        {"number": 2, "hand": STORM},
        {"number": 1, "hand": FLIGHT | {"bid": 2}, "why": "miscounted"},
        {"number": 3, "hand": STORM, "before": 1},
        {"number": 2, "hand": None, "why": "struck out"},
    )
    assert match.entries == (
        Entry(1, flight(1, 3, 4, 6)),
        Entry(2, Storm()),
        Entry(1, flight(1, 2, 4, 6), "miscounted"),
        Entry(3, Storm(), before=1),
        Entry(2, None, "struck out"),
    )
    assert [row.number for row in match.sheet.rows] == [3, 1]


def test_a_second_heading_keeps_what_it_does_not_mention():
    match = record(
        {"number": 0, "hand": {"house": {"bonus": 10}}, "why": "we said ten"},
        {"number": 0, "hand": {"kind": "heading", "first_dealer": 1, "house": {"short": "nothing"}}},
        {"number": 0, "hand": {"seats": 3}},
        preset="aunt",
        house={"ends": "points:30"},
        seats=4,
        first_dealer=2,
    )
    house = replace(PRESETS[1].house, ends=Goal(End.POINTS, 30), bonus=10)
    shorter = replace(house, short=Short.NOTHING)
    assert [entry.hand for entry in match.entries] == [
        Heading(Seating(4, 2, Seat(2)), house, "aunt"),
        Heading(Seating(4, 2, Seat(1)), shorter, "aunt"),
        Heading(Seating(3, 3, Seat(1)), shorter, "aunt"),
    ]


def test_a_heading_with_a_preset_takes_all_house_rules_of_the_preset():
    match = record({"number": 0, "hand": {"preset": "aunt"}}, house={"bonus": 10})
    assert match.entries[0].hand == Heading(FOUR, PRESETS[1].house, "aunt")


def test_a_heading_without_a_predecessor_is_read_as_the_first():
    assert read_entry_content(TOY, 0, {"house": {"bonus": 10}}) == Heading(FOUR, House(bonus=10), "book")
    assert read_heading({}, TOY, Heading(THREE, House(bonus=15))) == Heading(THREE, House(bonus=15), "book")


WHOLE_NUMBER = "A whole number is needed here"
OBJECT = "An object is needed here"
HAND_NUMBER = "The number of the hand is needed here"
NO_SUCH_HAND = "There is no such hand to put it before"
KEYS = "format, game, preset, house, seats, sides, first_dealer, title, names, entries"


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"colour": 1}, f"colour: There is no such key; there are: {KEYS}"),
        ({"k" * 99: 1}, f"{'k' * 40}: There is no such key; there are: {KEYS}"),
        ({"format": "scorekeeper/2"}, "format: Only scorekeeper/1 can be read"),
        ({"game": "whist"}, "game: There is no such game; there are: toy"),
        ({"preset": "uncle"}, "preset: There is no such preset; there are: book, aunt"),
        ({"house": None}, f"house: {OBJECT}"),
        ({"house": {"bonus": "5"}}, f"house.bonus: {WHOLE_NUMBER}"),
        ({"house": {"bonus": 7}}, "house.bonus: In steps of 5"),
        ({"house": {"misere": True}}, "house.misere: Nobody would want to reach those points"),
        ({"seats": 5}, "seats: This game is played with seats/sides 4/2, 3/3"),
        ({"seats": "4"}, f"seats: {WHOLE_NUMBER}"),
        ({"sides": 2.0}, f"sides: {WHOLE_NUMBER}"),
        ({"first_dealer": "0"}, f"first_dealer: {WHOLE_NUMBER}"),
        ({"first_dealer": 4}, "first_dealer: Nobody sits there"),
        (
            {"house": {"seats": 3}, "seats": 4},
            "house.seats: The number of seats is written twice, and differs",
        ),
        ({"house": {"seats": "3"}}, f"seats: {WHOLE_NUMBER}"),
        ({"title": "x" * 41}, "title: At most 40 characters"),
        ({"title": 5}, "title: A text is needed here"),
        ({"title": None}, "title: A text is needed here"),
        ({"names": ["A"]}, "names: One name a seat, please: 4"),
        ({"names": {}}, "names: A list is needed here"),
        ({"names": ["A", "B", "C", 4]}, "names.3: A text is needed here"),
        ({"names": ["A", "B", "C", "D\0"]}, f"names.3: {BAD_CHARACTER}"),
        ({"names": ["A", "B", "C", "D" * 201]}, "names.3: At most 200 characters"),
        ({"entries": {}}, "entries: A list is needed here"),
        ({"entries": [1] * (MOST_ENTRIES + 1)}, "entries: That is too long: at most 5000 entries"),
    ],
    ids=lambda part: str(part)[:40],
)
def test_a_mistake_in_a_record_is_reported_with_its_path(keys, expected):
    assert read_error(read_record, {"game": "toy", **keys}, GAMES) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (5, f": {OBJECT}"),
        (
            {"number": 1, "hand": STORM, "by": "Ann"},
            ".by: There is no such key; there are: number, hand, why, before",
        ),
        ({"hand": STORM}, f".number: {HAND_NUMBER}"),
        ({"number": True, "hand": STORM}, f".number: {HAND_NUMBER}"),
        ({"number": 100_001, "hand": STORM}, f".number: {HAND_NUMBER}"),
        ({"number": 1}, ".hand: This is missing"),
        ({"number": 1, "hand": None}, ".hand: There is no such hand to delete"),
        (
            {"number": 1, "hand": {"kind": "calm"}},
            ".hand.kind: calm is none of flight, storm, chips, adjustment, stopped",
        ),
        ({"number": 1, "hand": FLIGHT | {"things": [4, "6"]}}, f".hand.things.1: {WHOLE_NUMBER}"),
        ({"number": 1, "hand": STORM, "before": 1}, f".before: {NO_SUCH_HAND}"),
        ({"number": 1, "hand": STORM, "before": "1"}, f".before: {NO_SUCH_HAND}"),
        ({"number": 1, "hand": STORM, "why": None}, ".why: A text is needed here"),
        ({"number": 1, "hand": STORM, "why": "x\n"}, f".why: {BAD_CHARACTER}"),
        ({"number": 1, "hand": STORM, "why": "x" * 201}, ".why: At most 200 characters"),
        ({"number": 0, "hand": None}, f".hand: {OBJECT}"),
        ({"number": 0, "hand": {"house": {"bonus": 7}}}, ".hand.house.bonus: In steps of 5"),
        (
            {"number": 0, "hand": {"names": []}},
            ".hand.names: There is no such key; there are: kind, preset, house, seats, sides, first_dealer",
        ),
    ],
    ids=lambda part: str(part)[:40],
)
def test_a_mistake_in_an_entry_is_reported_with_its_path(entry, expected):
    assert read_error(record, {"number": 0, "hand": {}}, entry) == f"entries.1{expected}"


def test_a_record_must_be_an_object():
    assert read_error(read_record, [], GAMES) == OBJECT


# Writing a record


def test_a_written_record_reads_back_the_same():
    log = (
        Entry(1, flight(1, 3, 4, 6)),
        Entry(2, Adjustment(PerSide((5, -5)), "a spill")),
        Entry(3, AcceptedRuling("leads", NoFacts()), before=2),
        Entry(1, None, "struck out"),
        Entry(0, Heading(Seating(4, 2, Seat(2)), House(bonus=10), "book"), "we said ten"),
    )
    heading = Heading(Seating(4, 2, Seat(1)), House(extras=frozenset({Extra.RINGS})), "aunt")
    match = Record(TOY, heading, ("Ann", "Bo", "Cy", "Di"), log, "Fridays")
    data = write_record(match)
    assert list(data) == KEYS.split(", ")
    assert read_record(loads_strict(json.dumps(data)), GAMES) == match


def test_only_present_keys_are_written():
    data = write_record(record({"number": 1, "hand": STORM}))
    assert "title" not in data
    assert data["entries"] == [{"number": 1, "hand": STORM}]


def test_a_heading_without_a_preset_is_written_with_the_matching_or_first_preset():
    assert write_record(Record(TOY, Heading(THREE, PRESETS[1].house), (), ()))["preset"] == "aunt"
    assert write_record(Record(TOY, Heading(FOUR, House(bonus=15)), (), ()))["preset"] == "book"


# Scoring


def test_a_record_is_scored_as_documented():
    result = score_json(
        record(
            {"number": 1, "hand": FLIGHT | {"thief": 0, "weight": "3"}},
            {"number": 2, "hand": FLIGHT | {"bid": 11}},
            {"number": 3, "hand": FLIGHT},
            house={"ends": "points:10", "stake": "1/2"},
            names=["Ann", "Bo", "Cy", "Di"],
        )
    )
    assert list(result) == ["rows", "totals", "outcome"]
    first, second, third = result["rows"]
    assert list(first) == ["number", "kind", "lines", "totals", "problems"]
    assert first == {
        "number": 1,
        "kind": "flight",
        "lines": [
            {"side": 0, "points": 4, "because": [{"rule": "2.1", "text": "4 things"}]},
            {"side": 1, "points": 6, "because": [{"rule": "2.1", "text": "6 things"}]},
            {"side": 1, "points": 5, "because": [{"rule": "2.2", "text": "Bid 3, took 6"}]},
            {"side": 0, "points": "3/2", "because": [{"rule": "2.5", "text": "A thief took 1½"}]},
        ],
        "totals": ["11/2", 11],
        "problems": [],
    }
    assert second["problems"] == [{"field": "", "text": "The game was already over", "rule": None}]
    assert third["lines"] == []
    assert result["totals"] == ["11/2", 11]
    assert result["outcome"] == {
        "winners": [1],
        "because": {"rule": "3.1", "text": "It is over: At 10 points"},
        "lines": [],
    }


def test_a_problem_is_reported_with_its_field_and_rule():
    (row,) = score_json(record({"number": 1, "hand": FLIGHT | {"thief": 1}}))["rows"]
    assert row["problems"] == [
        {"field": "thief", "text": "seat 2 bid, so the thief was on another side", "rule": "2.5"}
    ]
    assert score_json(record())["outcome"] is None


def test_totals_include_the_points_settled_at_the_end():
    prize = score_line(Side(0), 7, END, "A prize")
    game = replace(TOY, outcome=lambda sheet: Outcome((Side(0),), cite(END, "Over"), (prize,)))
    result = score_json(record({"number": 1, "hand": STORM}, games={"toy": game}))
    assert result["totals"] == [7, 0]
    assert result["rows"][0]["totals"] == [0, 0]
    assert result["outcome"]["lines"] == [
        {"side": 0, "points": 7, "because": [{"rule": "3.1", "text": "A prize"}]}
    ]


def test_names_are_per_seat_and_joined_for_partners():
    words = record(names=["Ann", "Bo", "Cy", ""]).words()
    names = [words.read(who) for who in (Seat(0), Seat(3), Side(0), Side(1))]
    assert names == ["Ann", "seat 4", "Ann & Cy", "Bo & seat 4"]
    assert record().words().read(Side(1)) == "side 2"
    assert record().words(Words(name=lambda who: "X")).read(Side(1)) == "X"


def test_names_follow_the_heading_in_force():
    words = record({"number": 0, "hand": {"seats": 4}}, names=["A", "B", "C"]).words()
    assert [words.read(who) for who in (Side(1), Seat(2))] == ["B & seat 4", "C"]


# The referee

SHEET = empty_sheet(TOY, FOUR, House())
PEEKED = {"who": 1, "whose": 0, "seen": NESTS}


def test_a_question_is_answered_as_documented():
    assert ruling_json(TOY, "peeked", PEEKED, SHEET) == {
        "verdict": "illegal",
        "because": [{"rule": "1.1", "text": "seat 2 must not look"}],
        "lines": [{"side": 1, "points": -2, "because": [{"rule": "2.1", "text": "2 seen"}]}],
    }
    assert ruling_json(TOY, "peeked", PEEKED | {"whose": 1}, SHEET)["verdict"] == "legal"


def test_a_verdict_may_be_a_sentence():
    sheet = append_hand(TOY, SHEET, flight(1, 3, 4, 6))
    words = Words(name=lambda who: ["we", "they"][who])
    assert ruling_json(TOY, "leads", {}, sheet, words)["verdict"] == "they"


@pytest.mark.parametrize(
    ("question", "facts", "expected"),
    [
        ("eaten", {}, "question: There is no such question; there are: peeked, leads"),
        ("leads", {"who": 1}, "facts.who: There is no such question here; there are: —"),
        ("leads", [], f"facts: {OBJECT}"),
        ("peeked", PEEKED | {"who": 4}, "facts.who: Nobody sits there"),
        ("peeked", PEEKED | {"seen": [{"eggs": 9}, {"eggs": 0}]}, "facts.seen.0.eggs: At most 3"),
        ("peeked", PEEKED | {"seen": [{"eggs": 1}]}, "facts.seen: One answer for each, please"),
    ],
)
def test_a_mistake_in_a_question_is_reported_with_its_path(question, facts, expected):
    assert read_error(ruling_json, TOY, question, facts, SHEET) == expected


def test_a_question_of_a_game_without_questions_is_refused():
    assert read_error(ruling_json, replace(TOY, questions={}), "leads", {}, SHEET).startswith("question: ")


# Description


def test_a_game_is_described_as_documented():
    result = game_json(TOY)
    keys = "slug name seatings presets house options hands questions rules examples common"
    assert list(result) == keys.split()
    assert (result["slug"], result["name"]) == ("toy", "Magpies")
    assert result["seatings"] == [{"seats": 4, "sides": 2}, {"seats": 3, "sides": 3}]
    assert list(result["presets"]) == ["book", "aunt"]
    assert list(result["presets"]["aunt"]) == ["name", "source", "house"]
    assert result["presets"]["aunt"]["source"] == "an aunt"
    assert result["presets"]["aunt"]["house"]["extras"] == ["rings"]
    assert result["house"]["properties"]["bonus"]["multipleOf"] == 5
    assert list(result["hands"]) == ["flight", "storm", "chips"]
    assert result["hands"]["flight"]["properties"]["kind"] == {"const": "flight"}
    assert result["questions"]["leads"]["text"] == "Who leads?"
    assert result["questions"]["leads"]["facts"]["properties"] == {}
    assert result["rules"][0] == {
        "number": "1.1",
        "text": "Each side gathers shiny things; there are ten.",
        "played": True,
        "source": "the book",
        "quotations": [
            {"source": "the book", "words": "Magpies gather … ten shiny things.", "reported": False}
        ],
    }
    assert [quotation["reported"] for quotation in result["rules"][1]["quotations"]] == [False, True]
    assert [list(example) for example in result["examples"]] == [["title", "record", "totals"]] * 2


def test_a_description_is_in_the_readers_language():
    result = game_json(TOY, Words(gettext=lambda text: f"«{text}»"))
    assert result["name"] == "«Magpies»"
    assert result["presets"]["book"]["name"] == "«By the book»"
    assert result["hands"]["storm"]["title"] == "«A storm»"
    rules = {rule["number"]: rule["text"] for rule in result["rules"]}
    assert rules["2.2"] == "«Whoever gathers what they bid scores 5 more.»", "the first preset's bonus"


def test_every_way_of_playing_a_game_has_an_empty_sheet():
    sheets = empty_sheets(TOY)
    # The first preset with four and three seats, the second with three, then the two examples.
    assert [sheet.seating for sheet in sheets] == [FOUR, THREE, THREE, FOUR, THREE]
    assert sheets[3].totals == (0, 20)


def test_a_verdict_joins_names_by_commas_except_in_its_subject():
    def tied(facts, sheet):
        who = (Side(0), Side(1))
        return Ruling(Message("{who} lead {others}", {"who": who, "others": who}, plural_by="who"), ())

    game = replace(TOY, questions={"leads": replace(TOY.questions["leads"], rule_on=tied)})
    verdict = ruling_json(game, "leads", {}, SHEET)["verdict"]
    assert verdict == "side 1 and side 2 lead side 1, side 2"
