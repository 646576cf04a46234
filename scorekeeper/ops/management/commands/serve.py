"""`manage.py serve`: migrate the database, serve the site, and print its URL."""

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

from scorekeeper.jobs import analyze
from scorekeeper.ops import backups
from scorekeeper.web import metrics

SHUTDOWN_SECONDS = 30  # for open requests to finish

# Not httptools, which buffers request headers without a limit.
UVICORN: dict[str, Any] = {
    "http": "h11",
    "h11_max_incomplete_event_size": 64 * 1024,
    "ws": "none",
    "loop": "asyncio",
    "log_config": None,
}


class Command(BaseCommand):
    help = "Migrate the database and serve the site."
    requires_system_checks = "__all__"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--workers", type=int, default=1, help="number of processes; one is enough for many tables"
        )
        parser.add_argument(
            "--jobs",
            type=int,
            default=1,
            metavar="N",
            help="number of concurrent jobs (default: 1); 0: run them with `manage.py work`",
        )
        parser.add_argument("--no-migrate", action="store_true", help="do not migrate the database")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["jobs"] < 0:
            raise CommandError("--jobs must be 0 or more.")
        # For this process, the workers, and job processes.
        settings.JOBS = options["jobs"]
        os.environ["SCOREKEEPER_JOBS"] = str(options["jobs"])
        if not options["no_migrate"]:
            call_command("migrate", verbosity=0, interactive=False)
            call_command("sweep_clubs", stdout=StringIO())
            if connection.vendor == "sqlite":
                analyze.refresh_statistics()
        backups.start_hourly_backups()
        config = uvicorn.Config(
            "scorekeeper.config.asgi:application",
            host=options["host"],
            port=options["port"],
            workers=options["workers"],
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            # On a busy machine a worker may take longer than the default five seconds to start.
            timeout_worker_healthcheck=SHUTDOWN_SECONDS,
            # Longer than the proxy's, so that the proxy never sends a request on a connection that the site
            # is just closing.
            timeout_keep_alive=75,
            # Trust the forwarded scheme and address from these proxies only.
            proxy_headers=True,
            forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1"),
            env_file=None,
            **UVICORN,
        )
        listener = config.bind_socket()
        # asyncio sets TCP_NODELAY only on sockets that it opens; without it each response waits 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Connections are queued until the server accepts them.
        listener.listen(config.backlog)
        self.announce(options["host"], listener.getsockname()[1])
        if options["workers"] > 1:
            # The workers write their metrics to this folder.
            with TemporaryDirectory(prefix="scorekeeper-") as shared:
                os.environ[metrics.SHARED] = shared
                Multiprocess(config, sockets=[listener]).run()
            return
        try:
            uvicorn.Server(config).run(sockets=[listener])
        except KeyboardInterrupt:
            self.stdout.write("")

    def announce(self, host: str, port: int) -> None:
        """Print the site's URL; on a terminal also as a QR code."""
        if settings.DEPLOYED:
            self.stdout.write(f"Scorekeeper serves {settings.SITE_URL} on port {port}.")
            return
        on_every_address = host in ("0.0.0.0", "::", "")
        local_name = "localhost" if on_every_address else host
        self.stdout.write(f"Scorekeeper is at  {url(local_name, port)}")
        if on_every_address and (phone_address := address_for_phones()):
            self.stdout.write(f"Phones nearby:     {url(phone_address, port)}")
            if sys.stdout.isatty():
                segno.make(url(phone_address, port), error="l").terminal(compact=True)
        self.stdout.write("Ctrl+C stops it; what was saved stays.")
        sys.stdout.flush()


def url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def address_for_phones() -> str:
    """Return this machine's address on the local network, or ""."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a UDP socket sends no packet, but chooses the local address.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address
