"""Addresses that answer htmx with a part of their page."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from games import every_game
from scorekeeper.tables import respond
from scorekeeper.web import htmx

from .cast import Cast
from .club_cast import ClubCast

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.mark.parametrize(
    ("headers", "asks"),
    [
        ({}, False),
        ({"HX-Request": "true"}, True),
        (PARTIAL, True),
        ({"HX-Request": "true", "HX-Request-Type": "full"}, False),
        ({"HX-Request-Type": "partial"}, False),
        ({"HX-Request": "false"}, False),
    ],
)
def test_a_part_is_asked_for_by_htmx_alone_and_not_for_back_or_a_link(
    headers: dict[str, str], asks: bool
) -> None:
    assert htmx.asks_for_part(RequestFactory().get("/", headers=headers)) is asks


def varies(answer: HttpResponse) -> set[str]:
    return {name.strip().lower() for name in answer.headers["Vary"].split(",")}


@pytest.mark.parametrize("headers", [{}, PARTIAL])
def test_a_part_or_its_page_says_which_headers_decided(headers: dict[str, str]) -> None:
    request = RequestFactory().get("/", headers=headers)
    answer = respond.part_or_page(request, "_later.html", "_later.html", {})
    assert varies(answer) == {"hx-request", "hx-request-type"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [("table",), ("tv",), ("reasons", 1), ("account", 0), ("amend", 1), ("rules",), ("names",), ("under",)],
    ids=lambda address: address[0],
)
def test_what_htmx_has_is_never_taken_for_the_page(cast: Cast, address: tuple[Any, ...]) -> None:
    cast.play(1)
    page, part = cast.get("Ann", *address), cast.get("Ann", *address, headers=PARTIAL)
    assert b"<html" in page.content
    assert b"<html" not in part.content
    for answer in (page, part):
        assert answer.status_code == 200
        assert {"hx-request", "hx-request-type"} <= varies(answer)


FULL = {"HX-Request": "true", "HX-Request-Type": "full"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["start_in_club", "new_house", "new_custom"])
def test_a_form_of_a_club_is_a_whole_page_to_back_and_a_part_to_its_own_keys(name: str) -> None:
    club, slug = ClubCast(), next(iter(every_game()))
    page, back, part = (club.get("Sven", name, slug, headers=headers) for headers in ({}, FULL, PARTIAL))
    assert [b"<html" in answer.content for answer in (page, back, part)] == [True, True, False]
    for answer in (page, back, part):
        assert answer.status_code == 200
        assert {"hx-request", "hx-request-type"} <= varies(answer)


@pytest.mark.django_db
def test_what_starts_a_table_is_a_whole_page_to_back_and_a_part_to_its_own_keys(cast: Cast) -> None:
    address = reverse("start", args=[next(iter(every_game()))])
    page, back, part = (
        cast.clients["Ann"].post(address, {}, headers=headers) for headers in ({}, FULL, PARTIAL)
    )
    assert [b"<html" in answer.content for answer in (page, back, part)] == [True, True, False]
    for answer in (page, back, part):
        assert {"hx-request", "hx-request-type"} <= varies(answer)
