"""The ASGI application: live streams, and all other requests through Django's WSGI handler.

Django's ASGI handler takes 2 to 4 ms of CPU time per request, because each middleware switches threads.
This way takes 0.4 ms. docs/decisions/0002-server.md has the measurements.
"""

import asyncio
import contextlib
import gc
import re
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from importlib import import_module
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings
from django.db import connection

from scorekeeper.live import streams
from scorekeeper.web import metrics

from .wsgi import application as wsgi_handler

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MAX_BODY = 2 * 1024 * 1024  # Django limits form fields more narrowly
BODY_TIMEOUT = 30  # seconds
FORM_SIZE = 256 * 1024  # bytes; a larger body, such as an upload, must reserve memory
# Bytes that all large bodies may reserve together, so that slow uploads cannot use up the memory.
LARGE_BODY_MEMORY = 32 * 1024 * 1024

_OTHER_CHARSET = re.compile(rb"charset(?!\s*=\s*[\"']?utf-?8[\"']?\s*(?:;|$))", re.IGNORECASE)

# A cast, because django-stubs types the response classes as iterable but not their base.
django = cast(WSGIApp, wsgi_handler)


def _django_in_threads(threads: int) -> Callable[[Message, Receive, Send], Awaitable[None]]:
    """Return Django with that many threads as an ASGI application with unbounded response queues."""
    pages = WSGIMiddleware(django, workers=threads, send_queue_size=0)
    # A cast, because a2wsgi types each message key by key.
    return cast(Callable[[Message, Receive, Send], Awaitable[None]], pages)


# On SQLite more threads would wait for each other's writes; the site scales by processes. Response queues are
# unbounded, so that a slow phone does not hold a thread.
_pages = _django_in_threads(1 if connection.vendor == "sqlite" else 2)

# Checking a password takes 25 ms, in which the GIL is free. These requests have one thread of their own, so
# that they do not delay the saving of hands.
_passwords = _django_in_threads(1)
ACCOUNTS = "/account/"


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] != "http":
        await send({"type": "websocket.close", "code": 1000})
    elif code := streams.code_of(scope["path"]):
        await streams.watch(code, scope, receive, send)
    else:
        await _page(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    from scorekeeper.jobs import worker  # after Django's setup, because it has models

    await receive()
    _freeze()
    streams.bus.end_at_signals()
    worker.worker.start()
    sharing = asyncio.create_task(_share_metrics())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    streams.bus.close()
    await asyncio.to_thread(streams.bus.close_connection)
    sharing.cancel()
    metrics.share(alive=False)
    await asyncio.to_thread(worker.worker.stop)
    await send({"type": "lifespan.shutdown.complete"})


def _freeze() -> None:
    """Exempt loaded modules from garbage collection, which would block the process for 100 ms."""
    if gc.get_freeze_count():
        return
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


async def _share_metrics() -> None:
    """Write this worker's metrics regularly, if there are several workers."""
    while metrics.folder() is not None:
        await asyncio.to_thread(metrics.share)
        await asyncio.sleep(metrics.SHARE_SECONDS)


async def _page(scope: Message, receive: Receive, send: Send) -> None:
    """Read the whole body before taking a thread, so that a slow upload blocks no one."""
    if not scope["query_string"].isascii():
        return await _refuse(send, 400, b"The address is not valid.")
    body, error_status = bytearray(), 0
    reserved = _ReservedMemory()
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                if not error_status:
                    body += message.get("body", b"")
                    if len(body) > MAX_BODY:
                        error_status = 413
                    elif not reserved.resize(len(body)):
                        error_status = 503
                # Clients that are still sending ignore a response, so the rest is read and dropped.
                if error_status:
                    body.clear()
                    reserved.resize(0)
                if not message.get("more_body"):
                    break
    except TimeoutError:
        return await _refuse(send, 408, b"That took too long.")
    else:
        if error_status == 413:
            return await _refuse(send, 413, b"That is too large.")
        if error_status == 503:
            return await _refuse(send, 503, b"Too much is being sent just now. Try again in a minute.")
        if not all(_is_utf_8(value) for name, value in scope["headers"] if name == b"content-type"):
            return await _refuse(send, 415, b"Forms are read in UTF-8.")
        return await _respond(scope, bytes(body), send)
    finally:
        reserved.resize(0)


class _ReservedMemory:
    """The memory reserved by a request for a large body; a small body needs none."""

    total = 0  # of all requests of this process, in bytes

    def __init__(self) -> None:
        self.size = 0

    def resize(self, size: int) -> bool:
        """Reserve memory for a body of this size. Return False and reserve none if there is no room."""
        needed = size if size > FORM_SIZE else 0
        fits = _ReservedMemory.total - self.size + needed <= LARGE_BODY_MEMORY
        _ReservedMemory.total += (needed if fits else 0) - self.size
        self.size = needed if fits else 0
        return fits


async def _respond(scope: Message, body: bytes, send: Send) -> None:
    """Let Django answer a complete request."""

    async def receive_body() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    # WSGI does not distinguish underscores from hyphens, so a header with an underscore could replace one
    # set by the proxy.
    headers = [
        (name, value)
        for name, value in scope["headers"]
        if b"_" not in name and name not in (b"content-length", b"transfer-encoding")
    ]
    headers.append((b"content-length", str(len(body)).encode()))
    pages = _passwords if scope["method"] == "POST" and scope["path"].startswith(ACCOUNTS) else _pages
    with _measured(scope["method"]):
        await pages({**scope, "headers": headers}, receive_body, send)


class _OpenRequests:
    """The number of requests being answered or waiting for a thread in this process."""

    count = 0


@contextlib.contextmanager
def _measured(method: str) -> Iterator[None]:
    """Measure the response time including the wait for a thread."""
    start = time.perf_counter()
    _OpenRequests.count += 1
    try:
        yield
    finally:
        _OpenRequests.count -= 1
        metrics.observe("answer_seconds", time.perf_counter() - start, method=metrics.method(method))


metrics.process_sources.append(lambda: [metrics.Sample("requests_waiting", _OpenRequests.count)])


def _is_utf_8(content_type: bytes) -> bool:
    """Return whether a form's content type names no charset but UTF-8.

    Django would decode the URL's query string in another charset too.
    """
    return content_type.isascii() and b"*" not in content_type and _OTHER_CHARSET.search(content_type) is None


async def _refuse(send: Send, status: int, text: bytes) -> None:
    """Send an error without calling Django; close the connection, because more of the body may follow."""
    metrics.count("refused_total", by="body", status=status)
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close"), *streams.SECURITY_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text + b"\n"})
