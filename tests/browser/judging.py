"""A referee question answered on a phone: find the question, tap the facts, read the verdict."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from .sitting import Thumb


class AtDesk(Thumb):
    """A thumb at the referee's desk."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)

    def look_for(self, words: str, title: str, game: str = "") -> None:
        """Type a few words into the search and tap the result."""
        self.page.get_by_role("searchbox").fill(words)
        hit = self.page.locator("#found a.hit").filter(has=self.page.get_by_text(title, exact=True))
        self.on(hit.and_(self.page.locator(f"[href*='/games/{game}/']")).first if game else hit.first)
        expect(self.page.get_by_role("heading", level=1)).to_have_text(title)

    def step(self, question: str, whose: str = "") -> Locator:
        """Return the current question, and assert that it is this one."""
        step = self.page.locator(".step.asked").filter(
            has=self.page.locator(".asks", has_text=re.compile(f"^{re.escape(question)}$"))
        )
        expect(step).to_be_visible()
        if whose:
            expect(step.locator(".of")).to_have_text(whose)
        return step

    def go_on(self, step: Locator) -> None:
        """Go to the next question, unless the keyboard already did."""
        on = self.page.locator(".next-step")
        if step.is_visible() and on.is_visible():
            self.on(on)

    def cards(self, question: str, cards: str, whose: str = "") -> None:
        """Enter cards on the pad, one tap each."""
        step = self.step(question, whose)
        own = self.page.locator(f".step[data-step='{step.get_attribute('data-step')}']")
        tray = own.locator(".tray .playing-card")
        for n, card in enumerate(cards.split(), start=1):
            self.on(own.locator(f"[data-card='{card}']"))
            expect(tray).to_have_count(n)
        self.go_on(own)

    def count(self, question: str, number: int) -> None:
        """Enter a number: by its key if it has one, else digit by digit on the pad."""
        folded = self.page.locator(".extras [data-open]").filter(has_text=question)
        if folded.count():
            self.on(folded.first)  # a rare question is behind a key of its own
        step = self.step(question)
        key = step.locator(f"label.key:has(input[value='{number}'])")
        if key.count():
            return self.on(key.first)
        for digit in str(number):
            self.on(self.page.locator(f"#pad [data-put='{digit}']"))
        if step.is_visible():
            self.on(self.page.locator("#pad [data-put=next]"))

    def call(self, *labels: str) -> None:
        """Enter calls on the pad; an illegal (grey) one takes a second tap."""
        for n, label in enumerate(labels, start=1):
            self.on(self.page.locator(f".offers [data-call='{label}']"))
            anyway = self.page.locator("[data-anyway]")
            if anyway.is_visible():
                self.on(anyway)
            expect(self.page.locator("ol.calls li")).to_have_count(n)
        self.on(self.page.locator(".next-step"))

    def change(self, answer: str) -> None:
        """Reopen the question with this answer."""
        self.on(self.page.locator("#sentence .chip").filter(has_text=answer))

    def verdict(self, words: str, rule: str = "", source: str = "") -> None:
        """Assert the verdict, its rule and its source."""
        ruling = self.page.locator("#ruling")
        expect(ruling.locator(".verdict")).to_contain_text(words)
        cited = ruling.locator(".cited summary").first
        if rule:
            expect(cited).to_contain_text(f"Rule {rule}")
        if source:
            expect(cited).to_contain_text(source)
        # Even with many sources, nothing is wider than the phone.
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def elsewhere(self, words: str) -> None:
        expect(self.page.locator("#ruling .elsewhere")).to_contain_text(words)

    def apply(self) -> None:
        """Apply the ruling to the sheet."""
        self.on(self.page.get_by_role("button", name="Apply ruling"))
        expect(self.page.locator("#sheet")).to_be_visible()
