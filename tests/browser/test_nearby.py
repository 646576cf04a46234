"""An evening moves from one phone to another where there is no network."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page, expect

from games.engine import Adjustment, PerSide
from scorekeeper.bundles import QR
from scorekeeper.matches import models, replay
from tests.conftest import SAVES_DATA, Phone, cut_off, until
from tests.nightly import by_night

from .sitting import Sitting, Thumb, nothing_waits
from .test_alone import back, begin, new_table, with_engine
from .test_cellar import hand, kept, offline
from .test_menu_and_share import open_menu

pytestmark = pytest.mark.browser

HANDS = 12  # before the network is gone: so many that one code does not hold them

# The camera sees this picture, and nothing else.
CAMERA = """async (picture) => {
  const canvas = document.createElement("canvas");
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  [canvas.width, canvas.height] = [image.width, image.height];
  const draw = () => canvas.getContext("2d").drawImage(image, 0, 0);
  draw();
  setInterval(draw, 50);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
}"""


def open_offline(new_phone: Any, sitting: Sitting, who: str) -> Phone:
    """Somebody's phone with the table open, which keeps all that it takes to show and to read a code."""
    phone: Phone = new_phone(offline=True)
    phone.context.add_init_script(SAVES_DATA)
    page = sitting.open(phone, who)
    library = f"{phone.url}/static/{QR}"
    files = (phone.url + static("offline/nearby.js"), phone.url + static("pages.css"))
    kept(
        page,
        phone.url + sitting.path,
        f"{phone.url}/nearby",
        f"{library}index.js",
        f"{library}decode.js",
        *files,
    )
    cut_off(page)
    return phone


def enter(page: Page, number: int, took: int) -> None:
    """A hand where nobody answers and there is no engine."""
    expect(page.locator("#hand-form input[name=number]")).to_have_value(str(number))
    Thumb(page).say(f"bidder 0, bid 60, took.0 {took}")
    page.locator("#go:not(.waits)").tap()
    expect(page.locator("#hand-form input[name=number]")).to_have_value(str(number + 1))


def pictures(page: Page, folder: Path) -> list[Path]:
    """A picture of each code, as they are shown in turn."""
    found: list[Path] = []
    key = page.get_by_role("button", name="Next code")
    expect(page.locator("#show [role=status]")).to_contain_text("Code 1 of ")
    of = int(page.locator("#show [role=status]").inner_text().split()[-1])
    for n in range(1, of + 1):
        expect(page.locator("#show [role=status]")).to_have_text(f"Code {n} of {of}")
        found.append(folder / f"{n}.png")
        page.locator("#show figure").screenshot(path=found[-1])
        if n < of:
            key.tap()
    if of > 1:
        expect(key).to_be_disabled()
    return found


def open_nearby(phone: Phone, sitting: Sitting) -> Page:
    """The page that shows the codes, by the menu of the table."""
    phone.page.locator("#menu > summary").tap()
    phone.page.locator("#menu details > summary").tap()
    phone.page.get_by_role("link", name="To another phone").tap()
    expect(phone.page).to_have_url(f"{phone.url}/nearby#{sitting.table.code}/1")
    return phone.page


def as_file(page: Page, folder: Path) -> Path:
    """What is shown, as a file."""
    with page.expect_download() as coming:
        page.get_by_role("button", name="Send as a file").tap()
    coming.value.save_as(folder / "log.txt")
    return folder / "log.txt"


def test_hands_of_one_phone_go_on_another_and_stand_once(new_phone: Any, tmp_path: Path) -> None:
    sitting = Sitting("two_hundred")
    for number in range(1, HANDS + 1):
        sitting.write(number, Adjustment(PerSide((-1, -1)), f"hand {number}"))
    ann, bo = open_offline(new_phone, sitting, "Ann"), open_offline(new_phone, sitting, "Bo")
    enter(ann.page, HANDS + 1, 50)
    enter(ann.page, HANDS + 2, 50)
    expect(ann.page.locator("#waiting li")).to_have_count(2)
    codes = pictures(open_nearby(ann, sitting), tmp_path)
    assert len(codes) > 1
    file = as_file(ann.page, tmp_path)

    # The first code by the camera, the others from pictures.
    page = bo.open("/nearby")
    page.evaluate(CAMERA, b64encode(codes[0].read_bytes()).decode())
    page.get_by_role("button", name="Use the camera").tap()
    said = page.locator("#read [role=status]")
    expect(said).to_have_text(f"1 of {len(codes)} read. Show the next code.")
    box = page.locator("#read input[type=file]")
    box.set_input_files(codes[1:])
    expect(said).to_have_text("Done. New on this phone: 2.")
    expect(page.locator("video")).to_be_hidden()
    # The file says the same, and nothing is taken twice; what is spoilt is refused.
    box.set_input_files(file)
    expect(said).to_have_text("Done. New on this phone: 0.")
    (tmp_path / "spoilt.txt").write_text(file.read_text()[:-9])
    box.set_input_files(tmp_path / "spoilt.txt")
    expect(said).to_have_text("This cannot be read. Try again.")
    box.set_input_files(file)
    expect(said).to_have_text("Done. New on this phone: 0.")

    # Both go on from there, each otherwise: then nothing is taken over.
    page.get_by_role("link", name="Open the table").tap()
    expect(page.locator("#waiting li")).to_have_count(2)
    enter(page, HANDS + 3, 50)
    expect(page.locator("#waiting li")).to_have_count(3)
    ann.open(sitting.path)
    enter(ann.page, HANDS + 3, 40)
    expect(ann.page.locator("#waiting li")).to_have_count(3)
    file = as_file(open_nearby(ann, sitting), tmp_path)
    page = bo.open("/nearby")
    box.set_input_files(file)
    expect(said).to_contain_text("This phone has other hands of this game")
    page.get_by_role("link", name="Open the table").tap()
    expect(page.locator("#waiting li")).to_have_count(3)
    expect(page.locator("#waiting li").last).to_contain_text("Ann bid 60, took 50")

    # Back online the hands of both stand once, and what differs is chosen by people.
    back(bo)
    until(sitting.settled(HANDS + 3))
    nothing_waits(page)
    ann.context.set_offline(False)
    ann.open(sitting.path)
    expect(ann.page.locator("#waiting li")).to_have_count(1)
    expect(ann.page.locator("#waiting")).to_contain_text("someone else saved a different hand")
    assert sitting.match.length == HANDS + 3
    for phone in ann, bo:
        phone.complaints[:] = [one for one in phone.complaints if "409" not in one]
        offline(phone)


@by_night
def test_a_game_that_was_begun_without_a_network_moves_too(new_phone: Any, tmp_path: Path) -> None:
    eve, flo = with_engine(new_phone), with_engine(new_phone)
    page = begin(eve)
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    open_menu(page)
    page.get_by_role("link", name="To another phone").tap()
    codes = pictures(page, tmp_path)
    cut_off(flo.page)
    page = flo.open("/nearby")
    page.locator("#read input[type=file]").set_input_files(codes)
    expect(page.locator("#read [role=status]")).to_have_text("Done. New on this phone: 1.")
    page.get_by_role("link", name="Open the table").tap()
    total = page.locator(".total .number")
    expect(total).to_have_text(["70", "30"], timeout=60_000)
    hand(page, 2, bidder=1, bid=65, took=70).save(2)
    expect(total).to_have_text(["100", "100"])
    before = models.Table.objects.count()
    back(flo)
    until(lambda: models.Table.objects.count() == before + 1)
    until(lambda: models.Entry.objects.filter(match__table=new_table()).count() == 2)
    eve.context.set_offline(False)
    eve.open("/")
    expect(eve.page.locator("#kept-alone .quiet")).to_have_count(0)
    page = eve.open(f"/t/{new_table().code}/")
    nothing_waits(page)
    expect(page.locator("#hand-form input[name=number]")).to_have_value("3")
    assert models.Table.objects.count() == before + 1
    state = replay.load_match_state(new_table().matches.get())
    assert [str(one) for one in state.sheet.totals] == ["100", "100"]
    offline(eve)
    offline(flo)
