"""uvicorn's HTTP protocol, with a bound on how long and how large the head of a request may be.

uvicorn itself waits for ever for the rest of a head, and keeps all of it that has come.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# The longest that a head may take to arrive, in seconds, and the most bytes of it.
PATIENCE = 20.0
MOST = 64 * 1024
# How long a refused one is read away, in seconds.
LINGER = 2.0


class Protocol(HttpToolsProtocol):
    """One connection. A head is awaited from the first byte on, of a new connection from its beginning."""

    _clock: asyncio.TimerHandle | None = None
    _come = 0  # bytes of the head, and of what came with it
    _refused = False  # what still comes is read away

    # uvicorn narrows it in the same way: of its connections there is no other kind.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._clock is None and self._is_idle:
            self._await_head()
        self._come += len(data)
        super().data_received(data)
        if self._clock is not None and self._come > MOST and not self._refused:
            self._refuse(b"431 Request Header Fields Too Large", b"The address or the head is too long.")

    def on_message_begin(self) -> None:
        if self._clock is None:
            self._await_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._stop()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    @property
    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        self._come = 0
        self._clock = self.loop.call_later(
            PATIENCE, self._refuse, b"408 Request Timeout", b"That took too long."
        )

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def send_400_response(self, msg: str) -> None:
        self._refuse(b"400 Bad Request", msg.encode())

    def _refuse(self, status: bytes, words: bytes) -> None:
        """Say why and close, or only close where the answer to an earlier request is under way."""
        self._stop()
        if not self._is_idle or self.transport.is_closing():
            return self.transport.close()
        self._refused = True
        head = b"content-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n" % (len(words) + 1)
        self.transport.write(b"HTTP/1.1 %s\r\n%s\r\n%s\n" % (status, head, words))
        # To close with bytes unread would reset the connection, and the refusal be lost.
        self.transport.write_eof()
        self._clock = self.loop.call_later(LINGER, self.transport.close)
        return None


def options() -> dict[str, Any]:
    """How the site is served, wherever it is: uvicorn's options."""
    return {"http": Protocol, "ws": "none", "loop": "asyncio", "log_config": None}
