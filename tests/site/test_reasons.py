"""Explanations of numbers: the score lines of a hand, its history, and the hands of a total."""

import pytest

from .cast import new_key, text

pytestmark = pytest.mark.django_db


def test_every_line_cites_its_rule_and_source(cast):
    cast.play()
    words = cast.get("Di", "table").context["match_ctx"].words
    for row in cast.state.sheet.rows:
        page = text(cast.get("Di", "reasons", row.number))
        for line in row.lines:
            for cite in line.because:
                assert cite.rule.number in page
                assert cite.rule.source.split(",")[0] in page
                # Suits are marked up and & is escaped, so only the beginning is compared.
                assert words.read(cite.words).split("♥")[0].split("&")[0].strip()[:12] in page


def test_history_of_a_hand_names_author_and_reason(cast):
    cast.write(cast.adjustment(10))
    cast.post("Bo", "amend", 1, data=cast.form(cast.adjustment(90), rev=1, reason="read it upside down"))
    newest, first = cast.get("Di", "reasons", 1).context["history"].revisions
    assert (newest.by, newest.why, newest.reasons[0].points.text) == ("Bo", "read it upside down", "+90")
    assert (first.by, first.reasons[0].points.text) == ("Ann", "+10")
    # For scorers, each answer links to its question in the form, even in an adjustment.
    scorers, watchers = (cast.get(who, "reasons", 1).content.decode() for who in ("Ann", "Di"))
    for box in (*(f"points.{side}" for side in range(cast.match.sides)), "why"):
        assert f"/amend#{box}" in scorers
        assert f"/amend#{box}" not in watchers


def test_deleted_hand_is_still_shown(cast):
    cast.write(cast.adjustment(10, "for the cook"))
    cast.post("Ann", "undo", data={"number": 1, "rev": 1, "key": new_key()})
    page = cast.get("Di", "reasons", 1)
    assert "for the cook" in text(page)
    assert page.context["history"].revisions[0].is_deleted


def test_page_of_a_total_lists_its_hands(cast):
    cast.play()
    account = cast.get("Di", "account", 0).context["account"]
    assert account.total.text == str(cast.state.sheet.final[0]).replace("-", "−")
    assert [row.number for row, _own, _total in account.hands] == list(range(len(cast.hands), 0, -1))
    assert cast.get("Di", "account", cast.match.sides).status_code == 404
