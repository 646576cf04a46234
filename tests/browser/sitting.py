"""A table with phones, for tests in a real browser.

A box is an input of a form, and a key is a button that gives an answer. A key may give several answers: it is
then named by their paths joined by "+", such as "level+trumps", and sends a value such as "8+hearts".
"""

import re
import uuid
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, expect

from games import every_game
from games.engine import Sheet, hand_from_json
from scorekeeper.matches import commands, models, phones, replay
from scorekeeper.web import phone_cookie
from tests.conftest import Phone, until, wait_until_idle

from .fake_match import NAMES, heading_of

SMALL, SMALLEST = ViewportSize(width=360, height=600), ViewportSize(width=320, height=568)
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}
EIGHT_HEARTS = {"kind": "contract", "bidder": 2, "level": 8, "trumps": "hearts", "tricks": [9, 1]}
# The save key, once the preview of a complete hand has arrived.
SAVE = "form.hand:has(#preview:not(.stale) .effects) #save:not(.waits)"


class Sitting:
    """A table that starts with one match, and helpers to play on a phone."""

    def __init__(
        self,
        slug: str,
        preset: str = "",
        names: tuple[str, ...] = NAMES,
        house: dict[str, Any] | None = None,
        hands: tuple[dict[str, Any], ...] = (),
    ) -> None:
        self.game = every_game()[slug]
        heading = heading_of(self.game, preset, len(names), house)
        self.table = commands.start_table(self.game, heading, names, phones.hash_key(phone_key("Ann")), "Ann")
        for name, role in (("Bo", models.Role.SCORER), ("Cy", models.Role.WATCHER)):
            phones.let_in(self.table, phone_key(name), role, name)
        for hand in hands:
            self.write(hand)

    def write(self, hand: dict[str, Any]) -> None:
        """Write the next hand without a request, as the host."""
        number = replay.load_match_state(self.match).next_number
        record = hand_from_json(self.game, hand)
        command = commands.WriteCommand(uuid.uuid4(), number, 0, record, fingerprint=str(number))
        result = commands.append_entry(self.match, self.table.phones.get(role=models.Role.HOST), command)
        assert isinstance(result, commands.Saved), result

    def adjust(self, *points: int) -> None:
        self.write({"kind": "adjustment", "points": list(points), "why": "agreed"})

    @property
    def path(self) -> str:
        return f"/t/{self.table.code}/"

    @property
    def match(self) -> models.Match:
        return self.table.matches.order_by("-number")[0]

    @property
    def sheet(self) -> Sheet[Any]:
        return replay.load_match_state(self.match).sheet

    @property
    def totals(self) -> list[Any]:
        return list(self.sheet.totals)

    @property
    def hands(self) -> list[Any]:
        return [row.hand for row in self.sheet.rows]

    def open(self, phone: Phone, name: str, path: str = "", **options: Any) -> Page:
        phone.context.add_cookies([{"name": phone_cookie.COOKIE, "value": phone_key(name), "url": phone.url}])
        return phone.open(path or self.path, **options)

    def wait_for(self, entries: int) -> None:
        until(lambda: self.match.length == entries)


def phone_key(name: str) -> str:
    return f"the secret of the phone of {name}"


def expect_totals(page: Page, *points: object, timeout: float = 20_000) -> None:
    texts = [str(number).replace("-", "−") for number in points]
    expect(page.locator(".total .number")).to_have_text(texts, timeout=timeout)


def expect_hand(page: Page, number: int) -> None:
    """Assert that the form asks for the hand of this number."""
    expect(page.locator("#hand-form input[name=number]")).to_have_value(str(number))


def expect_form(page: Page) -> None:
    expect(page.locator("#hand-form")).to_be_visible()


def expect_entry(page: Page, title: str) -> None:
    expect(page.locator("#entry-title")).to_have_text(title)


def expect_all_sent(page: Page) -> None:
    """Wait until everything kept on this phone has been sent or dropped."""
    wait_until_idle(page)  # a hand that is being sent may still fail and be kept
    expect(page.locator("#waiting [data-key]")).to_have_count(0)
    expect(page.locator("#waiting")).to_be_hidden()


def forget_network_errors(phone: Phone, *words: str) -> None:
    """Remove errors about a lost network, and errors with these words, from the phone's complaints."""
    dropped = ("ERR_", "Failed to fetch", *words)
    phone.complaints[:] = [text for text in phone.complaints if not any(word in text for word in dropped)]


def set_text_size(page: Page, percent: int) -> None:
    """Set the text size in the browser's own settings, which media queries in em follow too."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * percent // 100}})


def expect_heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def expect_title(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def scroll_width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def tap_button(place: Page | Locator, name: str | re.Pattern[str], exact: bool = False) -> None:
    place.get_by_role("button", name=name, exact=exact).tap()


def tap_link(place: Page | Locator, name: str | re.Pattern[str], exact: bool = False) -> None:
    place.get_by_role("link", name=name, exact=exact).tap()


def open_menu(page: Page) -> Locator:
    page.locator("#menu > summary").tap()
    expect(page.locator("#menu nav")).to_be_visible()
    return page.locator("#menu nav")


def tap_menu_link(page: Page, link: str) -> None:
    menu = open_menu(page)
    item = menu.get_by_role("link", name=link)
    if not item.is_visible():
        menu.locator("summary").tap()
    item.tap()
    expect(page.locator("#menu nav")).to_be_hidden()


class Thumb:
    """A thumb that counts its taps; with ``wait_for_idle``, it waits for an idle page before each tap."""

    def __init__(self, page: Page, wait_for_idle: bool = True) -> None:
        self.page, self.taps, self.wait_for_idle = page, 0, wait_for_idle

    def tap(self, element: Locator) -> None:
        if self.wait_for_idle:
            wait_until_idle(self.page)
        else:
            self.page.wait_for_load_state("domcontentloaded")  # then the script has laid out the keys
        element.tap()
        self.taps += 1

    def tap_key(self, question: str, label: str) -> None:
        group = self.page.get_by_role("group", name=question)
        self.tap(
            group.locator("label.key:visible").filter(has=self.page.get_by_text(label, exact=True)).first
        )

    def choose(self, box: str, value: int | str) -> None:
        """Tap the key of this box that sends this value."""
        self.tap(self.page.locator(f"label.key:visible:has(input[name='{box}'][value='{value}'])"))

    def tap_pad(self, keys: str) -> None:
        """Tap keys of the number pad: digits or labels of card keys; "next" confirms the answer."""
        for key in keys.split():
            pad = self.page.locator("#pad")
            pad_key = pad.locator(f"[data-put='{key}'], [data-label='{key}']")
            self.tap(pad_key.locator("visible=true"))

    def expect_question(self, box: str) -> None:
        """Assert that the keyboard has moved on to this box."""
        expect(self.page.locator(f".step.asked[data-step='{box}']")).to_be_visible()

    def answer(self, answers: str) -> None:
        """Enter answers such as "bidder 1, left.0 1 6 next, cards KH 5C", each when it is asked."""
        for answer in answers.split(", "):
            box, _space, value = answer.partition(" ")
            path = box.split("+")[0]
            self.expect_question(path)
            cards = self.page.locator(f".step[data-step='{path}'] .cards-box")
            if self.page.locator("#pad").is_visible():
                self.tap_pad(value)
            elif cards.count():
                for n, card in enumerate(value.split(), start=1):
                    self.tap(cards.locator(f"[data-card='{card}']"))
                    expect(cards.locator(".tray .playing-card")).to_have_count(n)
                if cards.is_visible():
                    self.tap(self.page.locator(".next-step"))
            else:
                self.choose(box, value)

    def change(self, answers: str) -> None:
        """Open the question of the first answer by its chip or its small key; then enter the answers."""
        path = answers.partition(" ")[0].partition("+")[0]
        self.tap(self.page.locator(f"[data-open='{path}']:visible").first)
        self.answer(answers)

    def tap_save(self) -> None:
        self.tap(self.page.locator("#save:not(.waits)"))

    def save(self, hand: int) -> None:
        """Tap the save key once the preview has arrived, and wait for the next hand."""
        self.tap(self.page.locator(SAVE))
        expect_hand(self.page, hand + 1)


def enter_eight_hearts(page: Page, tricks: int = 9, wait_for_idle: bool = True) -> Thumb:
    """Enter a hand of Five Hundred without saving it: Cy bids eight hearts."""
    thumb = Thumb(page, wait_for_idle)
    thumb.answer(f"bidder 2, level+trumps 8+hearts, tricks.0 {tricks}")
    return thumb
