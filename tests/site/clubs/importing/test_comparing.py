"""The comparison before an import: new, known, duplicate and corrected matches; and its undo."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.figures.models import StatTotal
from scorekeeper.history import updates
from scorekeeper.history.exporting import results_export
from scorekeeper.history.importing import import_jobs
from scorekeeper.history.models import Appearance, ImportedMatch, ImportJob
from scorekeeper.jobs import runner, worker
from scorekeeper.jobs.models import Job
from scorekeeper.matches.models import Match
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_history import a_game
from tests.site.clubs.importing.test_import import brought, looked_at, page_after, sheet_of


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def line(day: str, *cells: object) -> str:
    return ",".join(map(str, (day, a_game(), *cells)))


def page_of(cast: ClubCast, job: ImportJob) -> str:
    return text(cast.get("Sven", "bringing", job.pk))


def bring(cast: ClubCast, job: ImportJob, **more: str) -> ImportJob:
    """Import a file, in a job if its page starts one."""
    assert cast.post("Sven", "bringing", job.pk, data={"bring": "1", **more}).status_code == 303
    for one in Job.objects.filter(ended=None):
        runner.run_job(one)
    job.refresh_from_db()
    assert job.ended
    return job


def totals(name: str) -> list[int]:
    rows = Appearance.objects.filter(player__name=name).order_by("at", "pk")
    return [int(total) for total in rows.values_list("total", flat=True)]


def test_what_will_be_new_is_shown_before(cast):
    cast.player("Bettina")
    brought(cast, sheet_of(line("2011-02-03", "Ann", "Bo", "Cy", 5, 2, 3)))
    doubled = line("2011-02-05", "Betty", "Bo", "Zed", 5, 2, 3)
    job = looked_at(cast, sheet_of(line("2011-02-03", "Ann", "Bo", "Cy", 5, 2, 3), doubled, doubled))
    page = page_of(cast, job)
    for words in (
        "2 new matches",
        "1 match is already here",
        "2 new players",
        "Line 4 says the same",
        "This is Bettina",
    ):
        assert words in page, page
    assert "1 new match " in page_after(cast, job, leave="doubled")
    bring(cast, job, **{"same.0": str(cast.player("Bettina").pk)})
    assert Match.objects.count() == 2
    assert not Player.objects.filter(name="Betty").exists()
    assert totals("Bettina") == [5]


def test_a_name_may_be_another_new_one_of_the_file(cast):
    job = looked_at(
        cast,
        sheet_of(
            line("2011-02-03", "Wilhelmine", "Bo", "Cy", 5, 2, 3),
            line("2011-02-04", "Wilhelmine", "Bo", "Cy", 6, 2, 3),
            line("2011-02-05", "Wilhelmina", "Bo", "Cy", 7, 2, 3),
        ),
    )
    bring(cast, job, **{"same.0": "name:Wilhelmine"})
    assert totals("Wilhelmine") == [5, 6, 7]


def test_wrong_lines_are_mended_in_place_or_left_out(cast):
    wrong, worse = (
        line("31.2.2011", "Ann", "Bo", "Cy", 5, 2, 3),
        line("2011-02-04", "Ann", "Ann", "Cy", 5, 2, 3),
    )
    job = looked_at(cast, sheet_of(line("2011-02-03", "Ann", "Bo", "Cy", 5, 2, 3), wrong, worse))
    shown = cast.get("Sven", "bringing", job.pk).content.decode()
    assert f'name="mend.3" value="{wrong}"' in shown
    mended = {"mend.3": wrong.replace("31.2.2011", "28.2.2011"), "look": "1"}
    assert "1 line has a problem" in page_after(cast, job, **mended)
    assert "2 new matches" in page_after(cast, job, leave="wrong")
    bring(cast, job)
    assert totals("Ann") == [5, 5]


def test_a_mended_row_may_go_over_several_lines_of_the_file():
    content = 'date,note\n1,"one\ntwo"\n2,x\n'
    assert spreadsheet.texts_of_lines(content, {2}) == {2: '1,"one\ntwo"'}
    assert spreadsheet.replace_lines(content, {2: "3,y"}) == "date,note\n3,y\n\n2,x\n"
    assert spreadsheet.replace_lines(content, {}) == content


def test_a_corrected_row_with_its_id_replaces_its_match_and_undone_it_is_as_it_was(cast):
    first = brought(cast, sheet_of(line("2011-02-03", "Ann", "Bo", "Cy", 5, 2, 3)))
    cast.post("Sven", "match_note", Match.objects.get().pk, data={"text": "Well played"})
    before = "".join(results_export.result_lines(cast.club))
    worker.run_all()
    stats = sorted(StatTotal.objects.values_list("deed", "who", "tries", "n", "amount"))
    job = looked_at(cast, before.replace(",5,2,3,", ",5,20,3,"))
    assert "1 corrected match" in page_of(cast, job)
    bring(cast, job)
    assert (totals("Bo"), Match.objects.count()) == ([20], 1)
    assert list(Match.objects.get().notes.values_list("text", "by_name")) == [("Well played", "Sven")]
    after = "".join(results_export.result_lines(cast.club))
    assert after.rpartition(",")[2] == before.rpartition(",")[2]  # known by the same ID
    cast.post("Sven", "bringing", job.pk, data={"undo": "1"})
    runner.run_job(Job.objects.get(what="undo"))
    assert "".join(results_export.result_lines(cast.club)) == before
    assert ImportedMatch.objects.get().file == first
    worker.run_all()
    assert sorted(StatTotal.objects.values_list("deed", "who", "tries", "n", "amount")) == stats


@pytest.mark.parametrize(("said", "left"), [("replace", [7]), ("add", [5, 7])])
def test_of_a_line_like_an_imported_match_it_is_asked_which(cast, said, left):
    brought(cast, sheet_of(line("2011-02-03", "Ann", "Bo", "Cy", 5, 2, 3)))
    job = looked_at(cast, sheet_of(line("2011-02-03", "Ann", "Bo", "Cy", 7, 2, 3)))
    unsaid = cast.post("Sven", "bringing", job.pk, data={"bring": "1"})
    assert unsaid.status_code == 422
    assert totals("Ann") == [5]
    bring(cast, job, alike=said)
    assert sorted(totals("Ann")) == left


def test_two_matches_of_an_evening_in_one_file_are_no_corrections(cast):
    one = line("2011-02-03", "Ann", "Bo", "Cy", 5, 2, 3)
    brought(cast, sheet_of(one))
    job = looked_at(cast, sheet_of(one, line("2011-02-03", "Ann", "Bo", "Cy", 7, 2, 3)))
    assert "corrected" not in page_of(cast, job)


def test_a_sheet_that_was_kept_hand_by_hand_is_not_replaced(cast):
    updates.update_projection(cast.played(a_game(), ("Ann", "Bo", "Cy"), (5, 2, 3)))
    job = looked_at(cast, "".join(results_export.result_lines(cast.club)).replace(",5,2,3,", ",9,2,3,"))
    page = page_of(cast, job)
    assert "Line 2 differs from a match that was scored hand by hand" in page
    assert "There is nothing new in this file." in page


def test_a_replacement_that_was_broken_off_goes_on(cast, monkeypatch):
    brought(cast, sheet_of(line("2011-02-03", "Ann", "Bo", "Cy", 5, 2, 3)))
    changed = "".join(results_export.result_lines(cast.club)).replace(",5,2,3,", ",5,20,3,")
    job = looked_at(cast, changed)
    cast.post("Sven", "bringing", job.pk, data={"bring": "1"})

    def killed(matches: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(import_jobs, "_delete_matches", killed)
        with pytest.raises(KeyboardInterrupt):
            runner.run_job(Job.objects.get(ended=None))
    assert totals("Bo") == []
    runner.run_job(Job.objects.get(ended=None))
    assert (totals("Bo"), Match.objects.count()) == ([20], 1)


def test_a_workbook_is_read_as_a_table_of_results(cast):
    book, out = Workbook(), io.BytesIO()
    book.active.append(["date", "game", "Ann", "Bo", "Cy"])
    book.active.append(["2011-02-03", a_game(), 5, -2.0, 3])
    book.save(out)
    brought(cast, out.getvalue())
    assert (totals("Ann"), totals("Bo")) == ([5], [-2])
