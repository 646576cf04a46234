"""A ``Thumb`` for the referee's pages: find a question, and check the verdict."""

from playwright.sync_api import expect

from .sitting import Thumb, expect_title


class RefereeThumb(Thumb):
    def look_for(self, words: str, title: str, game: str = "") -> None:
        """Type a few words into the search and tap the result."""
        self.page.get_by_role("searchbox").fill(words)
        hit = self.page.locator(f"#search-results a.hit[href*='/{game}']")
        self.tap(hit.filter(has=self.page.get_by_text(title, exact=True)).first)
        expect_title(self.page, title)

    def expect_verdict(self, words: str, rule: str = "") -> None:
        """Assert the verdict, and the rule or source that it cites."""
        ruling = self.page.locator("#ruling")
        expect(ruling.locator(".verdict")).to_contain_text(words)
        if rule:
            expect(ruling.locator(".cited summary").first).to_contain_text(rule)
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
