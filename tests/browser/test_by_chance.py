"""Random evenings on one phone: hands are entered, half entered, edited and undone.

Meanwhile the network fails, replies are lost, and pages are reloaded.
"""

import contextlib
import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Error, expect

from tests.conftest import SAVES_DATA, until, wait_until_idle

from .sitting import SMALL, Sitting, Thumb, expect_all_sent
from .test_offline_engine import expect_ready

pytestmark = [pytest.mark.sqlite_only, pytest.mark.by_night]

STEPS = (
    *("enter", "enter", "enter", "half_enter", "reload", "reload"),
    *("disconnect", "reconnect", "lose_reply", "undo", "edit"),
)
SEEDS = range(100)
WRITES = re.compile(r"/m/1/(hand|undo|hand/\d+/amend)$")


class Evening:
    """A random evening: the phone, and the points expected after each step."""

    def __init__(self, phone, seed):
        self.sitting = Sitting("tally", names=("Ann", "Bo"))
        self.phone, self.chance = phone, random.Random(seed)
        self.has_engine = seed % 3 > 0
        if not self.has_engine:  # a phone that saves data does not install the engine
            phone.context.add_init_script(SAVES_DATA)
        self.page = self.sitting.open(phone, "Ann")
        self.thumb = Thumb(self.page)
        self.values: Iterator[int] = iter(range(1, 100))
        self.hands: list[int] = []
        self.half = ""  # the first player's points in a half-entered hand
        self.online, self.loses_reply = True, False
        self.page.route(WRITES, self.handle_write)

    def begin(self):
        self.enter()
        if self.has_engine:
            expect_ready(self.page)
        wait_until_idle(self.page)

    def do(self, step):
        getattr(self, step)()
        # The title of the entry keeps its number when an undo is pending and no engine runs.
        pending_undos = self.page.locator("#waiting .description", has_text="Undo").count()
        if not self.half and (self.has_engine or not pending_undos):
            expect(self.page.locator("#entry-title")).to_have_text(re.compile(rf"\b{len(self.hands) + 1}$"))

    def enter(self):
        value = self.half or self.enter_first_points()
        self.thumb.expect_question("points.1")
        self.thumb.tap_pad("0 next")
        self.save()
        self.half = ""
        self.hands.append(int(value))

    def enter_first_points(self):
        value = str(next(self.values))
        self.thumb.expect_question("points.0")
        self.thumb.tap_pad(f"{' '.join(value)} next")
        self.thumb.expect_question("points.1")
        return value

    def save(self):
        key = self.page.locator("#hand-form input[name=key]")
        old_key = key.input_value()
        self.page.locator("#save:not(.waits)", has_text="Save").tap()
        expect(key).not_to_have_value(old_key)

    def half_enter(self):
        self.half = self.half or self.enter_first_points()

    def reload(self):
        self.page.reload()
        wait_until_idle(self.page)
        if self.half:
            self.thumb.expect_question("points.1")

    def disconnect(self):
        self.online = False
        self.page.context.set_offline(True)

    def reconnect(self):
        self.online = True
        self.page.context.set_offline(False)
        self.page.evaluate("window.dispatchEvent(new Event('online'))")

    def lose_reply(self):
        """Lose the reply to the next write; the site still processes it."""
        self.loses_reply = True

    def handle_write(self, route):
        if not self.loses_reply or not self.online:
            return route.fallback()
        self.loses_reply = False
        route.fetch(max_redirects=0)
        return route.abort()

    def undo(self):
        # Until the totals are checked, the notice may be an old one on a cached page.
        expect(self.page.locator("#strip.unchecked")).to_have_count(0)
        # The notice undoes the hand that it names; the icon beside Save undoes the last hand.
        notice = self.page.locator(".notice:visible", has=self.page.get_by_role("button", name="Undo"))
        icon = self.page.locator(".save-row .undo:visible")
        if self.half or not (notice.count() or icon.count()):
            return
        if notice.count():
            number = self.tap_undo(notice)
        else:
            number = len(self.hands)
            icon.tap()
        refused = self.page.locator("#messages .trouble", has_text="Nothing was undone")
        # Without the engine this is the only sign of a pending undo.
        pending = self.page.locator("#waiting .description", has_text="Undo")
        done = self.page.locator("#entry-title", has_text=str(len(self.hands)))
        expect(done.or_(refused).or_(pending).first).to_be_attached()
        if not refused.count():
            del self.hands[number - 1]

    def tap_undo(self, notice):
        """Tap the key of the notice and return the hand number that it names; retry if it is replaced."""
        for _attempt in range(20):
            with contextlib.suppress(Error):  # the element was replaced
                element = notice.first.element_handle()
                key = element.query_selector(".do")
                number = int(re.findall(r"\d+", key.inner_text() + element.inner_text())[0])
                key.tap(timeout=2_000)
                return number
        raise AssertionError("the notice was replaced again and again")

    def edit(self):
        if self.half or not self.hands:
            return
        index = self.chance.randrange(len(self.hands))
        row = self.page.locator("a.reasons-link", has_text=re.compile(rf"^\s*{index + 1}\s*$"))
        if not row.count():
            return
        row.first.tap()
        self.page.locator("#reasons a.key", has_text="Edit").tap()
        value = next(self.values)
        self.page.locator("#sentence .chip[data-open='points.0']").tap()
        self.thumb.tap_pad(f"{' '.join(str(value))} next")
        self.page.locator("#save:not(.waits)", has_text="Save").tap()
        expect(self.page.locator("[data-cancel]")).to_have_count(0)
        self.hands[index] = value

    @property
    def points_in_log(self):
        """Return the first player's points in each hand of the log, without deleted hands."""
        return [hand.points[0] for hand in self.sitting.hands]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_entered_hand_counts_once(new_phone, seed):
    evening = Evening(new_phone(viewport=SMALL, offline=True), seed)
    evening.begin()
    for _step in range(evening.chance.randrange(12, 30)):
        evening.do(evening.chance.choice(STEPS))
    evening.reconnect()
    # A hand deleted on the phone may have reached the site already. The site undoes it once all is sent.
    expect_all_sent(evening.page)
    # Lost replies are routed through this process, so keep the event loop running while waiting.
    with contextlib.suppress(AssertionError):
        until(lambda: evening.page.wait_for_timeout(20) or evening.points_in_log == evening.hands)
    assert evening.points_in_log == evening.hands
    evening.phone.complaints.clear()  # from the connections that were cut
