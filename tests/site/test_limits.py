"""Rate limits: their counts, their scopes, and the answers to a throttled phone."""

from unittest.mock import Mock

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse

from games import every_game
from scorekeeper.matches import models, phones
from scorekeeper.web import counters, limits
from tests.nightly import by_night

from .cast import boxes, start_form_data, text
from .routes import every_route, own_routes
from .wire import Wire

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limited")]


MOST = limits.limits_of("miss")[0].count  # wrong guesses before an address is throttled
GUESSES = [first + second for first in "AB" for second in models.CODE_CHARACTERS][: MOST + 20]


def check_throttled(statuses: list[int], wrong):
    """Assert that wrong guesses get the status ``wrong`` until they are throttled.

    Two guesses whose hashes collide count once, so up to three guesses beyond the limit may get it too.
    """
    assert statuses[:MOST] == [wrong] * MOST
    assert set(statuses[MOST:]) <= {wrong, 429}
    assert statuses.count(429) >= len(statuses) - MOST - 3


@pytest.fixture
def lower(monkeypatch):
    """Return a function that replaces all limits with this name by one: ``count`` requests a minute."""

    def set_limit(name, count, sender_kind=limits.ADDRESS):
        others = (limit for limit in limits.ALL_LIMITS if limit.name != name)
        monkeypatch.setattr(limits, "ALL_LIMITS", (*others, limits.Limit(name, count, 60, sender_kind)))

    return set_limit


def test_starting_is_limited_by_address_and_time(client, lower, monkeypatch):
    lower("start", 2)
    game = next(iter(every_game().values()))
    sent = start_form_data(client, game)

    def start(**more):
        return client.post(reverse("start", args=[game.slug]), sent, **more)

    assert [start().status_code for _ in range(2)] == [302, 302]
    answer = start()
    assert answer.status_code == 429
    wait = int(answer["Retry-After"])
    assert 0 < wait <= 60
    # The page contains the sent fields, so that they can be sent again.
    assert b'name="start" value="1"' in answer.content
    assert models.Table.objects.count() == 2
    assert start(REMOTE_ADDR="192.0.2.7").status_code == 302
    then = limits.time.time() + wait
    monkeypatch.setattr(limits.time, "time", lambda: then)
    assert start().status_code == 302


def test_wrong_codes_are_throttled(cast):
    stranger = Client()
    for kind, prefix in (("t", "A" * 10), ("r", "A" * 8)):
        # Guesses at tables (t) and rulings (r) count together, so each kind has an IP address of its own.
        stranger.defaults["REMOTE_ADDR"] = f"192.0.2.{ord(kind)}"
        check_throttled([stranger.get(f"/{kind}/{prefix}{guess}/").status_code for guess in GUESSES], 404)
        assert stranger.get(cast.url("table")).status_code == 200


def test_repeated_wrong_secret_is_one_guess(cast):
    """Check that guests with the same old link all read why it fails."""

    def join(secret: str, **more):
        return Client().post(cast.url("join"), {"secret": secret}, **more)

    old = "an old link of last week"
    for n in range(MOST):
        assert join(old).status_code == 403, n
        assert Client().get("/t/AAAAAAAAAAAA/").status_code == 404, n
    answer = join("an older link still", REMOTE_ADDR="192.0.2.7")
    assert answer.status_code == 403
    assert "This link no longer works" in text(answer)
    # The old link and the wrong code were guesses too; the first two 403s stand for them.
    check_throttled([403, 403, *(join(f"{guess:0>32}").status_code for guess in GUESSES)], 403)
    # Neither a repeated guess nor the right secret is throttled.
    assert join(old).status_code == 403
    assert join(phones.score_secret(cast.table)).status_code == 302


def test_throttled_hand_is_not_lost(cast, lower):
    lower("write", 1, sender_kind=limits.PHONE)
    form = cast.form(cast.hands[0])
    cast.post("Bo", "undo")
    answer = cast.post("Bo", "hand", data=form)
    assert answer.status_code == 429
    assert cast.match.length == 0
    assert f'value="{form["key"]}"' in answer.content.decode()
    # Another phone at the same address is not throttled.
    assert cast.post("Ann", "hand", data=form).status_code == 303


def test_throttled_htmx_request_keeps_the_page(cast, lower):
    lower("write", 0)
    answer = cast.post("Ann", "hand", data=cast.form(cast.hands[0]), headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"], answer["HX-Reswap"]) == (429, "#trouble", "innerHTML")
    assert b"<html" not in answer.content


def test_questions_have_their_own_limit(cast, lower):
    cast.write(cast.adjustment(1))
    lower("ask", 1)
    statuses = [cast.post("Di", "question", 1, data={"reason": "why?"}).status_code for _ in range(2)]
    assert statuses == [303, 429]


def test_entries_of_a_sheet_are_limited(cast, monkeypatch):
    monkeypatch.setattr(limits, "MOST_ENTRIES", 1)
    cast.play(1)
    sent = cast.form(cast.adjustment(1)) | boxes(cast.game, cast.hands[1])
    assert cast.post("Ann", "hand", data=sent).status_code == 422


def test_matches_of_a_table_are_limited(cast, monkeypatch):
    monkeypatch.setattr(limits, "MOST_MATCHES", 2)
    cast.post("Ann", "rematch", data={})
    refused = cast.post("Ann", "rematch", data={})
    assert refused.status_code == 403
    assert "This table is full" in refused.content.decode()
    assert models.Match.objects.filter(table=cast.table).count() == 2


@pytest.mark.parametrize(
    ("first", "second", "same"),
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
def test_ipv6_addresses_of_a_household_are_one(first, second, same):
    assert (limits.address(first) == limits.address(second)) is same


def test_addresses_are_hashed_with_a_daily_key(monkeypatch):
    keys, now = [], limits.time.time()
    for day in (0, 1, 0):
        monkeypatch.setattr(limits.time, "time", lambda day=day: now + day * limits.DAY)
        # The second limit of "write" is per IP address.
        [count] = limits.count([(limits.limits_of("write")[1], "192.0.2.77")])
        keys.append(count.key)
    assert "192.0.2.77" not in keys[0]
    assert keys[0] == keys[2] != keys[1]


def test_hand_is_saved_without_a_counter(cast, settings, tmp_path, monkeypatch):
    settings.VAR = tmp_path / "broken"
    (settings.VAR / "limits.sqlite3").mkdir(parents=True)  # a folder where the file should be
    if connection.vendor == "postgresql":
        # A statement that fails would end the test's own transaction.
        monkeypatch.setattr(counters, "_execute", Mock(side_effect=DatabaseError))
    with pytest.raises(counters.CounterError):
        counters.count([("a", 1)])
    assert cast.enter("Ann", cast.hands[0]).status_code == 303


def test_expired_counts_are_deleted(monkeypatch):
    # These periods ended ten seconds after the start of 1970.
    assert counters.count([("a", 10)]) == [1]
    assert counters.count([("a", 10), ("b", 10)]) == [2, 1]
    monkeypatch.setattr(counters, "_last_sweep", float("-inf"))
    assert counters.count([("a", 10)]) == [1]


def test_every_limit_names_a_route():
    assert set(limits.BY_URL_NAME) <= {route.name for route in every_route()}


def test_only_costly_pages_have_the_read_limit(cast, lower):
    lower("read", 3)
    statuses = [cast.get("Di", "irregularities").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert cast.get("Di", "match").status_code == 200
    assert cast.enter("Ann", cast.adjustment(10)).status_code == 303


def test_wrong_code_is_counted_at_every_route(client, monkeypatch):
    counted, tried = [], 0
    monkeypatch.setattr(limits, "count_wrong_guess_from", lambda ip, guess: counted.append(guess))
    known = {"code": "WRONG", "slug": next(iter(every_game())), "question": "x", "kind": "revoke"}
    for route in own_routes():
        if "code" in route.parameters:
            path = reverse(route.name, kwargs={name: known.get(name, 1) for name in route.parameters})
            for answer in (client.get(path), client.post(path)):
                if answer.status_code != 405:
                    tried += 1
                    assert (answer.status_code, counted.pop()) == (404, "WRONG"), path
    assert tried > 50


def test_wrong_codes_of_streams_are_throttled(server):
    # Tables (t) and nights (n) in turn.
    guesses = (f"/{'tn'[n % 2]}/WRONG{n}/watch" for n in range(MOST + 8))
    check_throttled([Wire(server.port).ask("GET", guess).status_code for guess in guesses], 404)


@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL counts in a table, not in a file")
@pytest.mark.parametrize("kept_bytes", [0, pytest.param(100, marks=by_night), 5_000])
def test_torn_counters_are_rebuilt(client, tmp_path, kept_bytes):
    ends = 2_000_000_000  # in 2033
    period = ("a", ends)
    for n in range(300):
        counters.count([(f"{n}", ends), period])
    counters.close()
    path = tmp_path / "limits.sqlite3"
    for journal in tmp_path.glob("limits.sqlite3-*"):
        journal.unlink()
    path.write_bytes(path.read_bytes()[:kept_bytes] + b"torn" * 2_000)
    # The counts are lost, or could still be read.
    assert counters.count([period])[0] in (1, 301)
    for n in range(300):  # enough to touch every page of the file
        assert counters.count([(f"new {n}", ends)]) == [1]
    counters.close()
