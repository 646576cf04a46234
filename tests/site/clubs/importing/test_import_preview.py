"""The preview of an import (new, known, duplicate and corrected matches), and undoing the import."""

import pytest

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.figures.models import StatTotal
from scorekeeper.history.exporting import results_export
from scorekeeper.history.importing import import_jobs
from scorekeeper.history.models import Appearance, ImportedMatch
from scorekeeper.jobs import runner, worker
from scorekeeper.jobs.models import Job
from scorekeeper.matches.models import Match
from tests.site.cast import markup
from tests.site.club_rows_history import game_for_three
from tests.site.clubs.history.test_history import play_three
from tests.site.clubs.importing.test_import import (
    csv_of,
    import_file,
    page_after,
    page_of,
    upload,
    workbook_of,
)


def line(points, day="2011-02-03", first="Ann", second="Bo", third="Cy"):
    """Return a row of results with these points for the first player."""
    return f"{day},{game_for_three()},{first},{second},{third},{points},2,3"


LINE = line(5)


def results(club):
    return "".join(results_export.result_lines(club.club))


def start_import(club, job, **more):
    club.post("Sven", "import_job", job.pk, data={"start_import": "1", **more})
    runner.run_all_jobs()
    job.refresh_from_db()
    assert job.ended
    return job


def totals(name):
    rows = Appearance.objects.filter(player__name=name).order_by("at", "pk")
    return [int(total) for total in rows.values_list("total", flat=True)]


def test_import_page_shows_what_is_new(club):
    club.player("Bettina")
    import_file(club, csv_of(LINE))
    doubled = line(5, "2011-02-05", "Betty", third="Zed")
    job = upload(club, csv_of(LINE, doubled, doubled))
    page = page_of(club, job)
    for words in ("2 new matches", "1 match is already here", "2 new players", "Line 4 says the same"):
        assert words in page, page
    assert "This is Bettina" in page
    assert "1 new match " in page_after(club, job, leave="doubled")
    start_import(club, job, **{"same.0": str(club.player("Bettina").pk)})
    assert Match.objects.count() == 2
    assert not Player.objects.filter(name="Betty").exists()
    assert totals("Bettina") == [5]


def test_two_new_names_can_be_one_player(club):
    names = ("Wilhelmine", "Wilhelmine", "Wilhelmina")
    job = upload(club, csv_of(*(line(n, f"2011-02-0{n}", name) for n, name in enumerate(names, start=5))))
    start_import(club, job, **{"same.0": "name:Wilhelmine"})
    assert totals("Wilhelmine") == [5, 6, 7]


def test_wrong_lines_are_mended_in_place_or_left_out(club):
    wrong, worse = line(5, "31.2.2011"), line(5, "2011-02-04", second="Ann")
    job = upload(club, csv_of(LINE, wrong, worse))
    assert f'name="mend.3" value="{wrong}"' in markup(club.get("Sven", "import_job", job.pk))
    mended = {"mend.3": wrong.replace("31.2.2011", "28.2.2011"), "look": "1"}
    assert "1 line has a problem" in page_after(club, job, **mended)
    assert "2 new matches" in page_after(club, job, leave="wrong")
    start_import(club, job)
    assert totals("Ann") == [5, 5]


def test_mended_row_may_span_lines():
    content = 'date,note\n1,"one\ntwo"\n2,x\n'
    assert spreadsheet.texts_of_lines(content, {2}) == {2: '1,"one\ntwo"'}
    assert spreadsheet.replace_lines(content, {2: "3,y"}) == "date,note\n3,y\n\n2,x\n"
    assert spreadsheet.replace_lines(content, {}) == content


def test_corrected_row_replaces_its_match_and_can_be_undone(club):
    first = import_file(club, csv_of(LINE))
    club.post("Sven", "match_note", Match.objects.get().pk, data={"text": "Well played"})
    before, before_stats = results(club), stats()
    job = upload(club, before.replace(",5,2,3,", ",5,20,3,"))
    assert "1 corrected match" in page_of(club, job)
    start_import(club, job)
    assert (totals("Bo"), Match.objects.count()) == ([20], 1)
    assert list(Match.objects.get().notes.values_list("text", "by_name")) == [("Well played", "Sven")]
    assert results(club).rpartition(",")[2] == before.rpartition(",")[2]  # same ID
    club.post("Sven", "import_job", job.pk, data={"undo": "1"})
    runner.run_job(Job.objects.get(what="undo"))
    assert results(club) == before
    assert ImportedMatch.objects.get().file == first
    assert stats() == before_stats


def stats():
    worker.run_all()
    return sorted(StatTotal.objects.values_list("deed", "who", "tries", "n", "amount"))


@pytest.mark.parametrize(("choice", "expected"), [("replace", [7]), ("add", [5, 7])])
def test_import_asks_about_a_similar_match(club, choice, expected):
    import_file(club, csv_of(LINE))
    job = upload(club, csv_of(line(7)))
    assert club.post("Sven", "import_job", job.pk, data={"start_import": "1"}).status_code == 422
    assert totals("Ann") == [5]
    start_import(club, job, alike=choice)
    assert sorted(totals("Ann")) == expected


def test_second_match_of_a_day_is_no_correction(club):
    import_file(club, csv_of(LINE))
    assert "corrected" not in page_of(club, upload(club, csv_of(LINE, line(7))))


def test_match_scored_hand_by_hand_is_not_replaced(club):
    play_three(club, 5, 2, 3)
    page = page_of(club, upload(club, results(club).replace(",5,2,3,", ",9,2,3,")))
    assert "Line 2 differs from a match that was scored hand by hand" in page
    assert "There is nothing new in this file." in page


def test_interrupted_replacement_resumes(club, monkeypatch):
    import_file(club, csv_of(LINE))
    job = upload(club, results(club).replace(",5,2,3,", ",5,20,3,"))
    club.post("Sven", "import_job", job.pk, data={"start_import": "1"})

    def killed(matches):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(import_jobs, "_delete_matches", killed)
        with pytest.raises(KeyboardInterrupt):
            runner.run_job(Job.objects.get(ended=None))
    assert totals("Bo") == []
    runner.run_job(Job.objects.get(ended=None))
    assert (totals("Bo"), Match.objects.count()) == ([20], 1)


def test_a_workbook_is_read_as_a_table_of_results(club):
    heading = ["date", "game", "Ann", "Bo", "Cy"]
    import_file(club, workbook_of(heading, ["2011-02-03", game_for_three(), 5, -2.0, 3]))
    assert (totals("Ann"), totals("Bo")) == ([5], [-2])
