"""The table's page: what everybody sees, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from games import every_game
from games.engine import form_fields
from scorekeeper.matches import (
    models,
    replay,
)

from .cast import NAMES, Cast, agreed, boxes, new_key, text

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
    """Two answers that come together would bring one each, and the form of one not fit the other."""
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


def test_the_totals_are_those_of_the_example(cast: Cast) -> None:
    cast.play()
    assert tuple(cast.story.sheet.final) == cast.example.totals


def test_what_people_typed_is_text_and_nothing_else(cast: Cast) -> None:
    hostile = "<b hx-get=/x>♥"
    models.Seat.objects.filter(match=cast.match, position=0).update(name=hostile)
    cast.write(agreed(10, cast.example.seating.sides, hostile))
    page = cast.get("Cy", "table").content.decode()
    assert "<b hx-get" not in page
    assert "&lt;b hx-get=/x&gt;" in page


def test_the_sheet_alone_is_not_sent_again_while_nothing_has_changed(cast: Cast) -> None:
    first = cast.get("Cy", "sheet")
    etag = first.headers["ETag"]
    assert cast.get("Cy", "sheet", headers={"If-None-Match": etag}).status_code == 304
    # An answer that leaves out what one page has is none for a page that has something else.
    other = cast.get("Cy", "sheet", headers={"If-None-Match": etag, "Parts": "rows"})
    assert other.status_code == 200
    assert other.headers["ETag"] != etag
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


@pytest.mark.parametrize("hands", [3, 60])
@pytest.mark.parametrize("who", ["Ann", "Di"])
def test_the_page_asks_the_database_as_often_for_sixty_hands_as_for_three(
    cast: Cast, who: str, hands: int, django_assert_max_num_queries
) -> None:
    for n in range(hands):
        cast.write(agreed(1 if n % 2 else -1, cast.example.seating.sides))
    replay._kept.clear()
    with django_assert_max_num_queries(12) as asked:
        assert cast.get(who, "table").status_code == 200
    assert len(asked) <= 7


def test_nor_do_earlier_matches_cost_anything(cast: Cast, django_assert_max_num_queries) -> None:
    for _more in range(5):
        cast.post("Ann", "rematch", data={})
    with django_assert_max_num_queries(6):
        cast.get("Ann", "table")


def test_the_record_can_be_carried_away(cast: Cast) -> None:
    cast.play()
    record = cast.get("Di", "record").json()
    assert record["game"] == cast.game.slug
    assert record["names"] == list(NAMES[: cast.example.seating.seats])
    assert len(record["entries"]) == len(cast.hands)


def test_the_winner_is_declared_with_the_rule_that_decided(cast: Cast) -> None:
    cast.play()
    outcome = cast.story.sheet.outcome
    page = text(cast.get("Cy", "table"))
    if outcome is None:
        assert "won" not in page
    else:
        assert cast.get("Cy", "table").context["board"].outcome["because"].text in page
        assert outcome.because.rule.number in page


def test_rows_that_were_drawn_before_are_as_if_drawn_anew(cast: Cast) -> None:
    """Rows are kept as they were shown: after whatever happens they must say what stands now."""

    def rows(who: str, **headers: str) -> tuple[str, object]:
        answer = cast.get(who, "table", headers=headers)
        page = answer.content.decode()
        return page[page.index('<section id="rows"') :], answer.context["board"].rows

    sides = cast.example.seating.sides
    happens: list[Callable[[], object]] = [
        lambda: cast.play(2),
        lambda: cast.write(agreed(10, sides)),
        lambda: cast.post("Di", "question", 1, data={"reason": "?"}),
        lambda: cast.post("Ann", "names", data={"name.0": "Anna", "since": "next"}),
        lambda: cast.write(agreed(20, sides)),
        lambda: cast.post("Ann", "names", data={"name.1": "Bob"}),
        lambda: cast.post("Ann", "adjust", data=cast.form(agreed(-5, sides))),
        lambda: cast.post("Ann", "stands", 1, data={}),
        lambda: cast.post("Ann", "strike", 2, data={"rev": 1, "key": new_key(), "reason": "never was"}),
        lambda: cast.post(
            "Ann",
            "amend",
            3,
            data={"rev": 1, "key": new_key(), "reason": "miscounted", **boxes(cast.game, agreed(7, sides))},
        ),
    ]
    seen = set()
    for happen in happens:
        rows("Cy"), rows("Ann", accept_language="fr")
        happen()
        kept = rows("Cy")
        replay._kept.clear()
        assert kept == rows("Cy")
        seen.add(kept)
    assert len(seen) >= len(happens) - 1


def test_a_table_fetches_the_pads_of_cards_only_where_a_hand_asks_for_cards(db: None) -> None:
    asking = {}
    for game in every_game().values():
        cast = Cast(game, game.examples[0])
        page = cast.get("Ann", "table")
        hands = (
            str(blank.type) for kind in game.hands.values() for blank in form_fields(kind, cast.story.sheet)
        )
        asking[game.slug] = any("Cards" in shape or "Calls" in shape for shape in hands)
        assert ("desk.js" in page.content.decode()) is asking[game.slug], game.slug
    assert set(asking.values()) == {True, False}
