"""Raw HTTP requests to the real server, with strict checks of each response.

Django's test client notices neither a wrong Content-Length nor a cut connection, and does not parse
Content-Type as a server does.
"""

import logging
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections, transaction
from django.http import QueryDict

from scorekeeper.config import asgi
from scorekeeper.ops.management.commands.serve import UVICORN

FORM = "application/x-www-form-urlencoded"
# The CSRF token, which each request sends both as a cookie and as a header.
TOKEN = "a" * 32
PATIENCE = 20  # seconds


class Broken(Exception):
    """An invalid response: cut short, longer than stated, or not HTTP."""


@dataclass(frozen=True)
class Answer:
    """A response. Of a repeated header only the last value is kept, but all cookies are kept."""

    status_code: int
    headers: dict[str, str]  # keyed by lower-case name
    cookies: tuple[str, ...]
    content: bytes
    streaming: bool  # True for an event stream; only its first part was read


@dataclass
class Wire:
    """One browser: its cookies, and a new connection for each request."""

    port: int
    cookies: SimpleCookie = field(default_factory=SimpleCookie)
    _socket: socket.socket | None = None
    _buffer: bytes = b""

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str | None = FORM, **headers: str
    ) -> Answer:
        """Return the answer to one request. Raise ``Broken`` if it is invalid.

        A second request on the same connection checks that no bytes were left over.
        ``kind`` is the Content-Type.
        """
        jar = [f"{name}={morsel.coded_value}" for name, morsel in self.cookies.items()]
        sent = {"Host": "localhost", "Cookie": "; ".join([*jar, f"csrf={TOKEN}"]), "X-CSRFToken": TOKEN}
        if kind is not None:
            sent["Content-Type"] = kind
        if body or method == "POST":
            sent["Content-Length"] = str(len(body))
        sent |= headers
        self.close()  # the server closes idle connections
        answer = self._send(method, path, sent, body)
        for line in answer.cookies:
            try:
                self.cookies.load(line)
            except CookieError as error:
                raise Broken(f"an invalid cookie: {line!r}") from error
        if self._socket is not None:
            second = self._send("GET", "/healthz", {"Host": "localhost"}, b"")
            if (second.status_code, second.content) != (200, b"ok\n"):
                raise Broken(f"the next answer on the connection was {second}")
        return answer

    def _send(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        # A line break would begin another header.
        head = [re.sub(rb"[\r\n]", b"", line.encode("utf-8", "surrogateescape")) for line in lines]
        try:
            return self.exchange(b"\r\n".join(head) + b"\r\n\r\n" + body, method)
        except (OSError, ValueError, IndexError) as error:
            self.close()
            raise Broken(repr(error)) from error
        except Broken:
            self.close()
            raise

    def exchange(self, request: bytes, method: str = "GET") -> Answer:
        """Send these bytes, and read one answer to its stated end."""
        if self._socket is None:
            self._socket, self._buffer = socket.create_connection(("127.0.0.1", self.port), PATIENCE), b""
        try:
            self._socket.sendall(request)
            return self._read_answer(method)
        except ConnectionError:
            if request.find(b"\r\n\r\n") <= UVICORN["h11_max_incomplete_event_size"]:
                raise
            # The server refuses so large a request head before reading all of it.
            # Its response may then be lost.
            self.close()
            return Answer(
                400, {"connection": "close"}, (), b"Invalid HTTP request received.", streaming=False
            )

    def _read_answer(self, method: str) -> Answer:
        head = self._read_until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        if not re.fullmatch(r"HTTP/1\.1 \d{3} [ -~]*", head[0]):
            raise Broken(f"not HTTP: {head[0]!r}")
        status = int(head[0].split()[1])
        parts = [line.split(":", 1) for line in head[1:]]
        pairs = [(name.lower(), value.strip()) for name, value in parts]
        headers = dict(pairs)
        cookies = tuple(value for name, value in pairs if name == "set-cookie")
        lengths = {value for name, value in pairs if name == "content-length"}
        if len(lengths) > 1:
            raise Broken(f"several lengths: {lengths}")
        closes, streaming = headers.get("connection") == "close", False
        if headers.get("content-type", "").startswith("text/event-stream"):
            content, streaming = self._read_until(b"\n\n"), True
        elif method == "HEAD" and status == 400 and closes:
            # The server refused the request before parsing its method, so a body may follow.
            content = self._read_rest()
            if content and lengths != {str(len(content))}:
                raise Broken(f"not as long as stated: {content!r}")
        elif method == "HEAD" or status in (204, 304):
            content = b""
        elif headers.get("transfer-encoding") == "chunked":
            content = b"".join(self._read_chunks())
        elif lengths:
            content = self._read_exactly(int(headers["content-length"]))
        elif closes:
            content = self._read_rest()
        else:
            raise Broken(f"no length: {headers}")
        if not streaming:
            rest = self._read_rest() if closes else self._buffer
            if rest:
                raise Broken(f"more than stated: {rest[:200]!r}")
        if streaming or closes:
            self.close()
        return Answer(status, headers, cookies, content, streaming)

    def _receive(self):
        assert self._socket is not None
        data = self._socket.recv(65_536)
        if not data:
            raise Broken(f"the connection was cut after {self._buffer[:200]!r}")
        self._buffer += data

    def _read_until(self, delimiter: bytes) -> bytes:
        while delimiter not in self._buffer:
            self._receive()
        content, _delimiter, self._buffer = self._buffer.partition(delimiter)
        return content

    def _read_exactly(self, size: int) -> bytes:
        while len(self._buffer) < size:
            self._receive()
        content, self._buffer = self._buffer[:size], self._buffer[size:]
        return content

    def _read_chunks(self) -> Iterator[bytes]:
        while size := int(self._read_until(b"\r\n"), 16):
            yield self._read_exactly(size)
            if self._read_exactly(2) != b"\r\n":
                raise Broken("a chunk is longer than stated")
        if self._read_exactly(2) != b"\r\n":
            raise Broken("chunks without an end")

    def _read_rest(self) -> bytes:
        assert self._socket is not None
        while data := self._socket.recv(65_536):
            self._buffer += data
        content, self._buffer = self._buffer, b""
        return content

    def close(self):
        if self._socket is not None:
            self._socket.close()
        self._socket, self._buffer = None, b""


@pytest.fixture
def names_read(monkeypatch):
    """Return a set that collects the field names that views read, even if no form has the field."""
    names = set()
    for method in ("__getitem__", "getlist"):
        original = getattr(QueryDict, method)

        def read(self: QueryDict, name: str, *more, original=original):
            names.add(name)
            return original(self, name, *more)

        monkeypatch.setattr(QueryDict, method, read)
    return names


@pytest.fixture
def rollback(server, monkeypatch):
    """Yield a context manager that rolls back what the requests in its block have written.

    The server's threads use this thread's database connection meanwhile, so requests must be sequential.
    """
    shared = connections["default"]

    def django_on_shared_connection(environ, start_response) -> list[bytes]:
        previous = getattr(connections._connections, "default", None)
        connections["default"] = shared
        try:
            answer = asgi.django(environ, start_response)
            try:
                return list(answer)
            finally:
                answer.close()
        finally:
            if previous is None:
                del connections["default"]
            else:
                connections["default"] = previous

    # Each adapter runs Django in its own threads: one for POSTs to /account/, one for all else.
    for adapter in (asgi._pages, asgi._passwords):
        monkeypatch.setattr(adapter, "app", django_on_shared_connection)

    @contextmanager
    def undo() -> Iterator[None]:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    # After a request Django would close a connection that is inside a transaction.
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    shared.inc_thread_sharing()
    yield undo
    shared.dec_thread_sharing()
    for signal in signals:
        signal.connect(close_old_connections)


def complaints(caplog) -> str:
    """Return the faults that the server has logged since the last call, with tracebacks."""
    faults = [
        caplog.handler.format(record)
        for record in caplog.records
        if record.levelno >= logging.ERROR and record.name in ("django.request", "uvicorn.error", "asyncio")
    ]
    caplog.clear()
    return "\n".join(fault[-3_000:] for fault in faults)
