"""The commands games, describe, score and ask, none of which uses the database."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import every_game
from games.engine.interchange import game_json, score_json
from tests.engine.toy import TOY

ROOT = Path(__file__).parents[2]
# None of them needs the setting for the database.
pytestmark = pytest.mark.looks
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
PEEKED_IDLY = PEEKED | {"whose": 1, "weather": "foul"}  # their own nest, so the weather is irrelevant


@pytest.fixture
def only_the_toy(monkeypatch):
    for module in "command", *(f"management.commands.{name}" for name in ("games", "score")):
        monkeypatch.setattr(
            import_module(f"scorekeeper.library.{module}"), "every_game", lambda: {"toy": TOY}
        )


@pytest.fixture
def typed(monkeypatch):
    """Provide a function that puts text on standard input."""

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
    """Return the name of a file with this content."""
    file = tmp_path / "record.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(file)


def manage(*words: str, text: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a management command in a process of its own."""
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


def test_the_match_must_be_of_the_game(only_the_toy, tmp_path, monkeypatch):
    other = replace(TOY, slug="other")
    command = import_module("scorekeeper.library.command")
    monkeypatch.setattr(command, "every_game", lambda: {"toy": TOY, "other": other})
    file = kept(tmp_path, RECORD)
    assert refused("ask", "other", "leads", "--record", file) == f"{file}: game: This is a match of toy"


# As a process --------------------------------------------------------------------


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
