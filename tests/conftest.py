"""Fixtures for every test: the databases, a real server and a phone-sized browser."""

import gc
import os
import re
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.conf import settings as django_settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright
from whitenoise.middleware import WhiteNoiseMiddleware

from tests import chromium, databases, static_files

# Playwright's synchronous interface keeps an event loop running in the thread of the tests.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
# Generous, because a busy machine is slow; a real failure only shows a little later.
expect.set_options(timeout=20_000)

# A RAM disk where there is one: a test database need not survive a power cut.
IN_MEMORY = Path("/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir())

settings.register_profile("dev", max_examples=50, deadline=None)
# Derandomized, so that a change is judged by its own effect; nightly and manual runs explore new cases.
settings.register_profile(
    "ci",
    max_examples=20,
    deadline=None,
    derandomize=True,
    print_blob=True,
    # The explain phase traces every line: a failing test then exceeds its timeout, which hides the failure.
    phases=[phase for phase in Phase if phase is not Phase.explain],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", max_examples=2_000, deadline=None, print_blob=True)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") == "true" else "dev")
settings.load_profile(PROFILE)
# Hypothesis also draws on constants in the modules loaded so far, which depend on the tests that ran before.
# A test that loads a module itself would then be reported as flaky.
providers._get_local_constants = lambda: providers._local_constants

# The smallest phone that we support.
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
    "reduced_motion": "reduce",
}


def wait_until_idle(page: Page) -> None:
    """Wait until a page has no work under way (static/idle.js)."""
    # The engine starts slowly on a busy machine. A function, because the site's CSP forbids eval.
    page.wait_for_function("() => document.documentElement?.hasAttribute('data-idle')", timeout=60_000)


def go_offline(page: Page) -> None:
    """Take a phone offline once its page has no work under way."""
    wait_until_idle(page)
    page.context.set_offline(True)


def go_online(page: Page) -> None:
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")


SAVES_DATA = "Object.defineProperty(navigator.connection, 'saveData', { get: () => true })"


def pytest_collection_modifyitems(config, items):
    """Raise the time limit of nightly runs, deselect nightly tests in other runs, and sort the longest first.

    If the command line names a test (with "::"), nightly tests are not deselected.
    """
    if PROFILE == "nightly":
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))
    elif not any("::" in argument for argument in config.args):
        nightly_items = [item for item in items if item.get_closest_marker("by_night")]
        config.hook.pytest_deselected(items=nightly_items)
        items[:] = [item for item in items if item not in nightly_items]
    items[:] = longest_first(items, getattr(config, "workerinput", {}).get("workercount", 1))


def longest_first(items, processes):
    """Return the tests ordered so that browser tests and site tests start on different processes.

    Each process begins with an equal part of the list. When it is done, it takes tests from the ends of the
    other parts.
    """
    items = sorted(
        items, key=lambda item: not (item.get_closest_marker("slow") or item.get_closest_marker("timeout"))
    )
    browser_tests, site_tests, short_tests = [], [], []
    for item in items:
        markers = {marker.name for marker in item.iter_markers()}
        if "browser" in markers:
            browser_tests.append(item)
        elif markers & {"chaos", "slow"}:
            site_tests.append(item)
        else:
            short_tests.append(item)
    if processes == 1:
        return [*browser_tests, *site_tests, *short_tests]
    short_count = max(0, len(items) // processes - len(browser_tests))
    return [*browser_tests, *short_tests[:short_count], *site_tests, *short_tests[short_count:]]


def cache_static_files():
    """Look up static files only once: each test's client starts a site, which would look them up again.

    Files are served under their original names and under the hashed names of `collectstatic`.
    """
    add_original, files_by_prefix = WhiteNoiseMiddleware.add_files_from_finders, {}

    def add_files_from_finders(self):
        if self.static_prefix not in files_by_prefix:
            self.add_files(static_files.collected(), prefix=self.static_prefix)
            add_original(self)
            files_by_prefix[self.static_prefix] = dict(self.files)
        self.files.update(files_by_prefix[self.static_prefix])

    WhiteNoiseMiddleware.add_files_from_finders = add_files_from_finders
    django_settings.WHITENOISE_AUTOREFRESH = False  # as with DEBUG off
    # The files that `make run` collected may be from an earlier commit.
    django_settings.COLLECTED, django_settings.WHITENOISE_USE_FINDERS = False, True
    django_settings.STORAGES["staticfiles"] = {
        "BACKEND": f"{StaticFilesStorage.__module__}.StaticFilesStorage"
    }


# Collected tests and modules stay in memory: looking for garbage there took a fifth of the processor's time.
gc.set_threshold(50_000, 20, 50)

# Done at import, because other test modules start a site when they are imported.
databases.begin_sharing()
cache_static_files()


def pytest_collection_finish(session):
    """Prepare shared resources before the first test, because a test's time is limited."""
    gc.freeze()
    if any(uses_database(item) for item in session.items) and not session.config.option.collectonly:
        databases.create_template()


def uses_database(item):
    return "_django_db_helper" in getattr(item, "fixturenames", ()) or item.get_closest_marker("django_db")


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, django_db_blocker):
    """Provide a test database for this process; on SQLite a file, so that the server's threads share it."""
    from django.db import connection

    with django_db_blocker.unblock():
        test_database = (
            databases.own_file(IN_MEMORY) if connection.vendor == "sqlite" else databases.own_database()
        )
        with test_database as name:
            for database in (django_settings.DATABASES["default"], connection.settings_dict):
                database["NAME"] = database["TEST"]["NAME"] = str(name)
            empty_tables_by_delete()
            yield
            connection.close()
            if connection.vendor == "postgresql":
                connection.close_pool()


def empty_tables_by_delete():
    """Empty PostgreSQL's tables by DELETE after a test: TRUNCATE creates new files for every table."""
    from django.db.backends.postgresql.operations import DatabaseOperations

    def sql_flush(self, style, tables, **_options):
        # In one statement, no foreign key can prevent a deletion because of the rows of another table.
        deletes = [f"gone{n} AS (DELETE FROM {self.quote_name(table)})" for n, table in enumerate(tables)]
        return [f"WITH {', '.join(deletes)} SELECT 1;"] if deletes else []

    DatabaseOperations.sql_flush = sql_flush


@pytest.fixture(autouse=True)
def unlimited(settings):
    """Lift the rate limits, since all tests share one IP address, and set the time zone to UTC."""
    settings.LIMITS = 0
    settings.TIME_ZONE = "UTC"


@dataclass(frozen=True)
class Server:
    """A running site. Its `url` has no trailing slash."""

    url: str
    port: int


@pytest.fixture
def server(transactional_db, settings):
    """Serve the application from a thread, on the test database and the collected static files."""
    from scorekeeper.config.asgi import application
    from scorekeeper.live import streams
    from scorekeeper.ops.management.commands.serve import UVICORN

    settings.STATIC_ROOT, settings.STORAGES = static_files.collected(), static_files.STORAGES
    settings.COLLECTED = True
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    port = listener.getsockname()[1]
    config = uvicorn.Config(application, timeout_graceful_shutdown=3, timeout_keep_alive=75, **UVICORN)
    uvicorn_server = uvicorn.Server(config)
    thread = threading.Thread(target=uvicorn_server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until(lambda: uvicorn_server.started)
    yield Server(f"http://127.0.0.1:{port}", port)
    streams.bus.close()
    uvicorn_server.should_exit = True
    thread.join(timeout=30)
    assert not thread.is_alive(), "the server did not stop"


def until(condition: Callable[[], Any], seconds: float = 60, every: float = 0.01) -> None:
    """Wait until a condition holds, checking it every ``every`` seconds; fail if it takes too long."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition did not hold in time"
        time.sleep(every)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(request):
    """Provide Chromium; without one, fail in CI and skip elsewhere."""
    if not (path := chromium.find()):
        fail_or_skip = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        fail_or_skip("no Chromium: install it, or set CHROMIUM=/path/to/chromium")
    launch = request.getfixturevalue("playwright").chromium.launch
    chromium_browser = launch(executable_path=path, chromium_sandbox=False, args=chromium.FLAGS)
    yield chromium_browser
    chromium_browser.close()


@dataclass
class Phone:
    """A phone at the table: Playwright's `page` and `context`, and the site's `url`.

    `complaints` are its console errors, its uncaught exceptions and its requests to other hosts.
    """

    page: Page
    url: str
    context: BrowserContext
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str, **options: Any) -> Page:
        """Open a page of the site by its path."""
        self.page.goto(self.url + path, **options)
        return self.page


FAILURES = Path("var/browser-failures")
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Remember whether a test failed, for the fixtures that are torn down after it."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def pytest_terminal_summary(terminalreporter):
    """Print where the traces, pages and screenshots of failed browser tests are."""
    start = terminalreporter._session_start.time
    for path in sorted(FAILURES.glob("*/*")):
        if path.stat().st_mtime >= start:
            terminalreporter.write_line(f"kept {path.resolve()}")


def failure_folder(item: pytest.Item) -> Path:
    """Return the folder for the files of a failed browser test."""
    folder = FAILURES / re.sub(r"[^\w.-]+", "-", item.nodeid)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def keep_failure(phone, folder):
    """Write the trace, the page and a screenshot of a phone whose test failed.

    Traces have no snapshots of pages: those took a quarter of the browser's processor time.
    """
    number = len(list(folder.glob("*.zip"))) + 1
    phone.context.tracing.stop(path=folder / f"phone-{number}.zip")
    if not phone.page.is_closed():
        (folder / f"phone-{number}.html").write_text(phone.page.content())
        phone.page.screenshot(path=folder / f"phone-{number}.png")


@pytest.fixture
def new_phone(request, browser, server):
    """Yield a factory of phones, each with its own cookies; keyword arguments are context options.

    Unless ``offline`` is set, a phone has data saving on and no service worker: it loads no engine in the
    background and stores no pages.
    At teardown, no phone may have logged a console error or contacted another host.
    """
    phones: list[Phone] = []

    def make(*, offline=False, **options):
        workers = {"service_workers": "allow" if offline else "block"}
        context = browser.new_context(**(PHONE | workers | options))
        if not offline:
            context.add_init_script(SAVES_DATA)
        context.tracing.start()
        page = context.new_page()
        page.set_default_timeout(20_000)
        phone = Phone(page, server.url, context)

        def on_console(message):
            if message.type == "error":
                path = message.location["url"].removeprefix(server.url)
                phone.complaints.append(f"{message.text} ({path})")

        def on_request(request):
            if not request.url.startswith((server.url, "data:", "blob:")):
                phone.complaints.append(f"asked another host: {request.url}")

        page.on("console", on_console)
        page.on("pageerror", lambda error: phone.complaints.append(str(error)))
        page.on("request", on_request)
        phones.append(phone)
        return phone

    yield make
    complaints = [complaint for phone in phones for complaint in phone.complaints]
    for phone in phones:
        if complaints or request.node.stash.get(FAILED, False):
            keep_failure(phone, failure_folder(request.node))
        phone.context.close()
    assert complaints == []


@pytest.fixture
def phone(new_phone):
    return new_phone()
