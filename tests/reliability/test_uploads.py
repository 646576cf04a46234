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
    """Return the peak memory of a process in kB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def upload(running, club, content):
    boundary = "b0undary"
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{site.TOKEN}\r\n'
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'
    )
    client = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    try:
        client.request(
            "POST",
            f"/c/{club['club']}/history/import/",
            head.encode() + content + f"\r\n--{boundary}--\r\n".encode(),
            {
                "Cookie": f"csrf={site.TOKEN}; sid={club['keeper']}",
                "Content-Type": f"multipart/form-data; boundary={boundary}",
            },
        )
        answer = client.getresponse()
        assert answer.status == 303, answer.read()
        return answer.headers["Location"]
    finally:
        client.close()


@pytest.mark.looks
def test_uploads_neither_delay_hands_nor_grow_the_server(tmp_path):
    with site.with_tables(tmp_path) as environment:
        command = [sys.executable, "-m", "tests.reliability.club_site", "begin"]
        process = subprocess.run(command, env=environment, cwd=site.ROOT, check=True, capture_output=True)
        club = json.loads(process.stdout)
        with site.served(site.free_port(), 1, environment, "--no-migrate") as running:
            (table,) = running.seed(1, 1)
            numbers = itertools.count(1)

            def save():
                number = next(numbers)
                began = time.monotonic()
                reply = running.write(table, table.phone_keys[0], site.hand(table, number, f"hand {number}"))
                assert reply.status == 303
                return time.monotonic() - began

            cookies = {"Cookie": f"sid={club['keeper']}"}

            def ended(job):
                return running.ask("GET", job, "", headers=cookies).status == 303

            for _hand in range(20):
                save()
            # The first upload loads the modules that uploads need.
            first = upload(running, club, HOSTILE["a row a million"]())
            until(lambda: ended(first), 60, every=0.1)
            before, times, jobs = memory_of(running.process.pid), [], []
            for kind in KINDS:
                content = HOSTILE[kind]()
                began = time.monotonic()
                jobs.append(upload(running, club, content))
                assert time.monotonic() - began < 2
                times.append(save())
            end = time.monotonic() + 60 * len(KINDS)
            while not all(map(ended, jobs)):
                times.append(save())
                assert time.monotonic() < end
                time.sleep(0.05)
            # Hands fill the caches; a file parsed by the server would take hundreds of MB.
            assert memory_of(running.process.pid) - before < 50_000
            for job in first, *jobs:
                page = running.ask("GET", job, "", headers=cookies)
                page = running.ask("GET", page.location, "", headers=cookies)
                assert b'role="alert"' in page.body
            assert max(times) < 2, max(times)
