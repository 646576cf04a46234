"""Request heads and bodies, as the server handles them before Django."""

import http.client
import socket
import time

import pytest

from scorekeeper.config import asgi
from tests.conftest import Server, until

from . import hostile
from .wire import FORM, Wire

pytestmark = pytest.mark.looks


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


PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\0\r\n--x--\r\n'


def test_a_nul_is_refused_wherever_it_stands(server: Server) -> None:
    for path, body, kind in (
        ("/t/a%00b/", b"", FORM),
        ("/?a=%00", b"", FORM),
        ("/?%00=a", b"", FORM),
        ("/play/skat/", b"name.0=a%00b", FORM),
        ("/play/skat/", b"a%00=b", FORM),
        ("/play/skat/", PART, "multipart/form-data; boundary=x"),
    ):
        told = Wire(server.port).ask("POST" if body else "GET", path, body, kind)
        assert told.status_code == 400, path
        assert b"This cannot be read" in told.content


def test_a_refused_method_is_told_in_words_of_their_true_length(server: Server) -> None:
    for method in ("GET", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
        told = Wire(server.port).ask(method, "/i18n/setlang/")
        assert told.status_code == 405, method
        assert told.headers["content-length"] == str(len(told.content)) != "0"


def test_a_form_that_is_not_utf_8_is_refused(server: Server) -> None:
    for charset in ("utf-16", "idna", "hex", "nosuch", "latin-1", "utf-7", '"utf-16"'):
        told = Wire(server.port).ask("POST", "/play/skat/", b"a=b", f"{FORM}; charset={charset}")
        assert told.status_code == 415, charset
    for charset in ("utf-8", "UTF-8", '"utf-8"'):
        told = Wire(server.port).ask("POST", "/i18n/setlang/", b"language=en", f"{FORM}; charset={charset}")
        assert told.status_code == 302, charset


def test_whoever_sends_too_much_hears_it(server: Server) -> None:
    """Check that the body is read completely before the refusal, so that the connection is not cut."""
    told = Wire(server.port).ask("POST", "/i18n/setlang/", b"x" * (8 * 1024 * 1024))
    assert told.status_code == 413


def refused(server: Server, sent: bytes) -> bool:
    """Return True if the server answers 400 or closes the connection early."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        try:
            raw.sendall(sent)
            return raw.recv(200).startswith(b"HTTP/1.1 400 ")
        except (BrokenPipeError, ConnectionResetError):
            return True


def test_a_head_that_is_huge_or_not_valid_is_refused(server: Server) -> None:
    for sent in (
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 12_000,
        b"GET /?" + b"a" * 3_000_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHo st: x\r\n\r\n" + b"x" * 3_000_000,
    ):
        assert refused(server, sent), sent[:30]
        assert ask(server, "GET", "/healthz").status == 200


def test_large_bodies_share_a_room_and_small_ones_need_none(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "ROOM", 2 * 1024 * 1024)
    large = b"x" * 1_500_000
    head = b"POST /i18n/setlang/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as half:
        half.sendall(head + large)
        until(lambda: asgi._ReservedMemory.taken > 1_000_000)
        assert Wire(server.port).ask("POST", "/i18n/setlang/", large).status_code == 503
        assert Wire(server.port).ask("POST", "/i18n/setlang/", b"language=en").status_code == 302
    until(lambda: asgi._ReservedMemory.taken == 0)
    assert Wire(server.port).ask("POST", "/i18n/setlang/", large).status_code == 400


def test_no_body_is_a_fault_of_ours_under_a_host_that_is_not(server: Server) -> None:
    """Check each malformed body with each foreign Host header."""
    wire, wrong = Wire(server.port), []
    for host in hostile.HEADERS["Host"]:
        for path in ("/", "/account/login/"):
            for method, kind, body in hostile.POSTED:
                told = wire.ask(method, path, body, kind, Host=host)
                if told.status_code >= 500:
                    wrong.append((host, told.status_code, method, path, kind, body[:60]))
    wire.close()
    assert not wrong
