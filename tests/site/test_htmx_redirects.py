"""Forms sent by htmx: they never swap another page into a part of their own."""

import pytest

from .cast import markup, new_key
from .routes import address, cast_with_hands, rich_example, try_route
from .test_who_may import ROUTES, ROWS

pytestmark = pytest.mark.django_db

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


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
                    page = cast.clients[who].get(answer.headers["HX-Redirect"])
                    assert page.status_code == 200
                    assert b"<html" in page.content


def test_undo_and_restore_return_the_new_sheet(cast):
    cast.play(1)
    for name, rev in (("undo", 1), ("restore", 2)):
        sent = {"key": new_key(), "number": 1, "rev": rev}
        answer = cast.post("Ann", name, data=sent, headers=PARTIAL)
        assert answer.status_code == 200
        assert markup(answer).lstrip().startswith('<div id="sheet"')
