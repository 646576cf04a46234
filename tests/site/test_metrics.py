"""`/metrics`: counters for the operator only, added up over all workers."""

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError

from scorekeeper.clubs.models import Club
from scorekeeper.jobs.models import Job
from scorekeeper.web import metrics
from tests.conftest import until
from tests.nightly import NIGHTLY
from tests.reliability.site import running

TOKEN = "t" * 40
LABEL = r'\w+="(?:[^"\\\n]|\\.)*"'
LINE = re.compile(rf"scorekeeper_(\w+(?:\{{{LABEL}(?:,{LABEL})*\}})?) (-?[0-9.e+-]+)")


def values(text: str) -> dict[str, float]:
    """Return each series of a text in Prometheus's format; assert that every other line is a comment."""
    series: dict[str, float] = {}
    for line in text.splitlines():
        if not re.fullmatch(
            r"# (HELP scorekeeper_\w+ \S.*|TYPE scorekeeper_\w+ (counter|gauge|histogram))", line
        ):
            sample = LINE.fullmatch(line)
            assert sample, line
            assert sample[1] not in series, "a duplicate"
            series[sample[1]] = float(sample[2])
    return series


def total(series: dict[str, float], name: str) -> float:
    return sum(value for key, value in series.items() if key.partition("{")[0] == name)


@pytest.mark.django_db
def test_metrics_are_for_the_operator_only(client, settings):
    def status(**more) -> int:
        return client.get("/metrics", **more).status_code

    assert status() == 200
    # A request through a proxy is not local, whatever the proxy's headers say.
    assert status(headers={"X-Forwarded-For": "127.0.0.1"}) == 404
    assert status(REMOTE_ADDR="192.168.1.7") == 404
    settings.METRICS_TOKEN = TOKEN
    assert status() == status(headers={"Authorization": f"Bearer {TOKEN}x"}) == 404
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}, REMOTE_ADDR="192.0.2.7")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_token_guesses_are_limited(client, settings, tmp_path):
    settings.METRICS_TOKEN, settings.LIMITS, settings.VAR = TOKEN, 1, tmp_path
    answers = [client.get("/metrics", headers={"Authorization": f"Bearer {n}"}) for n in range(40)]
    assert {answer.status_code for answer in answers} == {404, 429}


@pytest.mark.django_db
def test_metrics_count_jobs_and_refusals(client, settings, tmp_path):
    club = Club.objects.create(name="Tuesday")
    Job.objects.create(club=club, what=Job.Kind.CLUB)  # an export of the club, waiting
    Job.objects.create(club=club, what=Job.Kind.LOOK, tries=1)  # a check of an uploaded file, running
    found = values(client.get("/metrics").content.decode())
    states = ("waiting", "running", "done", "given_up")
    assert [found[f'jobs{{state="{state}"}}'] for state in states] == [1, 1, 0, 0]
    assert found["workers"] == 1
    assert found["disk_free_bytes"] > 0
    before = total(found, "refused_total")
    settings.LIMITS, settings.VAR = 1, tmp_path
    guesses = (f"/t/AAAAAAAAA{a}{b}/" for a in "ABCDEFGH" for b in "ABCDEFGH")
    assert 429 in (client.get(guess).status_code for guess in guesses)
    assert total(values(metrics.text()), "refused_total") > before


@pytest.mark.django_db
def test_labels_are_escaped_and_contain_no_table_code(client):
    key = metrics.series("x", {"a": 'quote " stroke \\ line \n end'})
    assert LINE.fullmatch(f"scorekeeper_{key} 1")
    client.generic("BREW", "/t/SECRETCODE/")
    text = metrics.text()
    assert 'method="other"' in text
    assert "SECRETCODE" not in text
    values(text)  # asserts that every line is valid


@pytest.mark.django_db
def test_metrics_answer_without_a_database(client, monkeypatch):
    def fail() -> Iterator[metrics.Sample]:
        raise OperationalError
        yield  # makes this function a generator

    assert values(metrics.text())["database_up"] == 1
    monkeypatch.setattr(metrics, "site_sources", [fail, *metrics.site_sources])
    found = values(client.get("/metrics").content.decode())
    assert found["database_up"] == 0
    assert found["disk_free_bytes"] > 0


@pytest.mark.django_db(transaction=True)
def test_resent_hand_is_counted_once(cast):
    def saved() -> float:
        return total(values(metrics.text()), "hands_saved_total")

    before, sent = saved(), cast.form(cast.adjustment(5))
    for _time in range(2):
        assert cast.post("Ann", "hand", data=sent).status_code == 303
    assert saved() == before + 1


def written_count(worker: int) -> float:
    """Return the number of saved hands that all workers have written to the shared folder."""
    environment = Path(f"/proc/{worker}/environ").read_text()
    folder = re.search(rf"(?:^|\0){metrics.SHARED}=([^\0]*)", environment)[1]
    counts = (json.loads(path.read_text())[0] for path in Path(folder).glob("*.json"))
    return sum(total(counters, "hands_saved_total") for counters in counts)


# Nightly: on a busy machine the supervisor takes a slow worker for dead and starts a third.
@pytest.mark.skipif(not NIGHTLY, reason="by night")
@pytest.mark.chaos
def test_metrics_add_up_all_workers_even_killed_ones():
    with running(workers=2) as site:
        (table,) = site.seed(tables=1, phones=1)

        def read() -> dict[str, float]:
            reply = site.ask("GET", "/metrics", "")
            assert reply.status == 200
            return values(reply.body.decode())

        for number in range(1, 9):
            site.save(table, number, f"{number}")
        until(lambda: total(read(), "hands_saved_total") == 8)
        until(lambda: read()["workers"] == 2)
        assert read()['requests_total{route="t/<str:code>/m/<int:n>/hand",method="POST",status="303"}'] == 8
        # A worker writes its numbers once a second; if it is killed before, the newest ones are lost.
        until(lambda: written_count(site.workers()[0]) == 8)
        killed = site.workers()[0]
        os.kill(killed, signal.SIGKILL)
        until(lambda: len(site.workers()) == 2 and killed not in site.workers())
        # The dead worker's counts remain, but it is not counted as a worker.
        until(lambda: read()["workers"] == 2)
        assert total(read(), "hands_saved_total") == 8
