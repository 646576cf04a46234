"""The authorization matrix of clubs and accounts: every URL below c/, n/ and account/, by person.

Each part of a club has its rows in a file ``club_rows_<part>.py``.
"""

import importlib
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.membership import clubs, members
from scorekeeper.clubs.models import Club, Member, Role
from scorekeeper.matches import models, phones, replay
from scorekeeper.matches.models import new_code
from scorekeeper.web import limits, phone_cookie
from tests.nightly import NIGHTLY
from tests.site import account_rows, guest_rows
from tests.site.club_cast import EVERYBODY, MEMBERS, PASSWORD, ClubCast, session_of, user
from tests.site.club_rows import NOBODY, OPEN, Row
from tests.site.club_rows_people import start_form
from tests.site.clubs.nights.evenings import drawn_night
from tests.site.night_cast import partners_game
from tests.site.routes import all_rows, every_route, rich_example, try_route

pytestmark = pytest.mark.django_db

STRANGER = "a stranger"
ALL = (*EVERYBODY, STRANGER)
UNKNOWN_CODE = "ABCDEFGHJKMN"

ROWS = {}
for path in sorted(Path(__file__).parents[1].glob("club_rows_*.py")):
    ROWS |= importlib.import_module(f"tests.site.{path.stem}").ROWS

ROUTES = [route for route in every_route() if route.pattern.startswith("c/")]
GUESTS = [route for route in every_route() if route.pattern.startswith("n/")]
ACCOUNT = [route for route in every_route() if route.pattern.startswith("account/")]


@pytest.fixture
def cast(db):
    cast = ClubCast()
    cast.clients[STRANGER] = Client()
    return cast


def row_of(route):
    return ROWS.get(route.name, Row(get=NOBODY))


def route_path(cast, route):
    values = row_of(route).values(cast)
    if "club" in route.parameters:
        values = {"club": cast.club.code, **values}
    return reverse(route.name, kwargs=values)


def who_may(row, route, method):
    """Return the people whom the row lets in, with the stranger where no account is needed."""
    may = row.get if method == "GET" else row.post
    if "club" not in route.parameters:
        return (*may, STRANGER) if may and route.name in ("join_club", "shared_season") else may
    return may


def without_cookies(answer):
    """Return the status, the body, and the headers except Set-Cookie."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, body, {name: value for name, value in answer.items() if name != "Set-Cookie"}


def test_every_route_has_a_row():
    assert {route.name for route in ROUTES} == set(ROWS)
    assert {route.name for route in GUESTS} == set(guest_rows.ROWS)
    assert {route.name for route in ACCOUNT} == set(account_rows.ROWS)
    assert len(ACCOUNT) == len(account_rows.ROWS)


def for_each_route(routes, fixture="cast"):
    """Return a decorator that turns a check of one route into a test of all these routes."""

    def decorate(check):
        def test(request, subtests):
            people = request.getfixturevalue(fixture)
            for route in routes:
                with try_route(subtests, route, people.clients):
                    check(route, people)

        return test

    return decorate


@for_each_route(ROUTES)
def test_club_routes_admit_only_the_people_of_their_rows(route, cast):
    row, path = row_of(route), route_path(cast, route)
    sent, before = row.sent(cast), all_rows()
    for method, who in product(("GET", "POST"), ALL):
        may = who_may(row, route, method)
        supported = (row.get if method == "GET" else row.post) != NOBODY
        point = transaction.savepoint()
        answer = send_request(cast, who, method, path, sent)
        if who in may:
            assert answer.status_code == (200 if method == "GET" else row.status), (who, answer.content[:999])
        elif not supported:
            assert answer.status_code == 405, who
        elif "club" not in route.parameters:
            assert answer["Location"].startswith(reverse("account_login")), who
        elif who in MEMBERS:
            # 409: the club's state forbids the action now, such as the last owner leaving.
            assert answer.status_code in (403, 409), who
        else:
            unknown = send_request(cast, who, method, path.replace(cast.club.code, UNKNOWN_CODE), sent)
            assert answer.status_code == 404, who
            # Identical, byte for byte, to the answer for a club that does not exist.
            assert without_cookies(answer) == without_cookies(unknown), who
        if method == "GET" or who not in may:
            assert all_rows() == before, who
        transaction.savepoint_rollback(point)


def send_request(cast, who, method, path, sent):
    client = cast.clients[who]
    return client.get(path) if method == "GET" else client.post(path, sent)


@for_each_route(GUESTS)
def test_guest_pages_open_only_with_the_right_codes(route, cast):
    row = guest_rows.ROWS[route.name]
    values = row.values(cast)
    path, sent, before = reverse(route.name, kwargs=values), row.sent(cast), all_rows()
    wrong_values = {
        "code": UNKNOWN_CODE,
        "key": "1:x",
        "present": 4711,
        "number": 99,
        "table": UNKNOWN_CODE,
        "n": 99,
    }
    for who in ALL:
        client = cast.clients[who]
        assert client.get(path).status_code == 200, who
        check_other_methods(client, path)
        assert row.post != NOBODY or client.post(path).status_code == 405, who
        for name in values:
            wrong = reverse(route.name, kwargs=values | {name: wrong_values[name]})
            # The card of a table without a match has a page, but its link lets nobody in.
            is_unused_card = route.name == "guest_card" and name == "number"
            assert client.get(wrong).status_code == (200 if is_unused_card else 404), (who, name)
            assert client.post(wrong, sent).status_code in (403, 404, 405), (who, name)
    assert all_rows() == before
    for who in ALL if row.post != NOBODY else ():
        may = row.post == OPEN or who in row.post
        point = transaction.savepoint()
        assert cast.clients[who].post(path, sent).status_code == (row.status if may else 403), who
        assert may or all_rows() == before, who
        transaction.savepoint_rollback(point)


def check_other_methods(client, path):
    before = all_rows()
    for method in ("PUT", "PATCH", "DELETE", "TRACE"):
        answer = client.generic(method, path, b"role=owner", "application/x-www-form-urlencoded")
        assert answer.status_code == 405, method
        assert answer.content, "a refusal says something"
    assert all_rows() == before


@pytest.mark.sqlite_only
@for_each_route(ROUTES)
def test_other_methods_change_nothing(route, cast):
    path = route_path(cast, route)
    for who in ("Olga", "Ned", STRANGER) if NIGHTLY else ("Olga",):
        check_other_methods(cast.clients[who], path)
    before, opened = all_rows(), cast.clients["Olga"].get(path)
    assert cast.clients["Olga"].head(path).status_code == opened.status_code
    assert all_rows() == before


@pytest.mark.sqlite_only
@for_each_route(ROUTES)
def test_posts_need_a_token_and_the_same_site(route, cast):
    strict = Client(enforce_csrf_checks=True)
    session_of(strict, user("Olga")).save()
    check_foreign_posts(strict, cast.clients["Olga"], route_path(cast, route), row_of(route).sent(cast))


def check_foreign_posts(strict, client, path, sent):
    before = all_rows()
    assert strict.post(path, sent).status_code in (403, 405)
    for site in ("cross-site", "same-site"):
        assert client.post(path, sent, headers={"Sec-Fetch-Site": site}).status_code == 403
    assert all_rows() == before


def test_guesses_of_club_codes_are_throttled(cast, limited):
    most = limits.limits_of("miss")[0].count
    existing = Club.objects.bulk_create(Club(name=f"Club {n}") for n in range(most + 20))
    unknown = [new_code() for _club in existing]
    for remote, codes in (("192.0.2.1", [club.code for club in existing]), ("192.0.2.2", unknown)):
        client = Client(REMOTE_ADDR=remote)
        statuses = [client.get(reverse("club", args=[code])).status_code for code in codes]
        assert statuses[:most] == [404] * most
        # Codes whose hashes collide count as one guess, so a few of the 20 further requests may pass.
        assert statuses.count(429) >= 17


def test_role_ends_with_the_next_request(cast):
    for route in ROUTES:
        row = row_of(route)
        if "club" not in route.parameters or "Sven" not in row.post or "Mia" in row.post:
            continue
        point = transaction.savepoint()
        path, sent = route_path(cast, route), row.sent(cast)
        cast.post("Olga", "member_role", cast.member("Sven").pk, data={"role": "member"})
        # Links that Sven made end with his role, so their URLs return 404.
        assert cast.clients["Sven"].post(path, sent).status_code in (403, 404), route.name
        cast.post("Olga", "remove_member", cast.member("Sven").pk, data={})
        assert cast.clients["Sven"].post(path, sent).status_code == 404, route.name
        transaction.savepoint_rollback(point)


def may_write(client):
    key = phones.hash_key(client.cookies[phone_cookie.COOKIE].value)
    rows = models.Phone.objects.filter(key_hash=key).select_related("member")
    return {phone.table_id for phone in rows if phone.may_score}


def agreed_hand(match):
    points = {f"points.{side}": "1" for side in range(match.sides)}
    number = replay.load_match_state(match).next_number
    return {"number": number, "rev": 0, "key": str(uuid4()), "kind": "adjustment", "why": "agreed", **points}


def assert_links_are_dead(links, client):
    """Assert that score links (secrets by table code) let in neither this phone nor another."""
    for code, secret in links.items():
        for phone in (client, Client()):
            assert phone.post(reverse("join", args=[code]), {"secret": secret}).status_code == 403


@pytest.mark.sqlite_only
@for_each_route(ROUTES)
def test_right_to_write_ends_with_the_role_that_gave_it(route, cast):
    row = row_of(route)
    if "club" not in route.parameters:
        return
    path, sent, all_gained = route_path(cast, route), row.sent(cast), set[int]()
    for who in row.post:
        if who not in MEMBERS:
            continue
        point, client = transaction.savepoint(), cast.clients[who]
        member, before = cast.member(who), may_write(client)
        client.post(path, sent)
        gained = may_write(client) - before
        all_gained |= gained
        tables = models.Table.objects.filter(pk__in=gained)
        links = {table.code: phones.score_secret(table) for table in tables}
        if gained:
            Member.objects.create(club=cast.club, user=user("Ned"), role=Role.OWNER)
            if member.role != Role.MEMBER:
                members.set_role(cast.club, user("Ned"), "Ned", member.pk, Role.MEMBER)
                expected = gained if row.scoring_role == Role.MEMBER else set()
                assert may_write(client) & gained == expected, who
                if row.scoring_role != Role.MEMBER:
                    assert_links_are_dead(links, client)
            members.remove(cast.club, user("Ned"), "Ned", member.pk)
            assert not may_write(client) & gained, who
        assert_links_are_dead(links, client)
        for table in tables:
            match = table.matches.latest("number")
            answer = client.post(reverse("hand", args=[table.code, match.number]), agreed_hand(match))
            assert answer.status_code == 403, who
            shown = client.get(reverse("share", args=[table.code]))
            assert phones.score_secret(table) not in shown.content.decode(), who
        transaction.savepoint_rollback(point)
    assert bool(all_gained) == bool(row.scoring_role)


def test_scorekeeper_who_does_not_play_loses_the_table_with_the_role(cast):
    night = drawn_night(cast, ("Mia", "Ann", "Bo", "Cy"))
    table = night.tables()[0].table
    table.phones.all().delete()
    night.post("Sven", "sit", 1)
    night.post("Mia", "sit", 1)
    members.set_role(cast.club, user("Olga"), "Olga", cast.member("Sven").pk, Role.MEMBER)
    assert may_write(cast.clients["Sven"]) == set()
    assert may_write(cast.clients["Mia"]) == {table.pk}
    members.remove(cast.club, user("Olga"), "Olga", cast.member("Mia").pk)
    assert may_write(cast.clients["Mia"]) == set()


def test_scorekeeper_still_scores_after_the_club_is_deleted(cast):
    first, second = (cast.sit_down(partners_game(), ("Ann", "Bo", "Cy", "Di")) for _table in range(2))
    for match in (first, second):
        cast.post("Sven", "keep_at_club", match.table.code, data={})
    assert may_write(cast.clients["Sven"]) == {first.table_id, second.table_id}
    Club.objects.filter(pk=cast.club.pk).update(deletes=timezone.now())
    assert clubs.delete_due_clubs() == 1
    assert may_write(cast.clients["Sven"]) == {first.table_id, second.table_id}


def test_next_scorer_hosts_when_the_host_was_removed(cast):
    cast.post("Mia", "start_in_club", rich_example()[0].slug, data=start_form(cast))
    table = models.Table.objects.latest("pk")
    members.remove(cast.club, user("Olga"), "Olga", cast.member("Mia").pk)
    cast.post("Sven", "keep_at_club", table.code, data={})
    roles = {phone.name: phone.role_now for phone in table.phones.select_related("member")}
    assert roles == {"Mia": models.Role.WATCHER, "Sven": models.Role.HOST}
    cast.clients["Mia"].post(reverse("ask_to_score", args=[table.code]), {"other": "Mia"})
    answer_url = reverse("answer", args=[table.code, table.phones.get(name="Mia").pk])
    cast.clients["Sven"].post(answer_url, {"may": "score"})
    assert may_write(cast.clients["Mia"]) == {table.pk}


@pytest.fixture
def visitors(db):
    """Return a stranger, and Mia who has just signed in."""
    mia = user("Mia")
    mia.set_password(PASSWORD)
    mia.save()
    clients = {STRANGER: Client(), "Mia": Client()}
    clients["Mia"].post(reverse("account_login"), {"login": mia.email, "password": PASSWORD})
    return SimpleNamespace(clients=clients)


def account_row(route):
    row = account_rows.ROWS.get(route.name, account_rows.Row((405, 405)))
    return row, reverse(route.name, kwargs=row.values(user("Mia")))


@pytest.mark.sqlite_only
@for_each_route(ACCOUNT, "visitors")
def test_account_routes_respond_as_in_their_rows(route, visitors):
    row, path = account_row(route)
    for method, statuses in (("GET", row.get), ("POST", row.post)):
        for (who, client), expected in zip(visitors.clients.items(), statuses, strict=True):
            point, before = transaction.savepoint(), all_rows()
            answer = client.get(path) if method == "GET" else client.post(path, row.sent or {})
            assert answer.status_code == expected, (method, who, answer.headers, answer.content[-1500:])
            if who == STRANGER and expected == 302 and route.name not in account_rows.NO_SIGN_IN:
                assert answer["Location"].split("?")[0] == reverse("account_login")
            writer = "stranger" if who == STRANGER else "signed in"
            if (method == "GET" and not row.logs_view) or (method == "POST" and writer not in row.writes):
                assert all_rows() == before, (method, who)
            transaction.savepoint_rollback(point)


@pytest.mark.sqlite_only
@for_each_route(ACCOUNT, "visitors")
def test_other_methods_change_no_account(route, visitors):
    check_other_methods(visitors.clients["Mia"], account_row(route)[1])


@pytest.mark.sqlite_only
@for_each_route(ACCOUNT, "visitors")
def test_account_changes_need_a_token_and_the_same_site(route, visitors):
    row, path = account_row(route)
    check_foreign_posts(Client(enforce_csrf_checks=True), visitors.clients["Mia"], path, row.sent or {})


def test_owners_need_a_second_step_when_deployed(cast, settings):
    settings.DEPLOYED = True
    paths = [cast.url(name) for name in ("club_settings", "invitations", "delete_club")]
    for path in (*paths, reverse("found_club")):
        answer = cast.clients["Olga"].get(path, secure=True)
        assert answer.status_code == 403
        assert b"Owners need two-step sign-in" in answer.content
    assert cast.get("Olga", "club", secure=True).status_code == 200
    assert cast.get("Sven", "invitations", secure=True).status_code == 200
    role = cast.url("member_role", cast.member("Mia").pk)
    assert cast.clients["Olga"].post(role, {"role": "owner"}, secure=True).status_code == 403
    TOTP.activate(user("Olga"), "JBSWY3DPEHPK3PXP")
    assert cast.get("Olga", "club_settings", secure=True).status_code == 200
    assert Member.objects.get(pk=cast.member("Mia").pk).role == "member"
