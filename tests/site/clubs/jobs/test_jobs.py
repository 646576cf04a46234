"""Long jobs: they show progress, run in the background, and resume after being killed."""

import os
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta

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
from tests.site.cast import markup, text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_history import game_for_three
from tests.site.clubs.figures.test_ratings import check_rebuild, derived_data
from tests.site.clubs.history.test_history import play_three
from tests.site.clubs.importing.test_import import csv_of, import_file, page_of, upload


@pytest.fixture(autouse=True)
def low_limits(monkeypatch):
    """Make imports take several steps, and write exports by jobs."""
    monkeypatch.setattr(import_jobs, "MATCHES_AT_ONCE", 3)
    monkeypatch.setattr(downloads, "SMALL", 0)
    monkeypatch.setattr(downloads, "FEW_SEATS", 0)


def results_csv(matches):
    names, rows = ("Ann", "Bo", "Cy", "Di", "Zed"), []
    for n in range(matches):
        players = ",".join(names[(n + seat) % 5] for seat in range(3))
        rows.append(f"20{10 + n % 9}-03-{1 + n % 28:02},{game_for_three()},{players},{n % 7},{n % 5},3")
    return csv_of(*rows)


def start_check(club, content):
    answer = club.post("Sven", "import", data={"file": SimpleUploadedFile("old.csv", content.encode())})
    assert answer["Location"] == club.url("job", Job.objects.latest("pk").pk)
    return ImportJob.objects.latest("pk")


def export_whole_club(club, who="Mia"):
    club.post(who, "club_whole", data={})
    return Job.objects.latest("pk")


def start_import(club, file, action="start_import"):
    """Start an import or, with the action ``undo``, undo one; return the job."""
    answer = club.post("Sven", "import_job", file.pk, data={action: "1"})
    job = Job.objects.get(bringing=file, ended=None)
    assert answer["Location"] == club.url("job", job.pk)
    return job


def test_file_is_checked_and_imported_by_jobs(club):
    file, check_pk = start_check(club, results_csv(10)), Job.objects.get().pk
    assert "Checking the file" in text(club.get("Sven", "job", check_pk))
    assert club.get("Sven", "import_job", file.pk)["Location"] == club.url("job", check_pk)
    runner.run_all_jobs()
    assert club.get("Sven", "job", check_pk)["Location"] == club.url("import_job", file.pk)
    assert "Import 10 matches" in page_of(club, file)
    assert not Match.objects.exists()
    job = start_import(club, file)
    assert not Match.objects.exists()
    runner.run_all_jobs()
    assert "10 matches imported" in page_of(club, file)
    job.refresh_from_db()
    assert (job.done, job.most, job.given_up) == (10, 10, False)
    assert ClubEvent.objects.get(club=club.club).about["added"] == 10
    assert ImportJob.objects.get().text == ""
    assert not PendingJob.objects.exists()
    check_rebuild()


def test_job_page_refreshes_itself(club):
    file = start_check(club, results_csv(4))
    job, htmx = Job.objects.get(), {"HX-Request": "true", "HX-Request-Type": "partial"}
    fragment = club.get("Sven", "job", job.pk, headers=htmx).content
    assert b"hx-trigger" in fragment
    assert b"<html" not in fragment
    runner.run_all_jobs()
    answer = club.get("Sven", "job", job.pk, headers=htmx)
    assert answer["HX-Redirect"] == club.url("import_job", file.pk)


def expire_lease():
    Job.objects.update(lease=timezone.now() - leases.LEASE)


class Killed(BaseException):
    """A simulated kill, which no exception handler catches."""


def failing_step(error, after):
    """Return a stand-in for ``runner.throttled`` that fails after so many steps."""
    left = iter([True] * after)

    @contextmanager
    def step():
        if not next(left, False):
            raise error
        yield

    return step


@pytest.mark.parametrize("steps", range(6) if NIGHTLY else (0, 2, 5))
def test_killed_import_resumes_and_adds_nothing_twice(club, monkeypatch, steps):
    # 10 matches: two are alike, and two exist already.
    content = results_csv(9) + results_csv(9).splitlines()[2] + "\n"
    import_file(club, results_csv(2))
    file = upload(club, content)
    start_import(club, file)
    with monkeypatch.context() as patch:
        patch.setattr(runner, "throttled", failing_step(Killed, after=steps))
        # The import has 5 steps: up to 3 matches in each of the first four, then the nights.
        with pytest.raises(Killed) if steps < 5 else nullcontext():
            runner.run_all_jobs()
    expire_lease()
    runner.run_all_jobs()
    file.refresh_from_db()
    assert (file.added, file.known) == (8, 2)
    assert ImportedMatch.objects.count() == Match.objects.count() == 10
    assert ClubEvent.objects.filter(club=club.club).count() == 2
    assert not Job.objects.filter(ended=None).exists()
    check_rebuild()


def test_job_that_always_fails_is_given_up(club, monkeypatch):
    file = start_check(club, results_csv(3))
    with monkeypatch.context() as patch:
        patch.setattr(import_jobs, "store_preview", lambda *_: 1 // 0)
        runner.run_all_jobs()
    job = Job.objects.get()
    assert (job.tries, job.given_up) == (runner.MOST_TRIES, True)
    assert "This failed too often" in text(club.get("Sven", "job", job.pk))
    assert "This file has not been checked yet" in page_of(club, file)
    # A POST starts another job.
    assert club.post("Sven", "job", job.pk, data={})["Location"] != club.url("job", job.pk)
    runner.run_all_jobs()
    assert "Import 3 matches" in page_of(club, file)


def club_state(club):
    """Return all that a club shows of its matches and people, without primary keys."""
    people = sorted(club.club.players.values_list("name", flat=True))
    return people, Season.objects.filter(club=club.club).count(), derived_data()


def test_import_can_be_undone_completely(club):
    for n in range(4):
        updates.update_projection(play_three(club, n, 2, 1, at=datetime(2015, 3, 1 + n, tzinfo=UTC)))
    before, total = club_state(club), Match.objects.count()
    content = results_csv(10).replace("points 3\n", "points 3,season\n").replace(",3\n", ",3,Winter\n")
    file = import_file(club, content)
    assert Match.objects.count() == total + 10
    assert club_state(club) != before
    assert "Undo this import" in page_of(club, file)
    job = start_import(club, file, "undo")
    assert "Undoing the import" in text(club.get("Sven", "job", job.pk))
    runner.run_all_jobs()
    assert Match.objects.count() == total
    assert club_state(club) == before
    page = page_of(club, file)
    assert "Import undone: 10 matches removed" in page
    assert "Undo this import" not in page
    assert ClubEvent.objects.filter(what="import_undone").count() == 1
    second = import_file(club, content)
    assert (second.added, second.known) == (10, 0)


@pytest.mark.parametrize("steps", [1, 3, 5, 7] if NIGHTLY else [1, 5])
def test_interrupted_undo_resumes(club, steps, monkeypatch):
    play_three(club)
    before = club_state(club)
    start_import(club, import_file(club, results_csv(8)), "undo")
    with monkeypatch.context() as patch:
        patch.setattr(runner, "throttled", failing_step(RuntimeError, after=steps))
        runner.run_job(runner.claim_job())
    runner.run_all_jobs()
    assert Job.objects.get(what="undo").ended
    assert club_state(club) == before


def test_undo_keeps_players_who_played_since(club):
    file = import_file(club, results_csv(6))
    play_three(club, names=("Zed", "Bo", "Cy"))
    start_import(club, file, "undo")
    runner.run_all_jobs()
    assert Player.objects.filter(club=club.club, name="Zed").exists()
    assert Match.objects.count() == 1


def test_job_requested_twice_runs_once(club):
    file = upload(club, results_csv(3))
    start_import(club, file)
    club.post("Sven", "import_job", file.pk, data={"start_import": "1"})
    club.post("Olga", "import_job", file.pk, data={"discard": "1"})
    assert Job.objects.filter(ended=None).count() == 1
    for who in ("Mia", "Mia", "Olga"):
        export_whole_club(club, who)
    assert Job.objects.filter(ended=None).count() == 3  # the import, and an export for Mia and for Olga


@pytest.mark.parametrize("name", ["club_whole", "club_results", "data_of_player", "csv_of_player"])
def test_export_is_written_by_a_job(club, name):
    play_three(club, names=("Ann", "Bo", "Mia"))
    mia = club.player("Mia")
    args = [mia.pk] if "player" in name else []
    assert "This takes a moment" in text(club.get("Mia", name, *args))
    assert club.get("Mia", name, *args).get("Content-Disposition") is None
    club.post("Mia", name, *args, data={})
    job = Job.objects.get()
    assert club.get("Mia", "job_file", job.pk).status_code == 404
    runner.run_all_jobs()
    assert club.url("job_file", job.pk) in markup(club.get("Mia", "job", job.pk))
    file = club.get("Mia", "job_file", job.pk)
    content = b"".join(file.streaming_content).decode()
    assert "attachment" in file["Content-Disposition"]
    match name:
        case "club_whole":
            assert content == "".join(club_export.club_lines(club.club))
        case "club_results":
            assert content == "".join(results_export.result_lines(club.club))
        case "csv_of_player":
            assert content == personal_data.as_csv(personal_data.personal_data(mia))
        case _:
            assert '"matches": [' in content
    yesterday = (timezone.now() - timedelta(days=1, hours=1)).timestamp()
    os.utime(downloads.path_of(job), (yesterday, yesterday))
    downloads.delete_old_files()
    assert "The file was removed" in text(club.get("Mia", "job", job.pk))
    assert club.get("Mia", "job_file", job.pk).status_code == 404


def test_half_written_file_is_deleted(club, monkeypatch):
    def fail_halfway(*_args):
        yield "half"
        raise OSError(28, "No space left on device")

    export_whole_club(club)
    monkeypatch.setattr(club_export, "club_lines", fail_halfway)
    runner.run_all_jobs()
    job = Job.objects.get()
    assert job.given_up
    assert not list(downloads.folder().glob(f"{club.club.code}-{job.pk}*"))
    assert club.get("Mia", "job_file", job.pk).status_code == 404


def test_erasing_a_name_deletes_finished_exports(club, django_capture_on_commit_callbacks):
    play_three(club, names=("Ann", "Bo", "Mia"))
    job = export_whole_club(club, "Olga")
    runner.run_all_jobs()
    assert "Mia" in downloads.path_of(job).read_text()
    with django_capture_on_commit_callbacks(execute=True):
        club.post("Mia", "forget_player", club.player("Mia").pk, data={})
    assert not downloads.path_of(job).exists()


def test_process_with_an_expired_lease_cannot_end_its_job(club):
    export_whole_club(club)
    first = runner.claim_job()
    expire_lease()
    second = runner.claim_job()
    assert second.pk == first.pk
    runner.run_job(first)
    assert Job.objects.get().ended is None
    runner.run_job(second)
    assert Job.objects.get().ended


def test_a_lease_is_renewed_while_its_process_works(transactional_db, monkeypatch):
    monkeypatch.setattr(leases, "LEASE", timedelta(seconds=3))
    export_whole_club(ClubCast())
    job = runner.claim_job()
    first = job.lease
    with leases.renewing(job):
        until(lambda: Job.objects.get(pk=job.pk).lease > first)
        assert runner.claim_job() is None
    assert runner.claim_job()


def test_a_lease_is_not_renewed_for_ever(transactional_db, monkeypatch):
    monkeypatch.setattr(leases, "LEASE", timedelta(seconds=0.3))
    monkeypatch.setattr(leases, "MOST_RENEWALS", 2)
    export_whole_club(ClubCast())
    with leases.renewing(runner.claim_job()):
        until(lambda: runner.claim_job() is not None)


def test_each_club_gets_one_process_up_to_the_limit(club, settings):
    def processes():
        """Yield the number of processes to run if the limit is 0, 1 and 3."""
        for limit in (0, 1, 3):
            settings.JOBS = limit
            yield job_worker.processes_to_run()

    assert list(processes()) == [0, 0, 0]
    for who in ("Mia", "Sven"):
        export_whole_club(club, who)
    assert list(processes()) == [0, 1, 1]
    other = ClubCast("The other one")
    export_whole_club(other)
    assert list(processes()) == [0, 1, 2]
    settings.JOBS = 1
    first = runner.claim_job()
    assert runner.claim_job() is None
    settings.JOBS = 3
    assert runner.claim_job().club_id == other.club.pk
    assert runner.claim_job() is None
    runner.run_job(first)
    assert runner.claim_job().pk != first.pk
