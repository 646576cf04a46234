"""Long jobs: they show progress, run in the background, and resume after being killed."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from scorekeeper.clubs.models import ClubEvent, Player, Season
from scorekeeper.history import updates
from scorekeeper.history.exporting import club_export, downloads, personal_data, results_export
from scorekeeper.history.importing import import_jobs
from scorekeeper.history.models import ImportedMatch, ImportJob
from scorekeeper.jobs import leases, runner
from scorekeeper.jobs import worker as job_worker
from scorekeeper.jobs.models import Job, PendingJob
from scorekeeper.matches.models import Match
from tests.conftest import until
from tests.nightly import NIGHTLY
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_history import a_game
from tests.site.clubs.figures.test_ratings import derived
from tests.site.clubs.jobs.test_pending import rebuilt


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


@pytest.fixture(autouse=True)
def much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every request too large to run outside a job."""
    monkeypatch.setattr(import_jobs, "MATCHES_AT_ONCE", 3)
    monkeypatch.setattr(downloads, "SMALL", 0)
    monkeypatch.setattr(downloads, "FEW_SEATS", 0)


def sheet(matches: int) -> str:
    """Return a table of results with rotating days and winners."""
    names = ("Ann", "Bo", "Cy", "Di", "Zed")
    rows = ["date,game,player 1,player 2,player 3,points 1,points 2,points 3"]
    for n in range(matches):
        who = ",".join(names[(n + seat) % 5] for seat in range(3))
        rows.append(f"20{10 + n % 9}-03-{1 + n % 28:02},{a_game()},{who},{n % 7},{n % 5},3")
    return "\n".join(rows) + "\n"


def sent(cast: ClubCast, content: str) -> ImportJob:
    answer = cast.post("Sven", "import", data={"file": SimpleUploadedFile("old.csv", content.encode())})
    assert answer["Location"] == cast.url("job", Job.objects.latest("pk").pk)
    return ImportJob.objects.latest("pk")


def asked_to_bring(cast: ClubCast, file: ImportJob) -> Job:
    answer = cast.post("Sven", "bringing", file.pk, data={"bring": "1"})
    job = Job.objects.get(bringing=file, ended=None)
    assert answer["Location"] == cast.url("job", job.pk)
    return job


# A file -----------------------------------------------------------------------


def test_a_file_is_looked_at_and_brought_in_beside_the_pages(cast: ClubCast) -> None:
    file = sent(cast, sheet(10))
    looking_at = Job.objects.get()
    page = text(cast.get("Sven", "job", looking_at.pk))
    assert "Checking the file" in page
    assert "You can leave this page" in page
    # A visitor to the file's page sees its progress.
    assert cast.get("Sven", "bringing", file.pk)["Location"] == cast.url("job", looking_at.pk)
    runner.run_all_jobs()
    assert cast.get("Sven", "job", looking_at.pk)["Location"] == cast.url("bringing", file.pk)
    assert "Import 10 matches" in text(cast.get("Sven", "bringing", file.pk))
    assert not Match.objects.exists()
    job = asked_to_bring(cast, file)
    assert not Match.objects.exists()
    runner.run_all_jobs()
    assert "10 matches imported" in text(cast.get("Sven", "bringing", file.pk))
    job.refresh_from_db()
    assert (job.done, job.most, job.given_up) == (10, 10, False)
    assert ClubEvent.objects.get(club=cast.club).about["added"] == 10
    assert ImportJob.objects.get().text == ""
    assert not PendingJob.objects.exists()
    as_put_off = derived()
    assert rebuilt() == as_put_off


def test_a_part_of_the_page_of_a_job_goes_on_by_itself(cast: ClubCast) -> None:
    file = sent(cast, sheet(4))
    job, htmx = Job.objects.get(), {"HX-Request": "true", "HX-Request-Type": "partial"}
    part = cast.clients["Sven"].get(cast.url("job", job.pk), headers=htmx)
    assert "hx-trigger" in part.content.decode()
    assert "<html" not in part.content.decode()
    runner.run_all_jobs()
    part = cast.clients["Sven"].get(cast.url("job", job.pk), headers=htmx)
    assert part["HX-Redirect"] == cast.url("bringing", file.pk)


def test_what_is_wrong_is_told_after_the_job_and_nothing_is_in(cast: ClubCast) -> None:
    file = sent(cast, sheet(5).replace("2012-03-03", "31.2.2012"))
    runner.run_all_jobs()
    assert "1 line has a problem" in text(cast.get("Sven", "bringing", file.pk))
    asked_to_bring(cast, file)
    runner.run_all_jobs()
    assert "1 line has a problem" in text(cast.get("Sven", "bringing", file.pk))
    assert not Match.objects.exists()


def claimed() -> Job:
    job = runner.claim_job()
    assert job is not None
    return job


def lease_runs_out() -> None:
    Job.objects.update(lease=timezone.now() - leases.LEASE)


class Killed(BaseException):
    """A simulated kill, which no exception handler catches."""


@pytest.mark.parametrize("parts", range(6) if NIGHTLY else (0, 2, 5))
def test_a_job_killed_after_any_part_goes_on_and_nothing_is_in_twice(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch, parts: int
) -> None:
    # Two of its matches are alike, two exist already.
    content = sheet(9) + sheet(9).splitlines()[2] + "\n"
    cast.post("Sven", "import", data={"pasted": "\n".join(sheet(2).splitlines())})
    runner.run_all_jobs()
    asked_to_bring(cast, ImportJob.objects.get())
    runner.run_all_jobs()
    file = sent(cast, content)
    runner.run_all_jobs()
    asked_to_bring(cast, file)
    left = [parts]

    def killed_after(did: Any) -> None:
        if not left[0]:
            raise Killed
        left[0] -= 1
        did()

    with monkeypatch.context() as patch:
        patch.setattr(runner, "throttled", killed_after)
        if parts < 5:
            with pytest.raises(Killed):
                runner.run_all_jobs()
        else:
            runner.run_all_jobs()
    lease_runs_out()
    runner.run_all_jobs()
    file.refresh_from_db()
    assert (file.added, file.known) == (8, 2)
    assert ImportedMatch.objects.count() == Match.objects.count() == 10
    assert ClubEvent.objects.filter(club=cast.club).count() == 2
    assert not Job.objects.filter(ended=None).exists()
    as_put_off = derived()
    assert rebuilt() == as_put_off


def test_a_job_that_breaks_off_each_time_is_given_up_in_words_and_keeps_nobody_waiting(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sent(cast, sheet(3))
    with monkeypatch.context() as patch:
        patch.setattr(import_jobs, "preview", lambda *_: 1 // 0)
        runner.run_all_jobs()
    job = Job.objects.get()
    assert (job.tries, job.given_up) == (runner.MOST_TRIES, True)
    assert "This failed too often" in text(cast.get("Sven", "job", job.pk))
    assert "This file has not been checked yet" in text(cast.get("Sven", "bringing", file.pk))
    again = cast.post("Sven", "job", job.pk, data={})
    assert again["Location"] != cast.url("job", job.pk)
    runner.run_all_jobs()
    assert "Import 3 matches" in text(cast.get("Sven", "bringing", file.pk))


def everything(cast: ClubCast) -> Any:
    """Return all that a club shows of its matches and people, without primary keys."""
    people = sorted(Player.objects.filter(club=cast.club).values_list("name", flat=True))
    return people, Season.objects.filter(club=cast.club).count(), derived()


def test_an_import_is_taken_back_as_if_it_had_never_been(cast: ClubCast) -> None:
    for n in range(4):
        updates.update_projection(
            cast.played(a_game(), ("Ann", "Bo", "Cy"), (n, 2, 1), at=datetime(2015, 3, 1 + n, tzinfo=UTC))
        )
    job_worker.run_all()
    before = everything(cast)
    in_all = Match.objects.count()
    content = sheet(10).replace("points 3\n", "points 3,season\n").replace(",3\n", ",3,Winter\n")
    file = sent(cast, content)
    runner.run_all_jobs()
    asked_to_bring(cast, file)
    runner.run_all_jobs()
    assert Match.objects.count() == in_all + 10
    assert everything(cast) != before
    assert "Undo this import" in text(cast.get("Sven", "bringing", file.pk))
    answer = cast.post("Sven", "bringing", file.pk, data={"undo": "1"})
    job = Job.objects.get(ended=None)
    assert answer["Location"] == cast.url("job", job.pk)
    assert "Undoing the import" in text(cast.get("Sven", "job", job.pk))
    runner.run_all_jobs()
    assert Match.objects.count() == in_all
    assert everything(cast) == before
    page = text(cast.get("Sven", "bringing", file.pk))
    assert "Import undone: 10 matches removed" in page
    assert "Undo this import" not in page
    assert ClubEvent.objects.filter(what="import_undone").count() == 1
    # The same file can be imported again, completely.
    again = sent(cast, content)
    runner.run_all_jobs()
    asked_to_bring(cast, again)
    runner.run_all_jobs()
    again.refresh_from_db()
    assert (again.added, again.known) == (10, 0)


@pytest.mark.parametrize("parts", [1, 3, 5, 7] if NIGHTLY else [1, 5])
def test_an_undoing_that_was_broken_off_goes_on_with_what_is_left(
    cast: ClubCast, parts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    updates.update_projection(cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1)))
    job_worker.run_all()
    before = everything(cast)
    file = sent(cast, sheet(8))
    runner.run_all_jobs()
    asked_to_bring(cast, file)
    runner.run_all_jobs()
    cast.post("Sven", "bringing", file.pk, data={"undo": "1"})
    left = [parts]

    def killed(did: Any) -> None:
        if not left[0]:
            raise RuntimeError("killed")
        left[0] -= 1
        did()

    with monkeypatch.context() as patch:
        patch.setattr(runner, "throttled", killed)
        runner.run_job(claimed())
    runner.run_all_jobs()
    assert Job.objects.get(what="undo").ended
    assert everything(cast) == before


def test_somebody_who_has_played_on_since_is_not_taken_back(cast: ClubCast) -> None:
    file = sent(cast, sheet(6))
    runner.run_all_jobs()
    asked_to_bring(cast, file)
    runner.run_all_jobs()
    updates.update_projection(cast.played(a_game(), ("Zed", "Bo", "Cy"), (3, 2, 1)))
    cast.post("Sven", "bringing", file.pk, data={"undo": "1"})
    runner.run_all_jobs()
    assert Player.objects.filter(club=cast.club, name="Zed").exists()
    assert Match.objects.count() == 1


def test_what_was_asked_for_twice_is_done_once(cast: ClubCast) -> None:
    file = sent(cast, sheet(3))
    runner.run_all_jobs()
    asked_to_bring(cast, file)
    cast.post("Sven", "bringing", file.pk, data={"bring": "1"})
    cast.post("Olga", "bringing", file.pk, data={"forget": "1"})
    assert Job.objects.filter(ended=None).count() == 1
    for _ in range(2):
        cast.post("Mia", "club_whole", data={})
    cast.post("Olga", "club_whole", data={})
    assert Job.objects.filter(ended=None).count() == 3


# Taken out --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["club_whole", "club_results", "data_of_player", "csv_of_player"])
def test_a_club_is_written_to_a_file_beside_the_pages(cast: ClubCast, name: str) -> None:
    cast.played(a_game(), ("Ann", "Bo", "Mia"), (30, 20, 10))
    mia = Player.objects.get(club=cast.club, name="Mia")
    own = [mia.pk] if "player" in name else []
    assert "This takes a moment" in text(cast.get("Mia", name, *own))
    assert cast.get("Mia", name, *own).get("Content-Disposition") is None
    job = Job.objects.get(pk=cast.post("Mia", name, *own, data={})["Location"].rstrip("/").rsplit("/", 1)[1])
    assert cast.get("Mia", "job_file", job.pk).status_code == 404
    runner.run_all_jobs()
    assert cast.url("job_file", job.pk) in cast.get("Mia", "job", job.pk).content.decode()
    file = cast.get("Mia", "job_file", job.pk)
    told = b"".join(file.streaming_content).decode()
    assert "attachment" in file["Content-Disposition"]
    if name == "club_whole":
        assert told == "".join(club_export.club_lines(cast.club))
    elif name == "club_results":
        assert told == "".join(results_export.result_lines(cast.club))
    elif name == "csv_of_player":
        assert told == personal_data.as_csv(personal_data.personal_data(mia))
    else:
        assert '"matches": [' in told
    # Mia's export, for a day.
    assert cast.get("Olga", "job_file", job.pk).status_code == 403
    yesterday = (timezone.now() - timedelta(days=1, hours=1)).timestamp()
    os.utime(downloads.path_of(job), (yesterday, yesterday))
    downloads.delete_old_files()
    assert "The file was removed" in text(cast.get("Mia", "job", job.pk))
    assert cast.get("Mia", "job_file", job.pk).status_code == 404


def test_a_file_half_written_is_none(cast: ClubCast, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_off(*_what: Any) -> Any:
        yield "half"
        raise OSError(28, "No space left on device")

    cast.post("Mia", "club_whole", data={})
    monkeypatch.setattr(club_export, "club_lines", breaks_off)
    runner.run_all_jobs()
    job = Job.objects.get()
    assert job.given_up
    assert not list(downloads.folder().glob(f"{cast.club.code}-{job.pk}*"))
    assert cast.get("Mia", "job_file", job.pk).status_code == 404


def test_a_name_that_is_forgotten_stands_in_no_file_that_waits(
    cast: ClubCast, django_capture_on_commit_callbacks: Any
) -> None:
    cast.played(a_game(), ("Ann", "Bo", "Mia"), (30, 20, 10))
    job = Job.objects.get(
        pk=cast.post("Olga", "club_whole", data={})["Location"].rstrip("/").rsplit("/", 1)[1]
    )
    runner.run_all_jobs()
    assert "Mia" in downloads.path_of(job).read_text()
    mia = Player.objects.get(club=cast.club, name="Mia")
    with django_capture_on_commit_callbacks(execute=True):
        cast.post("Mia", "forget_player", mia.pk, data={})
    assert not downloads.path_of(job).exists()


# Its process ------------------------------------------------------------------


def test_a_job_is_claimed_by_one_process_and_a_club_has_one(cast: ClubCast, settings: Any) -> None:
    settings.JOBS = 3
    for who in ("Mia", "Sven"):
        cast.post(who, "club_whole", data={})
    first = claimed()
    assert runner.claim_job() is None
    other = ClubCast("The other one")
    other.post("Mia", "club_whole", data={})
    assert claimed().club_id == other.club.pk
    runner.run_job(first)
    assert claimed().pk != first.pk


def test_no_more_processes_work_than_may(cast: ClubCast, settings: Any) -> None:
    settings.JOBS = 1
    cast.post("Mia", "club_whole", data={})
    ClubCast("The other one").post("Mia", "club_whole", data={})
    claimed()
    assert runner.claim_job() is None


def test_a_process_whose_lease_ran_out_ends_its_job_no_more(cast: ClubCast) -> None:
    cast.post("Mia", "club_whole", data={})
    first = claimed()
    lease_runs_out()
    second = claimed()
    assert second.pk == first.pk
    runner.run_job(first)
    assert Job.objects.get().ended is None
    runner.run_job(second)
    assert Job.objects.get().ended


def test_a_lease_is_renewed_while_its_process_works(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE", timedelta(seconds=3))
    cast = ClubCast()
    cast.post("Mia", "club_whole", data={})
    job = claimed()
    first = job.lease
    with leases.renewed(job):
        until(lambda: Job.objects.get(pk=job.pk).lease > first)
        assert runner.claim_job() is None
    assert runner.claim_job()


def test_a_lease_is_not_renewed_for_ever(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "LEASE", timedelta(seconds=0.3))
    monkeypatch.setattr(leases, "MOST_RENEWALS", 2)
    cast = ClubCast()
    cast.post("Mia", "club_whole", data={})
    job = claimed()
    with leases.renewed(job):
        until(lambda: runner.claim_job() is not None)


def test_a_club_has_one_process_and_a_server_no_more_than_it_may(cast: ClubCast, settings: Any) -> None:
    assert job_worker.processes_wanted() == 0
    for who in ("Mia", "Sven"):
        cast.post(who, "club_whole", data={})
    for jobs, wanted in ((0, 0), (1, 1), (3, 1)):
        settings.JOBS = jobs
        assert job_worker.processes_wanted() == wanted
    other = ClubCast("The other one")
    other.post("Mia", "club_whole", data={})
    for jobs, wanted in ((0, 0), (1, 1), (3, 2)):
        settings.JOBS = jobs
        assert job_worker.processes_wanted() == wanted
