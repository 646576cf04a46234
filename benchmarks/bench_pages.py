"""Benchmark of page times, for one phone and for sixteen at once."""

import http.client
import time
from concurrent.futures import ThreadPoolExecutor

from .site import Site, run_site, spread

REQUESTS = 400
PATHS = ("/healthz", "/")


def ask(site: Site, path: str, times: int) -> list[float]:
    """Return the times of requests on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    took = []
    for _ in range(times):
        began = time.perf_counter()
        connection.request("GET", path)
        connection.getresponse().read()
        took.append(time.perf_counter() - began)
    connection.close()
    return took


def main() -> None:
    with run_site() as site:
        ask(site, "/", 20)
        for path in PATHS:
            for phones in (1, 16):
                began = time.perf_counter()
                with ThreadPoolExecutor(phones) as pool:
                    parts = pool.map(lambda _: ask(site, path, REQUESTS // phones), range(phones))  # noqa: B023
                    took = [seconds for part in parts for seconds in part]
                rate = len(took) / (time.perf_counter() - began)
                print(f"  {path:10} {phones:3} at once: {rate:6.0f} a second, {spread(took)}")
