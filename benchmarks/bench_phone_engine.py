"""Benchmark of the engine on a phone: download size, start-up time, and time per hand.

It runs in a browser with a CPU slowed to a quarter, like an old phone's, on a site with collected static
files. The browser slows down pages but not workers, so here the engine runs in the page instead of a worker.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from games import every_game
from games.engine import Example, kind_of, to_form_data
from scorekeeper.sheet.form_fields import box_value
from tests.chromium import FLAGS, find
from tests.conftest import PHONE

from .site import ROOT, run_site

SLOWDOWN = 4
TIMES = 40
LIMIT_MS = 100
FIRST_LOAD_LIMIT = 40 * 1024
KEY = "00000000-0000-4000-8000-000000000000"

START = """async ([start, open]) => {
  const began = performance.now();
  const { loadPyodide } = await import(`${start.python}pyodide.mjs`);
  const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
  const pyodide = await loadPyodide({ indexURL: start.python, lockFileContents: { info, packages: {} } });
  const zip = await (await fetch(start.zip)).arrayBuffer();
  pyodide.unpackArchive(zip, "zip", { extractDir: "/engine" });
  pyodide.runPython("import sys; sys.path.insert(0, '/engine'); sys.dont_write_bytecode = True");
  const engine = pyodide.pyimport("scorekeeper.sheet.on_phone").ENGINE;
  window.ask = (question) => JSON.parse(engine.answer(JSON.stringify(question)));
  ask({ do: "open", ...open, entries: [] });
  return [performance.now() - began, pyodide._module.HEAPU8.length];
}"""
HAND = """([boxes, open]) => {
  const began = performance.now();
  ask({ do: "preview", boxes });
  const previewed = performance.now();
  ask({ do: "open", ...open });
  const { html } = ask({ do: "sheet", viewer: { csrf: "", may_score: true, kept: "" } });
  const sheet = document.querySelector("#sheet");
  sheet.innerHTML = html;
  sheet.getBoundingClientRect();
  return [previewed - began, performance.now() - previewed];
}"""


def boxes(slug: str, hand: Any) -> list[list[str]]:
    """Return a hand as form values."""
    answers = {path: box_value(answer) for path, answer in to_form_data(hand).items()}
    sent = {"kind": kind_of(every_game()[slug], hand), "rev": "0", "key": KEY, **answers}
    listed = {name: value if isinstance(value, list) else [value] for name, value in sent.items()}
    return [[name, str(value)] for name, values in listed.items() for value in values]


def seat_example(about: dict[str, Any], example: Example[Any]) -> dict[str, Any]:
    """Return a match with the seating of a worked example, as the site sends it to a phone."""
    seating = example.seating
    seats = {"seats": seating.seats, "sides": seating.sides, "first_dealer": int(seating.first_dealer)}
    names = [[n, 0, f"Player {n}"] for n in range(seating.seats)]
    return about | {"begun": about["begun"] | seats, "names": names}


def main() -> None:
    with tempfile.TemporaryDirectory() as var:
        environment = os.environ | {"VAR_DIR": var, "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings"}
        manage = [sys.executable, "manage.py", "collectstatic", "--noinput"]
        subprocess.run(manage, cwd=ROOT, env=environment, check=True, capture_output=True)
        with run_site(var=var) as site, sync_playwright() as playwright:
            create = [sys.executable, "-m", "benchmarks.create_tables", "1", "20"]
            created = subprocess.run(
                create, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
            )
            table = f"{site.url}/t/{created.stdout.split()[-1]}/"
            browser = playwright.chromium.launch(executable_path=find(), chromium_sandbox=False, args=FLAGS)
            try:
                context = browser.new_context(**PHONE, service_workers="block", bypass_csp=True)
                measure(context.new_page(), table, Path(var))
            finally:
                browser.close()


def measure(page: Page, table: str, var: Path) -> None:
    """Print the measurements of a table's page."""
    first = first_load(page, table)
    print(f"  first load of a table: {first / 1024:.1f} kB packed (limit {FIRST_LOAD_LIMIT // 1024})")
    with urllib.request.urlopen(f"{table}m/1/engine") as answer:
        engine_info = json.load(answer)
    slug, python = (
        engine_info["about"]["game"],
        var / "static" / engine_info["start"]["python"].removeprefix("/static/"),
    )
    packed = sum(size_of(python / name) for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"))
    with urllib.request.urlopen(page.url.split("/t/")[0] + engine_info["start"]["zip"]) as answer:
        packed += size_of(python / "python_stdlib.zip") + len(answer.read())
    game = every_game()[slug]
    example = max(game.examples, key=lambda example: len(example.hands))
    opened = {"about": seat_example(engine_info["about"], example), "lines": []}
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    took, memory = page.evaluate(START, [engine_info["start"], opened])
    print(f"  loaded for {slug}: {packed / 1e6:.1f} MB packed")
    print(f"  ready at {SLOWDOWN} × slowed: {took / 1000:.1f} s")
    print(f"  memory of Python: {memory / 2**20:.0f} MiB")
    previews, sheets = [], []
    for form_values, entries in hands(slug, example):
        request = opened | {"entries": entries}
        preview, sheet = page.evaluate(HAND, [form_values, request])
        previews.append(preview)
        sheets.append(sheet)
    p50 = statistics.median(sheets)
    print(f"  a preview of a hand: p50 {statistics.median(previews):.0f} ms, longest {max(previews):.0f} ms")
    print(f"  a hand scored, sheet and next form drawn: p50 {p50:.0f} ms, longest {max(sheets):.0f} ms")
    print(f"  limit {LIMIT_MS} ms: {'met' if p50 <= LIMIT_MS else 'missed'}")


def hands(slug: str, example: Example[Any]) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the form values of each hand of an evening, and the phone's unsent entries at that time."""
    entries: list[Any] = []
    for n in range(TIMES):
        form_values = boxes(slug, example.hands[n % len(example.hands)])
        if n % len(example.hands) == 0:
            entries = []
        entries = [*entries, {"way": "hand", "about": None, "key": KEY, "at": 0, "fields": form_values}]
        yield form_values, entries


def size_of(file: Path) -> int:
    """Return the transfer size of a file, compressed if the site serves it compressed."""
    packed = file.with_name(f"{file.name}.br")
    return (packed if packed.exists() else file).stat().st_size


def first_load(page: Page, table: str) -> float:
    """Return the bytes loaded until the page of a table is complete."""
    session, sizes = page.context.new_cdp_session(page), list[float]()
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    page.goto(table)
    page.wait_for_load_state("load")
    return sum(sizes)


if __name__ == "__main__":
    main()
