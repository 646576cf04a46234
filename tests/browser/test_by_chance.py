"""Evenings by chance on one phone: hands are entered, half entered, edited and undone in it.

Meanwhile the network goes, replies are lost, and pages come anew.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Route, expect

from scorekeeper.matches import replay
from tests.conftest import SAVES_DATA, Phone, until

from .sitting import Sitting, Thumb, nothing_waits
from .test_cellar import kept, ready

pytestmark = [pytest.mark.browser, pytest.mark.looks, pytest.mark.by_night]

STEPS = ("enter", "enter", "enter", "half_enter", "reload", "reload", "cut", "back", "lose", "undo", "edit")
SEEDS = range(100)
SMALL = {"viewport": {"width": 360, "height": 600}, "offline": True}
WROTE = re.compile(r"/m/1/(hand|undo|hand/\d+/amend)$")


class Evening:
    """What is done on the phone, and the points of the hands that should stand after it, by their order."""

    def __init__(self, phone: Phone, seed: int) -> None:
        self.sitting = Sitting("tally", names=("Ann", "Bo"))
        self.phone, self.chance = phone, random.Random(seed)
        self.engine = seed % 3 > 0
        if not self.engine:
            phone.context.add_init_script(SAVES_DATA)
        self.page = self.sitting.open(phone, "Ann")
        self.values: Iterator[int] = iter(range(1, 100))
        self.hands: list[int] = []
        self.half = ""
        self.online, self.loses = True, False
        self.page.route(WROTE, self.on_its_way)

    def begin(self) -> None:
        """The first hand, after which the phone loads what it needs offline."""
        self.enter()
        if self.engine:
            ready(self.page)
        kept(self.page, self.phone.url + self.sitting.path)

    def do(self, what: str) -> None:
        getattr(self, what)()
        # Which hand is being entered is not said anew; without the engine nobody counts an undo that waits.
        undone = self.page.locator("#waiting .said", has_text="Undo").count()
        if not self.half and (self.engine or not undone):
            expect(self.page.locator("#entry-title")).to_have_text(re.compile(rf"\b{len(self.hands) + 1}$"))

    def enter(self) -> None:
        value = self.half or self.half_entered()
        Thumb(self.page).asked("points.1")
        Thumb(self.page).pad("0 next")
        self.save()
        self.half = ""
        self.hands.append(int(value))

    def half_entered(self) -> str:
        value = str(next(self.values))
        Thumb(self.page).asked("points.0")
        Thumb(self.page).pad(f"{' '.join(value)} next")
        Thumb(self.page).asked("points.1")
        return value

    def save(self) -> None:
        key = self.page.locator("#hand-form input[name=key]")
        was = key.input_value()
        self.page.locator("#go:not(.waits)", has_text="Save").tap()
        expect(key).not_to_have_value(was)

    def half_enter(self) -> None:
        self.half = self.half or self.half_entered()

    def reload(self) -> None:
        self.page.reload()
        expect(self.page.locator("html[data-keeps]")).to_be_attached()
        if self.half:
            Thumb(self.page).asked("points.1")

    def cut(self) -> None:
        self.online = False
        self.page.context.set_offline(True)  # whatever is under way

    def back(self) -> None:
        self.online = True
        self.page.context.set_offline(False)
        self.page.evaluate("window.dispatchEvent(new Event('online'))")

    def lose(self) -> None:
        """The site takes what comes next, and its reply does not arrive."""
        self.loses = True

    def on_its_way(self, route: Route) -> None:
        if not self.loses or not self.online:
            return route.fallback()
        self.loses = False
        route.fetch(max_redirects=0)
        return route.abort()

    def undo(self) -> None:
        expect(self.page.locator("#counting")).to_have_count(0)  # else the line is of the page that was kept
        # Of the hand that the line names; without a line the key beside Save is of the last one.
        line = self.page.locator(".last-write:visible", has_text="Undo")
        icon = self.page.locator(".go .undo:visible")
        if self.half or not (line.count() or icon.count()):
            return
        if line.count():
            number = self.tap_undo(line)
        else:
            number = len(self.hands)
            icon.tap()
        refused = self.page.locator("#talk .trouble", has_text="Nothing was undone")
        # Nothing else tells of an undo that waits without the engine.
        waits = self.page.locator("#waiting .said", has_text="Undo")
        done = self.page.locator("#entry-title", has_text=str(len(self.hands)))
        expect(done.or_(refused).or_(waits).first).to_be_attached()
        if not refused.count():
            del self.hands[number - 1]

    def tap_undo(self, line: Locator) -> int:
        """Tap the key of the line, and say whose number stood beside it: another line may come meanwhile."""
        for _attempt in range(20):
            with contextlib.suppress(Error):  # it has gone
                named = line.first.element_handle()
                number = int(re.findall(r"\d+", named.inner_text())[0])
                named.query_selector("button").tap(timeout=2_000)
                return number
        raise AssertionError("no line stood still")

    def edit(self) -> None:
        if self.half or not self.hands:
            return
        at = self.chance.randrange(len(self.hands))
        row = self.page.locator("a.door", has_text=re.compile(rf"^\s*{at + 1}\s*$"))
        if not row.count():
            return
        row.first.tap()
        self.page.locator("#reasons a", has_text="Edit").tap()
        value = next(self.values)
        self.page.locator("#sentence .chip[data-open='points.0']").tap()
        Thumb(self.page).pad(f"{' '.join(str(value))} next")
        self.page.locator("#go:not(.waits)", has_text="Save").tap()
        expect(self.page.locator("[data-give-up]")).to_have_count(0)
        self.hands[at] = value

    @property
    def stand(self) -> list[int]:
        """The first player's points of each hand that stands in the table's log."""
        replay._kept.clear()
        story = replay.load_match_state(self.sitting.match)
        return [hand.points[0] for _number, hand in story.standing]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_entered_stands_once(new_phone: Any, seed: int) -> None:
    evening = Evening(new_phone(**SMALL), seed)
    evening.begin()
    for _step in range(evening.chance.randrange(12, 30)):
        evening.do(evening.chance.choice(STEPS))
    evening.back()
    # Before all of it is sent, the log may be as it should between a hand and its undo. After it, a hand that
    # had reached the site and was deleted here is undone there.
    nothing_waits(evening.page)
    # The answers that are lost go through this test: it has to listen while it waits.
    with contextlib.suppress(AssertionError):
        until(lambda: evening.page.wait_for_timeout(20) or evening.stand == evening.hands)
    assert evening.stand == evening.hands
    evening.phone.complaints.clear()  # of what was cut
