"""A club whose members have phones, for tests in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.conftest import Phone
from tests.site.club_cast import ClubCast


class ClubPhones(ClubCast):
    """The club, and its members' pages on phones."""

    def __post_init__(self) -> None:
        super().__post_init__()

    def signed_in(self, phone: Phone, who: str) -> Phone:
        """Sign a member in on a phone."""
        cookie = self.clients[who].cookies["sid"]
        phone.context.add_cookies([{"name": "sid", "value": cookie.value, "url": phone.url}])
        return phone

    def open(self, phone: Phone, who: str, name: str, *which: object) -> Page:
        """Open a page of the club on a member's phone."""
        return self.signed_in(phone, who).open(self.url(name, *which))
