"""Start, stop and restart of `manage.py serve`."""

import http.client
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from scorekeeper.ops.management.commands.serve import SHUTDOWN_SECONDS
from tests.conftest import until
from tests.databases import ROOT
from tests.nightly import by_night
from tests.reliability.site import end, query, running

pytestmark = pytest.mark.sqlite_only


def get(port: int, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    return connection.getresponse()


def test_serve_creates_its_database_and_stops_on_ctrl_c(tmp_path):
    log = tmp_path / "log"
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": "", "VAR_DIR": str(tmp_path), "LOG_LEVEL": "INFO"},
        stdout=subprocess.PIPE,
        stderr=log.open("w"),
        text=True,
        start_new_session=True,
    )
    try:
        line = process.stdout.readline()
        port = int(re.fullmatch(r"Scorekeeper is at  http://127\.0\.0\.1:(\d+)/\n", line)[1])

        def answers() -> bool:
            try:
                return get(port, "/readyz").status == 200
            except OSError:
                return False

        until(answers)
        assert get(port, "/").status == 200
        # The log has a line for each request, and no line contains a URL.
        get(port, "/no-such-page/k7qm3xhtk7qm?secret=tuesday")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=40) == 0
    finally:
        end(process)
        process.stdout.close()
    assert '"status": 404' in log.read_text()
    assert not re.search("Traceback|k7qm3xht|tuesday", log.read_text())


@pytest.mark.parametrize("workers", [pytest.param(1, marks=by_night), 2])
def test_serve_stops_at_once_despite_streams(workers):
    with running(workers) as site:
        (table,) = site.seed(tables=1, phones=1)
        [(version,)] = query(
            site.environment, f"select version from tables_table where code = '{table.code}'"
        )
        streams = [get(site.port, f"/t/{table.code}/watch?v={version}") for _ in range(4)]
        assert [stream.readline() for stream in streams] == [b": watching\n"] * 4
        began = time.monotonic()
        site.process.send_signal(signal.SIGTERM)
        site.process.wait(timeout=40)
        assert time.monotonic() - began < SHUTDOWN_SECONDS / 2
        assert all(stream.read() == b"\n" for stream in streams)


def test_no_request_fails_during_a_restart():
    with running(workers=2) as site:
        before, answers = set(site.workers()), set()
        site.process.send_signal(signal.SIGHUP)

        def restarted() -> bool:
            try:
                answer = get(site.port, "/healthz")
            except http.client.RemoteDisconnected:
                # uvicorn closes a connection that it accepted but has not read from; a retry must succeed.
                answer = get(site.port, "/healthz")
            answers.add(answer.status)
            workers = site.workers()
            return len(workers) == 2 and before.isdisjoint(workers)

        until(restarted, 60)
        assert answers == {200}
