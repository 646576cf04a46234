"""Strangers use up every limit of an address; known people there can continue."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import every_game
from scorekeeper.accounts.models import User
from scorekeeper.live import streams
from scorekeeper.matches import models
from scorekeeper.web import limits, phone_cookie
from tests.conftest import Server, until

from .cast import Cast, agreed, fields, longest_example
from .club_cast import PASSWORD, user
from .test_live import Stream

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limited")]

DAYS = 2
MOST_TRIED = 400


def stranger() -> Client:
    """Return a client with a made-up phone secret, which gets no limit of its own."""
    client = Client()
    client.cookies[phone_cookie.COOKIE] = secrets.token_urlsafe(24)
    return client


class Address:
    """One address: a table some days old, an account known on one browser, and many strangers."""

    def __init__(self) -> None:
        self.cast = Cast(*longest_example())
        self.cast.write(agreed(0, self.cast.example.seating.sides))
        long_ago = timezone.now() - timedelta(days=DAYS)
        models.Table.objects.update(created=long_ago)
        self.mia = user("Mia")
        User.objects.update(joined=long_ago, password=make_password(PASSWORD))
        self.known = Client()  # a browser on which Mia has signed in
        assert sign_in(self.known).status_code == 302
        self.known.post(reverse("account_logout"))
        self.member = Client()  # and one on which she is signed in
        assert sign_in(self.member).status_code == 302

    def at_table(self, client: Client, name: str, *which: int, **sent: Any) -> Any:
        return client.post(self.cast.url(name, *which), sent)


def sign_in(client: Client, email: str = "mia@example.org", password: str = PASSWORD) -> Any:
    return client.post(reverse("account_login"), {"login": email, "password": password})


def sign_up(client: Client) -> Any:
    email = f"{secrets.token_hex(8)}@example.org"
    return client.post(reverse("account_signup"), {"name": "Una", "email": email, "password1": PASSWORD})


def start(client: Client) -> Any:
    game = next(iter(every_game().values()))
    return client.post(reverse("start", args=[game.slug]), fields(client, game))


def reset(client: Client, email: str = "nobody@example.org") -> Any:
    return client.post(reverse("account_reset_password"), {"email": email})


@dataclass(frozen=True)
class Case:
    """The request of strangers until they are throttled, and that of a known person."""

    of_strangers: Callable[[Address, Client], Any]
    of_known: Callable[[Address], Any]
    answer: int


def known_at_table(name: str, *which: int, **sent: Any) -> Callable[[Address], Any]:
    return lambda here: here.at_table(here.cast.clients["Bo"], name, *which, **sent)


def strangers_at_table(name: str, *which: int, **sent: Any) -> Callable[[Address, Client], Any]:
    return lambda here, client: here.at_table(client, name, *which, **sent)


CASES = {
    "a hand": Case(
        strangers_at_table("undo"),
        lambda here: here.cast.enter("Bo", agreed(0, here.cast.example.seating.sides)),
        303,
    ),
    "a costly page": Case(
        lambda here, client: client.get(here.cast.url("mishaps")),
        lambda here: here.cast.get("Bo", "mishaps"),
        200,
    ),
    "a question": Case(
        strangers_at_table("question", 1, reason="so?"), known_at_table("question", 1, reason="so?"), 303
    ),
    "a comparison": Case(strangers_at_table("compare"), known_at_table("compare"), 303),
    "a log": Case(
        lambda here, client: client.post(reverse("offer", args=[here.cast.table.code]), {}),
        lambda here: here.cast.clients["Bo"].post(reverse("offer", args=[here.cast.table.code]), {}),
        400,
    ),
    "a table": Case(lambda here, client: start(client), lambda here: start(here.cast.clients["Ann"]), 302),
    "a sign-up": Case(
        lambda here, client: sign_up(client), lambda here: sign_up(here.cast.clients["Ann"]), 302
    ),
    "a sign-in": Case(
        lambda here, client: sign_in(client, f"{secrets.token_hex(8)}@example.org", "a wrong password"),
        lambda here: sign_in(here.known),
        302,
    ),
    "a sign-in after floods at the account": Case(
        lambda here, client: sign_in(client, password="a wrong password"),
        lambda here: sign_in(here.known),
        302,
    ),
    "a mail": Case(lambda here, client: reset(client), lambda here: reset(here.known), 422),  # no mail server
    "a club": Case(
        lambda here, client: client.post(reverse("found_club"), {"name": "Ours"}),
        lambda here: here.member.post(reverse("found_club"), {"name": "Ours"}),
        422,  # read, and found incomplete
    ),
    "an address": Case(
        lambda here, client: client.post(reverse("account_email"), {}),
        lambda here: here.member.post(reverse("account_email"), {}),
        422,
    ),
}


def use_up(send: Callable[[Client], Any]) -> None:
    """Let strangers send until they are throttled."""
    assert any(send(stranger()).status_code == 429 for _ in range(MOST_TRIED))


@pytest.mark.parametrize("name", CASES)
def test_strangers_hold_up_nobody_who_is_known(name: str, settings: Any) -> None:
    here, case = Address(), CASES[name]
    settings.LIMITS = 0.2
    use_up(lambda client: case.of_strangers(here, client))
    assert case.of_known(here).status_code == case.answer
    # A made-up secret never gets a limit of its own.
    assert case.of_strangers(here, stranger()).status_code == 429


def test_all_allowances_together(settings: Any) -> None:
    here = Address()
    settings.LIMITS = 0.2
    for case in CASES.values():
        use_up(lambda client, case=case: case.of_strangers(here, client))
    told = {name: case.of_known(here).status_code for name, case in CASES.items()}
    assert told == {name: case.answer for name, case in CASES.items()}
    assert stranger().get(here.cast.url("match")).status_code == 200
    assert stranger().get(reverse("home")).status_code == 200


def test_every_limit_of_an_address_has_a_case() -> None:
    sent = {"write", "read", "start", *limits.BY_URL_NAME.values()}
    assert len(sent) == len(CASES) - 1  # sign-in has two


@pytest.mark.parametrize("name", ["a hand", "a table"])
def test_whoever_is_known_has_a_limit_too(name: str, settings: Any) -> None:
    here, case = Address(), CASES[name]
    settings.LIMITS = 0.2
    use_up(lambda client: case.of_strangers(here, client))
    assert any(case.of_known(here).status_code == 429 for _ in range(MOST_TRIED))


def test_a_new_table_is_no_new_allowance_for_starting(settings: Any) -> None:
    settings.LIMITS = 0.2
    began = stranger()
    assert start(began).status_code == 302
    use_up(start)
    assert start(began).status_code == 429


@pytest.mark.parametrize("limit", ["MOST_WATCHERS", "MOST_STREAMS"])
def test_a_phone_that_may_score_has_a_stream_when_strangers_hold_all_others(
    server: Server, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    cast = Cast(*longest_example())
    monkeypatch.setattr(streams, limit, 2)
    path = f"/t/{cast.table.code}/watch"

    def stream(key: str) -> Stream:
        return Stream(server, path, {"Cookie": f"{phone_cookie.COOKIE}={key}"})

    opened = [stream(secrets.token_urlsafe(24)) for _ in range(2)]
    assert [one.response.status for one in opened] == [200, 200]
    refused = [stream(secrets.token_urlsafe(24)), stream("a phone that belongs to Cy")]
    assert [one.response.status for one in refused] == [503, 503]
    opened.append(stream("a phone that belongs to Bo"))
    assert opened[-1].response.status == 200
    assert opened[-1].event()[0] == "event: changed"
    monkeypatch.setattr(streams, "MOST_SCORERS", 1)
    full = stream("a phone that belongs to Ann")
    assert full.response.status == 503
    opened[-1].close()
    until(lambda: stream("a phone that belongs to Ann").response.status == 200)
    for one in (*opened, *refused, full):
        one.close()
