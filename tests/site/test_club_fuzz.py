"""Every address of clubs and accounts, asked by everybody in every way, like the rest in test_fuzz.py.

Each request is undone, so that the club is there for the next one and everybody is who they were.
"""

from __future__ import annotations

import random
import re
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from scorekeeper.tables import phones, reading

from . import account_rows, hostile
from .club_cast import EVERYBODY, ClubCast, user
from .routes import Route, every_route
from .test_club_who_may import ROWS
from .test_fuzz import REQUESTS, SEED, Fuzz

STRANGER = "a stranger"
ROUTES = [route for route in every_route() if route.pattern.startswith(("c/", "account/"))]
# What regular expressions of allauth's addresses stand for.
GROUP = re.compile(r"\(\?P<(\w+)>[^)]*\)")


class ClubFuzz(Fuzz):
    """People of a club, of another, and of none."""

    routes = ROUTES
    people = (*EVERYBODY, STRANGER)
    usual = "Olga"

    def __init__(self, cast: ClubCast, chance: random.Random) -> None:
        super().__init__([], chance)
        self.tables = [cast]  # type: ignore[list-item]
        self.clients = {who: Client(raise_request_exception=False) for who in self.people}
        for who in EVERYBODY:
            self.clients[who].force_login(
                user(who), backend="allauth.account.auth_backends.AuthenticationBackend"
            )
        for who, client in self.clients.items():
            client.cookies[phones.COOKIE] = f"a phone that belongs to {who}"
        self.cookies = {who: client.cookies.output() for who, client in self.clients.items()}

    def values(self, cast: Any, route: Route) -> dict[str, Any]:
        if route.name in account_rows.ROWS:
            return account_rows.ROWS[route.name].values(user("Mia"))
        own = ROWS[route.name].values(cast) if route.name in ROWS else {}
        return {"club": cast.club.code, **own} if "club" in route.parameters else own

    def path(self, cast: Any, route: Route) -> str:
        plain = GROUP.sub(lambda found: f"<str:{found[1]}>", route.pattern)
        return super().path(cast, Route(route.name, plain, route.parameters))

    def other_page(self, cast: Any) -> str:
        return str(cast.url(self.chance.choice(("club_settings", "invitations", "members", "club"))))

    def known_again(self, who: str) -> None:
        self.clients[who].cookies = SimpleCookie()
        for line in self.cookies[who].splitlines():
            self.clients[who].cookies.load(line.removeprefix("Set-Cookie: "))

    def one(self) -> None:
        with transaction.atomic():
            point = transaction.savepoint()
            super().one()
            transaction.savepoint_rollback(point)
        for who in self.people:
            self.known_again(who)
        reading._kept.clear()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.timeout(120 + REQUESTS / 2)
def test_whatever_is_sent_to_a_club_no_answer_is_a_fault_of_ours(caplog: Any) -> None:
    ClubFuzz(ClubCast(), random.Random(SEED)).walk()


def test_words_for_fields_are_among_those_that_are_tried() -> None:
    assert {"role", "player", "credential"} <= set(hostile.FIELDS)
