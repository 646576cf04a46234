"""The zip file with the engine, with which a phone scores a game offline."""

import ast
import io
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games import every_game
from scorekeeper.config import csp
from scorekeeper.tables.engine_zip import engine_zip, files, python_url, zip_url
from scorekeeper.web.bundles import PYTHON
from tests.nightly import NIGHTLY

pytestmark = pytest.mark.sqlite_only


@pytest.mark.parametrize("slug", every_game() if NIGHTLY else ("five_hundred", "tally"))
def test_zip_holds_one_game(slug):
    names = zipfile.ZipFile(io.BytesIO(engine_zip(slug).content)).namelist()
    folders = {name.split("/")[1] for name in names if name.startswith("games/") and name.count("/") > 1}
    assert folders == {"engine", slug}
    needed = {"jinja2/environment.py", "markupsafe/_native.py", "scorekeeper/sheet/templates/sheet.html"}
    assert needed <= {*names}
    assert not [name for name in names if name.endswith((".so", ".pyc"))]
    assert len([name for name in names if "LICENSE" in name]) >= 2


def test_standard_library_on_the_phone_has_all_imports():
    """Check modules written in Python; modules written in C are built into the phone's interpreter."""
    library = Path(settings.BASE_DIR, "static", PYTHON, "python_stdlib.zip")
    available = {name.split("/")[0].removesuffix(".pyc") for name in zipfile.ZipFile(library).namelist()}
    modules = {
        name: file
        for slug in every_game()
        for name, file in files(slug)
        if "/site-packages/" not in str(file)
    }
    imported = set[str]()
    for name, file in modules.items():
        for node in ast.walk(ast.parse(file.read_text() if name.endswith(".py") else "")):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            imported |= {name.split(".")[0] for name in names}
    specs = [find_spec(name) for name in imported & sys.stdlib_module_names]
    written_in_python = {spec.name for spec in specs if spec and str(spec.origin).endswith(".py")}
    assert "dataclasses" in written_in_python
    assert written_in_python - available == set()


@pytest.mark.django_db
def test_zip_is_immutable_and_of_this_release():
    client, tally = Client(), engine_zip("tally")
    answer = client.get(zip_url("tally"))
    assert "immutable" in answer["Cache-Control"]
    assert answer.content == tally.content
    assert client.get(zip_url("tally").replace(tally.hash, "0" * 16)).status_code == 404
    assert client.get(f"/engine/nothing-{tally.hash}.zip").status_code == 404


def test_only_the_worker_may_compile_webassembly():
    client = Client()
    worker = client.get("/static/offline/engine-worker.js")
    assert worker["Content-Security-Policy"] == csp.ENGINE
    for path in ("site.js", "network.js", "vendor/pyodide-314.0.7/pyodide.mjs"):
        assert "Content-Security-Policy" not in client.get(f"/static/{path}").headers
    assert "wasm" not in client.get("/privacy")["Content-Security-Policy"]


def test_python_is_served_as_uncompressed_webassembly():
    wasm = Client().get(f"{python_url()}pyodide.asm.wasm")
    assert wasm["Content-Type"] == "application/wasm"
    assert "Content-Encoding" not in wasm.headers
    assert "javascript" in Client().get(f"{python_url()}pyodide.asm.mjs")["Content-Type"]
