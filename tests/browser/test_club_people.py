"""A club on separate phones: it is founded, and two people join by link."""

import pytest
from playwright.sync_api import expect

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Member
from tests.site.club_cast import PASSWORD

pytestmark = pytest.mark.browser


def create_account(name):
    return User.objects.create_user(f"{name.lower()}@example.org", PASSWORD, name=name)


def fill_in(page, **boxes):
    for label, value in boxes.items():
        page.get_by_label(label, exact=True).fill(value)


def sign_in(page, name):
    fill_in(page, Email=f"{name.lower()}@example.org", Password=PASSWORD)
    page.locator("main").get_by_role("button", name="Sign In", exact=True).tap()


def sign_up(page, name):
    fill_in(page, Name=name, Email=f"{name.lower()}@example.org", Password=PASSWORD)
    page.get_by_role("button", name="Sign Up").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign In")
    expect(page.get_by_label("Email", exact=True)).to_have_value(f"{name.lower()}@example.org")
    fill_in(page, Password=PASSWORD)
    page.locator("main").get_by_role("button", name="Sign In", exact=True).tap()


def expect_title(page):
    return expect(page.get_by_role("heading", level=1))


def test_club_is_founded_and_two_join_by_link(new_phone):
    create_account("Una")
    olga = new_phone().open("/")
    olga.get_by_role("link", name="Start a club").tap()
    expect_title(olga).to_have_text("Sign In")
    olga.get_by_role("link", name="sign up").tap()
    sign_up(olga, "Olga")
    expect_title(olga).to_have_text("Start a club")
    olga.get_by_label("Club name").fill("The Misère Club")
    olga.locator("label.key", has_text="Claret").tap()
    olga.locator("label.key:has(input[name=games])").first.tap()
    olga.get_by_role("button", name="Start club").tap()
    expect_title(olga).to_have_text("The Misère Club")

    # Una has an account, Vic has none; each opens a link on their own phone.
    olga.get_by_role("link", name="Invite people").tap()
    olga.locator("label.key", has_text="Scorekeeper").tap()
    olga.get_by_role("button", name="Create invitation").tap()
    expect(olga.locator("svg.qr")).to_be_visible()
    link = olga.get_by_label("Link", exact=True).input_value()
    una_phone = new_phone()
    una = una_phone.open(link.removeprefix(una_phone.url))
    expect_title(una).to_have_text("The Misère Club")
    assert "#" not in una.url
    una.get_by_role("link", name="I have an account: sign in").tap()
    sign_in(una, "Una")
    una.get_by_role("button", name="Join club").tap()
    expect(una.get_by_role("link", name="Invite people")).to_be_visible()

    olga.get_by_role("link", name="All invitations").tap()
    olga.get_by_role("button", name="Create invitation").tap()
    expect(olga.locator("svg.qr")).to_be_visible()
    link = olga.get_by_label("Link", exact=True).input_value()
    vic_phone = new_phone()
    vic = vic_phone.open(link.removeprefix(vic_phone.url))
    vic.get_by_role("link", name="Create account").tap()
    sign_up(vic, "Vic")
    expect(vic.get_by_text("You are signed in as Vic.")).to_be_visible()
    vic.get_by_role("button", name="Join club").tap()
    expect(vic.get_by_role("navigation", name="Club pages")).to_be_visible()
    expect(vic.get_by_role("link", name="Invite people")).to_have_count(0)

    # The link is used up: a third phone sees nothing of the club.
    third_phone = new_phone()
    third = third_phone.open(link.removeprefix(third_phone.url))
    expect(third.get_by_text("no longer works")).to_be_visible()
    third_phone.complaints.clear()  # the browser's own error message for a 403
    assert Member.objects.filter(club=Club.objects.get(), ended=None).count() == 3
