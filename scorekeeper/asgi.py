"""The site as an ASGI application: the live stream here, everything else through Django's WSGI handler.

Django's own ASGI handler costs 2 to 4 ms of processor a request, against 0.4 ms this way: every middleware
hops between threads in it. docs/decisions/0002-server.md has the measurements.
"""

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from django.db import connection

from . import live, metrics
from .wsgi import application as wsgi_handler

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# The largest body that is read at all; Django bounds the fields of a form more narrowly.
MOST = 2 * 1024 * 1024
# The longest that a body may take to arrive, in seconds.
PATIENCE = 30
# Bodies larger than a form, as a spreadsheet's, share this much memory: however many send half of one, a
# phone's hand has room.
SMALL = 256 * 1024
ROOM = 32 * 1024 * 1024

_OTHER_CHARSET = re.compile(rb"charset(?!\s*=\s*[\"']?utf-?8[\"']?\s*(?:;|$))", re.IGNORECASE)

# Every answer is iterable, whole or streamed; django-stubs says so of each kind, and not of what they share.
django = cast(WSGIApp, wsgi_handler)


def _threads(n: int) -> Callable[[Message, Receive, Send], Awaitable[None]]:
    """Django behind so many threads, as an ASGI application whose answers may queue without a bound."""
    pages = WSGIMiddleware(django, workers=n, send_queue_size=0)
    # a2wsgi spells every message out, key by key; here a message is passed on as it came.
    return cast(Callable[[Message, Receive, Send], Awaitable[None]], pages)


# More threads on SQLite only wait for each other's writes; the site grows by processes. The queue of an
# answer has no bound, so that a phone on a slow network never holds the thread.
_pages = _threads(1 if connection.vendor == "sqlite" else 2)

# To look at a password takes 25 ms, in which the interpreter is free: those wait for each other in a thread
# of their own, and a flood of them holds up no hand.
_passwords = _threads(1)
ACCOUNTS = "/account/"


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Route one connection."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] != "http":
        await send({"type": "websocket.close", "code": 1000})
    elif code := live.code_of(scope["path"]):
        await live.watch(code, scope, receive, send)
    else:
        await _page(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    from scorekeeper.clubs.jobs import worker  # whose models need Django

    await receive()
    live.bus.end_at_signals()
    worker.worker.start()
    sharing = asyncio.create_task(_share_metrics())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    live.bus.close()
    sharing.cancel()
    metrics.share(alive=False)
    await asyncio.to_thread(worker.worker.stop)
    await send({"type": "lifespan.shutdown.complete"})


async def _share_metrics() -> None:
    """Let the other workers know this one's numbers; alone there is nobody to tell."""
    while metrics.folder() is not None:
        await asyncio.to_thread(metrics.share)
        await asyncio.sleep(metrics.EVERY)


async def _page(scope: Message, receive: Receive, send: Send) -> None:
    """Read the whole body before a thread is taken: half a form must hold up nobody."""
    if not scope["query_string"].isascii():
        return await _refuse(send, 400, b"The address is not valid.")
    body, refused = bytearray(), 0
    held = _Held()
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                if not refused:
                    body += message.get("body", b"")
                    refused = 413 if len(body) > MOST else 503 if not held.has_room(len(body)) else 0
                # Who is refused in the middle of sending hears nothing of it: the rest is read, and not kept.
                if refused:
                    body.clear()
                    held.has_room(0)
                if not message.get("more_body"):
                    break
    except TimeoutError:
        return await _refuse(send, 408, b"That took too long.")
    else:
        if refused == 413:
            return await _refuse(send, 413, b"That is too large.")
        if refused == 503:
            return await _refuse(send, 503, b"Too much is being sent just now. Try again in a minute.")
        if not all(map(_is_utf_8, _values(scope, b"content-type"))):
            return await _refuse(send, 415, b"Forms are read in UTF-8.")
        return await _answer(scope, bytes(body), send)
    finally:
        held.has_room(0)


class _Held:
    """What one request holds of the room that there is for large bodies; small ones need none."""

    taken = 0  # by all requests of this process, in bytes

    def __init__(self) -> None:
        self.own = 0

    def has_room(self, size: int) -> bool:
        """Hold a body of this size from now on, or nothing and False where there is no room for it."""
        wanted = size if size > SMALL else 0
        fits = _Held.taken - self.own + wanted <= ROOM
        _Held.taken += (wanted if fits else 0) - self.own
        self.own = wanted if fits else 0
        return fits


async def _answer(scope: Message, body: bytes, send: Send) -> None:
    """Let Django answer, once the whole body is there."""

    async def whole() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    # A header with an underscore would be taken for the one with a hyphen, which a proxy may have set.
    headers = [
        (name, value)
        for name, value in scope["headers"]
        if b"_" not in name and name not in (b"content-length", b"transfer-encoding")
    ]
    headers.append((b"content-length", str(len(body)).encode()))
    pages = _passwords if scope["method"] == "POST" and scope["path"].startswith(ACCOUNTS) else _pages
    with _timed(scope["method"]):
        await pages({**scope, "headers": headers}, whole, send)


class _Waiting:
    """How many requests are being answered in this process, or wait for a thread."""

    now = 0


@contextlib.contextmanager
def _timed(method: str) -> Iterator[None]:
    """Count how long whoever asked waits, for a thread too."""
    began = time.perf_counter()
    _Waiting.now += 1
    try:
        yield
    finally:
        _Waiting.now -= 1
        metrics.observe("answer_seconds", time.perf_counter() - began, method=metrics.method(method))


metrics.of_process.append(lambda: [metrics.Sample("requests_waiting", _Waiting.now)])


def _values(scope: Message, name: bytes) -> list[bytes]:
    """What is said in the headers of this name."""
    return [value for known, value in scope["headers"] if known == name]


def _is_utf_8(content_type: bytes) -> bool:
    """Whether a form of this type is read as UTF-8, as every page sends it: no other charset, no odd name.

    Django would look for the charset's codec, and read the address in it as well.
    """
    return content_type.isascii() and b"*" not in content_type and _OTHER_CHARSET.search(content_type) is None


async def _refuse(send: Send, status: int, words: bytes) -> None:
    """A refusal before Django; the connection is closed, for the rest of the body may still be on its way."""
    metrics.count("refused_total", by="body", status=status)
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close"), *live.STRICT]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words + b"\n"})
