"""Corrections: amending, deleting, inserting, undoing, and agreeing on points."""

import re

import pytest

from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Entry, Table

from .cast import PARTIAL, Cast, boxes, longest_example, markup, new_key, text


@pytest.fixture
def cast(cast):
    """Return the table with three adjustments: 10, 20 and 30 for the first side."""
    for points in 10, 20, 30:
        cast.write(cast.adjustment(points))
    return cast


def first_total(cast):
    return cast.state.sheet.totals[0]


def presenter_of(cast):
    return cast.get("Bo", "table").context["presenter"]


def rows(cast):
    return list(presenter_of(cast).rows)


def numbers(cast):
    return [row.number for row in cast.state.sheet.rows]


def amendment(cast, points, why="miscounted", **more):
    """Return the fields of an edit of hand 1; ``why`` is the reason of the adjustment and of the edit."""
    sent = boxes(cast.game, cast.adjustment(points, why))
    return {**sent, "number": 1, "rev": 1, "key": new_key(), "reason": why, **more}


def deletion(cast, number, **more):
    return {"rev": cast.state.revs[number], "key": new_key(), "reason": "played twice", **more}


def undo_form(cast, number=3):
    return {"number": number, "rev": cast.state.revs[number], "key": new_key()}


def undo(cast, number=3):
    return cast.post("Bo", "undo", data=undo_form(cast, number)).status_code


def restore(cast, number=3):
    return cast.post("Bo", "restore", data=undo_form(cast, number)).status_code


@pytest.mark.parametrize("reason", ["miscounted", " "])  # optional outside a club
def test_edit_and_deletion_change_all_totals_after_them(cast, reason):
    assert cast.post("Bo", "amend", 1, data=amendment(cast, 100, reason=reason)).status_code == 303
    assert first_total(cast) == 150
    row = rows(cast)[-1]
    assert (row.number, row.amended, row.why) == (1, True, reason.strip())
    assert cast.post("Ann", "strike", 2, data=deletion(cast, 2, reason=reason)).status_code == 303
    assert first_total(cast) == 130


def test_preview_of_an_edit_shows_what_changes(cast):
    page = cast.post("Bo", "amend", 1, data=amendment(cast, 100, show="1"), headers=PARTIAL)
    assert "60 → 150" in text(page)
    assert markup(page).count('id="preview"') == 1
    assert Entry.objects.count() == 3


def test_club_table_needs_a_reason(cast):
    Table.objects.update(club=Club.objects.create(name="The Misère Club"))
    for name, number, sent in (
        ("amend", 1, amendment(cast, 100, reason="")),
        ("insert", 2, amendment(cast, 5, reason="", number=4, rev=0)),
        ("strike", 2, deletion(cast, 2, reason=" ")),
    ):
        assert cast.post("Bo", name, number, data=sent).status_code == 422, name
    assert first_total(cast) == 60


def test_simultaneous_edits_conflict(cast):
    second = amendment(cast, 11)
    cast.post("Ann", "amend", 1, data=amendment(cast, 100))
    answer = cast.post("Bo", "amend", 1, data=second)
    assert answer.status_code == 409
    entry = answer.context["entry"]
    assert (entry.number, entry.rev) == (1, 2)
    assert entry.form.data["points.0"] == ["11"]
    edit = second | {"rev": entry.rev, "key": entry.key}
    assert cast.post("Bo", "amend", 1, data=edit).status_code == 303
    assert first_total(cast) == 61


def test_unknown_hand_is_404(cast):
    for page in "reasons", "amend", "strike", "insert":
        for number in 0, 4:
            assert cast.get("Ann", page, number).status_code == 404


def test_deleted_hand_is_shown_and_can_be_written_again(cast):
    cast.post("Ann", "strike", 2, data=deletion(cast, 2))
    assert [(row.number, row.is_deleted) for row in rows(cast)] == [(3, False), (2, True), (1, False)]
    entry = cast.get("Ann", "amend", 2).context["entry"]
    assert entry.form.answers["points.0"] == 20
    sent = amendment(cast, 20, "it was right", number=2, rev=entry.rev)
    assert cast.post("Ann", "amend", 2, data=sent).status_code == 303
    assert first_total(cast) == 60


def test_forgotten_hand_is_inserted(cast):
    sent = amendment(cast, 5, "forgotten", number=4, rev=0)
    assert cast.get("Ann", "insert", 2).status_code == 200
    assert cast.post("Ann", "insert", 2, data=sent).status_code == 303
    assert numbers(cast) == [1, 4, 2, 3]
    assert first_total(cast) == 65


def test_last_hand_is_undone_and_restored_once(cast):
    before = cast.state.sheet
    for name, total in (("undo", 30), ("restore", 60)):
        form = undo_form(cast)
        first, repeated = (cast.post("Bo", name, data=form) for _time in range(2))
        assert first.status_code == 303
        assert repeated["Idempotent-Replayed"] == "true"
        assert first_total(cast) == total
    assert cast.state.sheet == before
    # The hand itself never changed, so it is not marked as corrected.
    assert not any(row.amended for row in rows(cast))
    assert not presenter_of(cast).race.marks


def test_undo_of_an_earlier_hand_conflicts(cast):
    form = undo_form(cast)
    cast.write(cast.adjustment(1))
    assert cast.post("Bo", "undo", data=form).status_code == 409
    assert first_total(cast) == 61


def test_undo_of_nothing_is_404(db):
    cast = Cast(*longest_example())
    assert cast.post("Bo", "undo", data={"number": 1, "rev": 1, "key": new_key()}).status_code == 404


def test_only_agreed_points_are_adjustments(cast):
    assert cast.get("Ann", "adjust").status_code == 200
    assert cast.post("Ann", "adjust", data=cast.form(cast.hands[0])).status_code == 400
    hand = cast.adjustment(-65, "spilt the beer")
    assert cast.post("Ann", "adjust", data=cast.form(hand)).status_code == 303
    assert first_total(cast) == -5
    assert "spilt the beer" in text(cast.get("Cy", "table"))


def hand_label(cast, number):
    return str(cast.game.hand_label(number))


def test_restore_returns_a_hand_to_its_place(cast):
    cast.post("Ann", "strike", 2, data=deletion(cast, 2))
    assert restore(cast, 2) == 303
    assert numbers(cast) == [1, 2, 3]
    # Undo would remove the last hand, not this one.
    assert presenter_of(cast).last_write is None


def test_edit_can_be_undone_and_redone(cast):
    cast.post("Bo", "amend", 1, data=amendment(cast, 100))
    for total, undone_text, rev in (60, "is as before", 2), (150, "corrected", 3):
        write = presenter_of(cast).last_write
        assert (write.number, write.rev, write.restores) == (1, rev, True)
        assert restore(cast, 1) == 303
        assert first_total(cast) == total
        assert undone_text in text(cast.get("Bo", "table"))


def test_undone_insertion_is_restored_at_its_place(cast):
    cast.post("Ann", "insert", 2, data=amendment(cast, 5, "forgotten", number=4, rev=0))
    assert presenter_of(cast).last_write.number == 4
    assert undo(cast, 4) == 303
    assert numbers(cast) == [1, 2, 3]
    assert restore(cast, 4) == 303
    assert numbers(cast) == [1, 4, 2, 3]


def test_only_a_deleted_hand_is_restored(cast):
    assert restore(cast) == 409
    assert cast.post("Bo", "restore", data=undo_form(cast) | {"number": 9}).status_code == 404
    undo(cast)
    stale = undo_form(cast)
    cast.post("Ann", "amend", 3, data=amendment(cast, 5, number=3, rev=2))
    assert cast.post("Bo", "restore", data=stale).status_code == 409
    assert first_total(cast) == 35


def test_display_numbers_skip_deleted_hands(cast):
    undo(cast)
    assert hand_label(cast, 3) in text(cast.get("Bo", "table"))
    assert hand_label(cast, 4) not in text(cast.get("Bo", "table"))
    cast.write(cast.adjustment(40))
    assert numbers(cast) == [1, 2, 4]
    assert [row.display_number for row in rows(cast) if not row.is_deleted] == [3, 2, 1]
    # Hand number 4 is displayed as hand 3, so the next hand is displayed as hand 4.
    word = hand_label(cast, 3).split()[0]
    for name, *args in (
        ("table",),
        ("reasons", 4),
        ("tv",),
        ("account", 0),
        ("paper",),
        ("amend", 4),
        ("strike", 4),
    ):
        page = cast.get("Ann", name, *args)
        shown = text(page) + re.search("<title>(.*?)</title>", markup(page), re.S)[1]
        assert not re.search(rf"\b([Hh]and|{word}) 5\b", shown), name
        found = re.findall(rf"\b([Hh]and|{word}) 4\b", shown)
        assert not found or name in ("table", "tv"), name  # these two pages name the next hand
    assert hand_label(cast, 3) in text(cast.get("Cy", "reasons", 4))
    assert "Deleted hand" in text(cast.get("Cy", "reasons", 3))
    headings = re.findall(r'<tr.*?<th scope="row">(.*?)</th>', markup(cast.get("Cy", "paper")), re.S)
    assert headings[:4] == ["1", "2", "–", "3"]
