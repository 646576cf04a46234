"""The commands for people and programs: games, describe, score, ask. None of them touches the database."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, load_command_class

from games import every_game
from games.engine import Seating
from games.engine.interchange import game_json, score_json
from scorekeeper.library import text
from tests.engine.toy import TOY

ROOT = Path(__file__).parents[2]
# Not one of them asks which database there is.
pytestmark = pytest.mark.looks
COMMANDS = ("games", "describe", "score", "ask")
NESTS = [{"eggs": 2}, {"eggs": 2}]
FLIGHT = {"kind": "flight", "bidder": 1, "bid": 3, "things": [4, 6], "nests": NESTS}
RECORD = {
    "format": "scorekeeper/1",
    "game": "toy",
    "house": {"ends": "points:15"},
    "names": ["Ann", "Bo", "Cy", "Di"],
    "entries": [
        {"number": 1, "hand": FLIGHT},
        {"number": 2, "hand": {"kind": "storm"}},
        {"number": 3, "hand": FLIGHT | {"bidder": 0, "thief": 0}},
        {"number": 3, "hand": FLIGHT | {"bidder": 1, "thief": 1}, "why": "it was Bo"},
        {"number": 4, "hand": {"kind": "adjustment", "points": [0, 9], "why": "a {spill}"}},
    ],
}
PEEKED = {"who": 1, "whose": 0, "seen": NESTS}
PEEKED_IDLY = PEEKED | {"whose": 1, "weather": "foul"}  # at their own nest: whatever the weather
LEADS = {
    "verdict": "side 1, side 2",
    "because": [{"rule": "2.1", "text": "side 1 and side 2 with 0"}],
    "lines": [],
}


@pytest.fixture
def only_the_toy(monkeypatch):
    for module in "command", *(f"management.commands.{name}" for name in ("games", "score")):
        monkeypatch.setattr(
            import_module(f"scorekeeper.library.{module}"), "every_game", lambda: {"toy": TOY}
        )


@pytest.fixture
def typed(monkeypatch):
    """Puts text on standard input."""

    def put(text: str | bytes) -> None:
        content = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return put


def run(*words: str) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def run_json(*words: str) -> Any:
    (line,) = run(*words, "--json").splitlines()
    return json.loads(line)


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as raised:
        run(*words)
    assert raised.value.returncode == 1
    return str(raised.value)


def kept(tmp_path: Path, content: Any) -> str:
    """The name of a file with this in it."""
    file = tmp_path / "record.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(file)


def manage(*words: str, text: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """A command as people run it."""
    line = [sys.executable, str(ROOT / "manage.py"), *words]
    return subprocess.run(
        line, input=text, capture_output=True, encoding="utf-8", timeout=60, check=False, **options
    )


# games and describe -----------------------------------------------------------


def test_the_games_are_listed(only_the_toy):
    assert run("games") == "toy  Magpies (4 players, 2 sides; 3 players)\n"
    assert run_json("games") == [
        {"slug": "toy", "name": "Magpies", "seatings": [{"seats": 4, "sides": 2}, {"seats": 3, "sides": 3}]}
    ]


def test_a_game_is_described_for_people(only_the_toy):
    told = run("describe", "toy")
    for line in (
        "Magpies (toy): Ten shiny things.",
        "  aunt: My aunt's. Three deals, with rings. [an aunt]",
        '  ends (points:N|deals:N|never) = "points:50": When is it over?',
        "  most_bid (whole number or null) = null: Highest bid",
        "  extras (rings|spoons, any of these) = []: Extras",
        '  stake (number or fraction) = "1/2": A thief\'s part',
        "  ladder (whole number, as a list) = [1, 2, 3]: Ladder",
        "  start (whole number, for each side) = [0]: Start",
        "  misere (true|false) = false: Does the lowest total win?",
        "Hand: flight (A flight)",
        "  bidder (seat): Who bid?",
        "  nests (several answers, for each side): Nests",
        "    eggs (whole number): Eggs",
        '  loot (cards) = "": Loot',
        '  dice (whole number, fair|foul, as a list) = [0, "fair"]: A die, and the sky',
        "Question: leads (Who leads?)",
        "      the book: “The highest bid says how many.”",
        "      an aunt, in other words: Whoever bids highest says how many",
        "  2. Scoring",
        "    2.4 A ring is a point. (only with extras) [an aunt]",
        "  Three deals with rings: 6, 8, 14",
    ):
        assert line in told.splitlines()


def test_a_game_is_described_for_programs(only_the_toy):
    assert run_json("describe", "toy") == json.loads(json.dumps(game_json(TOY)))


def test_a_game_is_described_by_the_house_rules_asked_about(only_the_toy):
    def ends(*words: str) -> str:
        rules = run_json("describe", "toy", *words)["rules"]
        return next(rule["text"] for rule in rules if rule["number"] == "3.1")

    never = '{"ends": "never"}'
    assert ends() == "The game ends as agreed: At 50 points."
    assert ends("--preset", "aunt") == "The game ends as agreed: After 3 deals."
    assert ends("--preset", "aunt", "--house", never) == "The game ends as agreed: When all are tired."
    assert "3.1 The game ends as agreed: After 3 deals." in run("describe", "toy", "--preset", "aunt")
    assert refused("describe", "toy", "--house", '{"bonus": 7}') == "house.bonus: In steps of 5"
    assert refused("describe", "toy", "--preset", "uncle").startswith("preset: There is no such preset")


def test_what_any_game_may_hold_is_described_too(only_the_toy):
    told = run_json("describe", "toy")
    assert list(told["common"]) == ["adjustment", "stopped", "ruled", "heading"]
    assert [rule["number"] for rule in told["rules"]][-6:] == [f"0.{n}" for n in range(1, 7)]
    assert "In every game\n    0.1 What the whole table agrees on, stands." in run("describe", "toy")


def test_a_game_there_is_not_is_named(only_the_toy):
    assert refused("describe", "whist") == "game: There is no such game; there are: toy"
    assert refused("ask", "whist", "leads") == "game: There is no such game; there are: toy"


@pytest.mark.parametrize("slug", every_game())
def test_every_game_is_described_for_people(slug):
    assert every_game()[slug].name in run("describe", slug)


def test_seatings_are_counted_in_words():
    told = [text.seating(shape) for shape in (Seating(1, 1), Seating(4, 1), Seating(4, 2), Seating(3, 3))]
    assert told == ["1 player", "4 players, 1 side", "4 players, 2 sides", "3 players"]


# score ------------------------------------------------------------------------


def test_a_record_is_scored_for_programs(only_the_toy, tmp_path):
    told = run_json("score", kept(tmp_path, RECORD))
    assert [row["number"] for row in told["rows"]] == [1, 2, 3, 4]
    assert [row["totals"] for row in told["rows"]] == [[4, 11], [4, 11], [4, 11], [4, 20]]
    assert told["rows"][2]["problems"] == [
        {"field": "thief", "text": "Bo bid, so the thief was another's", "rule": "2.5"}
    ]
    assert told["totals"] == [4, 20]
    assert told["outcome"]["winners"] == [1]


def test_a_record_is_scored_for_people(only_the_toy, tmp_path):
    assert run("score", kept(tmp_path, RECORD)).splitlines() == [
        "Magpies, By the book (4 players, 2 sides)",
        "1. 3 by Bo",
        "   Ann & Cy +4: 4 things [2.1]",
        "   Bo & Di +6: 6 things [2.1]",
        "   Bo & Di +5: Bid 3, took 6 [2.2]",
        "   = Ann & Cy 4, Bo & Di 11",
        "2. A storm",
        "   Ann & Cy 0: Blown away [2.6]",
        "   Bo & Di 0: Blown away [2.6]",
        "   = Ann & Cy 4, Bo & Di 11",
        "3. A flight",
        "   ! thief: Bo bid, so the thief was another's [2.5]",
        "   = Ann & Cy 4, Bo & Di 11",
        "4. Agreed at the table",
        "   Bo & Di +9: a {spill} [0.1]",
        "   = Ann & Cy 4, Bo & Di 20",
        "It is over: At 15 points [3.1]",
        "Ann & Cy 4, Bo & Di 20 points",
        "Won by Bo & Di",
    ]


def test_an_answer_that_does_not_matter_is_not_dropped_in_silence(only_the_toy, tmp_path, capsys):
    says = "This does not matter here and is left out of account"
    idly = FLIGHT | {"weight": "3/2", "rings": [1, 0, 0, 0]}
    file = kept(tmp_path, RECORD | {"entries": [{"number": 1, "hand": idly}]})
    (row,) = run_json("score", file)["rows"]
    assert row["ignored"] == [
        {"field": "rings.0", "text": says, "rule": None},
        {"field": "weight", "text": says, "rule": None},
    ]
    assert f"   ~ weight: {says}" in run("score", file).splitlines()
    assert f"{file}: 2 answers did not matter and were left out of account" in capsys.readouterr().err
    ruled = {"kind": "ruled", "question": "peeked", "facts": PEEKED_IDLY}
    file = kept(tmp_path, RECORD | {"entries": [{"number": 1, "hand": ruled}]})
    (row,) = run_json("score", file)["rows"]
    assert [left["field"] for left in row["ignored"]] == ["facts.weather"]


def test_hands_that_could_not_be_scored_are_counted_and_strictly_a_mistake(only_the_toy, tmp_path, capsys):
    file = kept(tmp_path, RECORD)
    run("score", file)
    assert capsys.readouterr().err.strip() == f"{file}: 1 of 4 hands could not be scored"
    assert refused("score", file, "--strict") == f"{file}: 1 of 4 hands could not be scored"
    lines = kept(tmp_path, "\n".join([json.dumps(RECORD)] * 3))
    assert refused("score", lines, "--strict", "--json") == f"{lines}: 3 of 12 hands could not be scored"


def test_a_fault_of_the_program_ends_no_batch(only_the_toy, typed, capsys, monkeypatch):
    def broken(record):
        if record.heading.seating.seats == 3:
            raise IndexError("tuple")
        return score_json(record)

    monkeypatch.setattr(import_module("scorekeeper.library.management.commands.score"), "score_json", broken)
    fine = json.dumps(RECORD)
    typed("\n".join([fine, json.dumps({"game": "toy", "seats": 3}), fine]))
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 of 3 lines have a mistake"):
        call_command("score", "-", stdout=out)
    first, second, third = map(json.loads, out.getvalue().splitlines())
    assert first["totals"] == third["totals"] == [4, 20]
    assert second == {
        "error": {"path": "", "text": "A fault of this program, not of the line: IndexError('tuple')"}
    }
    assert "Traceback" in capsys.readouterr().err


def test_what_sides_start_with_and_general_problems_are_shown_to_people(only_the_toy, tmp_path):
    record = RECORD | {"house": {"start": [0, 20], "ends": "points:20"}}
    lines = run("score", kept(tmp_path, record)).splitlines()
    assert lines[1] == "   Bo & Di +20: At the start [2.7]"
    assert "   ! The game was already over" in lines
    record = RECORD | {"house": {}, "entries": []}
    assert run("score", kept(tmp_path, record)).splitlines()[1:] == ["Ann & Cy 0, Bo & Di 0 points"]


@pytest.mark.parametrize("indent", [None, 0, 2])
def test_one_record_may_stand_on_one_line_or_on_many(only_the_toy, tmp_path, typed, indent):
    text = json.dumps(RECORD, indent=indent)
    told = run_json("score", kept(tmp_path, text))
    assert told["totals"] == [4, 20]
    for around in (f"\n\n{text}\n\n", f"\ufeff{text}", text.replace("\n", "\r\n")):
        typed(around)
        assert run_json("score", "-") == told


def test_of_many_records_each_line_has_its_result(only_the_toy, typed):
    other = RECORD | {"entries": []}
    typed("\n".join(json.dumps(record) for record in (RECORD, other, RECORD)) + "\n")
    lines = [json.loads(line) for line in run("score", "-", "--json").splitlines()]
    assert [line["totals"] for line in lines] == [[4, 20], [0, 0], [4, 20]]


def test_separators_that_are_no_line_ends_stay_in_their_record(only_the_toy, typed):
    named = json.dumps(RECORD | {"names": ["A\u2028n", "B", "C", "D"]}, ensure_ascii=False)
    typed(f"{named}\n{named}")
    assert len(run("score", "-", "--json").split("\n")) == 3


def test_a_line_with_a_mistake_has_the_mistake_in_its_place(only_the_toy, typed, capsys):
    good = json.dumps(RECORD)
    typed("\n".join([good, '{"game": "whist"}', "oops", "", '{"game": "toy", "seats": 9}', good]))
    out = io.StringIO()
    with pytest.raises(CommandError, match="standard input: 3 of 5 lines have a mistake"):
        call_command("score", "-", "--json", stdout=out)
    first, second, third, fourth, fifth = map(json.loads, out.getvalue().splitlines())
    assert first["totals"] == fifth["totals"] == [4, 20]
    assert second == {"error": {"path": "game", "text": "There is no such game; there are: toy"}}
    assert third == {"error": {"path": "", "text": "This is not JSON: line 1, letter 1"}}
    assert fourth["error"]["path"] == "seats"


def test_the_mistake_may_be_in_the_first_line(only_the_toy, typed):
    typed('{"game": \n' + json.dumps(RECORD))
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("score", "-", stdout=out)
    assert [list(json.loads(line)) for line in out.getvalue().splitlines()] == [
        ["error"],
        ["rows", "totals", "outcome"],
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "This is not JSON: line 1, letter 1"),
        ('{\n "game": "toy",\n}', "This is not JSON: line 3, letter 1"),
        ('{\n "entries": [\n  {"number": 1, "hand": null}\n ],\n}', "This is not JSON: line 5, letter 1"),
        ("[]", "An object is needed here"),
        (json.dumps(RECORD | {"house": {"bonus": "5"}}), "house.bonus: A whole number is needed here"),
        (
            json.dumps(RECORD | {"house": {"bonus": 5.5}}),
            "house.bonus: 5.5 is not a whole number; write fractions as text: 3/2",
        ),
        (json.dumps(RECORD | {"seats": 10**13}), "seats: That number is too large"),
        (
            '{"game": "toy", "entries": [{"number": 1, "number": 2}]}',
            "entries.0.number: This is written twice",
        ),
        (
            '{"game": "toy", "house": {"bonus": NaN}}',
            "house.bonus: NaN is not a whole number; write fractions as text: 3/2",
        ),
        (
            json.dumps(RECORD | {"entries": [{"number": 0, "hand": {"kind": "storm"}}]}),
            "entries.0.hand.kind: Number 0 is the heading",
        ),
        (
            json.dumps(RECORD | {"entries": [{"number": 1, "hand": FLIGHT | {"bid": None}}]}),
            "entries.0.hand.bid: A whole number is needed here",
        ),
        ("[" * 200_000, "There are brackets in it more than 20 deep"),
        (f"{'[' * 200_000}\n", "There are brackets in it more than 20 deep"),
        (r'{"game": "\ud800"}', "game: There is a character in it that cannot be kept"),
        ('"' + "x" * 10_000_000 + '"', "That is too long: 2000000 letters are the most"),
    ],
    ids=lambda part: part[:30],
)
def test_a_mistake_is_told_with_its_path(only_the_toy, tmp_path, typed, content, said):
    file = kept(tmp_path, content)
    assert refused("score", file) == refused("score", file, "--json") == f"{file}: {said}"
    typed(content)
    assert refused("score", "-") == f"standard input: {said}"


def test_bytes_that_are_no_text_are_refused(only_the_toy, typed):
    typed(b'{"game": "\xff"}')
    assert refused("score", "-") == "standard input: This is not text in UTF-8"


def test_a_file_that_is_not_there_is_named(only_the_toy):
    assert refused("score", "/no/such/file") == "/no/such/file: No such file or directory"


# ask --------------------------------------------------------------------------


def test_the_referee_answers_programs(only_the_toy, tmp_path):
    assert run_json("ask", "toy", "peeked", "--facts", kept(tmp_path, PEEKED)) == {
        "verdict": "illegal",
        "because": [{"rule": "1.1", "text": "seat 2 must not look"}],
        "lines": [{"side": 1, "points": -2, "because": [{"rule": "2.1", "text": "2 seen"}]}],
    }


def test_the_referee_says_which_facts_do_not_matter(only_the_toy, tmp_path):
    told = run_json("ask", "toy", "peeked", "--facts", kept(tmp_path, PEEKED_IDLY))
    assert told["verdict"] == "legal"
    assert [left["field"] for left in told["ignored"]] == ["weather"]
    assert "   ~ weather: This" in run("ask", "toy", "peeked", "--facts", kept(tmp_path, PEEKED_IDLY))


def test_the_referee_answers_people(only_the_toy, tmp_path):
    assert run("ask", "toy", "peeked", "--facts", kept(tmp_path, PEEKED)).splitlines() == [
        "seat 2 must not look [1.1]",
        "   side 2 −2: 2 seen [2.1]",
    ]


def test_a_question_without_facts_needs_none(only_the_toy, typed):
    assert run_json("ask", "toy", "leads") == LEADS
    assert run("ask", "toy", "leads") == "side 1 and side 2 with 0 [2.1]\n"
    typed("{}")
    assert run_json("ask", "toy", "leads", "--facts", "-") == LEADS


def test_the_referee_knows_the_house_rules(only_the_toy):
    start = ["--house", '{"start": [5, 7]}']
    assert run_json("ask", "toy", "leads", *start)["verdict"] == "side 2"
    assert run_json("ask", "toy", "leads", "--preset", "aunt")["verdict"] == "side 1, side 2, side 3"


def test_the_referee_sees_the_match(only_the_toy, tmp_path):
    file = kept(tmp_path, RECORD)
    assert run_json("ask", "toy", "leads", "--record", file)["verdict"] == "Bo & Di"
    start = ["--house", '{"start": [50, 0]}']
    assert run_json("ask", "toy", "leads", "--record", file, *start)["verdict"] == "Ann & Cy"
    assert run("ask", "toy", "leads", "--record", file) == "Bo & Di with 20 [2.1]\n"


def test_many_facts_have_a_ruling_a_line(only_the_toy, typed):
    lines = [
        PEEKED,
        {"facts": PEEKED | {"whose": 1}},
        {"facts": PEEKED, "preset": "aunt"},
        {"facts": PEEKED | {"seen": [*NESTS, *NESTS[:1]]}, "preset": "aunt", "house": {"bonus": 10}},
        {"facts": PEEKED, "house": {"bonus": 7}},
        {"facts": PEEKED, "house": []},
        {"facts": PEEKED, "seats": 4},
        {"facts": PEEKED | {"who": 9}},
    ]
    typed("\n".join(map(json.dumps, lines)))
    out = io.StringIO()
    with pytest.raises(CommandError, match="5 of 8 lines have a mistake"):
        call_command("ask", "toy", "peeked", "--facts", "-", "--house", '{"misere": false}', stdout=out)
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line.get("verdict") for line in told] == [
        "illegal",
        "legal",
        None,
        "illegal",
        None,
        None,
        None,
        None,
    ]
    assert [line["error"]["path"] for line in told if "error" in line] == [
        "facts.seen",
        "house.bonus",
        "house",
        "seats",
        "facts.who",
    ]


def test_one_set_of_facts_may_bring_its_house_rules(only_the_toy, tmp_path):
    file = kept(tmp_path, json.dumps({"facts": {}, "house": {"start": [0, 7]}}, indent=2))
    assert run_json("ask", "toy", "leads", "--facts", file)["verdict"] == "side 2"
    start = ["--house", '{"start": [9, 0]}']
    assert run_json("ask", "toy", "leads", "--facts", file, *start)["verdict"] == "side 2"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["eaten"], "question: There is no such question; there are: peeked, leads"),
        (["peeked"], "facts.who: This is missing"),
        (["leads", "--preset", "uncle"], "preset: There is no such preset; there are: book, aunt"),
        (["leads", "--house", "{"], "--house: This is not JSON: line 1, letter 2"),
        (["leads", "--house", "[]"], "house: An object is needed here"),
        (["leads", "--house", '{"bonus": 7}'], "house.bonus: In steps of 5"),
        (["leads", "--facts", "/no/such/file"], "/no/such/file: No such file or directory"),
        (["leads", "--record", "/no/such/file"], "/no/such/file: No such file or directory"),
    ],
)
def test_a_mistake_in_a_question_is_told_with_its_path(only_the_toy, words, said):
    assert refused("ask", "toy", *words) == said


def test_a_match_with_a_mistake_is_told_with_its_path(only_the_toy, tmp_path):
    file = kept(tmp_path, RECORD | {"seats": 9})
    assert refused("ask", "toy", "leads", "--record", file).startswith(f"{file}: seats: ")


def test_the_match_must_be_of_the_game(only_the_toy, tmp_path, monkeypatch):
    other = replace(TOY, slug="other")
    command = import_module("scorekeeper.library.command")
    monkeypatch.setattr(command, "every_game", lambda: {"toy": TOY, "other": other})
    file = kept(tmp_path, RECORD)
    assert refused("ask", "other", "leads", "--record", file) == f"{file}: game: This is a match of toy"


# As people run them -----------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_checks_the_system_or_opens_the_database(name):
    command = load_command_class("scorekeeper.library", name)
    assert command.requires_system_checks == []
    assert not command.requires_migrations_checks


def test_a_mistake_is_on_standard_error_and_the_status_is_one():
    ended = manage("score", "-", "--json", text='{"game": "whist"}')
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert "standard input: game: There is no such game; there are: " in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(not every_game(), reason="there is no game yet")
def test_commands_run_where_no_database_can_be_reached(tmp_path):
    slug = next(iter(every_game()))
    nowhere = {**os.environ, "DATABASE_URL": "postgresql://nobody@192.0.2.1:1/none"}
    told = json.loads(manage("describe", slug, "--json", env=nowhere).stdout)
    lines = "\n".join(json.dumps(example["record"]) for example in told["examples"])
    ended = manage("score", "-", "--json", text=lines, env=nowhere)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    totals = [json.loads(line)["totals"] for line in ended.stdout.splitlines()]
    assert totals == [example["totals"] for example in told["examples"]]
    assert json.loads(manage("games", "--json", env=nowhere).stdout)[0]["slug"] == slug


@pytest.mark.parametrize("slug", every_game())
def test_every_example_of_every_game_is_scored_for_people(slug, tmp_path):
    for example in run_json("describe", slug)["examples"]:
        assert run("score", kept(tmp_path, example["record"])).startswith(every_game()[slug].name)


@pytest.mark.skipif(not every_game(), reason="there is no game yet")
def test_who_reads_only_the_beginning_sees_no_complaint(tmp_path):
    slug = next(iter(every_game()))
    (example, *_) = run_json("describe", slug)["examples"]
    file = kept(tmp_path, "\n".join([json.dumps(example["record"])] * 2_000))
    line = f"'{sys.executable}' manage.py score '{file}' --json | head -n 1"
    ended = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, cwd=ROOT, check=False)
    assert json.loads(ended.stdout)["totals"] == example["totals"]
    assert ended.stderr == ""


@pytest.mark.parametrize("command", ["describe", "score"])
def test_a_command_about_one_game_imports_no_other_and_no_application(tmp_path, command):
    slug = list(every_game())[-1]
    example = game_json(every_game()[slug])["examples"][0]
    word = slug if command == "describe" else kept(tmp_path, example["record"])
    line = [sys.executable, "-X", "importtime", str(ROOT / "manage.py"), command, word, "--json"]
    ended = subprocess.run(line, capture_output=True, encoding="utf-8", timeout=60, check=True)
    imported = {one.rpartition("|")[2].strip() for one in ended.stderr.splitlines()}
    assert {name.split(".")[1] for name in imported if name.startswith("games.")} == {"engine", slug}
    assert not [name for name in imported if name.split(".")[-1] == "models"]
    told = json.loads(ended.stdout)
    assert told["totals"] == example["totals"] if command == "score" else told["slug"] == slug


@pytest.mark.skipif(not every_game(), reason="there is no game yet")
@pytest.mark.parametrize("to", [" > /dev/null", ""], ids=["results elsewhere", "results on the terminal too"])
def test_a_bar_fills_on_a_terminal(tmp_path, to):
    slug = next(iter(every_game()))
    (example, *_) = run_json("describe", slug)["examples"]
    file = kept(tmp_path, "\n".join([json.dumps(example["record"])] * 50))
    ours, theirs = pty.openpty()
    line = f"'{sys.executable}' manage.py score '{file}' --json{to}"
    with subprocess.Popen(["/bin/sh", "-c", line], stdout=theirs, stderr=theirs, cwd=ROOT) as running:
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            seen += part
        assert running.wait(timeout=60) == 0
    os.close(ours)
    assert b"50/50" in seen
    assert (seen.count(b'"totals"') > 0) == (to == "")


def test_without_a_terminal_there_is_no_bar(tmp_path):
    ended = manage("score", "-", text="{}\n{}")
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == ["CommandError: standard input: 2 of 2 lines have a mistake"]
