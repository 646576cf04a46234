"""Hostile uploads: hands are saved as quickly as before, and the server's memory does not grow."""

import http.client
import itertools
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import until
from tests.reliability import site
from tests.site.clubs.importing.hostile_files import HOSTILE

pytestmark = pytest.mark.chaos

KINDS = ("one sheet listed 2,000 times", "7 million empty cells", "300 MB in a cell, stated as 1,000 bytes")


def memory_of(process):
    """Return the most memory that a process ever had, in kB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def upload(running, begun, content):
    mark = "b0undary"
    head = (
        f'--{mark}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{site.TOKEN}\r\n'
        f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'
    )
    line = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    try:
        line.request(
            "POST",
            f"/c/{begun['club']}/history/import/",
            head.encode() + content + f"\r\n--{mark}--\r\n".encode(),
            {
                "Cookie": f"csrf={site.TOKEN}; sid={begun['keeper']}",
                "Content-Type": f"multipart/form-data; boundary={mark}",
            },
        )
        answer = line.getresponse()
        assert answer.status == 303, answer.read()
        return answer.headers["Location"]
    finally:
        line.close()


@pytest.mark.looks
def test_a_hand_waits_for_no_upload_and_the_server_does_not_grow(tmp_path):
    with site.with_tables(tmp_path) as environment:
        words = [sys.executable, "-m", "tests.reliability.club_site", "begin"]
        told = subprocess.run(words, env=environment, cwd=site.ROOT, check=True, capture_output=True)
        begun = json.loads(told.stdout)
        with site.served(site.free_port(), 1, environment, "--no-migrate") as running:
            (table,) = running.seed(1, 1)
            numbers = itertools.count(1)

            def save():
                number = next(numbers)
                began = time.monotonic()
                reply = running.write(table, table.keys[0], site.hand(table, number, f"hand {number}"))
                assert reply.status == 303
                return time.monotonic() - began

            cookies = {"Cookie": f"sid={begun['keeper']}"}

            def ended(job):
                return running.ask("GET", job, "", headers=cookies).status == 303

            for _warm in range(20):
                save()
            # The first upload loads the modules that uploads need.
            first = upload(running, begun, HOSTILE["a row a million"]())
            until(lambda: ended(first), 60, every=0.1)
            before, took, jobs = memory_of(running.process.pid), [], []
            for kind in KINDS:
                content = HOSTILE[kind]()
                began = time.monotonic()
                jobs.append(upload(running, begun, content))
                assert time.monotonic() - began < 2
                took.append(save())
            end = time.monotonic() + 60 * len(KINDS)
            while not all(map(ended, jobs)):
                took.append(save())
                assert time.monotonic() < end
                time.sleep(0.05)
            # The hands saved meanwhile fill the caches; a file parsed here would take hundreds of MB.
            assert memory_of(running.process.pid) - before < 50_000
            for job in first, *jobs:
                page = running.ask("GET", job, "", headers=cookies)
                page = running.ask("GET", page.location, "", headers=cookies)
                assert b'role="alert"' in page.body
            # The job may run on another processor or share ours, but never in the page's thread.
            assert max(took) < 2, max(took)
