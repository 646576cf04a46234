"""Every page of the site, opened by somebody who may: axe finds nothing in either theme, nothing is too wide.

By day one page of each template; by night all, by each sort of person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from scorekeeper import phone_cookie
from scorekeeper.clubs.models import Club
from tests.conftest import Phone
from tests.nightly import NIGHTLY
from tests.site import account_rows
from tests.site.club_cast import ClubCast, user
from tests.site.clubs.test_who_may import ROWS
from tests.site.routes import address, every_route, own_routes, rich_example, table_of

from .axe import found

pytestmark = [pytest.mark.browser, pytest.mark.looks]

# What is folded away is there all the same.
UNFOLD = "() => { for (const fold of document.querySelectorAll('main details')) fold.open = true; }"
TOO_WIDE = "() => Math.max(0, document.documentElement.scrollWidth - innerWidth)"
COOKIES = (phone_cookie.COOKIE, settings.SESSION_COOKIE_NAME)


class Opened(NamedTuple):
    """A page as it can be opened now: what comes after it may take its place."""

    path: str
    who: Client
    template: str


def template_of(answer: HttpResponse) -> str:
    """The name of the template that a page is, and not of the parts that it is made of."""
    names = [str(template.name) for template in answer.templates]  # type: ignore[attr-defined]
    return next((name for name in names if not name.rpartition("/")[2].startswith("_")), "")


def opened(who: Client, path: str) -> Iterator[Opened]:
    """The page, where there is one for this person."""
    answer = who.get(path)
    # Not what a page asks for to put into itself.
    if answer.status_code == 200 and not answer.streaming and answer.content.startswith(b"<!doctype html>"):
        yield Opened(path, who, template_of(answer))


def of_tables() -> Iterator[Opened]:
    """Ann hosts, Cy watches, Di is a stranger."""
    game, example = rich_example()
    cast = table_of(game, example, 4)
    for route in own_routes():
        for name in ("Ann", "Cy", "Di"):
            yield from opened(cast.clients[name], address(cast, route))


def of_clubs() -> Iterator[Opened]:
    """Olga owns the club, Mia is a member, a stranger sees what is published."""
    cast = ClubCast()
    Club.objects.filter(pk=cast.club.pk).update(published=True)
    people = (cast.clients["Olga"], cast.clients["Mia"], Client())
    for route in every_route():
        if route.name in ROWS and route.pattern.startswith("c/"):
            values = ROWS[route.name].values(cast)
            values |= {"club": cast.club.code} if "club" in route.parameters else {}
            path = reverse(route.name, kwargs=values)
            for who in people:
                yield from opened(who, path)


def of_accounts() -> Iterator[Opened]:
    cast = ClubCast()
    for route in every_route():
        if route.name in account_rows.ROWS:
            # What the row before has made would be there twice.
            Authenticator.objects.all().delete()
            UserSession.objects.filter(session_key="elsewhere").delete()
            path = reverse(route.name, kwargs=account_rows.ROWS[route.name].values(user("Olga")))
            for who in (cast.clients["Olga"], Client()):
                yield from opened(who, path)


def look(phone: Phone, one: Opened) -> Page:
    """The page in a browser, as this person sees it."""
    phone.context.clear_cookies()
    cookies = [(name, one.who.cookies[name].value) for name in COOKIES if name in one.who.cookies]
    phone.context.add_cookies([{"name": name, "value": value, "url": phone.url} for name, value in cookies])
    page = phone.open(one.path)
    page.evaluate(UNFOLD)
    return page


@pytest.mark.timeout(900)
@pytest.mark.parametrize("pages", [of_tables, of_clubs, of_accounts])
def test_axe_finds_nothing_and_nothing_is_too_wide(
    new_phone: Callable[..., Phone], pages: Callable[[], Iterator[Opened]]
) -> None:
    phone = new_phone(bypass_csp=True, viewport={"width": 360, "height": 600})
    seen, wrong = set[str](), list[str]()
    for one in pages():
        if one.template in seen and not NIGHTLY:
            continue
        seen.add(one.template)
        page = look(phone, one)
        wrong += [f"{one.path} ({one.template}): {said}" for said in found(page)]
        if (headings := page.locator("h1:visible").count()) != 1:
            wrong.append(f"{one.path} ({one.template}): {headings} headings of the first order")
        if wide := page.evaluate(TOO_WIDE):
            wrong.append(f"{one.path} ({one.template}): {wide} px too wide")
        # A page that asks again of itself would ask as the next person, and after what the next page deletes.
        page.goto("about:blank")
    assert wrong == []
    assert len(seen) > 15
