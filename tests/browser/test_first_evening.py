"""A secretary's first evening: from a new site without mail to prizes and the full history.

Everything goes through the pages of a real site, in its own processes; its worker does the long jobs.
"""

import io
import re
import shutil
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.conftest import FAILED, failure_folder

from . import https
from .playing import enter_reason
from .sitting import SAVE, Thumb
from .test_club_people import expect_title, sign_up

pytestmark = pytest.mark.browser

PEOPLE = (
    *("Ann Abbott", "Bo Baker", "Cy Carter", "Di Dunn"),
    *("Eve Ellis", "Fay Ford", "Gus Green", "Hal Hunt"),
)
MISSPELT = "Gus Greene"
GUEST = "Zoe"
YEARS = (2023, 2024, 2025)
EACH_YEAR = 20


@pytest.fixture
def four_phones(request, new_phone, tmp_path):
    """Provide the secretary's small phone and three others at a new deployed site."""
    with https.deployed(tmp_path) as url:
        phones = [new_phone(**https.PHONE) for _each in range(4)]
        phones[0].page.set_viewport_size({"width": 360, "height": 600})
        for phone in phones:
            phone.url = url
        yield phones
    if request.node.stash[FAILED]:
        shutil.copy(tmp_path / "caddy.log", failure_folder(request.node))
    for phone in phones:
        https.drop_own_site_complaints(phone)


def found_club(phone):
    """Sign up and found a club, with a passkey that also signs in alone."""
    cdp = phone.context.new_cdp_session(phone.page)
    cdp.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    user = {"isUserVerified": True, "automaticPresenceSimulation": True}
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, **user}})
    page = phone.open("/")
    page.get_by_role("link", name="Start a club").tap()
    page.get_by_role("link", name="sign up").tap()
    sign_up(page, "Olga")
    expect_title(page).to_have_text("Owners need two-step sign-in")
    page.get_by_role("link", name="Set up a passkey").tap()
    page.get_by_role("button", name="Add").tap()
    expect_title(page).to_have_text("Recovery Codes")
    page.get_by_role("link", name="Continue where you were").tap()
    expect_title(page).to_have_text("Start a club")
    page.get_by_label("Club name").fill("The Misère Club")
    page.get_by_role("button", name="Start club").tap()
    expect_title(page).to_have_text("The Misère Club")
    page.get_by_role("link", name="Settings").tap()
    expect_title(page).to_have_text("Settings")
    return page


def earlier_results():
    """Return three seasons as a spreadsheet with typical typing errors."""
    lines = ["Date;Game;Season;Pair 1;Pair 2;Points 1;Points 2"]
    for year in YEARS:
        for n in range(EACH_YEAR):
            one, two, three, four = (PEOPLE[(n + 2 * k + n // 8) % 8] for k in range(4))
            date = f"{n % 28 + 1}.{n // 28 + 1}.{year}"
            lines.append(f"{date};Two Hundred;{year};{one} & {two};{three} & {four};{200 + n};{n}")
    lines[10] = lines[10].replace(".2023;", ".2O23;")  # a letter for a zero
    lines[30] = lines[30].rpartition(";")[0] + ";"  # a pair without points
    lines.insert(45, lines[44])  # the same evening twice
    last = max(n for n, line in enumerate(lines) if PEOPLE[6] in line)
    lines[last] = lines[last].replace(PEOPLE[6], MISSPELT)
    return "\n".join(lines)


def tap_tab(page, name):
    page.get_by_role("navigation", name="Club pages").get_by_role("link", name=name).tap()


def paste_list(page):
    """Paste eight people, one of them twice, and a line that is no name."""
    tap_tab(page, "Club")
    page.get_by_role("link", name="Add people").tap()
    page.get_by_label("One person per line").fill("\n".join([*PEOPLE, PEOPLE[3], "x" * 60]))
    page.get_by_role("button", name="Check the list").tap()
    expect(page.get_by_role("heading", name="8 new players")).to_be_visible()
    expect(page.get_by_text("Twice in this list, added once: Di Dunn")).to_be_visible()
    page.get_by_label("Line 10").fill("")
    page.get_by_role("button", name="Add to the club").tap()
    # The sheet of invitations to cut up, for people without an email address.
    expect(page.locator("svg.qr")).to_have_count(8)
    tap_tab(page, "Players")
    expect(page.locator(".people-list li")).to_have_count(9)


def wait_for_job(page, heading):
    """Wait until the site's worker has done a job."""
    expect(page.get_by_role("heading", name=heading)).to_be_visible(timeout=60_000)


def import_three_seasons(page):
    tap_tab(page, "Club")
    page.get_by_role("link", name="Import results").tap()
    page.get_by_label("Or paste its text").fill(earlier_results())
    page.get_by_role("button", name="Check the file").tap()
    wait_for_job(page, "2 lines have a problem")
    page.get_by_label("Line 11").fill(earlier_results().splitlines()[10].replace("2O23", "2023"))
    page.get_by_role("button", name="Check again").tap()
    wait_for_job(page, "1 line has a problem")
    page.get_by_role("button", name="Leave out 1 line").tap()
    expect(page.get_by_text("Line 46 says the same as one above")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Leave out", exact=True).tap()
    page.locator("label.key", has_text=f"This is {PEOPLE[6]}").tap(timeout=60_000)
    page.get_by_role("button", name="Import 59 matches").tap()
    wait_for_job(page, "59 matches imported")


def open_season(page):
    tap_tab(page, "Nights")
    expect(page.locator("#seasons + ul li")).to_have_count(3)
    page.get_by_role("link", name="New season").tap()
    page.get_by_label("Name", exact=True).fill("Winter")
    page.get_by_role("button", name="Save season").tap()


def set_up_night(page):
    """Set up tonight: two tables, two rounds of one hand; Hal is ill, and a guest replaces her."""
    tap_tab(page, "Nights")
    page.get_by_role("link", name="New night").tap()
    page.locator("a.game[href$='game=two_hundred']").tap()
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("Hands per round").fill("1")
    page.get_by_role("button", name="Next: who is here?").tap()
    for name in PEOPLE[:7]:
        page.locator("label.key", has=page.get_by_text(name, exact=True)).tap()
    page.get_by_label("Guests, one per line").fill(GUEST)
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.get_by_role("heading", name="8 are here")).to_be_visible()
    page.get_by_role("button", name="Continue").tap()
    page.get_by_role("button", name="Draw round 1").tap()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()


def open_wall(page):
    wall = page.context.new_page()
    wall.set_viewport_size({"width": 1280, "height": 800})
    wall.goto(page.url + "wall")
    expect(wall.get_by_role("heading", name="Table 2")).to_be_visible()
    return wall


def card_urls_of_tables(page):
    page.get_by_role("link", name="Cards for the tables").tap()
    links = page.locator(".table-cards a")
    expect(links).to_have_count(2)
    urls = [str(link.get_attribute("href")) for link in links.all()]
    page.get_by_role("link", name="Back to the night").tap()
    return urls


def scan_card(phone, card):
    page = phone.open(card)
    expect_title(page).to_have_text("Who are you?")
    page.locator(".people-keys button").first.tap()
    expect(page.locator("#sheet")).to_have_attribute("data-role", "scores")
    return page


def play_hand(page, bid, took):
    thumb = Thumb(page)
    thumb.answer(f"bidder 0, bid {bid}, took.0 {took}")
    thumb.tap(page.locator(SAVE))
    expect(page.locator("#rows")).to_contain_text(str(took))


def mark_guest_absent_and_undo(page, guest, wall):
    """Let the guest join by the wall's QR code; mark them absent by mistake, and undo it."""
    guest_page = guest.open(wall)
    guest_page.locator(".by-name a", has_text=GUEST).tap()
    expect(guest_page.get_by_text("You sit at table")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Who is here")).tap()
    page.get_by_role("button", name=re.compile(f"^Leaves.*{GUEST}$")).tap()
    expect(page.get_by_text(f"Left: {GUEST}")).to_be_visible()
    page.get_by_role("button", name=GUEST, exact=True).tap()
    expect(page.get_by_role("heading", name="8 are here")).to_be_visible()
    page.get_by_role("button", name="Continue").tap()


def end_round(page, number):
    page.get_by_role("link", name="End the round").tap()
    page.get_by_role("button", name=f"End round {number}").tap()
    expect(page.get_by_role("heading", name=f"Round {number} of 2 · Over")).to_be_visible()


def type_totals(page):
    page.get_by_role("link", name="Type totals").tap()
    page.locator("#t1-0").fill("41")
    page.locator("#t1-1").fill("15")
    page.get_by_role("button", name="Save totals").tap()
    expect(page.get_by_role("heading", name="Round 2 of 2")).to_be_visible()


def read_prizes(page):
    page.get_by_role("button", name="End the night: prizes").tap()
    expect(page.get_by_role("heading", name="Prizes")).to_be_visible()
    expect(page.locator(".prizes dt", has_text="First prize")).to_be_visible()
    expect(page.locator(".standing tbody tr")).to_have_count(8)
    return page.locator(".prizes .card").all_inner_texts()


def correct_hand(page):
    tap_tab(page, "History")
    page.locator(".matches a").first.tap()
    page.get_by_role("button", name="Edit", exact=True).tap()
    page.locator("table.sheet th .reasons-link").last.tap()
    page.locator("#reasons").get_by_role("link", name="Edit", exact=True).tap()
    expect(page).to_have_url(re.compile("/amend"))  # the page before has the same boxes
    Thumb(page).change("took.0 100")
    enter_reason(page, "The last trick was forgotten")
    page.locator("#save", has_text="Save").tap()
    expect(page.locator("#rows")).to_contain_text("100")


def download(page, file):
    with page.expect_download() as download_info:
        page.get_by_role("link", name=file).tap()
    return Path(download_info.value.path()).read_bytes()


@pytest.mark.timeout(300)
def test_the_first_evening(four_phones, tmp_path):
    olga, *keepers, guest = four_phones
    page = found_club(olga)
    paste_list(page)
    import_three_seasons(page)
    open_season(page)
    set_up_night(page)
    wall = open_wall(page)
    card_urls = card_urls_of_tables(page)
    for n, keeper in enumerate(keepers):
        play_hand(scan_card(keeper, card_urls[n]), 60, 60 + 5 * n)
        expect(wall.locator(".wall-table", has_text=f"Table {n + 1}")).to_contain_text(str(60 + 5 * n))
    mark_guest_absent_and_undo(page, guest, card_urls[0].partition("table/")[0])
    end_round(page, 1)
    expect(guest.page.get_by_text("The next one will be drawn soon.")).to_be_visible()
    page.get_by_role("button", name="Draw round 2").tap()
    expect(guest.page.get_by_text("You sit at table")).to_be_visible()
    # A phone that lost its data returns by the card on its table.
    keepers[1].context.clear_cookies()
    play_hand(scan_card(keepers[1], card_urls[1]), 60, 70)
    type_totals(page)
    end_round(page, 2)
    announced = read_prizes(page)
    expect(wall.get_by_text("First prize")).to_be_visible()
    correct_hand(page)

    # The prizes as read out stay, beside the corrected ones; the club's page says why they differ.
    page.get_by_role("link", name="All tables").tap()
    page.get_by_role("link", name="Standings and prizes").first.tap()
    expect(page.get_by_role("heading", name="Standings as announced")).to_be_visible()
    assert page.locator("#prizes + dl .card").all_inner_texts() == announced
    page.evaluate("window.print = () => { window.printed = true }")
    page.get_by_role("button", name="Print").tap()
    page.wait_for_function("() => window.printed")
    tap_tab(page, "Club")
    expect(page.locator("#changes + ul")).to_contain_text("The last trick was forgotten")

    # The season's table, and the export of the club with the evening and the earlier seasons.
    tap_tab(page, "Nights")
    page.locator("#seasons + ul a", has_text="Winter").tap()
    expect(page.locator(".standing tbody tr")).to_have_count(8)
    tap_tab(page, "Club")
    page.get_by_role("link", name="Export the club").tap()
    assert b"The last trick was forgotten" in download(page, "Download everything")
    book = load_workbook(io.BytesIO(download(page, "Download results (.xlsx)")), read_only=True)
    assert sum(1 for _row in book.worksheets[0].iter_rows()) == 1 + 59 + 4

    tap_tab(page, "Club")
    page.get_by_role("link", name="Import results").tap()
    page.locator("#done + ul a").tap()
    page.get_by_text("Undo this import").tap()
    page.get_by_role("button", name="Undo import").tap()
    wait_for_job(page, "Import undone: 59 matches removed")
    tap_tab(page, "History")
    expect(page.locator(".matches li")).to_have_count(4)

    # The next day Olga signs in with her passkey alone.
    olga.open("/account/")
    page.get_by_role("button", name="Sign out").tap()
    expect(page).to_have_url(f"{olga.url}/")
    olga.open("/account/login/?next=/account/")
    page.get_by_role("button", name="Sign in with a passkey").tap()
    expect_title(page).to_have_text("Olga")
