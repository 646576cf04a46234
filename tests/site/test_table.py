"""The table's page: its content for everybody."""

from textwrap import wrap

import pytest
from django.test import Client

from .cast import NAMES, text

pytestmark = pytest.mark.django_db


def test_everybody_sees_the_sheet_and_scorers_the_form(cast):
    cast.play(2)
    for who in ("Ann", "Bo", "Cy", "Di"):
        answer = cast.get(who, "table")
        for column in answer.context["presenter"].columns:
            assert column.total.text in text(answer)
        assert (b'id="hand-form"' in answer.content) is (who in ("Ann", "Bo"))


def test_others_are_invited_until_the_first_hand(cast):
    page = text(cast.get("Ann", "table"))
    assert "Invite the others" in page
    assert 'class="qr"' in cast.get("Ann", "table").content.decode()
    code = " ".join(wrap(cast.table.code, 4))
    assert code in page
    assert code in text(cast.get("Ann", "share"))
    assert Client().post("/join/", {"code": code}).url == cast.url("table")
    assert code not in text(cast.get("Cy", "table")), "a watcher enters no hand"
    cast.play(1)
    assert code not in text(cast.get("Ann", "table"))
    assert code not in text(cast.get("Ann", "sheet"))


def test_page_sets_the_csrf_cookie_of_later_forms(cast):
    """Check that the page sets the CSRF cookie, since two later responses would each set another one."""
    cast.play(1)
    for who in NAMES:
        cast.clients[who].cookies.pop("csrf", None)
        cookie = cast.get(who, "table").cookies["csrf"].value
        for response in (cast.get(who, "log"), cast.get(who, "reasons", 1), cast.get(who, "sheet")):
            assert response.status_code == 200, who
            assert "csrf" not in response.cookies or response.cookies["csrf"].value == cookie, who


def test_sheet_has_a_row_per_hand_and_the_winner(cast):
    cast.play()
    answer = cast.get("Cy", "table")
    presenter = answer.context["presenter"]
    assert [row.number for row in presenter.rows] == list(range(len(cast.hands), 0, -1))
    for row in presenter.rows:
        assert cast.url("reasons", row.number) in answer.content.decode()
    assert presenter.outcome["because"].text in text(answer)
    assert cast.state.sheet.outcome.because.rule.number in text(answer)


def test_unchanged_sheet_is_not_modified(cast):
    etags = {who: cast.get(who, "sheet").headers["ETag"] for who in ("Ann", "Bo", "Di")}
    assert len(set(etags.values())) == 3, "each role has its sheet"
    known = {"If-None-Match": etags["Di"]}
    assert cast.get("Di", "sheet", headers=known).status_code == 304
    cast.play(1)
    changed = cast.get("Di", "sheet", headers=known)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != etags["Di"]
    assert "private" in changed.headers["Cache-Control"]
