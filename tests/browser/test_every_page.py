"""Every page of the site: axe finds nothing, nothing is too wide, and every box keeps its value.

By day one page of each template in the light theme (`test_accessible.py` checks both); nightly, all pages
for each sort of person in both themes.
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
from tests.site.routes import address, cast_with_hands, every_route, own_routes, rich_example

from .axe import violations
from .sitting import SMALL, scroll_width

pytestmark = pytest.mark.sqlite_only

# Content inside a closed <details> is checked too.
UNFOLD = "() => { for (const fold of document.querySelectorAll('main details')) fold.open = true; }"
# A browser empties a box with a value not of its type, such as a date not in ISO 8601.
EMPTIED_BOXES = """() => [...document.querySelectorAll("input:is([type=date], [type=time], [type=number])")]
  .filter((box) => box.defaultValue && !box.value).map((box) => `${box.name}: ${box.defaultValue}`)"""
COOKIES = (phone_cookie.COOKIE, settings.SESSION_COOKIE_NAME)


class PageToOpen(NamedTuple):
    """A page to open at once: generating the next one may change its data."""

    path: str
    client: Client
    template: str


def template_of(answer):
    """Return the name of the page's own template, not of its partials."""
    names = [str(template.name) for template in answer.templates]  # type: ignore[attr-defined]
    return next((name for name in names if not name.rpartition("/")[2].startswith("_")), "")


def pages_at(people, path):
    """Yield the page for each person; by day only for the first who is shown one."""
    for client in people:
        answer = client.get(path)
        # Skip fragments that a page loads into itself.
        if (
            answer.status_code == 200
            and not answer.streaming
            and answer.content.startswith(b"<!DOCTYPE html>")
        ):
            yield PageToOpen(path, client, template_of(answer))
            if not NIGHTLY:
                return


def table_pages():
    game, example = rich_example()
    cast = cast_with_hands(game, example, 4)
    people = [cast.clients[name] for name in ("Ann", "Cy", "Di")]  # host, watcher, stranger
    for route in own_routes():
        yield from pages_at(people, address(cast, route))


def club_pages():
    """Yield the pages of a club as Olga (owner), Mia (member) and a stranger see them."""
    cast = ClubCast()
    people = (cast.clients["Olga"], cast.clients["Mia"], Client())
    for route in every_route():
        if route.name in ROWS and route.pattern.startswith("c/"):
            values = ROWS[route.name].values(cast)
            values |= {"club": cast.club.code} if "club" in route.parameters else {}
            yield from pages_at(people, reverse(route.name, kwargs=values))


def account_pages():
    cast = ClubCast()
    for route in every_route():
        if route.name in account_rows.ROWS:
            # Delete the rows that the previous iteration created.
            Authenticator.objects.all().delete()
            UserSession.objects.filter(session_key="elsewhere").delete()
            path = reverse(route.name, kwargs=account_rows.ROWS[route.name].values(user("Olga")))
            yield from pages_at((cast.clients["Olga"], Client()), path)


def open_as(phone, entry):
    phone.context.clear_cookies()
    cookies = [(name, entry.client.cookies[name].value) for name in COOKIES if name in entry.client.cookies]
    phone.context.add_cookies([{"name": name, "value": value, "url": phone.url} for name, value in cookies])
    page = phone.open(entry.path)
    page.evaluate(UNFOLD)
    return page


@pytest.mark.timeout(900)
@pytest.mark.parametrize("pages", [table_pages, club_pages, account_pages])
def test_axe_finds_nothing_and_nothing_is_too_wide(new_phone, pages, settings):
    settings.JOBS = 0  # no page waits for a job, whose process would take the browser's time
    phone = new_phone(bypass_csp=True, viewport=SMALL)
    seen, wrong = set[str](), list[str]()
    for entry in pages():
        if entry.template in seen and not NIGHTLY:
            continue
        seen.add(entry.template)
        page, name = open_as(phone, entry), f"{entry.path} ({entry.template})"
        wrong += [f"{name}: {violation}" for violation in violations(page)]
        if (headings := page.locator("h1:visible").count()) != 1:
            wrong.append(f"{name}: {headings} first-level headings")
        if (width := scroll_width(page)) > SMALL["width"]:
            wrong.append(f"{name}: {width} px wide")
        wrong += [f"{name}: empties {box}" for box in page.evaluate(EMPTIED_BOXES)]
        # Leave the page: its polling would run as the next person, after the next page's deletions. A page
        # of another site would cost a process each time.
        phone.open("/healthz")
    assert wrong == []
    assert len(seen) > 15
