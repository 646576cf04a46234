"""Request heads and bodies, as the server handles them before Django."""

import http.client
import socket
from itertools import product

import pytest

from scorekeeper.config import asgi
from tests.conftest import until

from . import hostile
from .wire import FORM, TOKEN, Wire

pytestmark = pytest.mark.sqlite_only

SET_LANGUAGE = "/i18n/setlang/"


def post(server, body, path=SET_LANGUAGE, **headers):
    return Wire(server.port).ask("POST", path, body, **headers).status_code


def test_refusal_of_a_large_body_arrives(server):
    """Check that the body is read completely before the refusal, so that the connection is not cut."""
    for size in (2 * 1024 * 1024 + 1, 8 * 1024 * 1024):
        assert post(server, b"x" * size) == 413


def test_chunked_body_arrives_whole(server):
    pieces = iter([b"language=en&", b"next=", b"/"])
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    headers = {"Content-Type": FORM, "Cookie": f"csrf={TOKEN}", "X-CSRFToken": TOKEN}
    connection.request("POST", SET_LANGUAGE, body=pieces, headers=headers, encode_chunked=True)
    answer = connection.getresponse()
    assert answer.status == 302
    assert "django_language=en" in answer.headers["Set-Cookie"]


def test_url_that_is_not_ascii_is_refused(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as raw:
        raw.sendall(b"GET /healthz?\xff HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert raw.recv(200).startswith(b"HTTP/1.1 400")


def test_header_with_an_underscore_is_ignored(server):
    for name, status in (("Sec-Fetch-Site", 403), ("Sec_Fetch_Site", 302)):
        assert post(server, b"language=en", **{name: "cross-site"}) == status


def test_nul_is_refused_everywhere(server):
    part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\0\r\n--x--\r\n'
    for request in (
        ("GET", "/t/a%00b/"),
        ("GET", "/t/a%00b/m/1/sheet"),
        ("GET", "/r/%00/"),
        ("GET", "/%00"),
        ("GET", "/static/%00"),
        ("GET", "/?a=%00"),
        ("GET", "/?%00=a"),
        ("POST", "/play/skat/", b"name.0=a%00b"),
        ("POST", "/play/skat/", b"a%00=b"),
        ("POST", "/play/skat/", part, "multipart/form-data; boundary=x"),
    ):
        answer = Wire(server.port).ask(*request)
        assert answer.status_code == 400, request
        assert b"This cannot be read" in answer.content


def test_refused_method_has_a_true_content_length(server):
    for method in ("GET", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
        answer = Wire(server.port).ask(method, SET_LANGUAGE)
        assert answer.status_code == 405, method
        assert answer.headers["content-length"] == str(len(answer.content)) != "0"


def test_form_that_is_not_utf_8_is_refused(server):
    for charset in ("utf-16", "idna", "hex", "nosuch", "latin-1", "utf-7", '"utf-16"'):
        kind = f"{FORM}; charset={charset}"
        assert post(server, b"a=b", "/play/skat/", kind=kind) == 415, charset
    for charset in ("utf-8", "UTF-8", '"utf-8"'):
        kind = f"{FORM}; charset={charset}"
        assert post(server, b"language=en", kind=kind) == 302, charset


def is_refused(server, sent):
    """Return True if the server answers 400 or closes the connection early."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        try:
            raw.sendall(sent)
            return raw.recv(200).startswith(b"HTTP/1.1 400 ")
        except (BrokenPipeError, ConnectionResetError):
            return True


def test_huge_or_invalid_head_is_refused(server):
    for sent in (
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 12_000,
        b"GET /?" + b"a" * 3_000_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHo st: x\r\n\r\n" + b"x" * 3_000_000,
    ):
        assert is_refused(server, sent), sent[:30]
        assert Wire(server.port).ask("GET", "/healthz").status_code == 200


def test_large_bodies_share_a_budget_and_small_ones_need_none(server, monkeypatch):
    monkeypatch.setattr(asgi, "LARGE_BODY_MEMORY", 2 * 1024 * 1024)
    large = b"x" * 1_500_000
    head = b"POST /i18n/setlang/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as half_sent:
        half_sent.sendall(head + large)
        until(lambda: asgi._ReservedMemory.total > 1_000_000)
        assert post(server, large) == 503
        assert post(server, b"language=en") == 302
    until(lambda: asgi._ReservedMemory.total == 0)
    assert post(server, large) == 400  # longer than DATA_UPLOAD_MAX_MEMORY_SIZE


def test_malformed_body_for_a_foreign_host_is_no_server_error(server):
    wire = Wire(server.port)
    for host, path, (method, kind, body) in product(
        hostile.HEADERS["Host"], ("/", "/account/login/"), hostile.MALFORMED_REQUESTS
    ):
        answer = wire.ask(method, path, body, kind, Host=host)
        assert answer.status_code < 500, (host, method, path, kind, body[:60])
    wire.close()
