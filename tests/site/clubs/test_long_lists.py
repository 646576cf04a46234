"""Limits of a club's boxes for lists: too many lines or numbers are refused quickly, with a message."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs.models import Player
from scorekeeper.nights import attendance
from scorekeeper.nights.models import Present
from scorekeeper.nights.pairing import METHODS, pair_round
from scorekeeper.nights.pairing_input import Attendee, PairingInput, Shape
from tests.site.club_cast import ClubCast
from tests.site.clubs.test_who_may import ROUTES, address, row_of
from tests.site.night_cast import NightCast
from tests.site.routes import Route, try_route

pytestmark = pytest.mark.django_db

MANY = 5_000
# Read by a job and never in a request, so the limits are those of an import.
BY_A_JOB = {"pasted"}
# Lists of numbers that are typed in one line.
NUMBERS = {"points", "placing"}
FORMS = [route for route in ROUTES if row_of(route).get and row_of(route).post]


@dataclass
class Form:
    """A form of a page as a browser would send it, with the names of its list boxes."""

    action: str
    sent: dict[str, Any] = field(default_factory=dict)
    lists: list[str] = field(default_factory=list)


class Forms(HTMLParser):
    """The POST forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(told.get("action", "")))
        if not self.found or not (name := told.get("name", "")):
            return
        form = self.found[-1]
        if tag == "textarea" or (tag == "input" and name in NUMBERS):
            form.lists.append(name)
        elif tag == "input" and (told.get("type") not in ("checkbox", "radio", "file") or "checked" in told):
            form.sent.setdefault(name, told.get("value", ""))


def test_a_list_that_is_too_long_is_refused_in_words(subtests: pytest.Subtests) -> None:
    cast, tried = ClubCast(), set[str]()
    for route in FORMS:
        with try_route(subtests, route, cast.clients):
            tried |= check_lists(cast, route)
    assert tried >= {"placing", "points", "guests", "text"}


def check_lists(cast: ClubCast, route: Route) -> set[str]:
    """Send each list of a page with too many lines or numbers; return the names of these boxes."""
    at, tried = address(cast, route), set[str]()
    client: Client = cast.clients["Olga"]
    page = client.get(at, follow=True)
    if page.streaming:
        return tried  # a file
    usual = row_of(route).sent(cast)
    for form in Forms(page.content.decode()).found:
        for name in set(form.lists) - BY_A_JOB:
            tried.add(name)
            long = "5 " * MANY if name in NUMBERS else "\n".join(f"Guest {n}" for n in range(MANY))
            sent = {**form.sent, **usual, name: long}
            before = time.process_time()
            answer = client.post(form.action or page.request["PATH_INFO"], sent)
            assert time.process_time() - before < 2, name
            assert 400 <= answer.status_code < 500, (name, answer.status_code)
            shown = answer.content.decode()
            assert 'class="error"' in shown or 'role="alert"' in shown, name
    return tried


def test_a_night_takes_so_many_people_and_no_more() -> None:
    night = NightCast(ClubCast(), names=("Ann",))
    names = [f"Guest {n}" for n in range(attendance.MOST_PRESENT - 1)]
    players = Player.objects.count()
    answer = night.post("Sven", "present", guests="\n".join([*names, "Zoe", "Zac"]))
    assert answer.status_code == 422
    assert "At most" in answer.content.decode()
    assert "Zac" in answer.content.decode()
    assert Player.objects.count() == players
    assert night.post("Sven", "present", guests="\n".join(names)).status_code == 303
    assert night.post("Sven", "present", guests="Zoe").status_code == 422
    assert not Player.objects.filter(name="Zoe").exists()
    assert night.post("Mia", "check_in").status_code == 422
    assert Present.objects.filter(night=night.night).count() == attendance.MOST_PRESENT


@pytest.mark.parametrize("how", METHODS)
def test_the_draw_of_the_largest_night_is_bounded(how: str) -> None:
    """Check against a generous bound for a busy machine; none takes more than 0.3 s when idle."""
    for shape in (Shape(4, 2), Shape(2, 2), Shape(4, 4), Shape(6, 3), Shape(8, 8)):
        past: tuple[Any, ...] = ()
        for _round in range(3):
            here = tuple(Attendee(n) for n in range(attendance.MOST_PRESENT))
            evening = PairingInput(here, shape, 7, past, (), tuple(range(len(here))))
            before = time.process_time()
            drawn = pair_round(how, evening)
            assert time.process_time() - before < 1.5, shape
            assert len(drawn.tables) == len(here) // shape.seats
            past = (*past, drawn)
