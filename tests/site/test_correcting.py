"""Corrections: amending, deleting, inserting, undoing, and agreeing on points."""

from __future__ import annotations

import re

import pytest

from games.engine import to_form_data
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Entry, Table
from scorekeeper.sheet.form_fields import shown

from .cast import Cast, agreed, boxes, new_key, text

pytestmark = pytest.mark.django_db

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def played(cast: Cast) -> Cast:
    """Return the table with three adjustments: 10, 20 and 30 for the first side."""
    for points in 10, 20, 30:
        cast.write(agreed(points, cast.example.seating.sides))
    return cast


def first_total(cast: Cast) -> object:
    return cast.state.sheet.totals[0]


def amendment(
    cast: Cast, points: int, rev: int = 1, why: str = "miscounted", **more: object
) -> dict[str, object]:
    """Return the fields of an edit of hand 1; the reason of an adjustment is also that of its edit."""
    sent = boxes(cast.game, agreed(points, cast.example.seating.sides, why))
    return {**sent, "number": 1, "rev": rev, "key": new_key(), "reason": why, **more}


def test_an_old_hand_is_put_right_and_everything_after_it_follows(played: Cast) -> None:
    answer = played.post("Bo", "amend", 1, data=amendment(played, 100))
    assert answer.status_code == 303
    assert first_total(played) == 150
    row = next(row for row in played.get("Cy", "table").context["board"].rows if row.number == 1)
    assert row.amended
    assert row.why == "miscounted"


def test_before_saving_the_page_shows_what_would_change(played: Cast) -> None:
    shown = played.post("Bo", "amend", 1, data=amendment(played, 100, show="1"), headers=PARTIAL)
    page = " ".join(re.sub("<[^>]+>", " ", text(shown)).split())
    assert "60 → 150" in page
    assert "1 hand changes" in page
    assert shown.content.decode().count('id="preview"') == 1
    assert Entry.objects.count() == 3


def put_into_a_club(cast: Cast) -> None:
    Table.objects.update(club=Club.objects.create(name="The Misère Club"))


def test_at_a_table_of_its_own_a_reason_may_be_left_out(played: Cast) -> None:
    """Check that the field is offered last, and that readers see that the hand was edited."""
    assert "Reason (optional)" in text(played.get("Bo", "amend", 1))
    answer = played.post("Bo", "amend", 1, data=amendment(played, 100, reason=""))
    assert answer.status_code == 303
    assert first_total(played) == 150
    row = next(row for row in played.get("Cy", "table").context["board"].rows if row.number == 1)
    assert (row.amended, row.why) == (True, "")
    assert played.post("Ann", "strike", 2, data=struck(played, 2, reason=" ")).status_code == 303
    assert first_total(played) == 130


def test_at_a_clubs_table_nothing_is_written_again_without_a_reason(played: Cast) -> None:
    put_into_a_club(played)
    assert "Say why it changed" in text(played.get("Bo", "amend", 1))
    answer = played.post("Bo", "amend", 1, data=amendment(played, 100, reason=""))
    assert answer.status_code == 422
    forgotten = amendment(played, 5, 0, reason="", number=4)
    assert played.post("Bo", "insert", 2, data=forgotten).status_code == 422
    assert first_total(played) == 60


def test_two_who_put_the_same_hand_right_do_not_overwrite_each_other(played: Cast) -> None:
    theirs, mine = amendment(played, 100), amendment(played, 11)
    played.post("Ann", "amend", 1, data=theirs)
    answer = played.post("Bo", "amend", 1, data=mine)
    assert answer.status_code == 409
    entry = answer.context["entry"]
    assert (entry.number, entry.rev) == (1, 2)
    assert entry.form.data["points.0"] == ["11"]
    again = mine | {"rev": entry.rev, "key": entry.key}
    assert played.post("Bo", "amend", 1, data=again).status_code == 303
    assert first_total(played) == 61


def test_there_is_no_such_hand(played: Cast) -> None:
    for page in "reasons", "amend", "strike", "insert":
        for number in 0, 4:
            assert played.get("Ann", page, number).status_code == 404


def struck(cast: Cast, number: int, **more: object) -> dict[str, object]:
    return {"rev": cast.state.revs[number], "key": new_key(), "reason": "played twice", **more}


def test_a_hand_is_struck_out_crossed_through_and_can_be_put_back(played: Cast) -> None:
    assert "played twice" not in text(played.get("Ann", "strike", 2))
    assert played.post("Ann", "strike", 2, data=struck(played, 2)).status_code == 303
    assert first_total(played) == 40
    page = played.get("Cy", "table")
    assert [(row.number, row.struck) for row in page.context["board"].rows] == [
        (3, False),
        (2, True),
        (1, False),
    ]
    entry = played.get("Ann", "amend", 2).context["entry"]
    assert entry.form.answers["points.0"] == 20
    back = boxes(played.game, agreed(20, played.example.seating.sides, "it was right"))
    sent = {**back, "number": 2, "rev": entry.rev, "key": new_key(), "reason": "it was right"}
    assert played.post("Ann", "amend", 2, data=sent).status_code == 303
    assert first_total(played) == 60


def test_striking_out_at_a_clubs_table_asks_why(played: Cast) -> None:
    put_into_a_club(played)
    answer = played.post("Ann", "strike", 2, data=struck(played, 2, reason=" "))
    assert answer.status_code == 422
    assert "Say why" in text(answer)


def test_a_forgotten_hand_goes_in_before_another(played: Cast) -> None:
    hand = agreed(5, played.example.seating.sides, "forgotten")
    sent = {**boxes(played.game, hand), "number": 4, "rev": 0, "key": new_key(), "reason": "forgotten"}
    assert played.get("Ann", "insert", 2).status_code == 200
    assert played.post("Ann", "insert", 2, data=sent).status_code == 303
    assert [row.number for row in played.state.sheet.rows] == [1, 4, 2, 3]
    assert first_total(played) == 65


def test_undo_strikes_out_the_last_hand_at_one_tap(played: Cast) -> None:
    form = {"number": 3, "rev": 1, "key": new_key()}
    first, again = (played.post("Bo", "undo", data=form) for _time in range(2))
    assert first.status_code == 303
    assert again.headers["Idempotent-Replayed"] == "true"
    assert first_total(played) == 30


def test_undo_does_nothing_when_somebody_has_gone_on(played: Cast) -> None:
    form = {"number": 3, "rev": 1, "key": new_key()}
    played.write(agreed(1, played.example.seating.sides))
    answer = played.post("Bo", "undo", data=form)
    assert answer.status_code == 409
    assert "Nothing was undone" in text(answer)
    assert first_total(played) == 61


def test_there_is_nothing_to_undo(cast: Cast) -> None:
    assert cast.post("Bo", "undo", data={"number": 1, "rev": 1, "key": new_key()}).status_code == 404


def test_points_are_agreed_on_with_a_reason(cast: Cast) -> None:
    assert cast.get("Ann", "adjust").status_code == 200
    hand = agreed(-5, cast.example.seating.sides, "spilt the beer")
    assert cast.post("Ann", "adjust", data=cast.form(hand)).status_code == 303
    assert first_total(cast) == -5
    assert "spilt the beer" in text(cast.get("Cy", "table"))


def test_no_other_kind_of_hand_comes_in_as_agreed_points(cast: Cast) -> None:
    assert cast.post("Ann", "adjust", data=cast.form(cast.hands[0])).status_code == 400


def test_what_other_house_rules_would_change_is_shown_before_they_hold(cast: Cast) -> None:
    cast.play(2)
    now = cast.state.heading.house
    filled = {f"house-{path}": shown(answer) for path, answer in to_form_data(now).items()}
    answer = cast.post("Ann", "rules", data={"rev": 0, "key": new_key(), "show": "1", **filled})
    assert answer.status_code == 200
    assert "Totals before and after" in answer.content.decode()
    assert cast.match.length == 2


def undone(cast: Cast, number: int, **more: object) -> dict[str, object]:
    return {"number": number, "rev": cast.state.revs[number], "key": new_key(), **more}


def called(cast: Cast, number: int) -> str:
    """Return the name that the game gives this row."""
    return str(cast.game.hand_called(number))


def line(cast: Cast, who: str = "Bo") -> str:
    """Return the status line of the last write, with its key; "" if there is none."""
    found = re.search(r'<form class="last-write".*?</form>', cast.get(who, "table").content.decode(), re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def test_a_line_says_what_was_saved_and_has_the_key_that_undoes_it(played: Cast) -> None:
    assert line(played) == f"{called(played, 3)} saved · Undo"
    assert played.post("Bo", "undo", data=undone(played, 3)).status_code == 303
    assert line(played) == f"{called(played, 3)} deleted · Restore"
    assert line(played, "Cy") == ""


def test_a_hand_that_was_taken_back_is_put_back_the_very_same_at_one_tap(played: Cast) -> None:
    before = played.state.sheet
    played.post("Bo", "undo", data=undone(played, 3))
    form = undone(played, 3)
    first, again = (played.post("Ann", "restore", data=form) for _time in range(2))
    assert first.status_code == 303
    assert again.headers["Idempotent-Replayed"] == "true"
    assert played.state.sheet == before
    assert line(played) == f"{called(played, 3)} restored · Undo"
    # The text never changed, so it is not marked as corrected.
    board = played.get("Cy", "table").context["board"]
    assert not any(row.amended for row in board.rows)
    assert not board.race.marks


def test_a_hand_in_the_middle_is_put_back_where_it_was(played: Cast) -> None:
    played.post("Ann", "strike", 2, data=struck(played, 2))
    assert line(played) == f"{called(played, 2)} deleted · Restore"
    assert played.post("Bo", "restore", data=undone(played, 2)).status_code == 303
    assert [row.number for row in played.state.sheet.rows] == [1, 2, 3]
    assert line(played) == ""  # not the last hand, which is the only one that undo removes


def test_what_stands_is_not_put_back(played: Cast) -> None:
    assert played.post("Bo", "restore", data=undone(played, 3)).status_code == 409
    assert played.post("Bo", "restore", data=undone(played, 3) | {"number": 9}).status_code == 404
    played.post("Ann", "undo", data=undone(played, 3))
    late = undone(played, 3)
    played.post("Ann", "amend", 3, data=amendment(played, 5, rev=2) | {"number": 3})
    assert played.post("Bo", "restore", data=late).status_code == 409
    assert first_total(played) == 35


def test_people_see_the_numbers_of_the_hands_that_stand(played: Cast) -> None:
    """Check that after an undo the next hand reuses the number, while the log keeps its own."""
    played.post("Bo", "undo", data=undone(played, 3))
    assert called(played, 3) in text(played.get("Bo", "table"))
    assert called(played, 4) not in text(played.get("Bo", "table"))
    played.write(agreed(40, played.example.seating.sides))
    assert [row.number for row in played.state.sheet.rows] == [1, 2, 4]
    word = called(played, 3).split()[0]
    rows = played.get("Cy", "table").context["board"].rows
    assert [(row.shown, row.struck) for row in rows if not row.struck] == [(3, False), (2, False), (1, False)]
    for who, name, which in (
        ("Cy", "table", ()),
        ("Cy", "reasons", (4,)),
        ("Cy", "tv", ()),
        ("Cy", "account", (0,)),
        ("Cy", "paper", ()),
        ("Ann", "amend", (4,)),
        ("Ann", "strike", (4,)),
    ):
        page = played.get(who, name, *which)
        told = text(page) + re.search("<title>(.*?)</title>", page.content.decode(), re.S)[1]
        assert not re.search(rf"\b([Hh]and|{word}) 5\b", told), name
        seen = re.findall(rf"\b([Hh]and|{word}) 4\b", told)
        assert not seen or name in ("table", "tv"), name  # the next one
    assert called(played, 3) in text(played.get("Cy", "reasons", 4))
    assert "Deleted hand" in text(played.get("Cy", "reasons", 3))
    ruled = re.findall(r'<tr.*?<th scope="row">(.*?)</th>', played.get("Cy", "paper").content.decode(), re.S)
    assert ruled[:4] == ["1", "2", "–", "3"]
