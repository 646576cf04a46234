"""Rate limits: their counts, their scopes, and the answers to a throttled phone."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games import every_game
from scorekeeper.matches import (
    models,
    phones,
)
from scorekeeper.web import counters, limits
from tests.conftest import Server
from tests.nightly import by_night

from .cast import Cast, agreed, boxes, fields, new_key, text
from .routes import own_routes
from .wire import Wire

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limited")]


MOST = limits.named("miss")[0].count


def held_up_after(told: list[int], wrong: int) -> None:
    """Assert that guesses are refused until throttled; the counter may confuse two, which is rare."""
    assert told[:MOST] == [wrong] * MOST
    assert set(told[MOST:]) <= {wrong, 429}
    assert told.count(429) >= len(told) - MOST - 3


def start(client: Client, **more: Any) -> Any:
    game = next(iter(every_game().values()))
    return client.post(reverse("start", args=[game.slug]), fields(client, game), **more)


def lower(
    monkeypatch: pytest.MonkeyPatch, name: str, count: int, seconds: int = 60, by: str = limits.ADDRESS
) -> None:
    others = (limit for limit in limits.TABLE if limit.name != name)
    monkeypatch.setattr(limits, "TABLE", (*others, limits.Limit(name, count, seconds, by)))


def test_tables_are_started_until_it_is_too_much_and_the_form_can_be_sent_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower(monkeypatch, "start", 2)
    assert [start(client).status_code for _ in range(3)] == [302, 302, 429]
    answer = start(client)
    assert 0 < int(answer["Retry-After"]) <= 60
    assert "Nothing you sent is lost" in text(answer)
    # The page contains the sent fields, so that they can be sent again without typing.
    assert b'name="start" value="1"' in answer.content
    assert models.Table.objects.count() == 2


def test_another_address_is_not_held_up(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "start", 1)
    assert [start(client).status_code for _ in range(2)] == [302, 429]
    assert start(client, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_the_next_stretch_of_time_begins_anew(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "start", 1)
    assert [start(client).status_code for _ in range(2)] == [302, 429]
    wait = int(start(client)["Retry-After"])
    monkeypatch.setattr(limits.time, "time", lambda: 1_800_000_030.0 + wait)
    assert start(client).status_code == 302


def test_wrong_codes_are_held_up_and_right_ones_never(cast: Cast) -> None:
    stranger = Client()
    codes = [f"/t/{'A' * 10}{one}{other}/" for one in "AB" for other in models.LETTERS]
    told = [stranger.get(path).status_code for path in codes]
    held_up_after(told, 404)
    assert cast.get("Di", "table").status_code == 200
    assert stranger.get(cast.url("table")).status_code == 200


def test_guests_with_the_same_old_picture_are_one_guess(cast: Cast) -> None:
    """Check that a repeated wrong secret counts once, so that the eleventh guest gets the reason (C11)."""
    join = reverse("join", args=[cast.table.code])
    for n in range(3 * MOST):
        assert Client().post(join, {"secret": "an old link of last week"}).status_code == 403, n
        assert Client().get("/t/AAAAAAAAAAAA/").status_code == 404, n
    told = Client().post(join, {"secret": "an older link still"})
    assert told.status_code == 403
    assert "This link no longer works" in text(told)
    # Even when the address is throttled, a known wrong secret gets its usual answer.
    for n in range(2 * MOST):
        Client().post(join, {"secret": f"{n:032x}"})
    assert Client().post(join, {"secret": f"{2 * MOST:032x}"}).status_code == 429
    assert Client().post(join, {"secret": "an old link of last week"}).status_code == 403
    assert Client().post(join, {"secret": phones.invitation(cast.table)}).status_code == 302


def test_wrong_addresses_of_rulings_count_too(client: Client) -> None:
    codes = [f"/r/{'A' * 8}{one}{other}/" for one in "AB" for other in models.LETTERS]
    told = [client.get(path).status_code for path in codes]
    held_up_after(told, 404)


def test_wrong_secrets_are_held_up_and_the_right_one_never(cast: Cast) -> None:
    join = reverse("join", args=[cast.table.code])
    stranger = Client()
    told = [stranger.post(join, {"secret": f"{n:032x}"}).status_code for n in range(MOST + 20)]
    held_up_after(told, 403)
    assert stranger.post(join, {"secret": phones.invitation(cast.table)}).status_code == 302
    assert models.Phone.objects.filter(table=cast.table, role=models.Role.SCORER).count() == 2


def test_a_hand_that_is_held_up_is_not_lost(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "write", 1, by=limits.PHONE)
    form = cast.form(cast.hands[0])
    assert cast.post("Bo", "undo", data={"key": new_key()}).status_code == 404
    held = cast.post("Bo", "hand", data=form)
    assert held.status_code == 429
    assert cast.match.length == 0
    assert f'value="{form["key"]}"' in held.content.decode()
    # Another phone at the same address is not throttled.
    assert cast.post("Ann", "hand", data=form).status_code == 303


def test_htmx_is_told_above_the_page_which_stays(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "write", 0)
    held = cast.post("Ann", "hand", data=cast.form(cast.hands[0]), headers={"HX-Request": "true"})
    assert (held.status_code, held["HX-Retarget"], held["HX-Reswap"]) == (429, "#trouble", "innerHTML")
    assert b"<html" not in held.content
    assert b"One moment" in held.content


def test_rulings_and_questions_have_a_limit_of_their_own(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    cast.write(agreed(1, cast.example.seating.sides))
    lower(monkeypatch, "ask", 1)
    asked = [cast.post("Di", "question", 1, data={"reason": "why?"}).status_code for _ in range(2)]
    assert asked == [303, 429]


def test_a_sheet_has_an_end(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ENTRIES", 1)
    cast.play(1)
    sent = cast.form(agreed(1, cast.example.seating.sides)) | boxes(cast.game, cast.hands[1])
    answer = cast.post("Ann", "hand", data=sent)
    assert answer.status_code == 422
    assert "This sheet is full" in text(answer)


def test_a_table_has_so_many_matches(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_MATCHES", 2)
    for _ in range(3):
        cast.post("Ann", "rematch", data={})
    assert models.Match.objects.filter(table=cast.table).count() == 2


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::1", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("", "", True),
        ("unix:", "unix:", True),
    ],
)
def test_an_address_is_a_household(one: str, other: str, same: bool) -> None:
    assert (limits.address(one) == limits.address(other)) is same


def test_no_address_is_kept_and_each_day_has_its_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def key(day: int) -> str:
        monkeypatch.setattr(limits.time, "time", lambda: 1_800_000_030.0 + day * limits.DAY)
        [count] = limits.count([(limits.named("write")[1], "192.0.2.77")])
        return count.key

    today, tomorrow = key(0), key(1)
    assert "192.0.2.77" not in today
    assert today != tomorrow
    assert today == key(0)


def test_where_the_counter_is_down_a_hand_is_saved(
    cast: Cast, settings: Any, tmp_path: Path, monkeypatch
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "limits.sqlite3").mkdir()  # a folder where the file should be
    settings.VAR = broken
    monkeypatch.setattr(counters, "_upsert", lambda *_: "this is not SQL")
    if connection.vendor == "postgresql":
        with pytest.raises(counters.Uncounted):
            counters.count([("a", 1)])
        return  # within a test's transaction nothing continues after an error
    assert cast.enter("Ann", cast.hands[0]).status_code == 303


def test_what_is_over_is_swept_away(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counters.count([("a", 10)]) == [1]
    assert counters.count([("a", 10), ("b", 10)]) == [2, 1]
    monkeypatch.setattr(counters, "_swept", float("-inf"))
    assert counters.count([("a", 10)]) == [1]


def test_threads_count_exactly(tmp_path: Path) -> None:
    if connection.vendor == "postgresql":
        pytest.skip("across processes: tests/reliability/test_limits.py")
    told: list[int] = []

    def much() -> None:
        for _ in range(50):
            told.extend(counters.count([("a", 2_000_000_000)]))
        counters.forget()

    threads = [threading.Thread(target=much) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == list(range(1, 201))


def test_every_row_of_the_limits_names_an_address() -> None:
    def names(resolver: URLResolver) -> set[str]:
        found: set[str] = set()
        for one in resolver.url_patterns:
            found |= {one.name} if isinstance(one, URLPattern) else names(one)
        return found

    assert set(limits.BY_URL_NAME) <= names(get_resolver())


def test_a_loop_over_a_costly_page_is_held_up_and_the_sheet_is_not(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower(monkeypatch, "read", 3)
    game = next(iter(every_game().values()))
    cast = Cast(game, game.examples[0])
    statuses = [cast.get("Di", "mishaps").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert cast.get("Di", "match").status_code == 200
    # A hand has a limit of its own.
    assert cast.enter("Ann", agreed(10, game.examples[0].seating.sides)).status_code == 303


def test_a_wrong_code_is_counted_at_every_address_that_has_one(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []
    monkeypatch.setattr(limits, "missed_from", lambda machine, guess: counted.append(guess))
    tried = 0
    for route in own_routes():
        if "code" not in route.parameters:
            continue
        slug = next(iter(every_game()))
        known = {"code": "WRONGWRONG", "slug": slug, "question": "x", "mishap": "revoke"}
        path = reverse(route.name, kwargs={name: known.get(name, 1) for name in route.parameters})
        for told in (client.get(path), client.post(path)):
            if told.status_code != 405:
                tried += 1
                assert told.status_code == 404, (path, told.status_code)
                assert counted.pop() == "WRONGWRONG", path
    assert tried > 50


def test_guessing_at_streams_ends_as_at_pages(server: Server) -> None:
    guesses = (f"/{'tn'[n % 2]}/WRONG{n}/watch" for n in range(MOST + 8))
    told = [Wire(server.port).ask("GET", guess).status_code for guess in guesses]
    held_up_after(told, 404)


@pytest.mark.skipif(connection.vendor == "postgresql", reason="its counters are in a table")
@pytest.mark.parametrize("keep", [0, pytest.param(100, marks=by_night), 5_000])
def test_torn_counters_begin_anew(client: Client, tmp_path: Path, keep: int) -> None:
    key = [("a", 2_000_000_000)]
    for _ in range(300):
        counters.count([(f"{_}", 2_000_000_000), *key])
    counters.forget()
    path = tmp_path / "limits.sqlite3"
    for beside in tmp_path.glob("limits.sqlite3-*"):
        beside.unlink()
    path.write_bytes(path.read_bytes()[:keep] + b"torn" * 2_000)
    assert counters.count(key)[0] in (1, 301)
    for n in range(300):  # every page of the file is a whole one
        assert counters.count([(f"new {n}", 2_000_000_000)]) == [1]
    counters.forget()
