"""Workers are restarted during writes: every hand is saved, at once or on retry."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.reliability.site import hand, running

pytestmark = pytest.mark.chaos

SECONDS = 4
PHONES = 4


@pytest.mark.sqlite_only
def test_restarts_lose_no_hand():
    with running(workers=2) as site:
        tables = site.seed(PHONES, 1)
        saved = dict.fromkeys((table.code for table in tables), 0)
        end = time.monotonic() + SECONDS

        def play(table):
            while time.monotonic() < end:
                fields = hand(table, saved[table.code] + 1, "x")
                assert site.write_until_answered(table, fields, 20).status == 303
                saved[table.code] += 1

        with ThreadPoolExecutor(PHONES) as phones:
            playing = phones.map(play, tables)
            for _restart in range(2):
                time.sleep(SECONDS / 3)
                site.process.send_signal(signal.SIGHUP)
            list(playing)
        assert min(saved.values()) > 0
        for table in tables:
            assert len(site.reasons(table)) == saved[table.code]
