"""A phone after signing out: nothing of the account is shown, even offline."""

from playwright.sync_api import expect

from scorekeeper.matches import models
from tests.conftest import go_offline, wait_until_idle
from tests.site.cast import Cast, longest_example

from .club_phones import ClubPhones

# Return the cached pages that contain these words.
PAGES_WITH = """async (words) => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if ((await (await cache.match(request)).text()).includes(words)) found.push(request.url);
  }
  return found;
}"""
# Open the store of pending hands as `rows`.
OPEN_ROWS = """const opened = await new Promise((found, fail) => {
    const request = indexedDB.open("scorekeeper", 1);
    request.onsuccess = () => found(request.result);
    request.onerror = () => fail(request.error);
  });
  const rows = opened.transaction("entries", "readwrite").objectStore("entries");"""
STORE_HAND = f"async (entry) => {{ {OPEN_ROWS} rows.put(entry); opened.close(); }}"
PENDING_KEYS = f"""async () => {{ {OPEN_ROWS} const request = rows.getAllKeys();
  return new Promise((found) => (request.onsuccess = () => found(request.result) ?? opened.close())); }}"""


def test_sign_out_drops_account_pages_and_keeps_pending_hands(new_phone):
    club = ClubPhones()
    cast = Cast(*longest_example())
    models.Table.objects.update(club=club.club)
    phone = club.sign_in(new_phone(offline=True), "Mia")
    page = phone.open("/")
    name = club.club.name
    expect(page.get_by_text(name).first).to_be_visible()
    wait_until_idle(page)
    for path in f"/t/{cast.table.code}/m/1/", "/":
        phone.open(path)
        wait_until_idle(page)
    assert page.evaluate(PAGES_WITH, name) != []
    page.evaluate(STORE_HAND, {"key": "a hand", "table": "SOMEWHERE", "match": 1, "fields": [], "number": 1})
    phone.open("/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").tap()
    expect(page).to_have_url(f"{phone.url}/")
    expect(page.get_by_text(name)).to_have_count(0)
    go_offline(page)
    phone.open("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text(name)).to_have_count(0)
    assert page.evaluate(PAGES_WITH, name) == []
    assert page.evaluate(PENDING_KEYS) == ["a hand"]
