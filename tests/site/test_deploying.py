"""docs/deploying.md and deploy/: the examples work as printed.

The reliability tests run deploy/nginx.conf, and the browser tests run deploy/Caddyfile.
"""

import os
import re
import shlex
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

pytestmark = pytest.mark.sqlite_only

ROOT = Path(__file__).resolve().parents[2]
SECRET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
PAGE = (ROOT / "docs/deploying.md").read_text()
BLOCKS = re.findall(r"(?:^ {7}\S.*\n)+", PAGE, re.MULTILINE)
# The example of /etc/scorekeeper.env, without indentation.
ENVIRONMENT = next(dedent(block) for block in BLOCKS if "SECRET_KEY=" in block)


def parse_as_systemd(text):
    """Parse an environment file as systemd does: whole-line comments only, quotes around values dropped.

    According to systemd.exec(5), a comment cannot follow a value on its line.
    """
    pairs = (line.split("=", 1) for line in text.splitlines() if line and line[0] not in "#;")
    return {name: value[1:-1] if value[:1] == value[-1:] == "'" else value for name, value in pairs}


def test_environment_file_reads_alike_in_systemd_and_shell():
    variables = parse_as_systemd(ENVIRONMENT)
    assert set(variables) == {"SITE_URL", "SECRET_KEY", "DATABASE_URL"}
    # deploy/manage reads the file with a shell.
    assert variables == dict(word.split("=", 1) for word in shlex.split(ENVIRONMENT, comments=True))
    assert not any("#" in value for value in variables.values())


@pytest.mark.parametrize("database", ["sqlite", "as on the page"])
def test_check_deploy_finds_nothing(tmp_path, database):
    text = ENVIRONMENT.replace("your own, of 50 characters or more", SECRET)
    if database == "sqlite":
        text = re.sub("^DATABASE_URL=.*", "", text, flags=re.MULTILINE)
    file = tmp_path / "scorekeeper.env"
    file.write_text(text + f"VAR_DIR='{tmp_path / 'var'}'\n")
    process = subprocess.run(
        [ROOT / "deploy/manage", "check", "--deploy", "--fail-level=WARNING"],
        env={"PATH": os.environ["PATH"], "SCOREKEEPER_ENV": str(file)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert (process.returncode, process.stderr) == (0, ""), process.stderr
    assert "no issues" in process.stdout
    assert not (tmp_path / "var/secret_key").exists()
