"""The page of a table, as its host, scorers, watchers and strangers see it."""

from textwrap import wrap

import pytest
from django.test import Client

from .cast import text

pytestmark = pytest.mark.django_db


def test_everybody_sees_the_sheet_and_scorers_the_form(cast):
    cast.play(2)
    for who in ("Ann", "Bo", "Cy", "Di"):
        answer = cast.get(who, "table")
        for column in answer.context["presenter"].columns:
            assert column.total.text in text(answer)
        assert (b'id="hand-form"' in answer.content) is (who in ("Ann", "Bo"))


def test_others_are_invited_until_the_first_hand(cast):
    answer, code = cast.get("Ann", "table"), " ".join(wrap(cast.table.code, 4))
    assert "Invite the others" in text(answer)
    assert b'class="qr"' in answer.content
    assert code in text(answer)
    assert code in text(cast.get("Ann", "share"))
    assert Client().post("/join/", {"code": code}).url == cast.url("table")
    assert code not in text(cast.get("Cy", "table")), "a watcher is not asked to invite others"
    cast.play(1)
    for page in "table", "sheet":
        assert code not in text(cast.get("Ann", page))


def test_sheet_has_a_row_per_hand_and_the_winner(cast):
    cast.play()
    answer = cast.get("Cy", "table")
    presenter = answer.context["presenter"]
    assert [row.number for row in presenter.rows] == list(range(len(cast.hands), 0, -1))
    for row in presenter.rows:
        assert cast.url("reasons", row.number) in answer.content.decode()
    assert presenter.outcome["because"].text in text(answer)
    assert cast.state.sheet.outcome.because.rule.number in text(answer)


def test_each_role_has_its_own_sheet(cast):
    answers = [cast.get(who, "sheet") for who in ("Ann", "Bo", "Di")]
    assert len({answer.headers["ETag"] for answer in answers}) == 3
    assert all("private" in answer.headers["Cache-Control"] for answer in answers)
