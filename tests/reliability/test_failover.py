"""The PostgreSQL primary is lost during writes, its standby takes over, and no hand is lost.

The test starts two PostgreSQL clusters of its own, as the user `postgres` where it runs as root.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg
import pytest

from tests.conftest import until
from tests.nightly import NIGHTLY
from tests.reliability.site import environment_for, free_port, hand, served

PHONES, BEFORE, AFTER = 4, 10, 5  # phones; hands of each before and after the primary is lost
LONGEST = 30.0  # seconds from the loss to the next saved hand

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))


class Cluster:
    def __init__(self, folder, port):
        self.folder, self.port = folder, port

    def run(self, tool, *options):
        as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*as_user, str(BINARIES[-1].parent / tool), *map(str, options)]
        process = subprocess.run(
            command, cwd=self.folder.parent, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert process.returncode == 0, process.stderr

    def start(self, **settings):
        network = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder.parent,
        }
        options = " ".join(f"-c {name}={value}" for name, value in {**network, **settings}.items())
        self.run("pg_ctl", "start", "-w", "-D", self.folder, "-o", options, "-l", f"{self.folder}.log")

    def query(self, statement):
        with psycopg.connect(
            f"postgresql://postgres@127.0.0.1:{self.port}/postgres", autocommit=True
        ) as session:
            cursor = session.execute(statement)
            return cursor.fetchone()[0] if cursor.description else None

    def kill(self):
        """Kill every process of the server, as a power cut would."""
        with suppress(OSError):
            postmaster = int((self.folder / "postmaster.pid").read_text().split()[0])
            children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
            for pid in (postmaster, *map(int, children)):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


@contextmanager
def primary_and_standby():
    """Yield a primary with synchronous replication, and its standby."""
    # Do not use pytest's folder, which only the test's user may enter.
    with tempfile.TemporaryDirectory(prefix="failover-") as scratch:
        if os.geteuid() == 0:
            shutil.chown(scratch, "postgres")
        primary, standby = (Cluster(Path(scratch) / name, free_port()) for name in ("one", "two"))
        try:
            primary.run(
                "initdb", "-D", primary.folder, "-U", "postgres", "-A", "trust", "--data-checksums", "-N"
            )
            primary.start()
            dsn = f"host=127.0.0.1 port={primary.port} user=postgres application_name=standby"
            standby.run("pg_basebackup", "-D", standby.folder, "-d", dsn, "-R", "-X", "stream", "-c", "fast")
            standby.start()
            primary.run("pg_ctl", "stop", "-w", "-D", primary.folder)
            # An option, not a line of the configuration file, or the promoted standby would wait for a
            # standby too.
            primary.start(synchronous_standby_names="standby")
            until(lambda: primary.query("select count(*) from pg_stat_replication where sync_state = 'sync'"))
            yield primary, standby
        finally:
            for cluster in (primary, standby):
                cluster.kill()


@pytest.mark.chaos
@pytest.mark.slow
@pytest.mark.skipif(not NIGHTLY, reason="runs by night: two PostgreSQL clusters")
@pytest.mark.skipif(not BINARIES, reason="no PostgreSQL server is installed")
def test_no_acknowledged_hand_is_lost_with_the_primary(tmp_path):
    with primary_and_standby() as (primary, standby):
        primary.query("create database cards")
        # Both hosts are named; libpq connects to the one that accepts writes.
        hosts = f"host=127.0.0.1,127.0.0.1&port={primary.port},{standby.port}&target_session_attrs=read-write"
        url = f"postgresql://postgres@/cards?{hosts}&connect_timeout=2"
        with served(environment_for(url, tmp_path), workers=2) as site:
            tables = site.seed(PHONES, 1)
            primary_lost, save_times = threading.Event(), []

            def is_saved(table, fields):
                status = site.write_until_answered(table, fields, 60).status
                assert status in (303, 503), status
                return status == 303

            def play(table):
                for number in range(1, BEFORE + AFTER + 1):
                    if number == BEFORE + 1:
                        primary_lost.wait(60)
                    fields = hand(table, number, f"hand {number}")
                    until(partial(is_saved, table, fields), 60, every=0.05)
                    save_times.append(time.monotonic())

            with ThreadPoolExecutor(PHONES) as phones:
                playing = phones.map(play, tables)
                until(lambda: len(save_times) >= PHONES * BEFORE // 2)
                primary.kill()
                began = time.monotonic()
                primary_lost.set()
                standby.run("pg_ctl", "promote", "-w", "-D", standby.folder)
                promotion_seconds = time.monotonic() - began
                list(playing)
            pause = min(saved for saved in save_times if saved > began + promotion_seconds) - began
            for table in tables:
                assert site.reasons(table) == [f"hand {n}" for n in range(1, BEFORE + AFTER + 1)]
            assert pause < LONGEST
