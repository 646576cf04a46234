"""The zip file with the engine, with which a phone scores a game offline."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.test import Client

from games import every_game
from scorekeeper.config import csp
from scorekeeper.tables.engine_zip import engine_zip, python_address, zip_address
from tests.nightly import NIGHTLY

pytestmark = pytest.mark.looks


@pytest.mark.parametrize("slug", every_game() if NIGHTLY else ("five_hundred", "tally"))
def test_the_zip_of_a_game_holds_that_game_and_no_other(slug: str) -> None:
    packed = engine_zip(slug)
    names = zipfile.ZipFile(io.BytesIO(packed.content)).namelist()
    assert {name.split("/")[1] for name in names if name.startswith("games/") and name.count("/") > 1} == {
        "engine",
        slug,
    }
    assert {"jinja2/environment.py", "markupsafe/_native.py", "scorekeeper/sheet/templates/sheet.html"} <= {
        *names
    }
    assert not [name for name in names if name.endswith((".so", ".pyc"))]
    assert len([name for name in names if "LICENSE" in name]) >= 2


@pytest.mark.django_db
def test_a_zip_is_kept_for_ever_and_another_release_has_none() -> None:
    client = Client()
    answer = client.get(zip_address("tally"))
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.content == engine_zip("tally").content
    assert client.get(zip_address("tally").replace(engine_zip("tally").hash, "0" * 16)).status_code == 404
    assert client.get(f"/engine/nothing-{engine_zip('tally').hash}.zip").status_code == 404


def test_the_engines_worker_alone_may_compile() -> None:
    client = Client()
    worker = client.get("/static/offline/engine-worker.js")
    assert worker.headers["Content-Security-Policy"] == csp.ENGINE
    for path in ("site.js", "network.js", "vendor/pyodide-314.0.7/pyodide.mjs"):
        assert "Content-Security-Policy" not in client.get(f"/static/{path}").headers
    assert "wasm" not in client.get("/privacy").headers["Content-Security-Policy"]


def test_python_is_sent_as_what_a_browser_compiles() -> None:
    wasm = Client().get(f"{python_address()}pyodide.asm.wasm")
    assert wasm.headers["Content-Type"] == "application/wasm"
    assert "Content-Encoding" not in wasm.headers
    assert "javascript" in Client().get(f"{python_address()}pyodide.asm.mjs").headers["Content-Type"]
