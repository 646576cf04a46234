"""The proxy of deploy/nginx.conf in front of a test site, with the name localhost and a new certificate."""

import contextlib
import shutil
import subprocess

import pytest

from tests.browser.https import accepts_connections
from tests.conftest import until
from tests.reliability.site import ROOT, free_port

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")


@contextlib.contextmanager
def proxied(folder, site_port):
    """Run the shipped proxy configuration with the test's ports and paths, and yield the HTTPS port."""
    if not NGINX or not OPENSSL:
        pytest.skip("no nginx: apt-get install nginx-light openssl")
    https_port, http_port = free_port(), free_port()
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    configuration = (ROOT / "deploy" / "nginx.conf").read_text()
    for old, new in (
        ("127.0.0.1:8000", f"127.0.0.1:{site_port}"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{https_port} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{http_port};"),
        ("    listen [::]:443 ssl;\n", ""),
        ("    listen [::]:80;\n", ""),
        ("cards.example.org;", "localhost;"),
        ("/etc/letsencrypt/live/cards.example.org/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/cards.example.org/privkey.pem", str(key)),
        ("/var/log/nginx/scorekeeper.log", str(folder / "access.log")),
    ):
        assert old in configuration, f"deploy/nginx.conf lacks {old}"
        configuration = configuration.replace(old, new)
    temp_paths = "".join(
        f"{name}_temp_path {folder / name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; user root; pid {folder / 'nginx.pid'}; error_log {folder / 'error.log'};\n"
        f"events {{ worker_connections 4096; }}\nhttp {{\n{temp_paths}\n{configuration}\n}}\n"
    )
    process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        until(lambda: accepts_connections(https_port))
        yield https_port
    finally:
        process.terminate()
        process.wait(timeout=15)
