"""Hands newer than a restored backup: phones send them back, as lines with the site's seal (sealing.py)."""

import copy
import itertools
import json
import time
import uuid
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from games import every_game
from games.engine import Stopped
from games.engine.interchange import write_hand
from scorekeeper.matches import commands, models, restored, sealing
from scorekeeper.matches.models import Entry, Match
from tests.log_chain import broken_link

from .cast import Cast, longest_example
from .restoring import Lines, lines_of, offer_form, restore

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db) -> Cast:
    """Return a table with nine lines: hands by two phones, and a correction."""
    cast = Cast(*longest_example())
    for n in range(1, 9):
        assert cast.enter("Ann" if n % 2 else "Bo", cast.adjustment(n)).status_code == 303
    amended = cast.form(cast.adjustment(70), rev=1, reason="Ann miscounted") | {"number": 7}
    assert cast.post("Bo", "amend", 7, data=amended).status_code == 303
    return cast


def stored_log(cast: Cast) -> list[tuple[Any, ...]]:
    """Return everything in the log, except primary keys."""
    fields = [field.attname for field in Entry._meta.fields if field.name != "id"]
    return list(Entry.objects.filter(match__table=cast.table).order_by("match", "place").values_list(*fields))


def offer(cast: Cast, lines: Lines, who: str = "Bo", match: int = 1):
    return cast.post(who, "offer", data=offer_form(lines, match))


def state(cast: Cast, lines: Lines, who: str = "Bo", match: int = 1) -> str:
    """Offer these lines; return the state that the site answers with."""
    return offer(cast, lines, who, match).json()["state"]


def start_rematch(cast: Cast):
    assert cast.post("Ann", "rematch", data={"start": "leave"}).status_code == 303


def line_on_the_sheet(cast: Cast, who: str):
    """Return the newest line, which the page of a sheet contains for phones to store."""
    page = cast.get(who, "sheet").content.decode()
    return json.loads(unescape(page.partition('data-kept="')[2].partition('"')[0]))


def test_resent_hand_counts_once_after_a_restore(cast):
    sent = cast.form(cast.adjustment(1))
    first = cast.post("Ann", "hand", data=sent)
    lines = lines_of(cast.match)
    restore(cast, 9)
    assert state(cast, lines) == sealing.COMPLETE
    repeated = cast.post("Ann", "hand", data=sent)
    assert (repeated.status_code, repeated.url) == (303, first.url)
    assert repeated.headers["Idempotent-Replayed"] == "true"
    assert cast.match.length == 10


def test_lines_of_another_table_are_refused(cast):
    other = Cast(*longest_example())
    for n in range(2):
        other.write(other.adjustment(n))
    lines = lines_of(other.match)
    restore(cast, 0)
    assert state(cast, lines[1:]) == state(cast, lines) == sealing.DIVERGED


def test_lost_match_comes_back_under_its_number(cast):
    first = lines_of(cast.match)
    start_rematch(cast)
    assert line_on_the_sheet(cast, "Ann")[0] == 0
    for points in (3, 4):
        cast.enter("Bo", cast.adjustment(points))
    second, pk = lines_of(cast.match), cast.match.pk

    def stored() -> tuple[Any, ...]:
        row = Match.objects.values().get(number=2, table=cast.table)
        del row["named"]  # a counter that is only part of a cache key
        return row, [*cast.match.sitting.values_list("position", "name")], stored_log(cast)

    before = stored()
    restore(cast, 5)
    assert state(cast, first) == sealing.COMPLETE
    assert state(cast, second, match=2) == sealing.COMPLETE
    assert stored() == before
    assert broken_link(cast.match) is None
    start_rematch(cast)
    assert cast.match.pk > pk


def test_forged_heading_begins_no_match(cast):
    start_rematch(cast)
    cast.write(cast.adjustment(3))
    lines, other = lines_of(cast.match), Cast(*longest_example())
    restore(cast, 5)
    for name, value in (("title", "Ours"), ("table", other.table.pk), ("number", 3), ("id", 1), ("seats", 2)):
        changed = copy.deepcopy(lines)
        changed[0][1][name] = value
        assert state(cast, changed, match=2) == sealing.DIVERGED, name
    assert state(cast, lines[1:], match=2) == sealing.GAP
    assert state(cast, lines, match=3) == sealing.DIVERGED
    restore(other, 0)
    assert state(other, lines, match=2) == sealing.DIVERGED


def test_lost_win_is_restored_with_its_date(cast):
    def results() -> list[Any]:
        return list(cast.match.results.values_list("side", "total", "place", "won"))

    cast.write(Stopped())
    ended, before, lines = cast.match.ended, results(), lines_of(cast.match)
    restore(cast, 5)
    assert cast.match.ended is None
    assert state(cast, lines) == sealing.COMPLETE
    assert abs(cast.match.ended - ended) < timedelta(seconds=1)
    assert results() == before


def test_restored_line_has_no_author_if_its_phone_id_was_reused(cast):
    lines = lines_of(cast.match)
    restore(cast, 5)
    later = timezone.now() + timedelta(minutes=1)
    models.Phone.objects.filter(pk=cast.phone("Bo").pk).update(joined=later, name="Gus")
    assert state(cast, lines) == sealing.COMPLETE
    after = Entry.objects.filter(place__gt=5)
    assert set(after.values_list("by", "by_name")) == {(cast.phone("Ann").pk, "Ann"), (None, "")}
    assert broken_link(cast.match) is None
    assert state(cast, lines) == sealing.COMPLETE


def test_seals_need_the_secret_key_or_a_fallback(cast, settings):
    lines, old = lines_of(cast.match), settings.SECRET_KEY
    restore(cast, 5)
    settings.SECRET_KEY = "another secret, as long as a secret of a site has to be at the least"
    assert state(cast, lines) == sealing.DIVERGED
    settings.SECRET_KEY_FALLBACKS = [old]
    assert state(cast, lines) == sealing.COMPLETE


MALFORMED = (
    *("", "{}", "[1]", "[[0]]", "[" * 5000, "[[1e999]]", '[["\\ud800"]]', '[[0,{"a":1,"a":2},"x"]]'),
    '[[1,1,1,null,null,"","not a key",1,"1","x"]]',
    "[" + ",".join(['[0,{},"x"]'] * 202) + "]",
)


def test_malformed_lines_are_refused(cast):
    def status(lines: str, match: int = 1) -> int:
        return cast.post("Ann", "offer", data={"match": match, "lines": lines}).status_code

    restore(cast, 5)
    for lines in MALFORMED:
        assert status(lines) == 400, lines
    key = "00000000-0000-4000-8000-000000000000"
    values = ("1", "[]", "{}", "null", "true", '"Ann"')
    for place, value in itertools.product(("6", "true", "999999999999"), values):
        line = f'[{place},{value if value == "true" else 6},1,{value},{value},"","{key}",{value},"1","é"]'
        assert status(f"[{line}]") == 409, line
    for value in values:
        assert status(f'[[0,{{"id":{value}}},"{"0" * 32}"]]', match=2) == 409, value


def test_log_is_sent_two_hundred_lines_at_a_time(cast):
    phone, match = cast.phone("Ann"), cast.match
    for n in range(9, 240):
        commands.append_entry(match, phone, commands.WriteCommand(uuid.uuid4(), n, 0, cast.adjustment(0)))

    def log(first: int):
        return cast.get("Di", "log", data={"from": first})

    assert [line[0] for line in log(0).json()["lines"]] == list(range(200))
    assert [line[0] for line in log(238).json()["lines"]] == [238, 239, 240]
    assert log(-1).status_code == 400
    lines = [*lines_of(cast.match), *lines_of(cast.match, 200)]
    restore(cast, 100)
    for part in lines[:150], lines[150:]:
        assert state(cast, part) == sealing.COMPLETE
    assert cast.match.length == 240


def test_sheet_has_the_newest_line(cast):
    cast.write(cast.adjustment(1, 'a "test" <b>'))
    for who in ("Ann", "Di"):
        assert line_on_the_sheet(cast, who) == lines_of(cast.match, 10)[0]


def test_log_of_every_game_is_restored(db):
    for game in every_game().values():
        cast = Cast(game, max(game.examples, key=lambda example: len(example.hands)))
        cast.play(5)
        before, lines = stored_log(cast), json.loads(json.dumps(lines_of(cast.match)))
        restore(cast, 0)
        assert state(cast, lines, "Cy") == sealing.COMPLETE, game.slug
        assert stored_log(cast) == before, game.slug


def test_every_field_of_a_line_is_restored(cast):
    """Check lines from any phone, even a watcher's or stranger's: the seal shows that they are the site's."""
    before, lines, totals = stored_log(cast), lines_of(cast.match), cast.state.sheet.totals
    for who in ("Bo", "Cy", "Di"):
        restore(cast, 5)
        assert state(cast, lines, who) == sealing.COMPLETE
        assert (stored_log(cast), cast.state.sheet.totals) == (before, totals)
        assert broken_link(cast.match) is None
        version = cast.match.table.version
        # A second phone that sends the same lines adds nothing.
        assert state(cast, lines, "Ann") == sealing.COMPLETE
        assert (stored_log(cast), cast.match.table.version) == (before, version)


def test_forged_line_is_refused(cast):
    lines, never_played = lines_of(cast.match), write_hand(cast.game, cast.adjustment(999))
    restore(cast, 5)
    # New values by index in a line: 1 number, 3 hand, 5 reason, 6 key, 7 phone, 8 time, 9 seal.
    for change in (
        *({3: never_played}, {5: "as agreed"}, {6: str(uuid.uuid4())}, {7: 1}, {8: "1"}, {1: 77}),
        {9: "0" * 32},
        {3: never_played, 9: lines[7][9]},
    ):
        forged = copy.deepcopy(lines)
        for index, value in change.items():
            forged[6][index] = value
        answer = offer(cast, forged, "Ann")
        assert (answer.status_code, answer.json()["state"]) == (409, sealing.DIVERGED), change
        assert len(stored_log(cast)) == 5
    # The valid lines before the forged one are accepted, and nothing after it.
    forged = copy.deepcopy(lines)
    forged[8][5] = "as agreed"
    assert state(cast, forged) == sealing.DIVERGED
    assert len(stored_log(cast)) == 7


def test_two_phones_restore_a_log_together(cast):
    before = stored_log(cast)
    early, late = lines_of(cast.match)[:8], lines_of(cast.match, 8)
    restore(cast, 5)
    assert (offer(cast, late).status_code, state(cast, late)) == (409, sealing.GAP)
    assert state(cast, early, "Ann") == sealing.COMPLETE
    assert len(stored_log(cast)) == 7
    assert state(cast, late) == sealing.COMPLETE
    assert stored_log(cast) == before


def test_newer_hands_are_never_overwritten(cast):
    lines = lines_of(cast.match)
    restore(cast, 5)
    cast.write(cast.adjustment(40))
    before = stored_log(cast)
    assert state(cast, lines) == sealing.DIVERGED
    assert stored_log(cast) == before


def test_erased_names_stay_erased(cast):
    lines = lines_of(cast.match)
    # Except for the reasons (index 5), which people typed, no line contains a name.
    sent = json.dumps([line[:5] + line[6:] for line in lines[1:]] + lines[:1])
    assert not any(name in sent for name in ("Ann", "Bo", "Cy"))
    restore(cast, 5)
    cast.table.phones.filter(name="Bo").update(name="Former player")
    cast.table.phones.filter(name="Ann").update(name="")
    assert state(cast, lines) == sealing.COMPLETE
    after = Entry.objects.filter(place__gt=5)
    assert set(after.values_list("by_name", flat=True)) == {"Former player", ""}


def test_versions_after_a_restore_are_new(cast, monkeypatch):
    pk, now = cast.match.pk, time.time()

    def change(times: int) -> int:
        """Change the table this many times, and return its version."""
        for _change in range(times):
            commands.publish_change(cast.table)
        cast.table.refresh_from_db()
        return cast.table.version

    def restore_at(moment: float, seen: int, **known: int):
        models.Table.objects.update(version=5)  # as in the backup
        monkeypatch.setattr(restored.time, "time", lambda: moment)
        restored.skip_ahead(**known)
        assert change(0) > seen

    seen = change(0)
    for minutes in (0, 10, 20):
        restore_at(now + minutes * 60, seen)
        seen = change(20)
    # The same holds with the clock set back, if the backup knows the version.
    monkeypatch.setattr(restored.time, "time", lambda: now - 3600)
    restored.skip_ahead()
    assert change(0) > seen
    # The same holds for two restores in one second, with thirty changes between them.
    for _time in range(2):
        seen = change(30)
        assert restored.highest_version() == seen
        restore_at(now - 3600, seen, replaced=seen)
    # No lost row can have had the id of a new row.
    assert Cast(*longest_example()).match.pk > pk + restored.ID_GAP
