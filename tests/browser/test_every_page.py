"""Every page of the site: axe finds nothing, nothing is too wide, and every input keeps its value.

An ordinary test run ("by day") checks one page of each template in the light theme (`test_accessible.py`
checks both themes). A nightly run checks all pages, as each sort of user, in both themes.
"""

from typing import NamedTuple

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scorekeeper.web import phone_cookie
from tests.nightly import NIGHTLY
from tests.site import account_rows
from tests.site.club_cast import ClubCast, user
from tests.site.clubs.test_who_may import ROWS
from tests.site.routes import cast_with_hands, every_route, own_routes, rich_example, route_path

from .axe import violations
from .sitting import SMALL, scroll_width

pytestmark = pytest.mark.sqlite_only

# Content inside a closed <details> is checked too.
UNFOLD = "() => { for (const fold of document.querySelectorAll('main details')) fold.open = true; }"
# A browser empties an input whose value does not fit its type, such as a date that is not in ISO 8601.
EMPTIED_INPUTS = """() => [...document.querySelectorAll("input:is([type=date], [type=time], [type=number])")]
  .filter((input) => input.defaultValue && !input.value)
  .map((input) => `${input.name}: ${input.defaultValue}`)"""
COOKIES = (phone_cookie.COOKIE, settings.SESSION_COOKIE_NAME)


class PageToOpen(NamedTuple):
    """A page to open immediately: generating the next page may change the data of this one."""

    path: str
    client: Client
    template: str


def template_of(response):
    """Return the name of the page's own template, not of its partials."""
    names = [str(template.name) for template in response.templates]  # type: ignore[attr-defined]
    return next((name for name in names if not name.rpartition("/")[2].startswith("_")), "")


def pages_at(clients, path):
    """Yield the page as each client sees it; by day only as the first client who may see it."""
    for client in clients:
        response = client.get(path)
        # Skip fragments that a page loads into itself.
        if (
            response.status_code == 200
            and not response.streaming
            and response.content.startswith(b"<!DOCTYPE html>")
        ):
            yield PageToOpen(path, client, template_of(response))
            if not NIGHTLY:
                return


def table_pages():
    game, example = rich_example()
    cast = cast_with_hands(game, example, 4)
    clients = [cast.clients[name] for name in ("Ann", "Cy", "Di")]  # host, watcher, stranger
    for route in own_routes():
        yield from pages_at(clients, route_path(cast, route))


def club_pages():
    """Yield the pages of a club as Olga (owner), Mia (member) and a stranger see them."""
    cast = ClubCast()
    clients = (cast.clients["Olga"], cast.clients["Mia"], Client())
    for route in every_route():
        if route.name in ROWS and route.pattern.startswith("c/"):
            values = ROWS[route.name].values(cast)
            values |= {"club": cast.club.code} if "club" in route.parameters else {}
            yield from pages_at(clients, reverse(route.name, kwargs=values))


def account_pages():
    cast = ClubCast()
    for route in every_route():
        if route.name in account_rows.ROWS:
            # Delete the rows that the previous iteration created.
            Authenticator.objects.all().delete()
            UserSession.objects.filter(session_key="elsewhere").delete()
            path = reverse(route.name, kwargs=account_rows.ROWS[route.name].values(user("Olga")))
            yield from pages_at((cast.clients["Olga"], Client()), path)


def open_as_client(phone, target):
    phone.context.clear_cookies()
    client_cookies = target.client.cookies
    cookies = [(name, client_cookies[name].value) for name in COOKIES if name in client_cookies]
    phone.context.add_cookies([{"name": name, "value": value, "url": phone.url} for name, value in cookies])
    page = phone.open(target.path)
    page.evaluate(UNFOLD)
    return page


@pytest.mark.timeout(900)
@pytest.mark.parametrize("pages", [table_pages, club_pages, account_pages])
def test_axe_finds_nothing_and_nothing_is_too_wide(new_phone, pages, settings):
    settings.JOBS = 0  # start no process for jobs, which would slow the browser down
    phone = new_phone(bypass_csp=True, viewport=SMALL)
    seen, wrong = set[str](), list[str]()
    for target in pages():
        if target.template in seen and not NIGHTLY:
            continue
        seen.add(target.template)
        page, name = open_as_client(phone, target), f"{target.path} ({target.template})"
        wrong += [f"{name}: {violation}" for violation in violations(page)]
        if (headings := page.locator("h1:visible").count()) != 1:
            wrong.append(f"{name}: {headings} first-level headings")
        if (width := scroll_width(page)) > SMALL["width"]:
            wrong.append(f"{name}: {width} px wide")
        wrong += [f"{name}: empties {field}" for field in page.evaluate(EMPTIED_INPUTS)]
        # Leave the page: its polling would go on with the next client's cookies, after the deletions that
        # prepare the next page. /healthz has the same origin; for another one Chromium would start a process.
        phone.open("/healthz")
    assert wrong == []
    assert len(seen) > 15
