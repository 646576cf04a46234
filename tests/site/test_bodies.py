"""What the server does with bodies before Django sees them."""

import http.client
import socket
import time

from tests.conftest import Server


def ask(
    server: Server, method: str, path: str, body: bytes = b"", **headers: str
) -> http.client.HTTPResponse:
    asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    asking.request(method, path, body=body, headers=headers)
    return asking.getresponse()


def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    assert ask(server, "POST", "/i18n/setlang/", b"x" * (2 * 1024 * 1024 + 1)).status == 413


def test_a_body_sent_in_pieces_arrives_whole(server: Server) -> None:
    pieces = iter([b"language=en&", b"next=", b"/"])
    asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": "csrf=" + "a" * 32}
    headers["X-CSRFToken"] = "a" * 32
    asking.request("POST", "/i18n/setlang/", body=pieces, headers=headers, encode_chunked=True)
    answer = asking.getresponse()
    assert answer.status == 302
    assert "django_language=en" in answer.headers["Set-Cookie"]


def test_an_address_that_is_not_ascii_is_refused(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as raw:
        raw.sendall(b"GET /healthz?\xff HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert raw.recv(200).startswith(b"HTTP/1.1 400")


def test_many_half_sent_bodies_hold_up_nobody(server: Server) -> None:
    half = b"POST /i18n/setlang/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nlang"
    slow = []
    for _ in range(100):
        raw = socket.create_connection(("127.0.0.1", server.port), timeout=5)
        raw.sendall(half)
        slow.append(raw)
    took = []
    for _ in range(3):
        began = time.monotonic()
        assert ask(server, "GET", "/healthz").status == 200
        took.append(time.monotonic() - began)
    assert min(took) < 1, took
    for raw in slow:
        raw.close()


def test_a_header_with_an_underscore_cannot_pass_for_another(server: Server) -> None:
    answer = ask(server, "POST", "/i18n/setlang/", b"", **{"Sec_Fetch_Site": "cross-site"})
    assert b"another site" not in answer.read()
