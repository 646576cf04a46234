"""A phone's right to score after the browser loses its cookies, or is killed before storing them."""

import os
import signal
import subprocess

from playwright.sync_api import expect

from scorekeeper.matches import models, permissions
from tests import chromium
from tests.conftest import PHONE, until, wait_until_idle

from .sitting import Sitting, expect_form, tap_button, tap_menu_link

# Return the number of rights to score that the phone keeps.
RIGHTS = """() => new Promise((done) => {
  const request = indexedDB.open("scorekeeper.rights", 1);
  request.onupgradeneeded = () => request.transaction.abort();
  request.onerror = () => done(0);
  request.onsuccess = () => {
    const count = request.result.transaction("rights").objectStore("rights").count();
    count.onsuccess = () => (request.result.close(), done(count.result));
  };
})"""


def count_rights(page):
    wait_until_idle(page)
    return int(page.evaluate(RIGHTS))


def processes_with(profile):
    """Return the ids of the browser processes that use this profile."""
    process = subprocess.run(["pgrep", "-f", f"user-data-dir={profile}"], capture_output=True, text=True)
    return [int(line) for line in process.stdout.split() if int(line) != os.getpid()]


def test_browser_killed_after_the_start_keeps_its_right(playwright, server, tmp_path):
    def launch():
        return playwright.chromium.launch_persistent_context(
            tmp_path, executable_path=chromium.find(), chromium_sandbox=False, args=chromium.FLAGS, **PHONE
        )

    context = launch()
    page = context.new_page()
    page.goto(f"{server.url}/play/five_hundred/")
    page.get_by_role("button", name="Start").first.tap()
    expect_form(page)
    assert count_rights(page) == 1
    table = page.url
    for process in processes_with(tmp_path):
        os.kill(process, signal.SIGKILL)
    until(lambda: not processes_with(tmp_path))
    # A busy browser may have stored its cookies before it was killed.
    for file in tmp_path.rglob("Cookies*"):
        file.unlink()
    context = launch()
    try:
        assert not context.cookies(server.url), "the browser had stored its cookies"
        page = context.new_page()
        page.goto(table.split("?")[0])
        expect_form(page)
        [phone] = models.Phone.objects.filter(role=models.Role.HOST)
        assert phone.may_score
    finally:
        context.close()


def test_right_survives_cleared_cookies_unless_withdrawn(new_phone):
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    expect_form(page)
    assert count_rights(page) == 1
    for _again in range(2):
        phone.context.clear_cookies()
        phone.open(sitting.path)
        expect_form(page)
        wait_until_idle(page)
    host, bo = sitting.table.phones.exclude(role="watcher").order_by("name")
    assert (host.name, bo.name) == ("Ann", "Bo")
    assert count_rights(page) == 1
    with page.expect_navigation():
        permissions.set_role(sitting.table, host, bo.pk, models.Role.WATCHER)
    expect(page.locator("#hand-form")).to_have_count(0)
    assert count_rights(page) == 0
    phone.context.clear_cookies()
    phone.open(sitting.path)
    expect(page.locator("#sheet[data-role=watches]")).to_be_visible()


def test_takeover_of_a_quiet_table_can_be_undone(new_phone):
    sitting = Sitting("five_hundred")
    sitting.table.phones.update(seen=None)
    phone = new_phone()
    cy = sitting.open(phone, "Cy")
    tap_menu_link(cy, "Keep score from this phone")
    cy.locator("label.key", has_text="Cy").tap()
    tap_button(cy, "Keep score from this phone")
    expect_form(cy)
    assert count_rights(cy) == 1
    ann = sitting.open(new_phone(), "Ann")
    notice = ann.locator("#messages .takeover")
    expect(notice).to_contain_text("Cy’s phone has kept score since")
    with cy.expect_navigation():
        tap_button(notice, "Undo")
    expect_form(ann)
    expect(cy.locator("#hand-form")).to_have_count(0)
    assert count_rights(cy) == 0
