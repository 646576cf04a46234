"""URLs that answer htmx with a part of their page; and redirects, which load another page as a whole."""

from functools import partial

import pytest
from django.test import RequestFactory
from django.urls import reverse

from games import every_game
from scorekeeper.web import htmx

from .cast import PARTIAL, markup, new_key
from .club_cast import ClubCast
from .routes import cast_with_hands, rich_example, route_path, try_route
from .test_who_may import ROUTES, ROWS

# The headers with which htmx asks for a whole page, as for the Back button.
FULL = {"HX-Request": "true", "HX-Request-Type": "full"}


def test_only_htmx_asks_for_a_part():
    for headers, expected in (
        ({"HX-Request": "true"}, True),
        ({"HX-Request": "false"}, False),
        ({"HX-Request-Type": "partial"}, False),
    ):
        assert htmx.asks_for_part(RequestFactory().get("/", headers=headers)) is expected


def vary_headers(answer):
    return {name.strip().lower() for name in answer["Vary"].split(",")}


def test_cached_part_is_never_shown_as_the_page(cast):
    cast.play(1)
    for name, *args in (
        *(("table",), ("tv",), ("reasons", 1), ("account", 0), ("amend", 1)),
        *(("rules",), ("names",), ("other_rules",)),
    ):
        page, part = cast.get("Ann", name, *args), cast.get("Ann", name, *args, headers=PARTIAL)
        assert b"<html" in page.content, name
        assert b"<html" not in part.content, name
        for answer in (page, part):
            assert answer.status_code == 200, name
            assert {"hx-request", "hx-request-type"} <= vary_headers(answer), name


@pytest.mark.django_db
def test_back_button_gets_the_whole_page_of_a_form(client):
    club, slug = ClubCast(), next(iter(every_game()))
    forms = [partial(club.get, "Sven", name, slug) for name in ("start_in_club", "new_house", "new_custom")]
    for send in (partial(client.post, reverse("start", args=[slug])), *forms):
        page, full, part = answers = [send(headers=headers) for headers in ({}, FULL, PARTIAL)]
        assert page.status_code in (200, 422)
        for answer in answers:
            assert {"hx-request", "hx-request-type"} <= vary_headers(answer)
            assert answer.status_code == page.status_code
        assert b"<html" in page.content
        assert b"<html" in full.content
        assert b"<html" not in part.content


@pytest.mark.django_db
def test_redirects_are_navigations(subtests):
    cast = cast_with_hands(*rich_example(), hands=2)
    for route in ROUTES:
        row = ROWS[route.name]
        for who in row.post:
            with try_route(subtests, route, cast.clients):
                sent = row.sent(cast)
                answer = cast.clients[who].post(route_path(cast, route), sent, headers=PARTIAL)
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
