"""The site in this process on an empty database, to measure requests without a network."""

from __future__ import annotations

import functools
import io
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

TOKEN = "a" * 32  # the CSRF token, sent as a cookie and as a field
KEY = "k" * 32  # the phone's secret

_scratch = tempfile.TemporaryDirectory(prefix="scorekeeper-bench-")


@functools.cache
def set_up() -> Callable[..., Any]:
    """Return Django's WSGI handler with all middleware, on an empty database."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings",
        "VAR_DIR": _scratch.name,
        "DATABASE_URL": os.environ.get("BENCH_DATABASE_URL")
        or f"sqlite:///{Path(_scratch.name, 'bench.sqlite3')}",
        "LIMITS": "1000000",
    }
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    from scorekeeper.config.wsgi import application

    return application


@dataclass(frozen=True)
class Answer:
    """A response with its wall time and CPU time in seconds."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float
    cpu: float


def ask(
    application: Callable[..., Any], path: str, fields: dict[str, Any] | None = None, **headers: str
) -> Answer:
    """Make a request as a server would."""
    path, _, query = path.partition("?")
    body = b"" if fields is None else urlencode({"csrfmiddlewaretoken": TOKEN, **fields}).encode()
    environ = {
        "REQUEST_METHOD": "GET" if fields is None else "POST",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_COOKIE": f"csrf={TOKEN}; phone={KEY}",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
        **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
    }
    received: dict[str, Any] = {}

    def start(status: str, sent: list[tuple[str, str]], *_more: Any) -> None:
        received.update(status=int(status[:3]), headers=dict(sent))

    started, cpu = time.perf_counter(), time.process_time()
    response = application(environ, start)
    content = b"".join(response)
    getattr(response, "close", lambda: None)()
    took, used = time.perf_counter() - started, time.process_time() - cpu
    return Answer(received["status"], received["headers"], content, took, used)
