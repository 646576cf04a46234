"""Requests by known people from an IP address whose limits strangers have used up."""

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
from tests.conftest import until

from .cast import Cast, longest_example, start_form_data
from .club_cast import PASSWORD, user
from .test_live import Stream

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limited")]

# More than the largest limit in these tests: 1,500 writes by one IP address, times LIMITS (0.2).
MOST_REQUESTS = 400


def stranger() -> Client:
    """Return a client with a made-up phone secret, which gets no limit of its own."""
    client = Client()
    client.cookies[phone_cookie.COOKIE] = secrets.token_urlsafe(24)
    return client


class Address:
    """An IP address shared by many strangers, the phones of an old table, and an old account's browsers."""

    def __init__(self):
        self.cast = Cast(*longest_example())
        self.cast.write(self.cast.adjustment(0))
        long_ago = timezone.now() - timedelta(days=2)  # longer than every limit's period
        models.Table.objects.update(created=long_ago)
        user("Mia")
        User.objects.update(joined=long_ago, password=make_password(PASSWORD))
        # Mia has signed in on two browsers, and out of one.
        self.browsers = self.cast.clients | {"known": Client(), "signed in": Client()}
        for name in "known", "signed in":
            assert sign_in(self.browsers[name]).status_code == 302
        self.browsers["known"].post(reverse("account_logout"))


def sign_in(client: Client, name: str = "mia", password: str = PASSWORD):
    return client.post(reverse("account_login"), {"login": f"{name}@example.org", "password": password})


def sign_up(client: Client):
    email = f"{secrets.token_hex(8)}@example.org"
    return client.post(reverse("account_signup"), {"name": "Una", "email": email, "password1": PASSWORD})


def start(client: Client):
    game = next(iter(every_game().values()))
    return client.post(reverse("start", args=[game.slug]), start_form_data(client, game))


@dataclass(frozen=True)
class Case:
    """The request of strangers, sent until it is refused, and a known person's request with its status."""

    send_as_stranger: Callable[[Address, Client], Any]
    send_as_known: Callable[[Address], Any]
    status: int


def post_to_table(name: str, *args: int, **sent) -> Callable[[Address, Client], Any]:
    return lambda address, client: client.post(address.cast.url(name, *args), sent)


def post_to(url_name: str, **sent) -> Callable[[Address, Client], Any]:
    return lambda address, client: client.post(reverse(url_name), sent)


def same_request(who: str, send: Callable[[Address, Client], Any], status: int) -> Case:
    """Return the case in which strangers and a known browser send the same request."""
    return Case(send, lambda address: send(address, address.browsers[who]), status)


CASES = {
    "a hand": Case(
        post_to_table("undo"), lambda address: address.cast.enter("Bo", address.cast.adjustment(0)), 303
    ),
    "a costly page": same_request(
        "Bo", lambda address, client: client.get(address.cast.url("irregularities")), 200
    ),
    "a question": same_request("Bo", post_to_table("question", 1, reason="so?"), 303),
    "a comparison": same_request("Bo", post_to_table("compare"), 303),
    "a log": same_request("Bo", post_to_table("offer"), 400),
    "a table": same_request("Ann", lambda address, client: start(client), 302),
    "a sign-up": same_request("Ann", lambda address, client: sign_up(client), 302),
    "a sign-in": Case(
        lambda address, client: sign_in(client, secrets.token_hex(8), "a wrong password"),
        lambda address: sign_in(address.browsers["known"]),
        302,
    ),
    "a sign-in after wrong passwords for the account": Case(
        lambda address, client: sign_in(client, password="a wrong password"),
        lambda address: sign_in(address.browsers["known"]),
        302,
    ),
    # 422: there is no mail server, and the other two forms are incomplete.
    "a password reset": same_request(
        "known", post_to("account_reset_password", email="nobody@example.org"), 422
    ),
    "a club": same_request("signed in", post_to("found_club", name="Ours"), 422),
    "a change of e-mail address": same_request("signed in", post_to("account_email"), 422),
}


def use_up(send: Callable[[Client], Any]):
    assert any(send(stranger()).status_code == 429 for _ in range(MOST_REQUESTS))


def test_strangers_do_not_use_up_known_peoples_limits(settings):
    address = Address()
    settings.LIMITS = 0.2
    for case in CASES.values():
        use_up(lambda client, case=case: case.send_as_stranger(address, client))
    statuses = {name: case.send_as_known(address).status_code for name, case in CASES.items()}
    assert statuses == {name: case.status for name, case in CASES.items()}
    # A made-up secret never gets a limit of its own.
    for name, case in CASES.items():
        assert case.send_as_stranger(address, stranger()).status_code == 429, name
    assert stranger().get(address.cast.url("match")).status_code == 200
    assert stranger().get(reverse("home")).status_code == 200


def test_every_limit_has_a_case():
    # Sign-in has two cases.
    assert len({"write", "read", "start", *limits.BY_URL_NAME.values()}) == len(CASES) - 1


@pytest.mark.parametrize("name", ["a hand", "a table"])
def test_known_people_have_a_limit_too(name, settings):
    address, case = Address(), CASES[name]
    settings.LIMITS = 0.2
    use_up(lambda client: case.send_as_stranger(address, client))
    assert any(case.send_as_known(address).status_code == 429 for _ in range(MOST_REQUESTS))


def test_new_table_gives_its_starter_no_own_limit(settings):
    settings.LIMITS = 0.2
    starter = stranger()
    assert start(starter).status_code == 302
    use_up(start)
    assert start(starter).status_code == 429


@pytest.mark.parametrize("limit", ["MOST_WATCHERS", "MOST_STREAMS"])
def test_scorer_gets_a_stream_beyond_the_limit(server, cast, monkeypatch, limit):
    opened_streams = []
    monkeypatch.setattr(streams, limit, 2)

    def status(key: str) -> int:
        headers = {"Cookie": f"{phone_cookie.COOKIE}={key}"}
        opened_streams.append(Stream(server, f"/t/{cast.table.code}/watch", headers))
        return opened_streams[-1].response.status

    assert [status(secrets.token_urlsafe(24)) for _ in range(3)] == [200, 200, 503]
    assert status("a phone that belongs to Cy") == 503
    assert status("a phone that belongs to Bo") == 200
    assert opened_streams[-1].read_event()[0] == "event: changed"
    monkeypatch.setattr(streams, "MOST_SCORERS", 1)
    assert status("a phone that belongs to Ann") == 503
    opened_streams[-2].close()  # Bo's
    until(lambda: status("a phone that belongs to Ann") == 200)
    for stream in opened_streams:
        stream.close()
