"""Deploy the site as docs/deploying.md says, in an empty folder, and save a first hand over https.

    python scripts/rehearse_deployment.py [--proxy nginx|caddy] [--postgresql URL] [--setup]

The page is the script: each of its blocks is run by a shell as it stands there. What would change this
machine is played by stand-ins: /srv and /etc lie in the folder, `systemctl` starts the service that the
shipped file describes, and `certbot` signs the certificate itself. With --setup the virtual environment is
made anew; else it is this one.
"""

import argparse
import contextlib
import http.client
import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import psycopg

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/deploying.md"
NAME, PORT = "cards.example.org", "127.0.0.1:8000"
SECRET = "your own, of 50 characters or more"
PATIENCE = 60  # seconds until what was started must answer
# What `doctor` may find here: the clock and the PostgreSQL are this machine's, not the page's, and what Caddy
# signs for itself holds half a day.
OF_THIS_MACHINE = {"scorekeeper.W014", "scorekeeper.W017", "scorekeeper.W026"}

STAND_INS = {
    "apt": "exit 0",
    "useradd": "exit 0",
    "chown": "exit 0",
    # Nobody else is there to be; sudo -u USER COMMAND.
    "sudo": 'shift 2; exec "$@"',
    "install": 'exec /usr/bin/install -d -m 750 "$8"',
    # git clone ADDRESS FOLDER: the files of this repository as they are now. With a virtual environment that
    # is here already comes what Python has compiled.
    "git": '[ "$1" = clone ] || exit 0; mkdir -p "$3"; cd "$ROOT"; '
    '{ /usr/bin/git ls-files -z; [ -n "$SETUP" ] || find games scorekeeper -name "*.pyc" -print0; } '
    '| tar --null -T - -c | tar -x -C "$3"; exec "$PYTHON" "$SELF" --localize "$3"',
    "make": '[ -n "$SETUP" ] && exec /usr/bin/make "$@"; [ -e .venv ] || ln -s "$ROOT/.venv" .venv',
    "createuser": 'exec psql "$SERVER" -qc "create role \\"$1\\" login password \'rehearsed\'"',
    "createdb": 'exec psql "$SERVER" -qc "create database \\"$3\\" owner \\"$2\\""',
    "certbot": 'd="$FOLDER/etc/letsencrypt/live/localhost"; mkdir -p "$d"; '
    "exec openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj /CN=localhost "
    '-addext subjectAltName=DNS:localhost -keyout "$d/privkey.pem" -out "$d/fullchain.pem" '
    '2>"$FOLDER/openssl.log"',
    "nginx": 'exec "$NGINX_PROGRAM" -p "$FOLDER" -c "$FOLDER/nginx.conf" "$@" 2>>"$FOLDER/nginx.log"',
    "systemctl": 'exec "$PYTHON" "$SELF" --systemctl "$@"',
}


def blocks(page: str) -> list[str]:
    """The blocks of the page, each without its indentation."""
    found = re.findall(r"(?:^ {7}\S.*\n)+", page, re.MULTILINE)
    return [re.sub(r"^ {7}", "", block, flags=re.MULTILINE) for block in found]


def is_file(block: str) -> bool:
    """Whether a block is what a file holds, and no commands."""
    return "SECRET_KEY=" in block or re.match(r"[\d*]+ [\d*]+ \* \* \*", block) is not None


class Rehearsal:
    """One deployment in a folder of its own."""

    def __init__(self, folder: Path, proxy: str, server: str, setup: bool) -> None:
        self.folder, self.proxy, self.server = folder, proxy, server
        self.site, self.secure, self.plain = (free_port() for _ in range(3))
        self.database = f"scorekeeper_rehearsal_{os.getpid()}"
        self.ran: list[str] = []
        nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin") or ""
        authority = "etc/letsencrypt/live/localhost/fullchain.pem"
        if proxy == "caddy":
            authority = "caddy/pki/authorities/local/root.crt"
        self.authority = folder / authority
        self.environment = {
            "PATH": f"{folder / 'bin'}:{ROOT / '.venv/bin'}:{os.environ['PATH']}",
            "HOME": str(folder), "LANG": "C.UTF-8",
            "FOLDER": str(folder), "ROOT": str(ROOT), "PYTHON": sys.executable,
            "SELF": str(Path(__file__).resolve()),
            "SETUP": "1" if setup else "", "SERVER": server, "NGINX_PROGRAM": nginx,
            "PORTS": f"{self.site} {self.secure} {self.plain}",
            "SCOREKEEPER_ENV": str(folder / "etc/scorekeeper.env"),
            "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
        }  # fmt: skip
        for name in (
            "bin",
            "run",
            "etc/systemd/system",
            "etc/nginx/sites-enabled",
            "etc/caddy",
            "etc/cron.d",
        ):
            (folder / name).mkdir(parents=True)
        for name, does in STAND_INS.items():
            path = folder / "bin" / name
            path.write_text(f"#!/bin/sh\nset -e\n{does}\n")
            path.chmod(0o755)
        temporary = "".join(
            f"{name}_temp_path {folder / name};\n"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (folder / "nginx.conf").write_text(
            f"user root; pid {folder / 'run/nginx.pid'}; error_log {folder / 'nginx.log'};\n"
            f"events {{ worker_connections 1024; }}\n"
            f"http {{\n{temporary}include {folder}/etc/nginx/sites-enabled/*.conf;\n}}\n"
        )

    def here(self, text: str) -> str:
        """A text of the page or of a shipped file with this machine's name, ports, folders and database."""
        site, secure, plain = self.environment["PORTS"].split()
        return localized(text, self.folder, site, secure, plain)

    def run(self) -> None:
        """Everything on the page in its order."""
        where = self.folder
        for block in blocks(PAGE.read_text()):
            if self.is_left_out(block):
                continue
            if is_file(block):
                self.write(block)
                continue
            text = self.here(block)
            if self.server:
                text = re.sub(r"\b(createuser|createdb --owner) scorekeeper\b", rf"\1 {self.database}", text)
                text = re.sub(
                    rf"(createdb --owner {self.database}) scorekeeper", rf"\1 {self.database}", text
                )
            if "deploy/manage doctor" in text:
                self.wait_for_https()
                self.doctor(text, where)
            else:
                self.shell(text, where)
            self.ran.append(block)
            where = code if (code := self.folder / "srv/scorekeeper").exists() else where

    def is_left_out(self, block: str) -> bool:
        """Whether a block is for the other database or the other proxy."""
        other = "caddy" if self.proxy == "nginx" else "nginx"
        return f"/etc/{other}" in block or ("createdb" in block and not self.server)

    def write(self, block: str) -> None:
        """A file of the page, filled in as the page asks."""
        text = self.here(block)
        if "SECRET_KEY=" in text:
            text = text.replace(SECRET, "rehearsed " * 6)
            lines = [line for line in text.splitlines() if not line.startswith("DATABASE_URL")]
            if self.server:
                lines.append(f"DATABASE_URL='{own_address(self.server, self.database)}'")
            (self.folder / "etc/scorekeeper.env").write_text("\n".join(lines) + "\n")
        else:
            (self.folder / "etc/cron.d/scorekeeper").write_text(text)
            for line in text.splitlines():
                # minute hour day month weekday user command
                self.shell(line.split(None, 6)[6], self.folder)
        self.ran.append(block)

    def shell(self, text: str, where: Path) -> str:
        """Run this as whoever copies it from the page would; what it printed."""
        began = time.monotonic()
        done = subprocess.run(
            ["/bin/sh", "-ec", text], cwd=where, env=self.environment | self.trust(),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600, check=False,
        )  # fmt: skip
        print(f"{time.monotonic() - began:5.1f} s  {'; '.join(text.strip().splitlines())}", flush=True)
        if done.returncode:
            raise SystemExit(f"{text}\nended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def doctor(self, text: str, where: Path) -> None:
        """`doctor` finds nothing but what is this machine's own."""
        said = self.shell(f"{text.strip()} || true", where)
        wrong = set(re.findall(r"\[(scorekeeper\.\w+|security\.\w+)\]", said)) - OF_THIS_MACHINE
        if wrong or (
            "Nothing is wrong." not in said and not OF_THIS_MACHINE & set(re.findall(r"\[(.*?)\]", said))
        ):
            raise SystemExit(f"doctor is not content:\n{said}")

    def trust(self) -> dict[str, str]:
        """Believe the certificate that was made here, once it was."""
        return {"SSL_CERT_FILE": str(self.authority)} if self.authority.exists() else {}

    def wait_for_https(self) -> None:
        """Until the site answers behind its proxy."""
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if Phone(self).ask("GET", "/healthz").status == 200:
                    return
            if time.monotonic() > end:
                logs = [path for path in self.folder.glob("*.log") if path.stat().st_size]
                raise SystemExit(
                    "no answer over https\n" + "\n".join(f"{p.name}:\n{p.read_text()[-2000:]}" for p in logs)
                )
            time.sleep(0.05)

    def end(self) -> None:
        """Stop what was started, and take the database away."""
        started = [
            int(said) for file in (self.folder / "run").glob("*.pid") if (said := file.read_text().strip())
        ]
        for pid in started:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        for pid in started:
            wait_until_gone(pid)
        if self.server:
            with psycopg.connect(self.server, autocommit=True) as admin:
                admin.execute(f'drop database if exists "{self.database}" with (force)')
                admin.execute(f'drop role if exists "{self.database}"')


def localized(text: str, folder: Path, site: str, secure: str, plain: str) -> str:
    """A text of ours with the name, the ports and the folders of a rehearsal."""
    for theirs, ours in (
        (f"https://{NAME}", f"https://localhost:{secure}"),
        (f"\n{{$SITE_NAME:{NAME}}} {{", f"\nlocalhost:{secure} {{"),
        ("\n{\n\tservers", f"\n{{\n\thttp_port {plain}\n\tskip_install_trust\n\tadmin off\n\tservers"),
        (NAME, "localhost"),
        (PORT, f"127.0.0.1:{site}"),
        ("--port 8000", f"--port {site}"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("    listen [::]:443 ssl;\n", ""),
        ("    listen [::]:80;\n", ""),
        ("/srv/scorekeeper", f"{folder}/srv/scorekeeper"),
        ("/var/log/nginx/", f"{folder}/"),
    ):
        text = text.replace(theirs, ours)
    return re.sub(r"(?<![\w.])/etc/", f"{folder}/etc/", text)


def own_address(server: str, name: str) -> str:
    """The address of the database that the page made, for the role that it made."""
    parts = urlsplit(server)
    host = parts.hostname or "127.0.0.1"
    return f"postgresql://{name}:rehearsed@{host}:{parts.port or 5432}/{name}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def wait_until_gone(pid: int) -> None:
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text():
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)


# What stands in for programs that would change the machine ---------------------------


def localize(folder: Path) -> None:
    """Put this machine's name, ports and folders into the shipped files, as the page asks of its reader."""
    home = Path(os.environ["FOLDER"])
    for path in (folder / "deploy").iterdir():
        path.write_text(localized(path.read_text(), home, *os.environ["PORTS"].split()))


def systemctl(words: list[str]) -> None:
    """Start or reload what the page has started."""
    folder, (does, *_options, what) = Path(os.environ["FOLDER"]), words
    file = folder / f"run/{what}.pid"
    # `nginx -t` leaves an empty one.
    if file.exists() and file.read_text():
        os.kill(int(file.read_text()), signal.SIGHUP)
        return
    environment = dict(os.environ)
    match what:
        case "scorekeeper":
            unit = (folder / "etc/systemd/system/scorekeeper.service").read_text()
            said = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line and line[0] != "#")
            command, where = shlex.split(said["ExecStart"]), said["WorkingDirectory"]
            # systemd.exec(5): a line is a name and a value, quotes round it go.
            pairs = (
                line.split("=", 1)
                for line in Path(said["EnvironmentFile"]).read_text().splitlines()
                if line[:1] not in "#;"
            )
            environment |= {name: value.strip("'") for name, value in pairs}
        case "nginx":
            command, where = (
                [os.environ["NGINX_PROGRAM"], "-p", str(folder), "-c", f"{folder}/nginx.conf"],
                str(folder),
            )
            # A daemon that held on to our output would never let whoever reads it come to its end.
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return
        case "caddy":
            caddy = shutil.which("caddy") or sys.exit("no caddy")
            command, where = [caddy, "run", "--config", f"{folder}/etc/caddy/Caddyfile"], str(folder)
        case _:
            sys.exit(f"nothing stands in for {does} {what}")
    with (folder / f"{what}.log").open("a") as log:
        started = subprocess.Popen(
            command,
            cwd=where,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    file.write_text(str(started.pid))


# A phone --------------------------------------------------------------------------


class Form(HTMLParser):
    """What a form would send that nobody has touched: the boxes of the one whose address ends in `action`."""

    def __init__(self, page: str, action: str = "") -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []
        self.action, self.inside, self.select = action, False, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = said.get("method", "").lower() == "post" and said.get("action", "").endswith(
                self.action
            )
        elif not self.inside or "disabled" in said:
            return
        elif (
            tag == "input"
            and "name" in said
            and (said.get("type") not in ("radio", "checkbox", "submit") or "checked" in said)
        ):
            self.sent.append((said["name"], said.get("value", "on")))
        elif tag == "select":
            self.select = said.get("name", "")
        elif tag == "option" and self.select and ("selected" in said or self.select not in dict(self.sent)):
            self.sent = [one for one in self.sent if one[0] != self.select] + [
                (self.select, said.get("value", ""))
            ]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


class Reply(NamedTuple):
    status: int
    location: str
    text: str


class Phone:
    """A browser of sorts: it keeps cookies, and trusts the certificate that was made here."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.port = rehearsal.secure
        self.trusting = ssl.create_default_context(cafile=str(rehearsal.authority))
        self.cookies: dict[str, str] = {}

    def line(self) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection("localhost", self.port, timeout=20, context=self.trusting)

    def ask(self, method: str, path: str, fields: list[tuple[str, str]] | None = None) -> Reply:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if fields is not None:
            body = urlencode(fields)
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"https://localhost:{self.port}",
            }
        with contextlib.closing(self.line()) as line:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or ():
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return Reply(answer.status, answer.headers["Location"] or "", answer.read().decode())

    @contextlib.contextmanager
    def watching(self, code: str) -> Iterator[http.client.HTTPResponse]:
        """A live stream, whose first line has come."""
        with contextlib.closing(self.line()) as line:
            line.request("GET", f"/t/{code}/watch")
            answer = line.getresponse()
            assert answer.status == 200, answer.status
            yield answer


def plays(
    rehearsal: Rehearsal, hands: int = 1, code: str = "", phone: Phone | None = None
) -> tuple[str, Phone]:
    """A table is begun and hands are saved, over https and behind the proxy; a second phone hears of each."""
    phone = phone or Phone(rehearsal)
    if not code:
        home = phone.ask("GET", "/").text
        slug = re.search(r'href="/play/([\w-]+)/"', home)
        assert slug, home[:2000]
        page = phone.ask("GET", f"/play/{slug[1]}/")
        begun = phone.ask("POST", f"/play/{slug[1]}/", [*Form(page.text).sent, ("start", "1")])
        assert begun.status in (302, 303), (begun.status, begun.text[:3000])
        found = re.match(r"/t/([^/]+)/", begun.location)
        assert found, begun
        code = found[1]
    record = json.loads(phone.ask("GET", f"/t/{code}/m/1/record.json").text)
    saved = len(record["entries"])
    with Phone(rehearsal).watching(code) as stream:
        for number in range(saved + 1, saved + hands + 1):
            said = {"kind": "adjustment", "number": number, "rev": 0, "key": uuid.uuid4(), "why": "agreed"}
            points = {f"points.{side}": 0 for side in range(record["sides"])}
            token = {
                "csrfmiddlewaretoken": dict(Form(phone.ask("GET", f"/t/{code}/").text, "/hand").sent)[
                    "csrfmiddlewaretoken"
                ]
            }
            sent = phone.ask(
                "POST", f"/t/{code}/m/1/hand", [(n, str(v)) for n, v in (token | said | points).items()]
            )
            assert sent.status == 303, (sent.status, sent.text[:3000])
        heard = b""
        while b"event: changed" not in heard:
            heard += stream.readline()
    record = json.loads(phone.ask("GET", f"/t/{code}/m/1/record.json").text)
    assert len(record["entries"]) == saved + hands, record
    return code, phone


def main() -> int:
    if sys.argv[1:2] == ["--systemctl"]:
        systemctl(sys.argv[2:])
        return 0
    if sys.argv[1:2] == ["--localize"]:
        localize(Path(sys.argv[2]))
        return 0
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    options.add_argument("--proxy", choices=("nginx", "caddy"), default="nginx")
    options.add_argument(
        "--postgresql", default="", metavar="URL", help="a server on which a role may be made"
    )
    options.add_argument("--setup", action="store_true", help="make the virtual environment anew")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as scratch:
        rehearsal = Rehearsal(Path(scratch), asked.proxy, asked.postgresql, asked.setup)
        try:
            rehearsal.run()
            plays(rehearsal)
        finally:
            rehearsal.end()
    print(json.dumps({"ran": rehearsal.ran}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
