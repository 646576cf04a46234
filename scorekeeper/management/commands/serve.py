"""`manage.py serve`: bring the database up to date and serve, saying where phones find the site."""

import os
import socket
import sys
from io import StringIO
from tempfile import TemporaryDirectory
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from uvicorn.supervisors import Multiprocess

from scorekeeper import backups, metrics, protocol, upkeep
from scorekeeper.clubs.privacy import erasure

# A hand that is being saved when the process is told to stop gets this long, in seconds.
GRACE = 30


class Command(BaseCommand):
    help = "Bring the database up to date and serve the site."
    requires_system_checks = "__all__"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every one)")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="processes; one serves many tables")
        parser.add_argument(
            "--jobs",
            type=int,
            default=1,
            metavar="N",
            help="so many clubs' long jobs at once (default: 1); 0: `manage.py work` does them",
        )
        parser.add_argument("--no-migrate", action="store_true", help="leave the database as it is")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["jobs"] < 0:
            raise CommandError("--jobs must be 0 or more.")
        # For this process, and for the workers and those who do the jobs.
        settings.JOBS = options["jobs"]
        os.environ["SCOREKEEPER_JOBS"] = str(options["jobs"])
        if not options["no_migrate"]:
            call_command("migrate", verbosity=0, interactive=False)
            erasure.erase_due()
            call_command("sweep_clubs", stdout=StringIO())
            if connection.vendor == "sqlite":
                upkeep.refresh_statistics()
        backups.hourly()
        config = uvicorn.Config(
            "scorekeeper.asgi:application",
            host=options["host"],
            port=options["port"],
            workers=options["workers"],
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            # A worker that does not answer by then is killed, or does not take over from an old one: on a
            # busy machine one takes longer than the usual five seconds to start.
            timeout_worker_healthcheck=GRACE,
            # Longer than a proxy keeps a connection: who closes first must be the one that sends.
            timeout_keep_alive=75,
            # The scheme and the phone's address are believed from a proxy at these addresses only.
            proxy_headers=True,
            forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1"),
            env_file=None,
            **protocol.options(),
        )
        listening = config.bind_socket()
        # asyncio leaves this out for a socket it did not make; without it each answer waits 40 ms.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # From here on phones may knock; they wait the moment until the server opens.
        listening.listen(config.backlog)
        self.announce(options["host"], listening.getsockname()[1])
        if options["workers"] > 1:
            # Where each worker finds what the others have counted.
            with TemporaryDirectory(prefix="scorekeeper-") as shared:
                os.environ[metrics.SHARED] = shared
                Multiprocess(config, sockets=[listening]).run()
            return
        try:
            uvicorn.Server(config).run(sockets=[listening])
        except KeyboardInterrupt:
            self.stdout.write("")

    def announce(self, host: str, port: int) -> None:
        """Print where the site is; on a terminal also as a picture for a phone's camera."""
        if settings.DEPLOYED:
            self.stdout.write(f"Scorekeeper serves {settings.SITE_URL} on port {port}.")
            return
        everywhere = host in ("0.0.0.0", "::", "")
        here = "localhost" if everywhere else host
        self.stdout.write(f"Scorekeeper is at  {url(here, port)}")
        if everywhere and (near := address_for_phones()):
            self.stdout.write(f"Phones nearby:     {url(near, port)}")
            if sys.stdout.isatty():
                segno.make(url(near, port), error="l").terminal(compact=True)
        self.stdout.write("Ctrl+C stops it; what was saved stays.")
        sys.stdout.flush()


def url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def address_for_phones() -> str:
    """This machine's address on the local network, or "" without one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outward:
        try:
            outward.connect(("192.0.2.1", 9))
            address = str(outward.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address
