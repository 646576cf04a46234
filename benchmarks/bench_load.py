"""Size of a first load and of a saved hand, time until the first tap is answered, and Lighthouse scores.

A key is a button that gives an answer or, on the first page, the link to a game.
"""

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
from typing import Any
from urllib.parse import urlencode

import brotli  # type: ignore[import-untyped]
from playwright.sync_api import Browser, sync_playwright

from tests.chromium import FLAGS, find

from .site import ROOT, Site, run_site

TOKEN, KEY = "a" * 32, "k" * 32
# The page's icon is inline; the app's icons are loaded at installation.
ASSET = re.compile(r'<(?:link rel="(?:stylesheet|icon|manifest)"|script)[^>]*?(?:href|src)="(/[^"]+)"')
# Modules loaded after the page.
LATER = re.compile(r'<script[^>]*? data-module="(/[^"]+)"')
LATENCY_MS, SLOWDOWN = 400, 4
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 600}, "is_mobile": True, "has_touch": True}
# Taps the first key once it is painted, until the form asks its next question or a link is followed.
TAPPING = """() => {
  const askedStep = () => document.querySelector(".step.asked")?.dataset.step;
  const timer = setInterval(() => {
    const step = askedStep();
    const key = document.querySelector(".step.asked label.key, [data-game]");
    if (!key?.checkVisibility() || !performance.getEntriesByName("first-contentful-paint").length) return;
    key.click();
    if (askedStep() !== step) answered();
  }, 20);
  addEventListener("click", (event) => {
    if (!event.target.closest("[data-game]")) return;
    event.preventDefault();
    answered();
  });
  function answered() {
    clearInterval(timer);
    window.answeredAt ??= performance.now();
  }
}"""
UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress, None: bytes}


def fetch(
    site: Site, path: str, fields: dict[str, object] | None = None, **headers: str
) -> tuple[int, int, str]:
    """Return the status, the bytes transferred, and the text."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    body = None if fields is None else urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
    sent = {"Accept-Encoding": "gzip", "Cookie": f"csrf={TOKEN}; phone={KEY}", **headers}
    if body is not None:
        sent["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request("GET" if body is None else "POST", path, body, sent)
    response = connection.getresponse()
    content = response.read()
    head_bytes = sum(len(name) + len(value) + 4 for name, value in response.getheaders())
    text = UNPACK[response.getheader("Content-Encoding")](content)
    connection.close()
    if response.status in (302, 303) and body is not None:
        status, next_bytes, next_text = fetch(site, response.getheader("Location") or "/", **headers)
        return status, len(content) + head_bytes + len(body) + next_bytes, next_text
    return response.status, len(content) + head_bytes + len(body or ""), text.decode(errors="replace")


def create_tables(site: Site, tables: int = 1, hands: int = 5) -> list[str]:
    """Create tables with some hands, hosted by the phone of ``KEY``. Return their codes."""
    settings = {"DATABASE_URL": site.database, "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings"}
    output = subprocess.run(
        [sys.executable, "-m", "benchmarks.create_tables", str(tables), str(hands)],
        cwd=ROOT,
        env={**os.environ, "VAR_DIR": str(site.var), **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return output.stdout.split()


def main() -> None:
    with tempfile.TemporaryDirectory() as var:
        subprocess.run(
            [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"],
            cwd=ROOT, env={**os.environ, "VAR_DIR": var}, check=True, capture_output=True,
        )  # fmt: skip
        with run_site(var=var) as site:
            measure(site)


def measure(site: Site) -> None:
    """Print the sizes and scores."""
    (code,) = create_tables(site)
    for name, path in (("home", "/"), ("a table", f"/t/{code}/")):
        for encoding in ("br", "gzip"):
            measure_first_load(site, name, path, encoding)
    time_first_tap(site, {"home": "/", "a table": f"/t/{code}/"})
    hand = {"kind": "adjustment", "number": 6, "rev": 0, "key": uuid.uuid4(), "why": "agreed"}
    points = {f"points.{n}": 0 for n in range(8)}
    htmx = {"HX-Request": "true", "HX-Request-Type": "partial"}
    status, size, _text = fetch(site, f"/t/{code}/m/1/hand", hand | points, **htmx)
    print(f"  one hand saved, with the response: {size / 1000:.1f} kB gzipped ({status})")
    status, size, _text = fetch(site, f"/t/{code}/m/1/sheet", **htmx)
    print(f"  the same hand on another phone: {size / 1000:.1f} kB gzipped ({status})")
    # Tables ask search engines not to index them, which lowers their SEO score.
    for name, page in (
        ("home", "/"),
        ("the start of a match", "/play/five_hundred/"),
        ("a table", f"/t/{code}/"),
        ("a referee's question", "/games/big_two/referee/combination/"),
    ):
        run_lighthouse(site, name, page)


def measure_first_load(site: Site, name: str, path: str, encoding: str) -> None:
    """Print the size of a page with its assets and headers, and of the modules loaded later."""
    headers = {"Accept-Encoding": encoding}
    status, page_size, text = fetch(site, path, **headers)
    assert status == 200, text[:500]
    sizes = {asset: fetch(site, asset, **headers)[1] for asset in sorted(set(ASSET.findall(text)))}
    total, requests = page_size + sum(sizes.values()), 1 + len(sizes)
    later_size = sum(fetch(site, module, **headers)[1] for module in LATER.findall(text))
    print(f"  first load of {name}, {encoding}: {total / 1000:.1f} kB in {requests} requests")
    print(
        f"    the page {page_size / 1000:.1f} kB ({len(text) / 1000:.0f} kB unpacked), "
        + ", ".join(f"{Path(path).name.split('.')[0]} {size / 1000:.1f}" for path, size in sizes.items())
        + f"; loaded later {later_size / 1000:.1f}"
    )


def time_first_tap(site: Site, pages: dict[str, str]) -> None:
    """Print the bytes that a browser receives, font included, and when the first key answers a tap."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), chromium_sandbox=False, args=FLAGS)
        for name, path in pages.items():
            runs = [time_opening(browser, site.url, path) for _run in range(5)]
            sizes, times = zip(*runs, strict=True)
            print(
                f"  {name} with {LATENCY_MS} ms of latency, {SLOWDOWN} × slowed: {max(sizes) / 1000:.1f} kB, "
                f"first key answers after {min(times):.0f} ms (shortest of {len(times)}; "
                f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores)"
            )
        browser.close()


def time_opening(browser: Browser, url: str, path: str) -> tuple[float, float]:
    """Open a page in a fresh browser. Return the bytes received and the milliseconds until a key answers."""
    context = browser.new_context(**PHONE, service_workers="block")
    context.add_cookies([{"name": "phone", "value": KEY, "url": url}])
    page, sizes = context.new_page(), list[float]()
    session = context.new_cdp_session(page)
    session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    session.send("Network.enable")
    network = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", network)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.add_init_script(f"({TAPPING})()")
    page.goto(url + path, wait_until="load")
    page.wait_for_function("() => window.answeredAt")
    took = page.evaluate("window.answeredAt")
    context.close()
    return sum(sizes), took


def run_lighthouse(site: Site, name: str, page: str) -> None:
    """Print mobile Lighthouse scores, from the command in $LIGHTHOUSE or `lighthouse` on the PATH."""
    command, browser = os.environ.get("LIGHTHOUSE") or shutil.which("lighthouse"), find()
    if not command or not browser:
        print("  Lighthouse: left out (npm install lighthouse@12.8.2, LIGHTHOUSE=its path)")
        return
    began = time.monotonic()
    reports = []
    # Scores near 100 vary; Lighthouse recommends the median of five runs.
    for _run in range(int(os.environ.get("LIGHTHOUSE_RUNS", "1"))):
        output = subprocess.run(
            [command, site.url + page, "--quiet", "--output=json", "--max-wait-for-load=15000",
             "--only-categories=performance,accessibility,best-practices,seo",
             "--chrome-flags=--headless=new --no-sandbox --disable-gpu"],
            env={**os.environ, "CHROME_PATH": browser}, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        if output.returncode:
            print("  Lighthouse: did not run:", output.stderr.strip().splitlines()[-1:])
            return
        reports.append(json.loads(output.stdout))
    reports.sort(key=lambda report: report["categories"]["performance"]["score"])
    report, took = reports[len(reports) // 2], time.monotonic() - began
    scores = {name: round((category["score"] or 0) * 100) for name, category in report["categories"].items()}
    print(f"  Lighthouse, mobile, {name}: {scores} in {took:.0f} s")
    if len(reports) > 1:
        scores_of_runs = (f"{100 * run['categories']['performance']['score']:.0f}" for run in reports)
        print(f"    the median of {len(reports)} runs by performance: {', '.join(scores_of_runs)}")
    for heading, category in report["categories"].items():
        for ref in category["auditRefs"]:
            audit = report["audits"][ref["id"]]
            if ref["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                print(f"    {heading}: {audit['title']} {audit.get('displayValue', '')}")
