"""R13: hands written after the restored backup come back from the phones unchanged and once."""

from __future__ import annotations

import copy
import itertools
import json
import time
import uuid
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import every_game
from games.engine import Adjustment, PerSide, Stopped
from games.engine.interchange import write_hand
from scorekeeper.matches import (
    commands,
    hash_chain,
    models,
    restored,
    sealing,
)
from scorekeeper.matches.models import (
    Entry,
    Match,
)

from .cast import Cast, agreed, longest_example
from .restoring import Lines, kept, offered, restore

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> Cast:
    """Return a table with nine lines: hands by two phones, and a correction."""
    cast = Cast(*longest_example())
    for n in range(1, 9):
        assert cast.enter("Ann" if n % 2 else "Bo", agreed(n, cast.example.seating.sides)).status_code == 303
    put_right = agreed(70, cast.example.seating.sides)
    said = cast.form(put_right, rev=1, reason="Ann miscounted") | {"number": 7}
    assert cast.post("Bo", "amend", 7, data=said).status_code == 303
    return cast


def stored(cast: Cast) -> list[tuple[Any, ...]]:
    """Return everything in the log, except primary keys."""
    fields = [field.attname for field in Entry._meta.fields if field.name != "id"]
    return list(Entry.objects.filter(match__table=cast.table).order_by("match", "place").values_list(*fields))


def offer(cast: Cast, lines: Lines, who: str = "Bo", match: int = 1) -> Any:
    return cast.clients[who].post(f"/t/{cast.table.code}/offer", offered(lines, match))


def state(cast: Cast, lines: Lines, who: str = "Bo", match: int = 1) -> str:
    return offer(cast, lines, who, match).json()["state"]


def test_a_hand_that_was_lost_and_sent_once_more_counts_once_and_gets_the_same_answer(cast: Cast) -> None:
    sent = cast.form(agreed(1, cast.example.seating.sides))
    first = cast.post("Ann", "hand", data=sent)
    lines = kept(cast.match)
    restore(cast, 9)
    assert state(cast, lines) == sealing.THERE
    again = cast.post("Ann", "hand", data=sent)
    assert (again.status_code, again.headers["Location"]) == (first.status_code, first.headers["Location"])
    assert again.headers["Idempotent-Replayed"] == "true"
    assert cast.match.length == 10


def on_the_sheet(cast: Cast, who: str) -> Any:
    """Return the line that a phone is given to keep."""
    page = cast.get(who, "sheet").content.decode()
    return json.loads(unescape(page.partition('data-kept="')[2].partition('"')[0]))


def forged(cast: Cast, lines: Lines) -> list[Lines]:
    """Return continuations that never were in the log, the last with consistent hashes."""
    other = agreed(999, cast.example.seating.sides)
    hand = write_hand(cast.game, other)
    every = []
    for at, value in (
        (3, hand),
        (5, "as agreed"),
        (6, str(uuid.uuid4())),
        (7, 1),
        (8, "1"),
        (1, 77),
        (9, "0" * 32),
    ):
        changed = copy.deepcopy(lines)
        changed[6][at] = value
        every.append(changed)
    own = copy.deepcopy(lines)
    own[6][3], own[6][9] = hand, lines[7][9]
    return [*every, own]


def test_the_lines_of_another_table_do_not_fit(cast: Cast) -> None:
    other = Cast(*longest_example())
    for n in range(9):
        other.write(agreed(n, other.example.seating.sides))
    lines = kept(other.match)
    restore(cast, 0)
    assert state(cast, lines[1:]) == sealing.APART
    assert state(cast, lines) == sealing.APART


def test_a_match_that_was_begun_after_the_copy_comes_back_under_its_number(cast: Cast) -> None:
    first = kept(cast.match)
    assert cast.post("Ann", "rematch", data={"start": "leave"}).status_code == 303
    assert on_the_sheet(cast, "Ann")[0] == 0
    for points in (3, 4):
        cast.enter("Bo", agreed(points, cast.example.seating.sides))
    second, before = kept(cast.match), stored(cast)
    known = Match.objects.values().get(pk=cast.match.pk)
    seats = list(cast.match.sitting.values_list("position", "name"))
    restore(cast, 5)
    assert state(cast, first, match=1) == sealing.THERE
    assert state(cast, second, match=2) == sealing.THERE
    assert stored(cast) == before
    again = Match.objects.values().get(number=2, table=cast.table)
    assert {name: again[name] for name in again if name != "named"} == {
        name: known[name] for name in known if name != "named"
    }
    assert list(cast.match.sitting.values_list("position", "name")) == seats
    assert hash_chain.broken_link(cast.match) is None
    # The next match has a number of its own.
    assert cast.post("Ann", "rematch", data={"start": "leave"}).status_code == 303
    assert cast.match.pk > known["id"]


def test_a_heading_that_was_changed_or_is_of_another_table_begins_no_match(cast: Cast) -> None:
    assert cast.post("Ann", "rematch", data={"start": "leave"}).status_code == 303
    cast.write(agreed(3, cast.example.seating.sides))
    lines, other = kept(cast.match), Cast(*longest_example())
    restore(cast, 5)
    for name, value in (("title", "Ours"), ("table", other.table.pk), ("number", 3), ("id", 1), ("seats", 2)):
        changed = copy.deepcopy(lines)
        changed[0][1][name] = value
        assert state(cast, changed, match=2) == sealing.APART, name
    assert state(cast, lines[1:], match=2) == sealing.GAP
    assert state(cast, lines, match=3) == sealing.APART
    restore(other, 0)
    assert state(other, lines, match=2) == sealing.APART


def test_a_game_that_was_won_after_the_copy_is_won_again_on_the_same_day(cast: Cast) -> None:
    cast.write(Stopped())
    ended, results = cast.match.ended, list(cast.match.results.values_list("side", "total", "place", "won"))
    lines = kept(cast.match)
    restore(cast, 5)
    assert cast.match.ended is None
    assert state(cast, lines) == sealing.THERE
    assert abs(cast.match.ended - ended) < timedelta(seconds=1)
    assert list(cast.match.results.values_list("side", "total", "place", "won")) == results


def test_a_phone_that_was_lost_writes_for_nobody_though_its_number_is_given_out_again(cast: Cast) -> None:
    lines = kept(cast.match)
    restore(cast, 5)
    bo = cast.phone("Bo")
    models.Phone.objects.filter(pk=bo.pk).update(joined=timezone.now() + timedelta(minutes=1), name="Gus")
    assert state(cast, lines) == sealing.THERE
    after = Entry.objects.filter(match=cast.match, place__gt=5)
    assert set(after.values_list("by", "by_name")) == {(cast.phone("Ann").pk, "Ann"), (None, "")}
    assert hash_chain.broken_link(cast.match) is None
    assert state(cast, lines) == sealing.THERE


def test_a_site_without_its_secret_believes_no_phone_and_one_that_changed_it_does(
    cast: Cast, settings: Any
) -> None:
    lines, old = kept(cast.match), settings.SECRET_KEY
    restore(cast, 5)
    settings.SECRET_KEY = "another secret, as long as a secret of a site has to be at the least"
    assert state(cast, lines) == sealing.APART
    settings.SECRET_KEY_FALLBACKS = [old]
    assert state(cast, lines) == sealing.THERE


# fmt: off
MALFORMED = [
    "", "{}", "[]", "[1]", "[[]]", "[[0]]", "null", "[" * 5000, "[[1.5]]", "[[1e999]]", "[[NaN]]",
    '[["\\ud800"]]', '[[0,{"a":1,"a":2},"x"]]', '[[0,{},"x"],[1]]',
    '[[1,1,1,null,null,"","not a key",1,"1","x"]]',
    '[[1,1,1,null,null,"","00000000-0000-4000-8000-000000000000",1,"-1","x"]]',
    '[[1,1,1,null,null,"","00000000-0000-4000-8000-000000000000",1,"²","x"]]',
    '[[-1,1,1,null,null,"","00000000-0000-4000-8000-000000000000",1,"1","x"]]',
    "[" + ",".join(['[0,{},"x"]'] * 202) + "]",
]
# fmt: on


def test_what_no_script_of_ours_sends_is_refused(cast: Cast) -> None:
    restore(cast, 5)
    for said in MALFORMED:
        told = cast.clients["Ann"].post(f"/t/{cast.table.code}/offer", {"match": 1, "lines": said})
        assert (told.status_code, told.content) == (
            400,
            b"This form could not be read. Reload the page and try again.",
        ), said


def test_odd_parts_of_a_line_are_no_fault_of_ours(cast: Cast) -> None:
    restore(cast, 5)
    key = "00000000-0000-4000-8000-000000000000"
    odd = ("1", "[]", "{}", "null", "true", '"Ann"')
    for place, by in itertools.product(("6", "true", "999999999999"), odd):
        line = f'[{place},{by if by == "true" else 6},1,{by},{by},"","{key}",{by},"1","é"]'
        sent = {"match": 1, "lines": f"[{line}]"}
        told = cast.clients["Ann"].post(f"/t/{cast.table.code}/offer", sent)
        assert told.status_code == 409, line
    for by in odd:
        sent = {"match": 2, "lines": f'[[0,{{"id":{by}}},"{"0" * 32}"]]'}
        assert cast.clients["Ann"].post(f"/t/{cast.table.code}/offer", sent).status_code == 409


@pytest.mark.usefixtures("limited")
def test_offers_are_limited_and_a_wrong_code_is_a_miss(cast: Cast) -> None:
    lines = kept(cast.match)
    restore(cast, 5)
    told = {offer(cast, lines).status_code for _time in range(61)}
    assert told == {200, 429}
    assert Client().post("/t/ABCDEFGHJKMN/offer", offered(lines)).status_code == 404


def test_a_phone_that_has_missed_some_fetches_two_hundred_at_once(cast: Cast) -> None:
    phone = cast.phone("Ann")
    for n in range(9, 240):
        hand = Adjustment(PerSide([0] * cast.example.seating.sides), "a test")
        commands.append_entry(cast.match, phone, commands.WriteCommand(uuid.uuid4(), n, 0, hand))
    path = f"/t/{cast.table.code}/m/1/log"
    assert [line[0] for line in cast.clients["Di"].get(path).json()["lines"]] == list(range(200))
    assert [line[0] for line in cast.clients["Di"].get(path, {"from": 238}).json()["lines"]] == [
        238,
        239,
        240,
    ]
    assert cast.clients["Di"].get(path, {"from": "-1"}).status_code == 400
    lines = [*kept(cast.match), *kept(cast.match, 200)]
    restore(cast, 100)
    for some in lines[:150], lines[150:]:
        assert state(cast, some) == sealing.THERE
    assert cast.match.length == 240


def test_the_sheet_has_its_newest_line_for_every_phone_to_keep(cast: Cast) -> None:
    for who in ("Ann", "Di"):
        assert on_the_sheet(cast, who) == kept(cast.match, 9)[0]
    cast.write(agreed(1, cast.example.seating.sides, 'a "test" <b>'))
    assert on_the_sheet(cast, "Ann") == kept(cast.match, 10)[0]


def test_every_game_is_put_back_word_for_word(db: None) -> None:
    for game in every_game().values():
        cast = Cast(game, max(game.examples, key=lambda one: len(one.hands)))
        cast.play(5)
        before, lines = stored(cast), json.loads(json.dumps(kept(cast.match)))
        restore(cast, 0)
        assert state(cast, lines, "Cy") == sealing.THERE, game.slug
        assert stored(cast) == before, game.slug


def test_every_line_comes_back_as_it_was_with_its_hash_its_key_its_time_and_who_wrote_it(cast: Cast) -> None:
    """Check offers from any phone, even a spectator's or stranger's, since each line is sealed."""
    before, lines, totals = stored(cast), kept(cast.match), cast.state.sheet.totals
    for who in ("Bo", "Cy", "Di"):
        restore(cast, 5)
        assert state(cast, lines, who) == sealing.THERE
        assert stored(cast) == before
        assert hash_chain.broken_link(cast.match) is None
        assert cast.state.sheet.totals == totals
        version = cast.match.table.version
        assert state(cast, lines, "Ann") == sealing.THERE
        assert (stored(cast), cast.match.table.version) == (before, version), "the other phone adds nothing"


def test_a_forged_continuation_is_refused_whatever_it_changes(cast: Cast) -> None:
    lines = kept(cast.match)
    restore(cast, 5)
    for changed in forged(cast, lines):
        told = offer(cast, changed, "Ann")
        assert (told.status_code, told.json()["state"]) == (409, sealing.APART), changed[6]
        assert len(stored(cast)) == 5
    # The valid lines before the forged one are accepted, and nothing after it.
    changed = copy.deepcopy(lines)
    changed[8][5] = "as agreed"
    assert state(cast, changed) == sealing.APART
    assert len(stored(cast)) == 7


def test_two_phones_add_to_what_the_other_has(cast: Cast) -> None:
    before = stored(cast)
    early, late = kept(cast.match)[:8], kept(cast.match, 8)
    restore(cast, 5)
    assert (offer(cast, late).status_code, state(cast, late)) == (409, sealing.GAP)
    assert state(cast, early, "Ann") == sealing.THERE
    assert len(stored(cast)) == 7
    assert state(cast, late) == sealing.THERE
    assert stored(cast) == before


def test_what_was_written_since_is_never_written_over(cast: Cast) -> None:
    lines = kept(cast.match)
    restore(cast, 5)
    cast.write(agreed(40, cast.example.seating.sides))
    now = stored(cast)
    assert state(cast, lines) == sealing.APART
    assert stored(cast) == now


def test_no_name_is_kept_and_whoever_is_forgotten_stays_so(cast: Cast) -> None:
    lines = kept(cast.match)
    told = json.dumps([line[:5] + line[6:] for line in lines[1:]] + lines[:1])
    assert not [name for name in ("Ann", "Bo", "Cy") if name in told]
    restore(cast, 5)
    cast.table.phones.filter(name="Bo").update(name="Former player")
    cast.table.phones.filter(name="Ann").update(name="")
    assert state(cast, lines) == sealing.THERE
    after = Entry.objects.filter(match=cast.match, place__gt=5)
    assert set(after.values_list("by_name", flat=True)) == {"Former player", ""}


def test_after_a_copy_every_version_is_new_to_every_phone(cast: Cast, monkeypatch: Any) -> None:
    """Check this whatever the phone has seen, and also when a backup is restored twice."""
    pks, now, seen = cast.match.pk, time.time(), cast.table.version
    for minutes in (0, 10, 20):
        models.Table.objects.update(version=5)  # as in the backup
        monkeypatch.setattr(restored.time, "time", lambda minutes=minutes: now + minutes * 60)
        restored.leap()
        cast.table.refresh_from_db()
        assert cast.table.version > seen
        for _change in range(20):
            commands.publish_change(cast.table)
        seen = cast.table.version
    # Also with the clock set back, as long as the backup knows of the version.
    monkeypatch.setattr(restored.time, "time", lambda: now - 3600)
    restored.leap()
    cast.table.refresh_from_db()
    assert cast.table.version > seen
    # Also twice in one second, in which phones delivered a whole evening.
    for _time in range(2):
        for _change in range(30):
            commands.publish_change(cast.table)
        cast.table.refresh_from_db()
        seen = restored.highest_version()
        assert seen == cast.table.version
        models.Table.objects.update(version=5)
        restored.leap(replaced=seen)
        cast.table.refresh_from_db()
        assert cast.table.version > seen
    # New rows have ids that no lost row can have had.
    assert Cast(*longest_example()).match.pk > pks + restored.ROWS
