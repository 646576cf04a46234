"""Hostile uploads: hands are saved as quickly as before, and the server's memory does not grow."""

import itertools
import time
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.conftest import until
from tests.reliability.site import TOKEN, run_script, served, with_tables
from tests.site.clubs.importing.hostile_files import HOSTILE

pytestmark = pytest.mark.chaos

KINDS = ("one sheet listed 2,000 times", "7 million empty cells", "300 MB in a cell, stated as 1,000 bytes")


def memory_of(process):
    """Return the peak memory of a process in kB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


@pytest.mark.sqlite_only
def test_uploads_neither_delay_hands_nor_grow_the_server(tmp_path):
    with with_tables(tmp_path) as environment:
        club = run_script(environment, "club_site", "begin")
        with served(environment, "--no-migrate") as site:
            (table,) = site.seed(1, 1)
            numbers = itertools.count(1)
            cookies = {"Cookie": f"csrf={TOKEN}; sid={club['keeper']}"}

            def save():
                began = time.monotonic()
                site.save(table, next(numbers), "a hand")
                return time.monotonic() - began

            def upload(kind):
                file = SimpleUploadedFile("a.xlsx", HOSTILE[kind]())
                body = encode_multipart(BOUNDARY, {"csrfmiddlewaretoken": TOKEN, "file": file})
                headers = cookies | {"Content-Type": MULTIPART_CONTENT}
                began = time.monotonic()
                path = f"/c/{club['club']}/history/import/"
                reply = site.ask("POST", path, headers=headers, body=body, timeout=30)
                assert reply.status == 303, reply
                return reply.location, time.monotonic() - began

            def has_ended(job):
                return site.ask("GET", job, headers=cookies).status == 303

            for _hand in range(20):
                save()
            # The first upload loads the modules that uploads need.
            first, _seconds = upload("cells in rows 1 and 1,000,000")
            until(lambda: has_ended(first), 60, every=0.1)
            before, times, jobs = memory_of(site.process.pid), [], [first]
            for kind in KINDS:
                job, seconds = upload(kind)
                assert seconds < 2
                jobs.append(job)
                times.append(save())
            end = time.monotonic() + 60 * len(KINDS)
            while not all(map(has_ended, jobs)):
                times.append(save())
                assert time.monotonic() < end
                time.sleep(0.05)
            # 50 MB for the caches that hands fill; parsing a file in the server would take hundreds of MB.
            assert memory_of(site.process.pid) - before < 50_000
            for job in jobs:
                result = site.ask("GET", job, headers=cookies).location
                assert b'role="alert"' in site.ask("GET", result, headers=cookies).body
            assert max(times) < 2, max(times)
