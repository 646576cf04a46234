"""Small files that are expensive to read: they block no page, and are refused with a message."""

from __future__ import annotations

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
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.clubs.importing.hostile_files import HOSTILE

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_stored_at_once_and_refused_in_words_by_a_job(kind: str) -> None:
    content = HOSTILE[kind]()
    for page in ("import", "add_people"):
        point = transaction.savepoint()
        check_refused(content, page)
        transaction.savepoint_rollback(point)


def check_refused(content: bytes, page: str) -> None:
    cast = ClubCast()
    file = SimpleUploadedFile("results.xlsx", content)
    cast.get("Sven", page)  # templates and classes are loaded at their first use
    cast.post("Sven", page, data={})
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    answer = cast.post("Sven", page, data={"file": file})
    if page == "add_people" and file.size > 100_000:
        assert answer.status_code == 422
        return
    assert answer.status_code == 303
    assert time.process_time() - began < 0.5  # on a busy machine; reading it takes seconds
    began = time.monotonic()
    runner.run_all_jobs()
    assert time.monotonic() - began < 25
    job = Job.objects.get()
    assert (job.ended is not None, job.given_up) == (True, False)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16_000  # kB
    shown = cast.clients["Sven"].get(answer["Location"], follow=True)
    stored = ImportJob.objects.get()
    assert shown.redirect_chain[-1][0].startswith(
        cast.url("bringing", stored.pk) if page == "import" else cast.url("add_people")
    )
    assert 'role="alert"' in shown.content.decode()
    assert stored.text == ""


def test_what_was_pasted_is_still_there_when_it_cannot_be_read() -> None:
    cast = ClubCast()
    answer = cast.post("Sven", "import", data={"pasted": 'date,"Ann\n2011-02-03,5'})
    assert answer.status_code == 303
    runner.run_all_jobs()
    page = text(cast.clients["Sven"].get(answer["Location"], follow=True))
    assert "A quotation mark is missing" in page
    assert "2011-02-03,5" in page


@pytest.mark.looks
@pytest.mark.parametrize("seed", range(5))
def test_a_damaged_spreadsheet_is_refused_and_ends_no_process(seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(HOSTILE["a row a million"]())
    for _change in range(20):
        content[chance.randrange(4, len(content))] = chance.randrange(256)
    with contextlib.suppress(DecodeError):
        assert isinstance(workbook.read_rows(bytes(content)), list)


@pytest.mark.looks
@pytest.mark.parametrize(
    ("limit", "least"), [("seconds", 0), ("megabytes", 1), ("unpacked", 1), ("cells", 1), ("letters", 1)]
)
def test_each_limit_is_said_in_words(monkeypatch: pytest.MonkeyPatch, limit: str, least: int) -> None:
    monkeypatch.setitem(workbook.LIMITS, limit, least)
    with pytest.raises(DecodeError) as refused:
        spreadsheet.read_text(HOSTILE["600,000 cells"]())
    assert refused.value.words
