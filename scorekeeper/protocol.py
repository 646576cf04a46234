"""uvicorn's HTTP protocol, with a bound on how long and how large the head of a request may be.

uvicorn itself waits for ever for the rest of a head, and keeps all of it that has come.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# The longest that a head may take to arrive, in seconds, and the most bytes of it.
PATIENCE = 20.0
MOST = 64 * 1024


class Protocol(HttpToolsProtocol):
    """One connection. A head is awaited from the first byte on, of a new connection from its beginning."""

    _clock: asyncio.TimerHandle | None = None
    _come = 0  # bytes of the head, and of what came with it

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self._clock is None and self._is_idle:
            self._await_head()
        self._come += len(data)
        super().data_received(data)
        if self._clock is not None and self._come > MOST:
            self._refuse(b"431 Request Header Fields Too Large")

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
        self._clock = self.loop.call_later(PATIENCE, self._refuse, b"408 Request Timeout")

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _refuse(self, status: bytes) -> None:
        """Say why, unless the answer to an earlier request is under way, and close."""
        self._stop()
        if self._is_idle and not self.transport.is_closing():
            self.transport.write(b"HTTP/1.1 %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status)
        self.transport.close()


def options() -> dict[str, Any]:
    """How the site is served, wherever it is: uvicorn's options."""
    return {"http": Protocol, "ws": "none", "loop": "asyncio", "log_config": None}
