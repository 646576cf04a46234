"""Explanations of numbers: the lines of a hand, its history, and the sum of a total."""

from __future__ import annotations

import pytest

from .cast import Cast, agreed, boxes, new_key, text

pytestmark = pytest.mark.django_db


def test_every_line_has_its_words_its_rule_and_its_source(cast: Cast) -> None:
    cast.play()
    words = cast.get("Di", "table").context["place"].words
    for row in cast.state.sheet.rows:
        page = text(cast.get("Di", "reasons", row.number))
        for line in row.lines:
            for cite in line.because:
                assert cite.rule.number in page
                assert cite.rule.source.split(",")[0] in page
                assert words.read(cite.words).split("♥")[0].split("&")[0].strip()[:12] in page


def test_a_hand_that_was_written_twice_tells_who_when_and_why(cast: Cast) -> None:
    sides = cast.example.seating.sides
    cast.write(agreed(10, sides))
    sent = boxes(cast.game, agreed(90, sides, "read it upside down"))
    sent |= {"number": 1, "rev": 1, "key": new_key(), "reason": "read it upside down"}
    cast.post("Bo", "amend", 1, data=sent)
    now, then = cast.get("Di", "reasons", 1).context["history"].versions
    assert (now.by, now.why, now.reasons[0].points.text) == ("Bo", "read it upside down", "+90")
    assert (then.by, then.reasons[0].points.text) == ("Ann", "+10")


def test_a_struck_hand_still_says_what_it_was(cast: Cast) -> None:
    cast.write(agreed(10, cast.example.seating.sides, "for the cook"))
    cast.post("Ann", "undo", data={"number": 1, "rev": 1, "key": new_key()})
    page = cast.get("Di", "reasons", 1)
    assert "for the cook" in text(page)
    assert page.context["history"].versions[0].struck


def test_a_total_opens_to_the_hands_it_is_made_of(cast: Cast) -> None:
    cast.play()
    account = cast.get("Di", "account", 0).context["account"]
    assert account.total.text == str(cast.state.sheet.final[0]).replace("-", "−")
    assert [row.number for row, _own, _total in account.hands] == list(range(len(cast.hands), 0, -1))
    assert cast.get("Di", "account", cast.example.seating.sides).status_code == 404


def test_only_those_who_keep_score_are_offered_to_put_it_right(cast: Cast) -> None:
    cast.play(1)
    assert cast.url("amend", 1) in cast.get("Bo", "reasons", 1).content.decode()
    assert cast.url("amend", 1) not in cast.get("Cy", "reasons", 1).content.decode()
