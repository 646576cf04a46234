"""Benchmark of saving hands while fifty people sign in, with and without a thread for passwords."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import time
import uuid
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from urllib.parse import urlencode

from .bench_load import create_tables
from .in_process import KEY, TOKEN
from .site import ROOT, Site, run_site

LOGINS = 50
ROUNDS = int(os.environ.get("BENCH_ROUNDS") or 6)
PASSWORD = "a password that is long enough"
PAUSE = 0.05  # seconds between two hands of the phone
CREATE_MEMBERS = f"""
from scorekeeper.accounts.models import User
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
password = make_password({PASSWORD!r})
for n in range({LOGINS}):
    user = User.objects.create(email=f"member{{n}}@example.org", name=f"Member {{n}}", password=password)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
"""


def post(site: Site, path: str, fields: dict[str, object], **headers: str) -> tuple[int, float]:
    """Return the status of a response and its time in seconds."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=120)
    sent = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"csrf={TOKEN}; phone={KEY}",
        **headers,
    }
    began = time.perf_counter()
    connection.request("POST", path, urlencode({"csrfmiddlewaretoken": TOKEN, **fields}), sent)
    response = connection.getresponse()
    response.read()
    took = time.perf_counter() - began
    connection.close()
    return response.status, took


def sign_in(site: Site, n: int) -> float:
    """Sign in as member ``n``, with a wrong password if ``n`` is even. Return the time in seconds."""
    password = PASSWORD if n % 2 else "another password altogether"
    status, took = post(site, "/account/login/", {"login": f"member{n}@example.org", "password": password})
    assert status == (302 if n % 2 else 200), status
    return took


def save(site: Site, code: str, number: int) -> float:
    """Save a hand and return the time in seconds."""
    hand = {"kind": "adjustment", "number": number, "rev": 0, "key": uuid.uuid4(), "why": "agreed"}
    points = {f"points.{n}": 0 for n in range(8)}
    htmx = {"HX-Request": "true", "HX-Request-Type": "partial"}
    status, took = post(site, f"/t/{code}/m/1/hand", hand | points, **htmx)
    assert status == 200, status
    return took


def save_hands(site: Site, code: str, first: int, flood: list[Future[float]], most: int) -> list[float]:
    """Save hands one by one until all logins of the flood are done, at most ``most``. Return their times."""
    took = []
    while len(took) < most and not (flood and all(login.done() for login in flood)):
        took.append(save(site, code, first + len(took)))
        time.sleep(PAUSE)
    return took


def main() -> None:
    variants = {
        "with a thread of their own": ("manage.py",),
        "in the thread of the pages": ("-m", "benchmarks.one_thread"),
    }
    with ExitStack() as stack, ThreadPoolExecutor(LOGINS) as pool:
        sites, codes = {}, {}
        for variant, program in variants.items():
            sites[variant] = stack.enter_context(run_site(program=program))
            settings = {"DATABASE_URL": "", "VAR_DIR": str(sites[variant].var)}
            subprocess.run(
                [sys.executable, "manage.py", "shell", "-v0", "-c", CREATE_MEMBERS],
                cwd=ROOT, env={**os.environ, **settings}, check=True,
            )  # fmt: skip
            codes[variant] = create_tables(sites[variant], ROUNDS)
            save(sites[variant], codes[variant][0], 6)  # the first request compiles templates
            sign_in(sites[variant], 1)
        quiet_times: dict[str, list[float]] = {variant: [] for variant in variants}
        busy_times: dict[str, list[float]] = {variant: [] for variant in variants}
        logins: dict[str, list[float]] = {variant: [] for variant in variants}
        for n in range(ROUNDS):
            for variant, site in sites.items():
                # Each table starts with five hands; the first table got another one above.
                first = 7 if n == 0 else 6
                quiet_times[variant] += save_hands(site, codes[variant][n], first, [], 20)
                flood = [pool.submit(sign_in, site, member) for member in range(LOGINS)]
                busy_times[variant] += save_hands(site, codes[variant][n], first + 20, flood, 200)
                logins[variant] += [login.result() for login in flood]
    print(f"  {ROUNDS} rounds of {LOGINS} logins at once, alternating; load {os.getloadavg()[0]:.0f}")
    for variant in variants:
        quiet, busy, login = quiet_times[variant], busy_times[variant], logins[variant]
        print(
            f"  passwords {variant}: a hand p50 {p50_ms(busy):.0f} ms, p95 {p95_ms(busy):.0f} ms "
            f"({len(busy)} hands); without the flood {p50_ms(quiet):.0f} and {p95_ms(quiet):.0f} ms: "
            f"{p95_ms(busy) / p95_ms(quiet):.1f} times; "
            f"a login p50 {p50_ms(login):.0f} ms, p95 {p95_ms(login):.0f}"
        )


def p50_ms(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) // 2] * 1000


def p95_ms(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1000
