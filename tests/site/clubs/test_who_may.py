"""The authorization matrix of clubs and accounts: every address below c/, n/ and account/, by person.

Each part of a club has its rows in a file ``club_rows_<part>.py``.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.db import transaction
from django.http import HttpResponse
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
from tests.site.club_cast import EVERYBODY, MEMBERS, PASSWORD, ClubCast, user
from tests.site.club_rows import NOBODY, OPEN, Row
from tests.site.club_rows_people import starting
from tests.site.night_cast import NightCast, partners_game
from tests.site.routes import Route, every_route, everything, rich_example, try_route

pytestmark = pytest.mark.django_db

STRANGER = "a stranger"
ALL = (*EVERYBODY, STRANGER)
NO_SUCH = "ABCDEFGHJKMN"

ROWS: dict[str, Row] = {}
for path in sorted(Path(__file__).parents[1].glob("club_rows_*.py")):
    ROWS |= importlib.import_module(f"tests.site.{path.stem}").ROWS

ROUTES = [route for route in every_route() if route.pattern.startswith("c/")]
GUESTS = [route for route in every_route() if route.pattern.startswith("n/")]
ACCOUNT = [route for route in every_route() if route.pattern.startswith("account/")]


@pytest.fixture
def cast(db: None) -> ClubCast:
    made = ClubCast()
    made.clients[STRANGER] = Client()
    return made


def row_of(route: Route) -> Row:
    return ROWS.get(route.name, Row(get=NOBODY))


def address(cast: ClubCast, route: Route) -> str:
    values = row_of(route).values(cast)
    if "club" in route.parameters:
        values = {"club": cast.club.code, **values}
    return reverse(route.name, kwargs=values)


def who_may(row: Row, route: Route, method: str) -> tuple[str, ...]:
    """Return whom the row lets in; a stranger like anybody with an account."""
    may = row.get if method == "GET" else row.post
    if "club" not in route.parameters:
        return (*may, STRANGER) if may and route.name in ("join_club", "shared_season") else may
    return may


def plain(told: HttpResponse) -> tuple[Any, ...]:
    """Return the status, body and headers of a response, without Set-Cookie."""
    body = b"".join(told.streaming_content) if told.streaming else told.content  # type: ignore[attr-defined]
    return told.status_code, body, {name: value for name, value in told.items() if name != "Set-Cookie"}


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert {route.name for route in ROUTES} == set(ROWS)
    assert {route.name for route in GUESTS} == set(guest_rows.ROWS)
    assert {route.name for route in ACCOUNT} == set(account_rows.ROWS)
    assert len(ACCOUNT) == len(account_rows.ROWS)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_who_may(method: str, cast: ClubCast, subtests: pytest.Subtests) -> None:
    for route in ROUTES:
        with try_route(subtests, route, cast.clients):
            check_who_may(route, method, cast)


def check_who_may(route: Route, method: str, cast: ClubCast) -> None:
    row = row_of(route)
    may = who_may(row, route, method)
    known = (row.get if method == "GET" else row.post) != NOBODY
    path = address(cast, route)
    sent, before = row.sent(cast), everything()
    for who in ALL:
        point = transaction.savepoint()
        client = cast.clients[who]
        ask = client.get if method == "GET" else client.post
        told = ask(path, {} if method == "GET" else sent)
        if who in may:
            assert told.status_code == (200 if method == "GET" else row.answer), (who, told.content[:2000])
        elif not known:
            assert told.status_code == 405, who
        elif "club" not in route.parameters:
            assert told["Location"].startswith(reverse("account_login")), who
        elif who in MEMBERS:
            # 409 for a person who alone may not, such as the last owner who would leave.
            assert told.status_code in (403, 409), who
        else:
            nothing = ask(path.replace(cast.club.code, NO_SUCH), {} if method == "GET" else sent)
            assert told.status_code == 404, who
            # Identical, byte for byte, to the answer for a club that does not exist (S9).
            assert plain(told) == plain(nothing), who
        if method == "GET" or who not in may:
            assert everything() == before, who
        transaction.savepoint_rollback(point)


def test_whoever_has_the_code_of_a_night_may_and_nobody_else(
    cast: ClubCast, subtests: pytest.Subtests
) -> None:
    for route in GUESTS:
        with try_route(subtests, route, cast.clients):
            check_whoever_has_the_code_of_a_night_may_and_nobody_else(route, cast)


def check_whoever_has_the_code_of_a_night_may_and_nobody_else(route: Route, cast: ClubCast) -> None:
    row = guest_rows.ROWS[route.name]
    values = row.values(cast)
    path, sent, before = reverse(route.name, kwargs=values), row.sent(cast), everything()
    other = {"code": NO_SUCH, "key": "1:x", "present": 4711, "number": 99, "table": NO_SUCH, "n": 99}
    for who in ALL:
        client = cast.clients[who]
        assert client.get(path).status_code == 200, who
        for method in ("PUT", "PATCH", "DELETE", "TRACE", *(["POST"] if row.post == NOBODY else [])):
            assert client.generic(method, path).status_code == 405, (who, method)
        for name in values:
            wrong = reverse(route.name, kwargs=values | {name: other[name]})
            # A card may be on a table before its first match; it lets nobody in.
            early = route.name == "guest_card" and name == "number"
            assert client.get(wrong).status_code == (200 if early else 404), (who, name)
            assert client.post(wrong, sent).status_code in (403, 404, 405), (who, name)
    assert everything() == before
    for who in ALL if row.post != NOBODY else ():
        may = row.post == OPEN or who in row.post
        point = transaction.savepoint()
        assert cast.clients[who].post(path, sent).status_code == (row.answer if may else 403), who
        assert may or everything() == before, who
        transaction.savepoint_rollback(point)


@pytest.mark.looks
def test_other_methods_change_nothing(cast: ClubCast, subtests: pytest.Subtests) -> None:
    for route in ROUTES:
        with try_route(subtests, route, cast.clients):
            check_other_methods_change_nothing(route, cast)


def check_other_methods_change_nothing(route: Route, cast: ClubCast) -> None:
    path, before = address(cast, route), None
    before = everything()
    for who in ("Olga", "Ned", STRANGER) if NIGHTLY else ("Olga",):
        for method in ("PUT", "PATCH", "DELETE", "TRACE"):
            told = cast.clients[who].generic(method, path, b"role=owner", "application/x-www-form-urlencoded")
            assert told.status_code == 405, (who, method)
            assert told.content, "a refusal says something"
    opened = cast.clients["Olga"].get(path)
    assert cast.clients["Olga"].head(path).status_code == opened.status_code
    assert everything() == before


@pytest.mark.looks
def test_nothing_is_sent_without_its_token_nor_from_another_site(
    cast: ClubCast, subtests: pytest.Subtests
) -> None:
    for route in ROUTES:
        with try_route(subtests, route, cast.clients):
            check_nothing_is_sent_without_its_token_nor_from_another_site(route, cast)


def check_nothing_is_sent_without_its_token_nor_from_another_site(route: Route, cast: ClubCast) -> None:
    row = row_of(route)
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(user("Olga"), backend="allauth.account.auth_backends.AuthenticationBackend")
    path = address(cast, route)
    sent, before = row.sent(cast), everything()
    assert careful.post(path, sent).status_code in (403, 405)
    for said in ("cross-site", "same-site"):
        told = cast.clients["Olga"].post(path, sent, headers={"Sec-Fetch-Site": said})
        assert told.status_code == 403
    assert everything() == before


def test_a_guess_at_a_club_counts_alike_whether_there_is_one(cast: ClubCast, limited: None) -> None:
    """Check that guesses are throttled alike, or the eleventh would reveal whether the club exists."""
    most = limits.named("miss")[0].count
    there = Club.objects.bulk_create(Club(name=f"Club {n}") for n in range(most + 20))
    told = {}
    for address_, codes in (
        ("192.0.2.1", [club.code for club in there]),
        ("192.0.2.2", [new_code() for _club in there]),
    ):
        client = Client(REMOTE_ADDR=address_)
        told[address_] = [client.get(reverse("club", args=[code])).status_code for code in codes]
        assert told[address_][:most] == [404] * most
        assert told[address_].count(429) >= 17


def test_a_role_that_is_taken_away_ends_with_the_next_request(cast: ClubCast) -> None:
    """Check each page of a scorekeeper or owner, including a form that is already open (S3)."""
    for route in ROUTES:
        row = row_of(route)
        if "club" not in route.parameters or "Sven" not in row.post or "Mia" in row.post:
            continue
        point = transaction.savepoint()
        path, sent = address(cast, route), row.sent(cast)
        cast.post("Olga", "member_role", cast.member("Sven").pk, data={"role": "member"})
        # Links that Sven made end with his role: their addresses return 404.
        assert cast.clients["Sven"].post(path, sent).status_code in (403, 404), route.name
        cast.post("Olga", "remove_member", cast.member("Sven").pk, data={})
        assert cast.clients["Sven"].post(path, sent).status_code == 404, route.name
        transaction.savepoint_rollback(point)


# Rights to write that derive from a role in the club ------------------------------------------------


def may_write(client: Client) -> set[int]:
    """Return the tables at which a browser's phone may write."""
    key = phones.hashed(client.cookies[phone_cookie.COOKIE].value)
    theirs = models.Phone.objects.filter(key_hash=key).select_related("member")
    return {phone.table_id for phone in theirs if phone.may_score}


def agreed_hand(match: models.Match) -> dict[str, Any]:
    points = {f"points.{side}": "1" for side in range(match.sides)}
    number = replay.load_match_state(match).next_number
    return {"number": number, "rev": 0, "key": str(uuid4()), "kind": "adjustment", "why": "agreed", **points}


@pytest.mark.looks
def test_a_right_to_write_ends_with_the_role_that_gave_it(cast: ClubCast, subtests: pytest.Subtests) -> None:
    for route in ROUTES:
        with try_route(subtests, route, cast.clients):
            check_a_right_to_write_ends_with_the_role_that_gave_it(route, cast)


def check_a_right_to_write_ends_with_the_role_that_gave_it(route: Route, cast: ClubCast) -> None:
    """Check that the right ends at the next request, whatever address gave it (S16)."""
    row = row_of(route)
    if "club" not in route.parameters:
        return
    path, sent, ever = address(cast, route), row.sent(cast), set[int]()
    for who in row.post:
        if who not in MEMBERS:
            continue
        point, client = transaction.savepoint(), cast.clients[who]
        role, before = cast.member(who), may_write(client)
        client.post(path, sent)
        given = may_write(client) - before
        ever |= given
        links = {table.pk: phones.invitation(table) for table in models.Table.objects.filter(pk__in=given)}
        if given and role.role != Role.MEMBER:
            Member.objects.create(club=cast.club, user=user("Ned"), role=Role.OWNER)
            members.set_role(cast.club, user("Ned"), "Ned", role.pk, Role.MEMBER)
            assert may_write(client) & given == (given if row.rests_on == Role.MEMBER else set()), who
        elif given:
            Member.objects.create(club=cast.club, user=user("Ned"), role=Role.OWNER)
        if given:
            members.remove(cast.club, user("Ned"), "Ned", role.pk)
            assert not may_write(client) & given, who
        for table in models.Table.objects.filter(pk__in=given):
            match = table.matches.latest("number")
            told = client.post(reverse("hand", args=[table.code, match.number]), agreed_hand(match))
            assert told.status_code == 403, who
            shown = client.get(reverse("share", args=[table.code]))
            assert phones.invitation(table) not in shown.content.decode(), who
            # Links from the page stop working, on this phone and others.
            join = reverse("join", args=[table.code])
            for anybody in (client, Client()):
                assert anybody.post(join, {"secret": links[table.pk]}).status_code == 403, who
        transaction.savepoint_rollback(point)
    assert bool(ever) == bool(row.rests_on)


def test_who_does_not_sit_at_the_table_keeps_it_only_as_long_as_the_clubs_score(cast: ClubCast) -> None:
    made = NightCast(cast, names=("Mia", "Ann", "Bo", "Cy"))
    made.draw()
    table = made.tables()[0].table
    assert table is not None
    table.phones.all().delete()
    made.post("Sven", "sit", 1)
    made.post("Mia", "sit", 1)
    members.set_role(cast.club, user("Olga"), "Olga", cast.member("Sven").pk, Role.MEMBER)
    assert may_write(cast.clients["Sven"]) == set()
    assert may_write(cast.clients["Mia"]) == {table.pk}
    members.remove(cast.club, user("Olga"), "Olga", cast.member("Mia").pk)
    assert may_write(cast.clients["Mia"]) == set()


def test_a_right_by_a_role_ends_with_the_account_too(cast: ClubCast) -> None:
    match = cast.sit_down(partners_game(), ("Ann", "Bo", "Cy", "Di"))
    cast.post("Sven", "keep_at_club", match.table.code, data={})
    assert may_write(cast.clients["Sven"]) == {match.table_id}
    user("Sven").delete()
    assert may_write(cast.clients["Sven"]) == set()


def test_whoever_keeps_score_as_a_member_still_does_when_the_club_is_gone(cast: ClubCast) -> None:
    """Check that the phones of a deleted club's scorekeepers can still write on its sheets."""
    first, second = (cast.sit_down(partners_game(), ("Ann", "Bo", "Cy", "Di")) for _table in range(2))
    cast.post("Sven", "keep_at_club", first.table.code, data={})
    cast.post("Sven", "keep_at_club", second.table.code, data={})
    assert may_write(cast.clients["Sven"]) == {first.table_id, second.table_id}
    Club.objects.filter(pk=cast.club.pk).update(deletes=timezone.now())
    assert clubs.delete_due_clubs() == 1
    assert may_write(cast.clients["Sven"]) == {first.table_id, second.table_id}


def test_a_table_whose_host_was_removed_takes_the_next_as_its_host(cast: ClubCast) -> None:
    cast.post("Mia", "start_in_club", rich_example()[0].slug, data=starting(cast))
    table = models.Table.objects.latest("pk")
    members.remove(cast.club, user("Olga"), "Olga", cast.member("Mia").pk)
    cast.post("Sven", "keep_at_club", table.code, data={})
    roles = {phone.name: phone.role_now for phone in table.phones.select_related("member")}
    assert roles == {"Mia": models.Role.WATCHER, "Sven": models.Role.HOST}
    # The new scorer may let the phone in again, as at any table.
    asked = cast.clients["Mia"].post(reverse("ask_to_score", args=[table.code]), {"other": "Mia"})
    assert asked.status_code == 302
    phone = table.phones.get(name="Mia")
    answer = reverse("answer", args=[table.code, phone.pk])
    cast.clients["Sven"].post(answer, {"may": "score"})
    assert may_write(cast.clients["Mia"]) == {table.pk}


# Accounts -----------------------------------------------------------------------------------------------


@pytest.fixture
def signed_in(db: None) -> dict[str, Client]:
    mia = user("Mia")
    mia.set_password(PASSWORD)
    mia.save()
    clients = {STRANGER: Client(), "Mia": Client()}
    clients["Mia"].post(reverse("account_login"), {"login": mia.email, "password": PASSWORD})
    return clients


@pytest.mark.looks
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_who_may_with_an_account(
    method: str, signed_in: dict[str, Client], subtests: pytest.Subtests
) -> None:
    for route in ACCOUNT:
        with try_route(subtests, route, signed_in):
            check_who_may_with_an_account(route, method, signed_in)


def check_who_may_with_an_account(route: Route, method: str, signed_in: dict[str, Client]) -> None:
    row = account_rows.ROWS.get(route.name, account_rows.Row((405, 405)))
    path = reverse(route.name, kwargs=row.values(user("Mia")))
    for (who, client), wanted in zip(
        signed_in.items(), row.get if method == "GET" else row.post, strict=True
    ):
        point, before = transaction.savepoint(), everything()
        told = client.get(path) if method == "GET" else client.post(path, row.sent or {})
        assert told.status_code == wanted, (who, told.headers, told.content[-1500:])
        if who == STRANGER and wanted == 302 and route.name not in account_rows.LED_ELSEWHERE:
            assert told["Location"].split("?")[0] == reverse("account_login")
        writer = "stranger" if who == STRANGER else "signed in"
        if (method == "GET" and not row.notes) or (method == "POST" and writer not in row.writes):
            assert everything() == before, who
        transaction.savepoint_rollback(point)


@pytest.mark.looks
def test_other_methods_change_no_account(signed_in: dict[str, Client], subtests: pytest.Subtests) -> None:
    for route in ACCOUNT:
        with try_route(subtests, route, signed_in):
            check_other_methods_change_no_account(route, signed_in)


def check_other_methods_change_no_account(route: Route, signed_in: dict[str, Client]) -> None:
    row = account_rows.ROWS.get(route.name, account_rows.Row((405, 405)))
    path, client = reverse(route.name, kwargs=row.values(user("Mia"))), signed_in["Mia"]
    before = everything()
    for method in ("PUT", "PATCH", "DELETE", "TRACE"):
        told = client.generic(method, path, b"name=evil", "application/x-www-form-urlencoded")
        assert told.status_code == 405, method
        assert told.content, "a refusal says something"
    assert everything() == before


@pytest.mark.looks
def test_no_account_is_changed_without_a_token_nor_from_another_site(
    signed_in: dict[str, Client], subtests: pytest.Subtests
) -> None:
    for route in ACCOUNT:
        with try_route(subtests, route, signed_in):
            check_no_account_is_changed_without_a_token_nor_from_another_site(route, signed_in)


def check_no_account_is_changed_without_a_token_nor_from_another_site(
    route: Route, signed_in: dict[str, Client]
) -> None:
    row = account_rows.ROWS.get(route.name, account_rows.Row((405, 405)))
    path = reverse(route.name, kwargs=row.values(user("Mia")))
    careful, before = Client(enforce_csrf_checks=True), everything()
    assert careful.post(path, row.sent or {}).status_code in (403, 405)
    told = signed_in["Mia"].post(path, row.sent or {}, headers={"Sec-Fetch-Site": "cross-site"})
    assert told.status_code == 403
    assert everything() == before


def test_on_a_deployed_site_owners_need_more_than_a_password(cast: ClubCast, settings: Any) -> None:
    """Check that an owner without a passkey or an authenticator may only read (S10)."""
    settings.DEPLOYED = True
    host = {"HTTP_HOST": "localhost"}
    for path in (
        cast.url("club_settings"),
        cast.url("invitations"),
        cast.url("delete_club"),
        reverse("found_club"),
    ):
        told = cast.clients["Olga"].get(path, secure=True, **host)
        assert told.status_code == 403
        assert b"Owners need two-step sign-in" in told.content
    assert cast.get("Olga", "club", secure=True).status_code == 200
    assert cast.get("Sven", "invitations", secure=True).status_code == 200
    role = cast.url("member_role", cast.member("Mia").pk)
    assert cast.clients["Olga"].post(role, {"role": "owner"}, secure=True).status_code == 403
    TOTP.activate(user("Olga"), "JBSWY3DPEHPK3PXP")
    assert cast.get("Olga", "club_settings", secure=True).status_code == 200
    assert Member.objects.get(pk=cast.member("Mia").pk).role == "member"
