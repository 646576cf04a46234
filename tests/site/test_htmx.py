"""Addresses that answer htmx with a part of their page, and its forms, which never swap in another page."""

from functools import partial

import pytest
from django.test import RequestFactory
from django.urls import reverse

from games import every_game
from scorekeeper.web import htmx

from .cast import PARTIAL, markup, new_key
from .club_cast import ClubCast
from .routes import address, cast_with_hands, rich_example, try_route
from .test_who_may import ROUTES, ROWS

FULL = {"HX-Request": "true", "HX-Request-Type": "full"}


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


def vary_headers(answer):
    return {name.strip().lower() for name in answer["Vary"].split(",")}


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


def is_whole_for_back_button(send):
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
    assert is_whole_for_back_button(partial(client.post, reverse("start", args=[next(iter(every_game()))])))


@pytest.mark.django_db
def test_redirects_are_navigations(subtests):
    cast = cast_with_hands(*rich_example(), hands=2)
    for route in ROUTES:
        row = ROWS[route.name]
        for who in row.post:
            with try_route(subtests, route, cast.clients):
                sent = row.sent(cast)
                answer = cast.clients[who].post(address(cast, route), sent, headers=PARTIAL)
                assert not 300 <= answer.status_code < 400, (who, answer.headers.get("Location"))
                if "HX-Redirect" in answer.headers:
                    assert answer.content == b""
                    page = cast.clients[who].get(answer["HX-Redirect"])
                    assert page.status_code == 200
                    assert b"<html" in page.content


def test_undo_and_restore_return_the_new_sheet(cast):
    cast.play(1)
    for name, rev in (("undo", 1), ("restore", 2)):
        sent = {"key": new_key(), "number": 1, "rev": rev}
        answer = cast.post("Ann", name, data=sent, headers=PARTIAL)
        assert answer.status_code == 200
        assert markup(answer).lstrip().startswith('<div id="sheet"')
