"""Small files that are expensive to read: they block no page, and are refused with a message."""

import contextlib
import random
import resource
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from games.engine import DecodeError
from scorekeeper.clubs.spreadsheets import spreadsheet, workbook
from scorekeeper.history.models import ImportJob
from scorekeeper.jobs import runner
from scorekeeper.jobs.models import Job
from tests.site.cast import markup, text
from tests.site.club_cast import ClubCast
from tests.site.clubs.importing.hostile_files import HOSTILE

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_file_is_refused_by_a_job(kind):
    content = HOSTILE[kind]()
    for page in ("import", "add_people"):
        savepoint = transaction.savepoint()
        check_refused(content, page)
        transaction.savepoint_rollback(savepoint)


def check_refused(content, page):
    cast, file = ClubCast(), SimpleUploadedFile("results.xlsx", content)
    cast.get("Sven", page)  # load templates and classes, so that they are not measured
    cast.post("Sven", page, data={})
    memory_before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    answer = cast.post("Sven", page, data={"file": file})
    if page == "add_people" and file.size > 100_000:  # roster_views.LARGEST
        assert answer.status_code == 422
        return
    assert answer.status_code == 303
    assert time.process_time() - began < 0.5  # even on a busy machine; reading the file takes seconds
    began = time.monotonic()
    runner.run_all_jobs()
    assert time.monotonic() - began < 25
    job = Job.objects.get()
    assert (job.ended is not None, job.given_up) == (True, False)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory_before < 16_000  # kB
    shown = cast.clients["Sven"].get(answer["Location"], follow=True)
    stored = ImportJob.objects.get()
    destination = cast.url("import_job", stored.pk) if page == "import" else cast.url("add_people")
    assert shown.redirect_chain[-1][0].startswith(destination)
    assert 'role="alert"' in markup(shown)
    assert stored.text == ""


def test_unreadable_text_stays_on_the_page(club):
    answer = club.post("Sven", "import", data={"pasted": 'date,"Ann\n2011-02-03,5'})
    assert answer.status_code == 303
    runner.run_all_jobs()
    page = text(club.clients["Sven"].get(answer["Location"], follow=True))
    assert "A quotation mark is missing" in page
    assert "2011-02-03,5" in page


@pytest.mark.parametrize("seed", range(5))
def test_damaged_spreadsheet_is_refused(seed):
    rng = random.Random(seed)
    content = bytearray(HOSTILE["cells in rows 1 and 1,000,000"]())
    for _change in range(20):
        content[rng.randrange(4, len(content))] = rng.randrange(256)
    with contextlib.suppress(DecodeError):
        assert isinstance(workbook.read_rows(bytes(content)), list)


@pytest.mark.parametrize("limit", ["seconds", "megabytes", "unpacked", "cells", "letters"])
def test_exceeded_limit_has_an_error_message(monkeypatch, limit):
    monkeypatch.setitem(workbook.LIMITS, limit, 0 if limit == "seconds" else 1)
    with pytest.raises(DecodeError) as refused:
        spreadsheet.read_text(HOSTILE["600,000 cells"]())
    assert refused.value.words
