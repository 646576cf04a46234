"""``games``, ``describe``, ``score`` and ``ask``, which use no database; see also test_docs.py."""

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import every_game
from games.engine.description import game_json
from games.engine.interchange import score_json
from tests.engine.toy import TOY

ROOT = Path(__file__).parents[2]
# The results do not depend on the database.
pytestmark = pytest.mark.sqlite_only
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


@pytest.fixture
def only_the_toy(monkeypatch):
    """Let the commands know only the toy game, Magpies."""
    for module in "command", "management.commands.games", "management.commands.score":
        monkeypatch.setattr(f"scorekeeper.library.{module}.every_game", lambda: {"toy": TOY})


@pytest.fixture
def set_stdin(monkeypatch):
    def set_content(content):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(as_bytes(content))))

    return set_content


def run(*words):
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def run_json(*words):
    (line,) = run(*words, "--json").splitlines()
    return json.loads(line)


def run_lines(*words, mistakes):
    """Return the result of each line; ``mistakes`` says how many lines have a mistake."""
    out = io.StringIO()
    with pytest.raises(CommandError, match=f"{mistakes} lines have a mistake"):
        call_command(*words, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def error_of(*words):
    with pytest.raises(CommandError) as raised:
        run(*words)
    assert raised.value.returncode == 1
    return str(raised.value)


def as_bytes(content):
    """Encode the content: bytes and text as they are, anything else as JSON."""
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content)).encode()


def write_file(tmp_path, content):
    file = tmp_path / "record.json"
    file.write_bytes(as_bytes(content))
    return str(file)


def manage(*words, text="", **options):
    line = [sys.executable, ROOT / "manage.py", *words]
    return subprocess.run(line, input=text, capture_output=True, encoding="utf-8", timeout=60, **options)


# games and describe


def test_games_are_listed_and_described(only_the_toy):
    assert run("games") == "toy  Magpies (4 players, 2 sides; 3 players)\n"
    assert run_json("games") == [
        {"slug": "toy", "name": "Magpies", "seatings": [{"seats": 4, "sides": 2}, {"seats": 3, "sides": 3}]}
    ]
    assert run_json("describe", "toy") == json.loads(json.dumps(game_json(TOY)))


# score


def test_score_prints_text(only_the_toy, tmp_path):
    assert run("score", write_file(tmp_path, RECORD)).splitlines()[-3:] == [
        "It is over: At 15 points [3.1]",
        "Ann & Cy 4, Bo & Di 20 points",
        "Won by Bo & Di",
    ]


def test_strict_fails_if_a_hand_could_not_be_scored(only_the_toy, tmp_path):
    file = write_file(tmp_path, RECORD)
    assert error_of("score", file, "--strict") == f"{file}: 1 of 4 hands could not be scored"
    lines = write_file(tmp_path, "\n".join([json.dumps(RECORD)] * 3))
    assert error_of("score", lines, "--strict", "--json") == f"{lines}: 3 of 12 hands could not be scored"


def test_program_error_on_one_line_does_not_stop_the_others(only_the_toy, set_stdin, capsys, monkeypatch):
    def broken(record):
        if record.heading.seating.seats == 3:
            raise IndexError("tuple")
        return score_json(record)

    monkeypatch.setattr("scorekeeper.library.management.commands.score.score_json", broken)
    fine = json.dumps(RECORD)
    set_stdin("\n".join([fine, json.dumps({"game": "toy", "seats": 3}), fine]))
    first, second, third = run_lines("score", "-", mistakes="1 of 3")
    assert first["totals"] == third["totals"] == [4, 20]
    assert second["error"]["path"] == ""
    assert "IndexError('tuple')" in second["error"]["text"]
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("indent", [None, 0, 2])
def test_record_may_span_lines(only_the_toy, set_stdin, indent):
    text = json.dumps(RECORD, indent=indent)
    for content in (text, f"\n\n{text}\n\n", f"\ufeff{text}", text.replace("\n", "\r\n")):
        set_stdin(content)
        assert run_json("score", "-")["totals"] == [4, 20]


def test_each_line_has_its_result(only_the_toy, set_stdin):
    # JSON text may contain U+2028, which splitlines() would take for the end of a line.
    other = RECORD | {"names": ["A\u2028n", "B", "C", "D"], "entries": []}
    set_stdin("\n".join(json.dumps(record, ensure_ascii=False) for record in (RECORD, other)) + "\n")
    lines = [json.loads(line) for line in run("score", "-", "--json").split("\n")[:-1]]
    assert [line["totals"] for line in lines] == [[4, 20], [0, 0]]


def test_line_with_a_mistake_has_an_error(only_the_toy, set_stdin):
    good = json.dumps(RECORD)
    set_stdin("\n".join([good, '{"game": "whist"}', "oops", "", '{"game": "toy", "seats": 9}', good]))
    first, second, third, fourth, fifth = run_lines("score", "-", "--json", mistakes="standard input: 3 of 5")
    assert first["totals"] == fifth["totals"] == [4, 20]
    assert second == {"error": {"path": "game", "text": "There is no such game; there are: toy"}}
    assert third == {"error": {"path": "", "text": "This is not JSON: line 1, column 1"}}
    assert fourth["error"]["path"] == "seats"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{\n "entries": [\n  {"number": 1, "hand": null}\n ],\n}', "This is not JSON: line 5, column 1"),
        ({"game": "toy", "house": {"bonus": "5"}}, "house.bonus: A whole number is needed here"),
        (b'{"game": "\xff"}', "This is not text in UTF-8"),
    ],
)
def test_a_mistake_is_reported_with_its_path(only_the_toy, tmp_path, set_stdin, content, message):
    file = write_file(tmp_path, content)
    assert error_of("score", file) == error_of("score", file, "--json") == f"{file}: {message}"
    set_stdin(content)
    assert error_of("score", "-") == f"standard input: {message}"


# ask


def test_ask_prints_json_or_text(only_the_toy, tmp_path):
    command = ("ask", "toy", "peeked", "--facts", write_file(tmp_path, PEEKED))
    assert run_json(*command) == {
        "verdict": "illegal",
        "because": [{"rule": "1.1", "text": "seat 2 must not look"}],
        "lines": [{"side": 1, "points": -2, "because": [{"rule": "2.1", "text": "2 seen"}]}],
    }
    assert run(*command).splitlines() == ["seat 2 must not look [1.1]", "   side 2 −2: 2 seen [2.1]"]


def test_irrelevant_facts_are_reported(only_the_toy, tmp_path):
    at_own_nest = PEEKED | {"whose": 1, "weather": "foul"}  # so the weather is irrelevant
    command = ("ask", "toy", "peeked", "--facts", write_file(tmp_path, at_own_nest))
    ruling = run_json(*command)
    assert ruling["verdict"] == "legal"
    assert [fact["field"] for fact in ruling["ignored"]] == ["weather"]
    assert "   ~ weather: This" in run(*command)


def test_ask_uses_the_house_rules_and_the_match(only_the_toy, tmp_path):
    record = ("--record", write_file(tmp_path, RECORD))
    for more, verdict in (
        (("--house", '{"start": [5, 7]}'), "side 2"),
        (("--preset", "aunt"), "side 1, side 2, side 3"),
        (record, "Bo & Di"),
        ((*record, "--house", '{"start": [50, 0]}'), "Ann & Cy"),
    ):
        assert run_json("ask", "toy", "leads", *more)["verdict"] == verdict
    assert run("ask", "toy", "leads", *record) == "Bo & Di with 20 [2.1]\n"


def test_each_line_of_facts_has_a_ruling(only_the_toy, set_stdin):
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
    set_stdin("\n".join(map(json.dumps, lines)))
    results = run_lines(
        "ask", "toy", "peeked", "--facts", "-", "--house", '{"misere": false}', mistakes="5 of 8"
    )
    assert [line["error"]["path"] if "error" in line else line["verdict"] for line in results] == [
        *("illegal", "legal", "facts.seen", "illegal"),
        *("house.bonus", "house", "seats", "facts.who"),
    ]


def test_mistake_in_a_question_has_its_path(only_the_toy):
    for words, message in (
        (["eaten"], "question: There is no such question; there are: peeked, leads"),
        (["leads", "--house", "{"], "--house: This is not JSON: line 1, column 2"),
        (["leads", "--house", '{"bonus": 7}'], "house.bonus: In steps of 5"),
        (["leads", "--facts", "/no/such/file"], "/no/such/file: No such file or directory"),
    ):
        assert error_of("ask", "toy", *words) == message


def test_match_must_be_of_the_game(only_the_toy, tmp_path, monkeypatch):
    games = {"toy": TOY, "other": replace(TOY, slug="other")}
    monkeypatch.setattr("scorekeeper.library.command.every_game", lambda: games)
    file = write_file(tmp_path, RECORD)
    assert error_of("ask", "other", "leads", "--record", file) == f"{file}: game: This is a match of toy"


# Commands run in a process of their own


def test_mistake_exits_with_one_and_a_message():
    process = manage("score", "-", "--json", text='{"game": "whist"}')
    assert (process.returncode, process.stdout) == (1, "")
    assert "standard input: game: There is no such game; there are: " in process.stderr
    assert "Traceback" not in process.stderr


def test_commands_need_no_database():
    slug = next(iter(every_game()))
    unreachable = {**os.environ, "DATABASE_URL": "postgresql://nobody@192.0.2.1:1/none"}
    description = json.loads(manage("describe", slug, "--json", env=unreachable).stdout)
    lines = "\n".join(json.dumps(example["record"]) for example in description["examples"])
    process = manage("score", "-", "--json", text=lines, env=unreachable)
    assert (process.returncode, process.stderr) == (0, "")
    totals = [json.loads(line)["totals"] for line in process.stdout.splitlines()]
    assert totals == [example["totals"] for example in description["examples"]]
    assert json.loads(manage("games", "--json", env=unreachable).stdout)[0]["slug"] == slug
