"""Whenever the power is cut, every acknowledged hand is on the disk."""

import itertools
import os
import shutil
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection

from tests.databases import seeded_database
from tests.nightly import NIGHTLY
from tests.reliability.power import acknowledgement, cut_everywhere, existing_file
from tests.reliability.site import running

HANDS = int(os.environ.get("POWER_HANDS", "40" if NIGHTLY else "20"))  # entered by each of two phones
CUT_INTERVAL = 5 if NIGHTLY else 10  # records between two cuts

only_sqlite = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="for SQLite; PostgreSQL's settings are tested below"
)


@pytest.fixture(scope="module")
def recorder(tmp_path_factory):
    if shutil.which("gcc") is None:
        pytest.skip("no gcc: the recorder of writes cannot be compiled")
    library = tmp_path_factory.mktemp("recorder") / "recorder.so"
    source = Path(__file__).with_name("recorder.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def record_and_cut(recorder, folder, hands, **environment):
    """Record two phones that each enter hands at a table, then simulate cuts."""
    recording = folder / "recording"
    var = folder / "kept"
    var.mkdir()
    site_file = var / "site.sqlite3"
    shutil.copy(seeded_database()[0], site_file)
    recording.write_bytes(existing_file(site_file))
    preload = {"LD_PRELOAD": str(recorder), "RECORD_LOG": str(recording), "RECORD_FOLDER": f"{var}/"}
    totals, lock = itertools.count(1), threading.Lock()
    with running(workers=2, folder=var, **preload, **environment) as site:
        tables = site.seed(2, 1)

        def play(table):
            for number in range(1, hands + 1):
                site.save(table, number, "x")
                with lock, recording.open("ab") as log:
                    log.write(acknowledgement(next(totals)))

        with ThreadPoolExecutor() as phones:
            list(phones.map(play, tables))
    return cut_everywhere(recording.read_bytes(), CUT_INTERVAL)


@only_sqlite
@pytest.mark.chaos
def test_no_acknowledged_hand_is_lost_at_any_cut(recorder, tmp_path):
    verdict = record_and_cut(recorder, tmp_path, HANDS)
    assert verdict.cuts > 2 * HANDS
    assert verdict.corrupt == []
    assert (verdict.lost, verdict.most_lost) == (0, 0), f"of {verdict.cuts} cuts"


@only_sqlite
@pytest.mark.chaos
def test_hands_are_lost_if_the_database_does_not_sync(recorder, tmp_path):
    """Check that synchronous=NORMAL loses hands, which proves that the test above can fail."""
    verdict = record_and_cut(recorder, tmp_path, 5, SYNCHRONOUS="NORMAL")
    assert verdict.lost > 0


@pytest.mark.skipif(connection.vendor != "postgresql", reason="for PostgreSQL; SQLite is tested above")
@pytest.mark.django_db
def test_postgresql_syncs_every_commit():
    with connection.cursor() as cursor:
        for setting in "synchronous_commit", "fsync", "full_page_writes":
            cursor.execute(f"show {setting}")
            assert cursor.fetchone() == ("on",), setting
