"""What a phone fetches when it first opens a page, and for one hand; and Lighthouse, where there is one."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from urllib.parse import urlencode

import brotli  # type: ignore[import-untyped]

from .site import ROOT, Site, running

TOKEN, KEY = "a" * 32, "k" * 32
# The icon is within the page, and the phone's own is fetched when it is put on the screen.
ASSET = re.compile(r'<(?:link rel="(?:stylesheet|icon|manifest)"|script)[^>]*?(?:href|src)="(/[^"]+)"')
# What a page loads once it stands.
LATER = re.compile(r'<script[^>]*? data-module="(/[^"]+)"')
UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress, None: bytes}


def fetch(
    site: Site, path: str, fields: dict[str, object] | None = None, **headers: str
) -> tuple[int, int, str]:
    """Status, bytes that travelled, and the text."""
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    body = None if fields is None else urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
    sent = {"Accept-Encoding": "gzip", "Cookie": f"csrf={TOKEN}; phone={KEY}", **headers}
    if body is not None:
        sent["Content-Type"] = "application/x-www-form-urlencoded"
    line.request("GET" if body is None else "POST", path, body, sent)
    answer = line.getresponse()
    content = answer.read()
    head = sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
    text = UNPACK[answer.getheader("Content-Encoding")](content)
    line.close()
    if answer.status in (302, 303) and body is not None:
        status, more, text_ = fetch(site, answer.getheader("Location") or "/", **headers)
        return status, len(content) + head + len(body) + more, text_
    return answer.status, len(content) + head + len(body or ""), text.decode(errors="replace")


def seeded(site: Site, tables: int = 1, hands: int = 5) -> list[str]:
    """Tables with some hands on them, whose host is our phone."""
    settings = {"DATABASE_URL": site.database, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    made = subprocess.run(
        [sys.executable, "-m", "benchmarks.seat", str(tables), str(hands)],
        cwd=ROOT,
        env={**os.environ, "VAR_DIR": str(site.var), **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.split()


def main() -> None:
    with tempfile.TemporaryDirectory() as var:
        subprocess.run(
            [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"],
            cwd=ROOT, env={**os.environ, "VAR_DIR": var}, check=True, capture_output=True,
        )  # fmt: skip
        with running(var=var) as site:
            measure(site)


def measure(site: Site) -> None:
    (code,) = seeded(site)
    for called, path in (("home", "/"), ("a table", f"/t/{code}/")):
        for packing in ("br", "gzip"):
            first_load(site, called, path, packing)
    hand = {"kind": "adjustment", "number": 6, "rev": 0, "key": uuid.uuid4(), "why": "agreed"}
    points = {f"points.{n}": 0 for n in range(8)}
    htmx = {"HX-Request": "true", "HX-Request-Type": "partial"}
    status, exchange, _text = fetch(site, f"/t/{code}/m/1/hand", hand | points, **htmx)
    print(f"  one hand sent, and what comes back: {exchange / 1000:.1f} kB gzipped ({status})")
    status, seen, _text = fetch(site, f"/t/{code}/m/1/sheet", **htmx)
    print(f"  the same hand on another phone: {seen / 1000:.1f} kB gzipped ({status})")
    # A table is for those who have its link: it asks not to be found, which Lighthouse calls a fault.
    for called, page in (
        ("home", "/"),
        ("a start", "/play/five_hundred/"),
        ("a table", f"/t/{code}/"),
        ("a referee's question", "/games/big_two/referee/combination/"),
    ):
        lighthouse(site, called, page)


def first_load(site: Site, called: str, path: str, packing: str) -> None:
    """The page and all that its head names, each with its headers; and what follows once it stands."""
    headers = {"Accept-Encoding": packing}
    status, page, text = fetch(site, path, **headers)
    assert status == 200, text[:500]
    sizes = {one: fetch(site, one, **headers)[1] for one in sorted(set(ASSET.findall(text)))}
    total, requests = page + sum(sizes.values()), 1 + len(sizes)
    after = sum(fetch(site, one, **headers)[1] for one in LATER.findall(text))
    print(f"  first load of {called}, {packing}: {total / 1000:.1f} kB in {requests} requests")
    print(
        f"    the page {page / 1000:.1f} kB ({len(text) / 1000:.0f} kB unpacked), "
        + ", ".join(f"{Path(path).name.split('.')[0]} {size / 1000:.1f}" for path, size in sizes.items())
        + f"; once it stands {after / 1000:.1f}"
    )


def lighthouse(site: Site, called: str, page: str) -> None:
    """Lighthouse on a mobile phone, from $LIGHTHOUSE or the path; the open stream is left out."""
    sys.path.insert(0, str(ROOT))
    from tests import chromium

    command, browser = os.environ.get("LIGHTHOUSE") or shutil.which("lighthouse"), chromium.find()
    if not command or not browser:
        print("  Lighthouse: left out (npm install lighthouse@12.8.2, LIGHTHOUSE=its path)")
        return
    began = time.monotonic()
    reports = []
    # At the edge of a hundred a page is now above it, now below: Lighthouse advises the middle of five runs.
    for _run in range(int(os.environ.get("LIGHTHOUSE_RUNS", "1"))):
        told = subprocess.run(
            [command, site.url + page, "--quiet", "--output=json", "--max-wait-for-load=15000",
             "--only-categories=performance,accessibility,best-practices,seo",
             "--chrome-flags=--headless=new --no-sandbox --disable-gpu"],
            env={**os.environ, "CHROME_PATH": browser}, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        if told.returncode:
            print("  Lighthouse: did not run:", told.stderr.strip().splitlines()[-1:])
            return
        reports.append(json.loads(told.stdout))
    reports.sort(key=lambda one: one["categories"]["performance"]["score"])
    report, took = reports[len(reports) // 2], time.monotonic() - began
    scores = {name: round((one["score"] or 0) * 100) for name, one in report["categories"].items()}
    print(f"  Lighthouse, mobile, {called}: {scores} in {took:.0f} s")
    if len(reports) > 1:
        every = (f"{100 * one['categories']['performance']['score']:.0f}" for one in reports)
        print(f"    the middle of {len(reports)} runs by performance: {', '.join(every)}")
    for name, one in report["categories"].items():
        for ref in one["auditRefs"]:
            audit = report["audits"][ref["id"]]
            if ref["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                print(f"    {name}: {audit['title']} {audit.get('displayValue', '')}")
