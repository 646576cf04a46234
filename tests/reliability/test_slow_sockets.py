"""Slow and hostile sockets, at the site itself and behind the shipped proxy."""

import contextlib
import http.client
import socket
import ssl
import time
from itertools import product
from urllib.parse import urlencode

import pytest

from tests.reliability.nginx import proxied
from tests.reliability.site import MID_WINDOW, TOKEN, hand, running

pytestmark = [pytest.mark.chaos, pytest.mark.sqlite_only]

HALF_SENT, STREAMS = 200, 400  # hostile sockets: half-sent requests, open streams
PROBES, ROUNDS = 20, 20  # timed requests in a round; rounds at most
WORST = 0.1  # seconds that a probe may take longer than on an idle site


@pytest.fixture(scope="module")
def site():
    """Yield a site that is deployed behind a proxy on this machine."""
    secret = "not a secret, but as long as one has to be, and a bit more"
    with running(SITE_URL="https://localhost", SECRET_KEY=secret, LIMITS="1", CLOCK=MID_WINDOW) as site:
        yield site


@pytest.fixture(scope="module")
def access_log(tmp_path_factory):
    return tmp_path_factory.mktemp("nginx") / "access.log"


@pytest.fixture(scope="module")
def through_proxy(site, access_log):
    """Yield a function that connects to the site through the shipped proxy."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with proxied(access_log.parent, site.port) as port:
        yield lambda: context.wrap_socket(connect_to(port), server_hostname="localhost")


def connect_to(port):
    return socket.create_connection(("127.0.0.1", port), timeout=10)


def ask(connect, method, path, body=None, **headers):
    client = http.client.HTTPConnection("localhost", timeout=10)
    client.sock = connect()
    client.request(method, path, body, headers)
    return client.getresponse()


def form_of(table):
    """Return the body and the headers of a request that writes the table's first hand."""
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Referer": "https://localhost/",
        "Cookie": f"__Host-csrf={TOKEN}; __Host-phone={table.phone_keys[0]}",
        "X-Forwarded-Proto": "https",
    }
    return urlencode({"csrfmiddlewaretoken": TOKEN, **hand(table, 1, "a")}).encode(), headers


def slowest(connect, limit=0):
    """Return the slowest answer of the best round, in seconds.

    Hostile sockets would delay every round, a busy machine only some, so rounds are repeated until one is
    below ``limit``.
    """
    best = float("inf")
    for _ in range(ROUNDS if limit else ROUNDS // 4):
        times = []
        for _ in range(PROBES):
            began = time.perf_counter()
            assert ask(connect, "GET", "/healthz").status == 200
            times.append(time.perf_counter() - began)
        best = min(best, max(times))
        if best < limit:
            break
    return best


def open_stream(connect, code, version=0):
    connection = connect()
    connection.settimeout(5)
    connection.sendall(f"GET /t/{code}/watch?v={version} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return connection


@contextlib.contextmanager
def hostile_sockets(connect, code):
    """Hold open many requests that stop within headers or body, and many streams."""
    half_sent = [
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /i18n/setlang/ HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nlanguage=",
    ]
    with contextlib.ExitStack() as connections:
        for n in range(HALF_SENT):
            connection = connections.enter_context(contextlib.closing(connect()))
            connection.sendall(half_sent[n % 2])
        for _ in range(STREAMS):
            connection = connections.enter_context(contextlib.closing(open_stream(connect, code)))
            assert connection.recv(12) == b"HTTP/1.1 200"
        yield


def check_that_nobody_waits(connect, table):
    """Check that hostile sockets delay no answer, and that a hand is saved meanwhile."""
    idle = slowest(connect)
    with hostile_sockets(connect, table.code):
        assert slowest(connect, idle + WORST) < idle + WORST
        body, headers = form_of(table)
        assert ask(connect, "POST", f"{table.path}/hand", body, **headers).status == 303
    assert slowest(connect, idle + WORST) < idle + WORST


def test_half_sent_requests_and_many_streams_delay_nobody(site):
    check_that_nobody_waits(lambda: connect_to(site.port), *site.seed(1, 1))


def test_slow_sockets_delay_nobody_behind_the_shipped_proxy(site, through_proxy, access_log):
    (table,) = site.seed(1, 1)
    check_that_nobody_waits(through_proxy, table)
    log = access_log.read_text()
    assert "/healthz" in log
    assert table.code not in log, "a table's code is logged"
    assert "v=0" not in log, "a query is logged"


def test_shipped_proxy_passes_streams_and_limits_bodies(site, through_proxy):
    (table,) = site.seed(1, 1)
    # A deployed site over https has secure cookies and HSTS.
    body, headers = form_of(table)
    opened = ask(through_proxy, "GET", f"/t/{table.code}/", Cookie=headers["Cookie"])
    assert opened.status == 200
    assert "max-age=31536000" in str(opened.headers["Strict-Transport-Security"])
    assert opened.headers["Server"] != "uvicorn"
    # The stream is passed on at once, not when a buffer is full.
    version = opened.read().decode().partition("watch?v=")[2].partition('"')[0]
    with contextlib.closing(open_stream(through_proxy, table.code, version)) as stream:
        while b"watching" not in stream.recv(4096):
            pass
        assert ask(through_proxy, "POST", f"{table.path}/hand", body, **headers).status == 303
        received = b""
        while b"event: changed" not in received:
            received += stream.recv(4096)
    # Nothing is written without a CSRF token.
    evil = {"Referer": "https://evil.example/"}
    assert ask(through_proxy, "POST", f"{table.path}/hand", body, **evil).status == 403
    assert ask(through_proxy, "POST", "/i18n/setlang/", b"x" * 3_000_000, **headers).status == 413
    # The site ignores forged client addresses: it counts all guesses at table codes together.
    statuses = {
        ask(through_proxy, "GET", f"/t/AAAAAAAAAA{a}{b}/", **{"X-Forwarded-For": f"192.0.2.{n}"}).status
        for n, (a, b) in enumerate(product("ABCD", "23456789AB"), start=1)
    }
    assert statuses == {404, 429}
