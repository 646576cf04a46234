"""A secretary's first evening: from a new site without mail to prizes and the full history.

Everything goes through the pages of a real site in its own processes, whose worker runs the long jobs.
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
from .sitting import SAVE, SMALL, Thumb, expect_heading, expect_title, tap_button, tap_link
from .test_club_people import sign_up

PEOPLE = (
    *("Ann Abbott", "Bo Baker", "Cy Carter", "Di Dunn"),
    *("Eve Ellis", "Fay Ford", "Gus Green", "Hal Hunt"),
)
GUEST = "Zoe"


@pytest.fixture
def four_phones(request, new_phone, tmp_path):
    """Provide the secretary's small phone and three others at a new deployed site."""
    with https.deployed(tmp_path) as url:
        phones = [new_phone(**https.PHONE) for _each in range(4)]
        phones[0].page.set_viewport_size(SMALL)
        for phone in phones:
            phone.url = url
        yield phones
    if request.node.stash[FAILED]:
        shutil.copy(tmp_path / "caddy.log", failure_folder(request.node))
    for phone in phones:
        https.drop_own_site_complaints(phone)


def found_club(phone):
    """Sign up and found a club, with a passkey that can sign in without a password."""
    cdp = phone.context.new_cdp_session(phone.page)
    cdp.send("WebAuthn.enable")
    features = ("hasResidentKey", "hasUserVerification", "isUserVerified", "automaticPresenceSimulation")
    options = {"protocol": "ctap2", "transport": "internal", **dict.fromkeys(features, True)}
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page = phone.open("/")
    tap_link(page, "Start a club")
    tap_link(page, "sign up")
    sign_up(page, "Olga")
    expect_title(page, "Owners need two-step sign-in")
    tap_link(page, "Set up a passkey")
    tap_button(page, "Add")
    expect_title(page, "Recovery Codes")
    tap_link(page, "Continue where you were")
    expect_title(page, "Start a club")
    page.get_by_label("Club name").fill("The Misère Club")
    tap_button(page, "Start club")
    expect_title(page, "The Misère Club")
    tap_link(page, "Settings")
    expect_title(page, "Settings")
    return page


def earlier_results():
    """Return three seasons as a spreadsheet with typical typing errors."""
    lines = ["Date;Game;Season;Pair 1;Pair 2;Points 1;Points 2"]
    for year in 2023, 2024, 2025:
        for n in range(20):
            one, two, three, four = (PEOPLE[(n + 2 * k + n // 8) % 8] for k in range(4))
            date = f"{n % 28 + 1}.{n // 28 + 1}.{year}"
            lines.append(f"{date};Two Hundred;{year};{one} & {two};{three} & {four};{200 + n};{n}")
    lines[10] = lines[10].replace(".2023;", ".2O23;")  # a letter for a zero
    lines[30] = lines[30].rpartition(";")[0] + ";"  # a pair without points
    lines.insert(45, lines[44])  # the same match twice
    last = max(n for n, line in enumerate(lines) if PEOPLE[6] in line)
    lines[last] = lines[last].replace(PEOPLE[6], "Gus Greene")  # a misspelt name
    return "\n".join(lines)


def tap_tab(page, name):
    page.get_by_role("navigation", name="Club pages").get_by_role("link", name=name).tap()


def paste_list(page):
    """Paste eight people, one of them twice, and a line that is no name."""
    tap_tab(page, "Club")
    tap_link(page, "Add people")
    page.get_by_label("One person per line").fill("\n".join([*PEOPLE, PEOPLE[3], "x" * 60]))
    tap_button(page, "Check the list")
    expect_heading(page, "8 new players")
    expect(page.get_by_text("Twice in this list, added once: Di Dunn")).to_be_visible()
    page.get_by_label("Line 10").fill("")
    tap_button(page, "Add to the club")
    # The page shows invitations to cut apart, for people without an email address.
    expect(page.locator("svg.qr")).to_have_count(8)
    tap_tab(page, "Players")
    expect(page.locator(".people-list li")).to_have_count(9)


def wait_for_job(page, heading):
    expect(page.get_by_role("heading", name=heading)).to_be_visible(timeout=60_000)


def import_three_seasons(page):
    tap_tab(page, "Club")
    tap_link(page, "Import results")
    page.get_by_label("Or paste its text").fill(earlier_results())
    tap_button(page, "Check the file")
    wait_for_job(page, "2 lines have a problem")
    page.get_by_label("Line 11").fill(earlier_results().splitlines()[10].replace("2O23", "2023"))
    tap_button(page, "Check again")
    wait_for_job(page, "1 line has a problem")
    tap_button(page, "Leave out 1 line")
    expect(page.get_by_text("Line 46 says the same as one above")).to_be_visible(timeout=60_000)
    tap_button(page, "Leave out", exact=True)
    page.locator("label.key", has_text=f"This is {PEOPLE[6]}").tap(timeout=60_000)
    tap_button(page, "Import 59 matches")
    wait_for_job(page, "59 matches imported")


def open_season(page):
    tap_tab(page, "Nights")
    expect(page.locator("#seasons + ul li")).to_have_count(3)
    tap_link(page, "New season")
    page.get_by_label("Name", exact=True).fill("Winter")
    tap_button(page, "Save season")


def set_up_night(page):
    """Set up tonight: two tables, two rounds of one hand; Hal is ill, and a guest replaces him."""
    tap_tab(page, "Nights")
    tap_link(page, "New night")
    page.locator("a.game[href$='game=two_hundred']").tap()
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("Hands per round").fill("1")
    tap_button(page, "Next: who is here?")
    for name in PEOPLE[:7]:
        page.locator("label.key", has=page.get_by_text(name, exact=True)).tap()
    page.get_by_label("Guests, one per line").fill(GUEST)
    tap_button(page, "Add", exact=True)
    expect_heading(page, "8 are here")
    tap_button(page, "Continue")
    tap_button(page, "Draw round 1")
    expect_heading(page, "Table 2")


def open_wall(page):
    """Open the wall display of the night in another tab."""
    wall = page.context.new_page()
    wall.set_viewport_size({"width": 1280, "height": 800})
    wall.goto(page.url + "wall")
    expect_heading(wall, "Table 2")
    return wall


def card_urls_of_tables(page):
    tap_link(page, "Print table cards")
    links = page.locator(".table-cards a")
    expect(links).to_have_count(2)
    urls = [str(link.get_attribute("href")) for link in links.all()]
    tap_link(page, "Back to the night")
    return urls


def scan_card(phone, card):
    page = phone.open(card)
    expect_title(page, "Who are you?")
    page.locator(".people-keys button").first.tap()
    expect(page.locator("#sheet")).to_have_attribute("data-role", "scores")
    return page


def play_hand(page, bid, took):
    thumb = Thumb(page)
    thumb.answer(f"bidder 0, bid {bid}, took.0 {took}")
    thumb.tap(page.locator(SAVE))
    expect(page.locator("#rows")).to_contain_text(str(took))


def mark_guest_absent_and_undo(page, guest, join_url):
    """Let the guest join by the wall's QR code; mark the guest absent by mistake, and undo that."""
    guest_page = guest.open(join_url)
    guest_page.locator(".by-name a", has_text=GUEST).tap()
    expect(guest_page.get_by_text("You sit at table")).to_be_visible()
    tap_link(page, re.compile("^Who is here"))
    tap_button(page, re.compile(f"^Leaves.*{GUEST}$"))
    expect(page.get_by_text(f"Left: {GUEST}")).to_be_visible()
    tap_button(page, GUEST, exact=True)
    expect_heading(page, "8 are here")
    tap_button(page, "Continue")


def end_round(page, number):
    tap_link(page, "End the round")
    tap_button(page, f"End round {number}")
    expect_heading(page, f"Round {number} of 2 · Over")


def enter_totals(page):
    tap_link(page, "Enter totals")
    page.locator("#t1-0").fill("41")
    page.locator("#t1-1").fill("15")
    tap_button(page, "Save totals")
    expect_heading(page, "Round 2 of 2")


def read_prizes(page):
    tap_button(page, "End the night and show prizes")
    expect_heading(page, "Prizes")
    expect(page.locator(".prizes dt", has_text="First prize")).to_be_visible()
    expect(page.locator(".standing tbody tr")).to_have_count(8)
    return page.locator(".prizes .card").all_inner_texts()


def correct_hand(page):
    tap_tab(page, "History")
    page.locator(".matches a").first.tap()
    tap_button(page, "Edit", exact=True)
    page.locator("table.sheet th .reasons-link").last.tap()
    page.locator("#reasons").get_by_role("link", name="Edit", exact=True).tap()
    expect(page).to_have_url(re.compile("/amend"))  # the previous page has the same inputs
    Thumb(page).change("took.0 100")
    enter_reason(page, "The last trick was forgotten")
    page.locator("#save", has_text="Save").tap()
    expect(page.locator("#rows")).to_contain_text("100")


def download(page, file):
    with page.expect_download() as download_info:
        tap_link(page, file)
    return Path(download_info.value.path()).read_bytes()


@pytest.mark.timeout(300)
def test_the_first_evening(four_phones, tmp_path):
    olga, *scorers, guest = four_phones
    page = found_club(olga)
    paste_list(page)
    import_three_seasons(page)
    open_season(page)
    set_up_night(page)
    wall = open_wall(page)
    card_urls = card_urls_of_tables(page)
    for n, scorer in enumerate(scorers):
        play_hand(scan_card(scorer, card_urls[n]), 60, 60 + 5 * n)
        expect(wall.locator(".wall-table", has_text=f"Table {n + 1}")).to_contain_text(str(60 + 5 * n))
    mark_guest_absent_and_undo(page, guest, card_urls[0].partition("table/")[0])
    end_round(page, 1)
    expect(guest.page.get_by_text("The next one will be drawn soon.")).to_be_visible()
    tap_button(page, "Draw round 2")
    expect(guest.page.get_by_text("You sit at table")).to_be_visible()
    # A phone that lost its data returns by scanning the card on its table.
    scorers[1].context.clear_cookies()
    play_hand(scan_card(scorers[1], card_urls[1]), 60, 70)
    enter_totals(page)
    end_round(page, 2)
    announced = read_prizes(page)
    expect(wall.get_by_text("First prize")).to_be_visible()
    correct_hand(page)

    # The announced prizes stay, beside the corrected ones; the club's page says why the two differ.
    tap_link(page, "All tables")
    page.get_by_role("link", name="Standings and prizes").first.tap()
    expect_heading(page, "Standings as announced")
    assert page.locator("#prizes + dl .card").all_inner_texts() == announced
    page.evaluate("window.print = () => { window.printed = true }")
    tap_button(page, "Print")
    page.wait_for_function("() => window.printed")
    tap_tab(page, "Club")
    expect(page.locator("#changes + ul")).to_contain_text("The last trick was forgotten")

    # The season's standings, and the exports of the club with the evening and the earlier seasons.
    tap_tab(page, "Nights")
    page.locator("#seasons + ul a", has_text="Winter").tap()
    expect(page.locator(".standing tbody tr")).to_have_count(8)
    tap_tab(page, "Club")
    tap_link(page, "Export the club")
    assert b"The last trick was forgotten" in download(page, "Download everything")
    book = load_workbook(io.BytesIO(download(page, "Download results (.xlsx)")), read_only=True)
    assert sum(1 for _row in book.worksheets[0].iter_rows()) == 1 + 59 + 4  # header, imported, tonight

    tap_tab(page, "Club")
    tap_link(page, "Import results")
    page.locator("#done + ul a").tap()
    page.get_by_text("Undo this import").tap()
    tap_button(page, "Undo import")
    wait_for_job(page, "Import undone: 59 matches removed")
    tap_tab(page, "History")
    expect(page.locator(".matches li")).to_have_count(4)

    # The next day Olga signs in with her passkey alone.
    olga.open("/account/")
    tap_button(page, "Sign out")
    expect(page).to_have_url(f"{olga.url}/")
    olga.open("/account/login/?next=/account/")
    tap_button(page, "Sign in with a passkey")
    expect_title(page, "Olga")
