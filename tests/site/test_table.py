"""The table's page: its content for everybody, and its cost."""

from __future__ import annotations

import pytest
from django.urls import reverse

from .cast import NAMES, Cast, text

pytestmark = pytest.mark.django_db


def test_whoever_has_the_code_sees_the_sheet(cast: Cast) -> None:
    cast.play(2)
    for who in ("Ann", "Bo", "Cy", "Di"):
        answer = cast.get(who, "table")
        assert answer.status_code == 200
        for party in answer.context["board"].parties:
            assert party.total.text in text(answer)


def test_only_those_who_keep_score_are_asked_for_a_hand(cast: Cast) -> None:
    for who, asked in ("Ann", True), ("Bo", True), ("Cy", False), ("Di", False):
        assert (b'id="hand-form"' in cast.get(who, "table").content) is asked


def test_a_page_brings_the_cookie_of_every_form_that_comes_later(cast: Cast) -> None:
    """Check that the page sets the CSRF cookie, since two later responses would each set another one."""
    cast.play(1)
    for who in NAMES:
        cast.clients[who].cookies.pop("csrf", None)
        cookie = cast.get(who, "table").cookies["csrf"].value
        for later in (cast.get(who, "log"), cast.get(who, "reasons", 1), cast.get(who, "sheet")):
            assert later.status_code == 200, who
            assert "csrf" not in later.cookies or later.cookies["csrf"].value == cookie, who


def test_there_is_no_table_of_that_code(cast: Cast) -> None:
    assert cast.clients["Ann"].get(reverse("table", args=["NOSUCHTABLE2"])).status_code == 404
    assert cast.clients["Ann"].get(reverse("match", args=[cast.table.code, 7])).status_code == 404


def test_the_sheet_has_a_row_a_hand_and_doors_to_their_reasons(cast: Cast) -> None:
    cast.play()
    answer = cast.get("Cy", "table")
    rows = answer.context["board"].rows
    assert [row.number for row in rows] == list(range(len(cast.hands), 0, -1))
    for row in rows:
        assert cast.url("reasons", row.number) in answer.content.decode()


def test_the_sheet_alone_is_not_sent_again_while_nothing_has_changed(cast: Cast) -> None:
    first = cast.get("Cy", "sheet")
    etag = first.headers["ETag"]
    assert cast.get("Cy", "sheet", headers={"If-None-Match": etag}).status_code == 304
    cast.play(1)
    changed = cast.get("Cy", "sheet", headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != etag
    assert "private" in changed.headers["Cache-Control"]


def test_another_role_is_another_sheet(cast: Cast) -> None:
    etags = {
        cast.get("Ann", "sheet").headers["ETag"],
        cast.get("Bo", "sheet").headers["ETag"],
        cast.get("Di", "sheet").headers["ETag"],
    }
    assert len(etags) == 3


def test_the_sheet_alone_leaves_the_form_of_the_hand_to_the_page(cast: Cast) -> None:
    page = cast.get("Ann", "sheet").content.decode()
    assert "hx-morph-skip" in page
    assert "hand-form" not in page
    assert "hx-morph-skip" not in cast.get("Cy", "sheet").content.decode()


def test_the_winner_is_declared_with_the_rule_that_decided(cast: Cast) -> None:
    cast.play()
    outcome = cast.state.sheet.outcome
    page = text(cast.get("Cy", "table"))
    if outcome is None:
        assert "won" not in page
    else:
        assert cast.get("Cy", "table").context["board"].outcome["because"].text in page
        assert outcome.because.rule.number in page
