"""Export and import of a match in the record format; its results are computed from the log."""

import io
import json
from textwrap import wrap

import pytest
from django.core.management import CommandError, call_command

from games import every_game
from games.engine import Entry, Heading, hand_to_json
from games.engine.interchange import Record, read_record, score_json, write_record
from scorekeeper.matches.models import Match
from scorekeeper.matches.phones import hash_key
from scorekeeper.matches.records import import_record, record_json
from tests import nightly

pytestmark = pytest.mark.django_db


def record_of(game, example):
    """Return an example as a record: hand 1 is edited, and hand 90 inserted before it and deleted again."""
    entries = tuple(Entry(n, hand) for n, hand in enumerate(example.hands, start=1))
    data = write_record(Record(game, Heading(example.seating, example.house), (), entries))
    adjustment = {"kind": "adjustment", "points": [0] * example.seating.sides, "why": "forgotten"}
    data["entries"] += [
        {"number": 1, "hand": hand_to_json(game, example.hands[0]), "why": "looked again"},
        {"number": 90, "hand": adjustment, "before": 1, "why": "forgotten"},
        {"number": 90, "hand": None, "why": "never was"},
    ]
    return {**data, "names": [f"Player {n}" for n in range(example.seating.seats)]}


def run(command, *arguments):
    out = io.StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


@nightly.of_every_example
def test_export_and_import_keep_the_log_and_its_results(game, example):
    data = record_of(game, example)
    record = read_record(data, every_game())
    match = import_record(record, hash_key("a phone"))
    exported = record_json(match)
    assert exported["entries"] == data["entries"]
    assert exported["names"] == data["names"]
    second = import_record(read_record(exported, every_game()), hash_key("another phone"))
    assert record_json(second) == exported
    assert score_json(read_record(exported, every_game())) == score_json(record)
    results = match.results.order_by("side").values_list("side", "total", "place", "won")
    stored = list(results)
    assert bool(stored) == (example.winners is not None)
    if stored:
        assert {side for side, _total, _place, won in stored if won} == set(example.winners)
        # Without a winner, every side is in first place.
        assert all((place == 1) == (won or not example.winners) for _side, _total, place, won in stored)
        assert Match.objects.get(pk=match.pk).ended
    match.results.update(total=12345)
    run("rebuild")
    assert list(results.all()) == stored


def test_commands_import_and_export_a_match(tmp_path):
    game = next(iter(every_game().values()))
    file, data = tmp_path / "match.json", record_of(game, game.examples[0])
    file.write_text(json.dumps(data))
    code = json.loads(run("import_match", str(file), "--json"))["code"]
    exported = json.loads(run("export_match", code))
    assert exported["entries"] == data["entries"]
    typed = "-".join(wrap(code, 4)).lower()
    assert json.loads(run("export_match", typed, "--json", "--match", "1")) == exported


def test_a_mistake_in_a_record_is_reported_with_its_path(tmp_path):
    file = tmp_path / "match.json"
    for text, path in (
        ('{"game": "no such game"}', "game"),
        ('{"a": 1, "a": 2}', "a"),
        ("[1", "JSON"),
        ('{"format": "other/9"}', "format"),
    ):
        file.write_text(text)
        with pytest.raises(CommandError, match=path):
            run("import_match", str(file))
    assert not Match.objects.exists()


@pytest.mark.parametrize("command_line", [("export_match", "NOSUCHCODE"), ("import_match", "/no/such/file")])
def test_unknown_match_or_file_is_refused(command_line):
    with pytest.raises(CommandError):
        run(*command_line)
