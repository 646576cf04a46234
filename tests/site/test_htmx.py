"""Addresses that answer htmx with a part of their page."""

from collections.abc import Callable
from functools import partial

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from games import every_game
from scorekeeper.tables import respond
from scorekeeper.web import htmx

from .club_cast import ClubCast

FULL = {"HX-Request": "true", "HX-Request-Type": "full"}
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, False),
        ({"HX-Request": "true"}, True),
        (PARTIAL, True),
        (FULL, False),
        ({"HX-Request-Type": "partial"}, False),
        ({"HX-Request": "false"}, False),
    ],
)
def test_only_htmx_asks_for_a_part(headers, expected):
    assert htmx.asks_for_part(RequestFactory().get("/", headers=headers)) is expected


def vary_headers(answer: HttpResponse) -> set[str]:
    return {name.strip().lower() for name in answer.headers["Vary"].split(",")}


@pytest.mark.parametrize("headers", [{}, PARTIAL])
def test_part_varies_by_the_htmx_headers(headers):
    request = RequestFactory().get("/", headers=headers)
    answer = respond.part_or_page(request, "_part.html", "_part.html", {})
    assert vary_headers(answer) == {"hx-request", "hx-request-type"}


def test_cached_part_is_never_the_page(cast):
    cast.play(1)
    for name, *args in (
        *(("table",), ("tv",), ("reasons", 1), ("account", 0), ("amend", 1)),
        *(("rules",), ("names",), ("under",)),
    ):
        page, part = cast.get("Ann", name, *args), cast.get("Ann", name, *args, headers=PARTIAL)
        assert b"<html" in page.content, name
        assert b"<html" not in part.content, name
        for answer in (page, part):
            assert answer.status_code == 200, name
            assert {"hx-request", "hx-request-type"} <= vary_headers(answer), name


def is_whole_for_back_button(send: Callable[..., HttpResponse]) -> bool:
    page, full, part = (send(headers=headers) for headers in ({}, FULL, PARTIAL))
    for answer in (page, full, part):
        assert {"hx-request", "hx-request-type"} <= vary_headers(answer)
        assert answer.status_code == page.status_code
    return [b"<html" in answer.content for answer in (page, full, part)] == [True, True, False]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["start_in_club", "new_house", "new_custom"])
def test_club_form_is_whole_for_the_back_button(name):
    club, slug = ClubCast(), next(iter(every_game()))
    assert club.get("Sven", name, slug).status_code == 200
    assert is_whole_for_back_button(partial(club.get, "Sven", name, slug))


@pytest.mark.django_db
def test_start_form_is_whole_for_the_back_button(client):
    address = reverse("start", args=[next(iter(every_game()))])
    assert is_whole_for_back_button(partial(client.post, address))
