"""A club on separate phones: two people join by link."""

from playwright.sync_api import expect

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Member
from tests.site.club_cast import PASSWORD

from .club_phones import ClubPhones
from .sitting import expect_title, tap_button, tap_link


def fill_in(page, **boxes):
    for label, value in boxes.items():
        page.get_by_label(label, exact=True).fill(value)


def sign_in(page, name):
    fill_in(page, Email=f"{name.lower()}@example.org", Password=PASSWORD)
    page.locator("main").get_by_role("button", name="Sign In", exact=True).tap()


def sign_up(page, name):
    fill_in(page, Name=name, Email=f"{name.lower()}@example.org", Password=PASSWORD)
    tap_button(page, "Sign Up")
    expect_title(page, "Sign In")
    expect(page.get_by_label("Email", exact=True)).to_have_value(f"{name.lower()}@example.org")
    sign_in(page, name)


def create_invitation(page):
    tap_button(page, "Create invitation")
    expect(page.locator("svg.qr")).to_be_visible()
    return page.get_by_label("Link", exact=True).input_value()


def test_two_people_join_by_link(new_phone):
    """Check that Una, who has an account, and Vic, who has none, each open a link on their own phone."""
    club = ClubPhones()
    User.objects.create_user("una@example.org", PASSWORD, name="Una")
    phone = new_phone()
    olga = club.open(phone, "Olga", "club")
    tap_link(olga, "Invite people")
    olga.locator("label.key", has_text="Scorekeeper").tap()
    una = new_phone().open(create_invitation(olga).removeprefix(phone.url))
    expect_title(una, "The Misère Club")
    assert "#" not in una.url
    tap_link(una, "I have an account: sign in")
    sign_in(una, "Una")
    tap_button(una, "Join club")
    expect(una.get_by_role("link", name="Invite people")).to_be_visible()

    tap_link(olga, "All invitations")
    vic = new_phone().open(create_invitation(olga).removeprefix(phone.url))
    tap_link(vic, "Create account")
    sign_up(vic, "Vic")
    expect(vic.get_by_text("You are signed in as Vic.")).to_be_visible()
    tap_button(vic, "Join club")
    expect(vic.get_by_role("navigation", name="Club pages")).to_be_visible()
    expect(vic.get_by_role("link", name="Invite people")).to_have_count(0)
    assert Member.objects.filter(club=club.club, ended=None, user__name__in=["Una", "Vic"]).count() == 2
