"""R8: workers are restarted during writes; every hand is saved, at once or on retry."""

from __future__ import annotations

import http.client
import signal
import threading
import time
from pathlib import Path

import pytest

from tests.conftest import until
from tests.reliability.site import hand, running

pytestmark = pytest.mark.chaos

SECONDS = 6
PHONES = 4


@pytest.mark.looks
def test_restarts_lose_no_hand():
    with running(workers=2) as site:
        tables = site.seed(PHONES, 1)
        saved: dict[str, int] = dict.fromkeys((table.code for table in tables), 0)
        pauses: list[float] = []
        until = time.monotonic() + SECONDS

        def play(table):
            while time.monotonic() < until:
                said, began = hand(table, saved[table.code] + 1, "x"), time.monotonic()
                while True:
                    try:
                        status = site.write(table, table.keys[0], said).status
                        break
                    except (OSError, http.client.HTTPException):
                        assert time.monotonic() < began + 20, "no worker came back"
                        time.sleep(0.05)
                assert status == 303
                pauses.append(time.monotonic() - began)
                saved[table.code] += 1

        phones = [threading.Thread(target=play, args=(table,)) for table in tables]
        for phone in phones:
            phone.start()
        for _restart in range(2):
            time.sleep(SECONDS / 3)
            site.process.send_signal(signal.SIGHUP)
        for phone in phones:
            phone.join()
        assert min(saved.values()) > 0
        for table in tables:
            assert len(site.record(table, table.keys[0])["entries"]) == saved[table.code]


@pytest.mark.looks
def test_no_process_outlives_its_test_though_the_one_that_minds_it_is_killed():
    """Check that workers end with their supervisor, although they do not check for it themselves."""
    with running(workers=2) as site:
        workers = site.workers()
        assert len(workers) == 2
        site.process.kill()
        site.process.wait()
        assert all(map(_runs, workers)), "killed with it: then this test is none"
    until(lambda: not any(map(_runs, workers)))


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
