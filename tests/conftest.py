"""Fixtures for every test: the databases, a real server, and a real browser as small as a phone."""

import functools
import os
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.conf import settings as django_settings
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from whitenoise.middleware import WhiteNoiseMiddleware

from tests import chromium, databases, static_files

# Playwright's synchronous interface keeps an event loop running in the thread of the tests.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
# A busy machine is slow, and what never comes fails just as surely a little later.
expect.set_options(timeout=20_000)

# Where there is one, a disk that is none: a test's database need not outlive the power.
IN_MEMORY = Path("/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir())

settings.register_profile("dev", max_examples=50, deadline=None)
# Derandomized: a change is judged by what it changes. What is new is found by hand and by night.
settings.register_profile(
    "ci",
    max_examples=20,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", max_examples=2_000, deadline=None, print_blob=True)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") == "true" else "dev")
settings.load_profile(PROFILE)
# Hypothesis also draws on the numbers and words of whatever modules are loaded just then, and so on the tests
# that ran before: the same test is another one each time, and fails as flaky where it loads a module itself.
providers._get_local_constants = lambda: providers._local_constants

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# The smallest phone that we promise to suit.
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
    "reduced_motion": "reduce",
}

# Once the page has what keeps hands (later.js), and the phone the newest line of the log on its sheet.
HAS_WHAT_CAME = """async () => {
  const keeps = () => !document.querySelector("[data-module]") || "keeps" in document.documentElement.dataset;
  while (!keeps()) await new Promise((on) => setTimeout(on, 20));
  const { kept, match } = document.querySelector("#sheet")?.dataset ?? {};
  if (!kept) return;
  const isThere = async () => (await indexedDB.databases()).some((one) => one.name === "scorekeeper");
  while (!(await isThere())) await new Promise((on) => setTimeout(on, 20)); // the page makes it
  const lastOf = () => new Promise((found) => {
    const asked = indexedDB.open("scorekeeper", 1);
    asked.onerror = () => found();
    asked.onsuccess = () => {
      const table = location.pathname.split("/")[2];
      const log = asked.result.transaction("logs").objectStore("logs").get(`${table}/${match}`);
      log.onsuccess = () => found(log.result?.lines.at(-1).at(-1)) ?? asked.result.close();
    };
  });
  while ((await lastOf()) !== JSON.parse(kept).at(-1)) await new Promise((on) => setTimeout(on, 20));
}"""


def cut_off(page: Page) -> None:
    """Take a phone's network away, once it has what came with the sheet that it shows."""
    page.evaluate(HAS_WHAT_CAME)
    page.context.set_offline(True)


SAVES_DATA = "Object.defineProperty(navigator.connection, 'saveData', { get: () => true })"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """By night a test may take an hour. What takes longest begins first: else the end waits for it."""
    if PROFILE == "nightly":
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))
    elif not any("::" in named for named in config.args):
        left = [item for item in items if item.get_closest_marker("by_night")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
    items[:] = longest_first(items, getattr(config, "workerinput", {}).get("workercount", 1))


def longest_first(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """The tests in an order of which one process begins with the browser's and another with those of sites.

    Each begins with one part of the list, of equal length, and takes from the others' ends when it is done.
    """
    items = sorted(
        items, key=lambda item: not (item.get_closest_marker("slow") or item.get_closest_marker("timeout"))
    )
    with_browser = [item for item in items if item.get_closest_marker("browser")]
    of_sites = [
        item
        for item in items
        if not item.get_closest_marker("browser")
        and (item.get_closest_marker("chaos") or item.get_closest_marker("slow"))
    ]
    long = {*with_browser, *of_sites}
    short = [item for item in items if item not in long]
    if processes == 1:
        return [*with_browser, *of_sites, *short]
    beside = max(0, len(items) // processes - len(with_browser))
    return [*with_browser, *short[:beside], *of_sites, *short[beside:]]


def look_for_files_once() -> None:
    """Look for the static files once: each test's client begins a site of its own, which would look again.

    Every one serves them as they are written, and by their other names as they are collected.
    """
    look, known = WhiteNoiseMiddleware.add_files_from_finders, {}

    def add_files_from_finders(self: Any) -> None:
        if self.static_prefix not in known:
            self.add_files(static_files.collected(), prefix=self.static_prefix)
            look(self)
            known[self.static_prefix] = dict(self.files)
        self.files.update(known[self.static_prefix])

    WhiteNoiseMiddleware.add_files_from_finders = add_files_from_finders
    django_settings.WHITENOISE_AUTOREFRESH = False  # as where DEBUG is off


# Here, for other modules of tests begin a site as they are imported.
databases.begin_sharing()
look_for_files_once()


def pytest_collection_finish(session: pytest.Session) -> None:
    """What tests begin with is made before the first of them, whose time is limited."""
    if any(uses_database(item) for item in session.items) and not session.config.option.collectonly:
        databases.make_empty()


def uses_database(item: pytest.Item) -> bool:
    fixtures: list[str] = getattr(item, "fixturenames", [])
    return "_django_db_helper" in fixtures or item.get_closest_marker("django_db") is not None


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """A test database of this process's own; on SQLite a file, for the server's threads must see it too."""
    from django.db import connection

    with django_db_blocker.unblock():
        own = databases.own_file(IN_MEMORY) if connection.vendor == "sqlite" else databases.own_database()
        with own as name:
            for database in (django_settings.DATABASES["default"], connection.settings_dict):
                database["NAME"] = database["TEST"]["NAME"] = str(name)
            quickly_emptied()
            yield
            connection.close()
            if connection.vendor == "postgresql":
                connection.close_pool()


def quickly_emptied() -> None:
    """Empty PostgreSQL's tables after a test by DELETE: a TRUNCATE makes new files for every one."""
    from django.db.backends.postgresql.operations import DatabaseOperations

    def sql_flush(self: Any, style: Any, tables: list[str], **_more: Any) -> list[str]:
        # In one statement, so that no key of one table waits for the rows of another.
        gone = [f"gone{n} AS (DELETE FROM {self.quote_name(table)})" for n, table in enumerate(tables)]
        return [f"WITH {', '.join(gone)} SELECT 1;"] if gone else []

    DatabaseOperations.sql_flush = sql_flush


@pytest.fixture(autouse=True)
def unlimited(settings: Any) -> None:
    """The tests all come from one address; those of the limits say how much they allow. They live in UTC."""
    settings.LIMITS = 0
    settings.TIME_ZONE = "UTC"


@dataclass(frozen=True)
class Server:
    """A running site: `url` is its address, without a stroke at the end."""

    url: str
    port: int


@pytest.fixture
def server(transactional_db: None, settings: Any) -> Iterator[Server]:
    """The real application in a real server, in a thread, on the test database, with what it collected."""
    from scorekeeper import live, protocol
    from scorekeeper.asgi import application

    settings.STATIC_ROOT, settings.STORAGES = static_files.collected(), static_files.STORAGES
    settings.COLLECTED = True
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        application, timeout_graceful_shutdown=3, timeout_keep_alive=75, **protocol.options()
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until(lambda: running.started)
    yield Server(f"http://127.0.0.1:{port}", port)
    live.bus.end_soon()
    running.should_exit = True
    thread.join(timeout=30)
    assert not thread.is_alive(), "the server did not stop"
    live.bus.drop_connection()


def until(true: Callable[[], Any], seconds: float = 30) -> None:
    """Wait until something is true, or fail."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@functools.cache
def browser_path() -> str:
    return chromium.find()


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Chromium; where there is none, a failure in CI and a skip by name elsewhere."""
    path = browser_path()
    if not path:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "no Chromium: install it, or set CHROMIUM=/path/to/chromium"
        )
    playwright: Playwright = request.getfixturevalue("playwright")
    launched = playwright.chromium.launch(executable_path=path, chromium_sandbox=False, args=FLAGS)
    yield launched
    launched.close()


@dataclass
class Phone:
    """A phone at the table: Playwright's `page`, the site's `url`, and what the browser found wrong."""

    page: Page
    url: str
    context: BrowserContext
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Open a page of the site by its path."""
        self.page.goto(self.url + path)
        return self.page


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[Callable[..., Phone]]:
    """Make phones, each with its own cookies; new_phone(locale="fr") changes what the phone is.

    Unless ``offline`` says so, a phone saves data, so that it loads no engine in the background, and keeps no
    pages.

    At the end of the test no phone may have seen an error in its console or asked another host.
    """
    phones: list[Phone] = []

    def make(*, offline: bool = False, **options: Any) -> Phone:
        kept = {"service_workers": "allow" if offline else "block"}
        context = browser.new_context(**(PHONE | kept | options))
        if not offline:
            context.add_init_script(SAVES_DATA)
        page = context.new_page()
        page.set_default_timeout(20_000)
        phone = Phone(page, server.url, context)
        page.on(
            "console",
            lambda said: (
                phone.complaints.append(f"{said.text} ({said.location['url'].removeprefix(server.url)})")
                if said.type == "error"
                else None
            ),
        )
        page.on("pageerror", lambda error: phone.complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((server.url, "data:", "blob:"))
                else phone.complaints.append(f"asked another host: {asked.url}")
            ),
        )
        phones.append(phone)
        return phone

    yield make
    found = [complaint for phone in phones for complaint in phone.complaints]
    for phone in phones:
        phone.context.close()
    assert found == []


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    """One phone of 360 × 740."""
    return new_phone()
