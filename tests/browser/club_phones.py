"""A club whose members have phones, for tests in a real browser."""

from playwright.sync_api import Page

from tests.conftest import Phone
from tests.site.club_cast import ClubCast


class ClubPhones(ClubCast):
    """The club, and its members' pages on phones."""

    def __post_init__(self) -> None:
        super().__post_init__()

    def signed_in(self, phone: Phone, who: str) -> Phone:
        cookie = self.clients[who].cookies["sid"]
        phone.context.add_cookies([{"name": "sid", "value": cookie.value, "url": phone.url}])
        return phone

    def open(self, phone: Phone, who: str, name: str, *which: object) -> Page:
        return self.signed_in(phone, who).open(self.url(name, *which))
