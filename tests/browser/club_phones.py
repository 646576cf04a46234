"""A club whose members have phones."""

from playwright.sync_api import Page

from tests.conftest import Phone
from tests.site.club_cast import ClubCast


class ClubPhones(ClubCast):
    def sign_in(self, phone: Phone, name: str) -> Phone:
        cookie = self.clients[name].cookies["sid"]
        phone.context.add_cookies([{"name": "sid", "value": cookie.value, "url": phone.url}])
        return phone

    def open(self, phone: Phone, name: str, url_name: str, *args: object) -> Page:
        return self.sign_in(phone, name).open(self.url(url_name, *args))
