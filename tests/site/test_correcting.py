"""Corrections: amending, deleting, inserting, undoing, and agreeing on points."""

import re
from typing import Any

import pytest

from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Entry, Table

from .cast import boxes, markup, new_key, text

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
Fields = dict[str, Any]


@pytest.fixture
def played_cast(cast):
    """Return the table with three adjustments: 10, 20 and 30 for the first side."""
    for points in 10, 20, 30:
        cast.write(cast.agreed(points))
    return cast


@pytest.fixture
def club_table(played_cast):
    Table.objects.update(club=Club.objects.create(name="The Misère Club"))
    return played_cast


def first_total(cast):
    return cast.state.sheet.totals[0]


def rows(cast) -> list[Any]:
    return list(cast.get("Cy", "table").context["presenter"].rows)


def numbers(cast) -> list[int]:
    return [row.number for row in cast.state.sheet.rows]


def amendment(cast, points, why="miscounted", **more) -> Fields:
    """Return the fields of an edit of hand 1; the reason of an adjustment is also that of its edit."""
    sent = boxes(cast.game, cast.agreed(points, why))
    return {**sent, "number": 1, "rev": 1, "key": new_key(), "reason": why, **more}


def deletion(cast, number, **more) -> Fields:
    return {"rev": cast.state.revs[number], "key": new_key(), "reason": "played twice", **more}


def undo_form(cast, number=3) -> Fields:
    return {"number": number, "rev": cast.state.revs[number], "key": new_key()}


def test_edit_changes_all_totals_after_it(played_cast):
    assert played_cast.post("Bo", "amend", 1, data=amendment(played_cast, 100)).status_code == 303
    assert first_total(played_cast) == 150
    row = rows(played_cast)[-1]
    assert (row.number, row.amended, row.why) == (1, True, "miscounted")


def test_preview_of_an_edit_shows_what_changes(played_cast):
    page = played_cast.post("Bo", "amend", 1, data=amendment(played_cast, 100, show="1"), headers=PARTIAL)
    assert "60 → 150" in text(page)
    assert markup(page).count('id="preview"') == 1
    assert Entry.objects.count() == 3


def test_reason_is_optional_outside_a_club(played_cast):
    assert played_cast.post("Bo", "amend", 1, data=amendment(played_cast, 100, reason="")).status_code == 303
    assert first_total(played_cast) == 150
    row = rows(played_cast)[-1]
    assert (row.number, row.amended, row.why) == (1, True, "")
    assert played_cast.post("Ann", "strike", 2, data=deletion(played_cast, 2, reason=" ")).status_code == 303
    assert first_total(played_cast) == 130


def test_club_table_needs_a_reason(club_table):
    for name, number, sent in (
        ("amend", 1, amendment(club_table, 100, reason="")),
        ("insert", 2, amendment(club_table, 5, reason="", number=4, rev=0)),
        ("strike", 2, deletion(club_table, 2, reason=" ")),
    ):
        assert club_table.post("Bo", name, number, data=sent).status_code == 422, name
    assert first_total(club_table) == 60


def test_simultaneous_edits_conflict(played_cast):
    first, second = amendment(played_cast, 100), amendment(played_cast, 11)
    played_cast.post("Ann", "amend", 1, data=first)
    answer = played_cast.post("Bo", "amend", 1, data=second)
    assert answer.status_code == 409
    entry = answer.context["entry"]
    assert (entry.number, entry.rev) == (1, 2)
    assert entry.form.data["points.0"] == ["11"]
    edit = second | {"rev": entry.rev, "key": entry.key}
    assert played_cast.post("Bo", "amend", 1, data=edit).status_code == 303
    assert first_total(played_cast) == 61


def test_unknown_hand_is_404(played_cast):
    for page in "reasons", "amend", "strike", "insert":
        for number in 0, 4:
            assert played_cast.get("Ann", page, number).status_code == 404


def test_deleted_hand_is_shown_and_can_be_written_again(played_cast):
    assert played_cast.post("Ann", "strike", 2, data=deletion(played_cast, 2)).status_code == 303
    assert first_total(played_cast) == 40
    assert [(row.number, row.is_deleted) for row in rows(played_cast)] == [(3, False), (2, True), (1, False)]
    entry = played_cast.get("Ann", "amend", 2).context["entry"]
    assert entry.form.answers["points.0"] == 20
    sent = amendment(played_cast, 20, "it was right", number=2, rev=entry.rev)
    assert played_cast.post("Ann", "amend", 2, data=sent).status_code == 303
    assert first_total(played_cast) == 60


def test_forgotten_hand_is_inserted(played_cast):
    sent = amendment(played_cast, 5, "forgotten", number=4, rev=0)
    assert played_cast.get("Ann", "insert", 2).status_code == 200
    assert played_cast.post("Ann", "insert", 2, data=sent).status_code == 303
    assert numbers(played_cast) == [1, 4, 2, 3]
    assert first_total(played_cast) == 65


def test_undo_deletes_the_last_hand_once(played_cast):
    form = undo_form(played_cast)
    first, repeated = (played_cast.post("Bo", "undo", data=form) for _time in range(2))
    assert first.status_code == 303
    assert repeated.headers["Idempotent-Replayed"] == "true"
    assert first_total(played_cast) == 30


def test_undo_of_an_earlier_hand_conflicts(played_cast):
    form = undo_form(played_cast)
    played_cast.write(played_cast.agreed(1))
    assert played_cast.post("Bo", "undo", data=form).status_code == 409
    assert first_total(played_cast) == 61


def test_undo_of_nothing_is_404(cast):
    assert cast.post("Bo", "undo", data={"number": 1, "rev": 1, "key": new_key()}).status_code == 404


def test_only_agreed_points_are_adjustments(cast):
    assert cast.get("Ann", "adjust").status_code == 200
    assert cast.post("Ann", "adjust", data=cast.form(cast.hands[0])).status_code == 400
    hand = cast.agreed(-5, "spilt the beer")
    assert cast.post("Ann", "adjust", data=cast.form(hand)).status_code == 303
    assert first_total(cast) == -5
    assert "spilt the beer" in text(cast.get("Cy", "table"))


def hand_label(cast, number) -> str:
    return str(cast.game.hand_label(number))


def test_restore_undoes_an_undo(played_cast):
    before = played_cast.state.sheet
    played_cast.post("Bo", "undo", data=undo_form(played_cast))
    form = undo_form(played_cast)
    first, repeated = (played_cast.post("Ann", "restore", data=form) for _time in range(2))
    assert first.status_code == 303
    assert repeated.headers["Idempotent-Replayed"] == "true"
    assert played_cast.state.sheet == before
    # The text never changed, so it is not marked as corrected.
    presenter = played_cast.get("Cy", "table").context["presenter"]
    assert not any(row.amended for row in presenter.rows)
    assert not presenter.race.marks


def test_restore_returns_a_hand_to_its_place(played_cast):
    played_cast.post("Ann", "strike", 2, data=deletion(played_cast, 2))
    assert played_cast.post("Bo", "restore", data=undo_form(played_cast, 2)).status_code == 303
    assert numbers(played_cast) == [1, 2, 3]
    # Undo would remove the last hand, not this one.
    assert played_cast.get("Bo", "table").context["presenter"].last_write is None


def test_edit_can_be_undone_and_redone(played_cast):
    played_cast.post("Bo", "amend", 1, data=amendment(played_cast, 100))
    for total, undone_text, rev in (60, "is as before", 2), (150, "corrected", 3):
        write = played_cast.get("Ann", "table").context["presenter"].last_write
        assert (write.number, write.rev, write.restores) == (1, rev, True)
        assert played_cast.post("Ann", "restore", data=undo_form(played_cast, 1)).status_code == 303
        assert first_total(played_cast) == total
        assert undone_text in text(played_cast.get("Bo", "table"))


def test_inserted_hand_is_undone_where_it_stands(played_cast):
    played_cast.post("Ann", "insert", 2, data=amendment(played_cast, 5, "forgotten", number=4, rev=0))
    assert played_cast.get("Bo", "table").context["presenter"].last_write.number == 4
    assert played_cast.post("Bo", "undo", data=undo_form(played_cast, 4)).status_code == 303
    assert numbers(played_cast) == [1, 2, 3]
    assert played_cast.post("Bo", "restore", data=undo_form(played_cast, 4)).status_code == 303
    assert numbers(played_cast) == [1, 4, 2, 3]


def test_only_a_deleted_hand_is_restored(played_cast):
    assert played_cast.post("Bo", "restore", data=undo_form(played_cast)).status_code == 409
    assert played_cast.post("Bo", "restore", data=undo_form(played_cast) | {"number": 9}).status_code == 404
    played_cast.post("Ann", "undo", data=undo_form(played_cast))
    stale = undo_form(played_cast)
    played_cast.post("Ann", "amend", 3, data=amendment(played_cast, 5, number=3, rev=2))
    assert played_cast.post("Bo", "restore", data=stale).status_code == 409
    assert first_total(played_cast) == 35


def test_display_numbers_skip_deleted_hands(played_cast):
    played_cast.post("Bo", "undo", data=undo_form(played_cast))
    assert hand_label(played_cast, 3) in text(played_cast.get("Bo", "table"))
    assert hand_label(played_cast, 4) not in text(played_cast.get("Bo", "table"))
    played_cast.write(played_cast.agreed(40))
    assert numbers(played_cast) == [1, 2, 4]
    assert [row.display_number for row in rows(played_cast) if not row.is_deleted] == [3, 2, 1]
    word = hand_label(played_cast, 3).split()[0]
    for who, name, *args in (
        ("Cy", "table"),
        ("Cy", "reasons", 4),
        ("Cy", "tv"),
        ("Cy", "account", 0),
        ("Cy", "paper"),
        ("Ann", "amend", 4),
        ("Ann", "strike", 4),
    ):
        page = played_cast.get(who, name, *args)
        shown = text(page) + re.search("<title>(.*?)</title>", markup(page), re.S)[1]
        assert not re.search(rf"\b([Hh]and|{word}) 5\b", shown), name
        found = re.findall(rf"\b([Hh]and|{word}) 4\b", shown)
        assert not found or name in ("table", "tv"), name  # these two name the next hand
    assert hand_label(played_cast, 3) in text(played_cast.get("Cy", "reasons", 4))
    assert "Deleted hand" in text(played_cast.get("Cy", "reasons", 3))
    headings = re.findall(r'<tr.*?<th scope="row">(.*?)</th>', markup(played_cast.get("Cy", "paper")), re.S)
    assert headings[:4] == ["1", "2", "–", "3"]
