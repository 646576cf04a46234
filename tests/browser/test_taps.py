"""With one thumb: how many taps an ordinary hand takes, on the smallest phones, and nothing scrolls."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from games import every_game
from games.engine import Adjustment, PerSide
from tests.conftest import Phone, until
from tests.nightly import NIGHTLY

from .sitting import NAMES, Sitting, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.looks]

THREE = NAMES[:3]
SMALL, SMALLEST = {"width": 360, "height": 600}, {"width": 320, "height": 568}


class Ordinary(NamedTuple):
    """An ordinary hand of a game, answer by answer, and the taps it takes with the one that saves."""

    slug: str
    answers: str
    taps: int
    totals: list[int]
    names: tuple[str, ...] = THREE
    preset: str = ""


ORDINARY = (
    Ordinary("two_hundred", "bidder 1, bid 60, took.1 70", 4, [30, 70], NAMES),
    Ordinary("five_hundred", "bidder 2, level+trumps 8+hearts, tricks.0 9", 4, [300, 10], NAMES),
    Ordinary("big_two", "winner 0, left.1 3, left.2 7, left.3 1", 5, [11, -3, -7, -1], NAMES),
    Ordinary(
        "skat", "declarer 1, game clubs, matadors+without 2+no, points 9 1", 6, [0, 48, 0], preset="simple"
    ),
    Ordinary("ninety_nine", "bids.0 3, bids.1 2, bids.2 4, tricks.0 3, tricks.1 4", 6, [33, 4, 2]),
    Ordinary("sergeant_major", "tricks.0 9, tricks.1 5", 3, [1, 2, -3]),
    Ordinary("go_fish", "books.0 5, books.1 6", 3, [5, 6, 2]),
    Ordinary("old_maid", "maid 2", 2, [0, 0, 1]),
    # 50 cannot be at a hole: the next player is asked for.
    Ordinary("golf", "points.0 1 7, points.1 5, points.2 2", 5, [17, 5, 2]),
    # Bo went out: he has none left, and is not asked.
    Ordinary("rummy", "winner 1, left.0 10s 5 next, left.2 A 9", 7, [0, 25, 0]),
    Ordinary("crazy_eights", "winner 2, left.0 8 next, left.1 10s", 5, [0, 0, 60]),
    # One more than in entry.md: of 0 to 98 not each has a key, and most of what is left has two digits.
    Ordinary("gin_rummy", "knocker 0, knocker_deadwood 4, defender_deadwood 2 3", 5, [19, 0], NAMES[:2]),
    # Eight in entry.md: but what was laid and what is held decide alike, six numbers of ten digits.
    Ordinary(
        "rummy_500",
        "laid.0 5 5 next, held.0 5 next, laid.1 4 0 next, held.1 0, laid.2 1 0 next, held.2 3 0",
        15,
        [50, 40, -20],
    ),
    # Ann's bank: what each of the others bets, and how much; then who won.
    Ordinary("baccarat", "on.1 punto, stake.1 10, on.2 banco, stake.2 20, winner punto", 6, [10, 10, -20]),
    Ordinary("let_it_ride", "kept.1 1, hand.1 no_pay, kept.2 1, hand.2 no_pay", 5, [2, -1, -1]),
    Ordinary("tally", "points.0 1 2 next, points.1 7 next, points.2 0 next", 8, [12, 7, 0]),
)


def test_there_is_an_ordinary_hand_of_every_game() -> None:
    assert {one.slug for one in ORDINARY} == set(every_game())


def hidden_text(page: Page) -> list[str]:
    """What the keys cover while a question is open, and a sentence of more than two lines."""
    wrong: list[str] = page.evaluate(
        """() => {
            const top = document.querySelector(".keyboard").getBoundingClientRect().top;
            const open = document.querySelector(".step.asked");
            const sentence = document.querySelector("#sentence");
            const told = [sentence, ...document.querySelectorAll("#preview > p, #preview li")];
            const wrong = told.filter((e) => open && e.checkVisibility({ visibilityProperty: true }))
                .filter((e) => e.getBoundingClientRect().bottom > top + 1)
                .map((e) => `covered: ${e.textContent}`);
            const lines = sentence.offsetHeight / sentence.querySelector(".chip").offsetHeight;
            return [...wrong, ...(lines > 2.4 ? [`${lines} lines: ${sentence.textContent}`] : [])];
        }"""
    )
    return wrong


def slowly(route: Route) -> None:
    time.sleep(0.4)
    route.continue_()


@pytest.mark.parametrize("hand", ORDINARY, ids=[one.slug for one in ORDINARY])
def test_an_ordinary_hand_takes_few_taps_and_nothing_scrolls(phone: Phone, hand: Ordinary) -> None:
    """On both small phones, by day on one of them; on the smaller each answer takes 400 ms more."""
    for size in (SMALL, SMALLEST) if NIGHTLY else ((SMALL, SMALLEST)[ORDINARY.index(hand) % 2],):
        phone.page.set_viewport_size(size)
        sitting = Sitting(hand.slug, hand.preset, hand.names)
        page = sitting.open(phone, "Ann")
        if size is SMALLEST:
            page.route("**/preview", slowly)
        page.evaluate(
            """() => {
                window.scrolled = 0;
                document.addEventListener("scroll", () => scrolled++, true);
            }"""
        )
        thumb = Thumb(page)
        for answer in hand.answers.split(", "):
            assert hidden_text(page) == [], (size, answer)
            thumb.say(answer)
        assert hidden_text(page) == [], size
        thumb.on(page.locator("#go", has_text="Save:"))
        assert thumb.taps == hand.taps
        assert page.evaluate("[scrolled, scrollY]") == [0, 0], size
        expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
        assert sitting.totals == hand.totals
        page.unroute("**/preview")


@pytest.mark.parametrize(("key", "worth"), [("Misère", 250), ("Open misère", 500)])
def test_a_misere_is_its_key_two_answers_and_the_key_that_saves(phone: Phone, key: str, worth: int) -> None:
    """Whether it was open decides: each of the two has its key, and neither is taken for granted."""
    sitting = Sitting("five_hundred")
    page = sitting.open(phone, "Ann")
    thumb = Thumb(page)
    for title in dict.fromkeys((*{"Misère", "Open misère"} - {key}, key)):  # changed one's mind
        page.locator(".kinds label.key").filter(has=page.get_by_text(title, exact=True)).tap()
    thumb.taps = 1
    thumb.say("bidder 1, made yes")
    thumb.on(page.locator("#go", has_text="Save:"))
    assert thumb.taps == 4
    until(sitting.settled(1))
    assert sitting.totals == [0, worth]


@pytest.mark.parametrize("slug", ["two_hundred", "five_hundred", "skat"])
def test_everyone_passed_is_one_tap_and_save(phone: Phone, slug: str) -> None:
    names = THREE if slug == "skat" else NAMES
    sitting = Sitting(slug, names=names)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.on(thumb.page.locator(".kinds label.key", has_text="Everyone passed"))
    thumb.save(1)
    assert thumb.taps == 2
    assert sitting.match.length == 1


def test_undo_is_one_tap(phone: Phone) -> None:
    sitting = Sitting("five_hundred", hands=({"kind": "passed_in"},))
    page = sitting.open(phone, "Ann")
    Thumb(page).on(page.get_by_role("button", name="Undo: Hand 1"))
    expect(page.locator("#talk")).to_contain_text("Hand 1 deleted")
    expect(page.locator("#entry-title")).to_have_text("Hand 1")
    expect(page.locator("#rows tbody:not(.struck)")).to_have_count(0)
    assert sitting.totals == [0, 0]


@pytest.mark.parametrize(
    ("points", "value", "asked"),
    [("8 0", "with 1, game 2 × 24 = 48", 1), ("9 1", "with 1, game 2, schneider 3 × 24 = 72", 0)],
)
def test_skat_asks_for_the_bid_only_where_it_matters(
    phone: Phone, points: str, value: str, asked: int
) -> None:
    """A game worth less than 60 may have been overbid; one worth more hardly ever."""
    thumb = Thumb(Sitting("skat", "simple", THREE).open(phone, "Ann"))
    thumb.say(f"declarer 1, game grand, matadors+without 1+no, points {points}")
    expect(thumb.page.locator("#preview")).to_contain_text(value)
    expect(thumb.page.locator(".extras [data-open=bid]")).to_have_count(asked)


@pytest.mark.parametrize(
    ("slug", "says"),
    [("ninety_nine", "Declared or revealed? Neither"), ("big_two", "The winner's last play: Ordinary")],
)
def test_a_small_key_says_its_answer_after_its_question(phone: Phone, slug: str, says: str) -> None:
    names = THREE if slug == "ninety_nine" else NAMES
    page = Sitting(slug, "", names).open(phone, "Ann")
    expect(page.locator(".extras")).to_contain_text(says)


def test_no_key_moves_while_a_number_is_typed(phone: Phone) -> None:
    """A small key that matters no more rests in its place: without it the pad would move under the thumb."""
    page = Sitting("skat", "simple", THREE).open(phone, "Ann")
    thumb = Thumb(page)
    thumb.say("declarer 1, game grand, matadors+without 1+no")
    bid, digit = page.locator(".extras [data-open=bid]"), page.locator("#pad [data-put='9']")
    expect(bid).to_be_enabled()
    stood = digit.bounding_box()
    thumb.on(digit)
    expect(bid).to_be_disabled()
    assert digit.bounding_box() == stood


def test_a_deal_of_rummy_counts_card_by_card_or_by_totals(phone: Phone) -> None:
    sitting = Sitting("rummy", "", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.say("winner 1, left.0 10s 10s 5")
    expect(thumb.page.locator("#pad .added")).to_have_text("10s + 10s + 5 = 25 · 3 cards")
    thumb.pad("next")
    thumb.asked("left.2")
    thumb.pad("turn 1 4")  # the phone remembers how it likes to count
    thumb.save(1)
    assert sitting.totals == [0, 39, 0]
    thumb.say("winner 1, left.0 2 5, left.2 1 next")
    thumb.save(2)
    assert sitting.totals == [0, 65, 0]


def test_a_bet_at_baccarat_lies_there_for_the_next_coup(phone: Phone) -> None:
    sitting = Sitting("baccarat", "", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.say("on.1 punto, stake.1 10, on.2 banco, stake.2 20, winner punto")
    thumb.save(1)
    # Bo's bank now: Cy's chips still lie on Banco, and the coup is two taps.
    expect(thumb.page.locator("[data-kind=coup] input[name='on.2'][value=banco]")).to_be_checked()
    thumb.say("winner punto")
    thumb.save(2)
    assert thumb.taps == 6 + 2
    assert sitting.totals == [10, 30, -40]


def test_a_double_tap_answers_one_question(phone: Phone) -> None:
    """A key that has just appeared takes no finger that was already on its way."""
    page = Sitting("big_two").open(phone, "Ann")
    key = page.locator("label.key:has(input[name=winner][value='0'])")
    box = key.bounding_box()
    assert box
    hit = page.evaluate(
        """([x, y]) => [1, 2].map(() => {
            const hit = document.elementFromPoint(x, y).closest("label, button");
            hit?.click();
            return hit?.textContent.trim();
        })""",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert hit == ["Ann", None]
    Thumb(page).say("left.1 3")  # a moment later it does


def test_what_was_said_is_one_tap_from_being_changed(phone: Phone) -> None:
    sitting = Sitting("five_hundred")
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.say("bidder 2, level+trumps 8+hearts, tricks.0 9")
    thumb.on(thumb.page.locator("#sentence .chip[data-open=bidder]"))
    thumb.say("bidder 1")
    thumb.save(1)
    assert sitting.totals == [90, -300]  # 8 ♥ is Bo's now, and his side took one trick


def text_cut(page: Page) -> list[str]:
    """Keys that are asked now whose text does not fit into them."""
    cut: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".keyboard :is(.key, button)")]
            .filter((e) => e.offsetParent && !e.closest(".visually-hidden"))
            .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
            .map((e) => e.textContent.trim())"""
    )
    return cut


def test_with_text_twice_as_large_nothing_is_cut_and_save_is_reached(new_phone: Any) -> None:
    phone = new_phone(viewport=SMALL, bypass_csp=True)
    for hand in ORDINARY:
        page = Sitting(hand.slug, hand.preset, hand.names).open(phone, "Ann")
        page.add_style_tag(content="html { font-size: 212.5% !important }")
        thumb = Thumb(page)
        for answer in hand.answers.split(", "):
            assert text_cut(page) == [], (hand.slug, answer)
            assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], hand.slug
            thumb.say(answer)
        go = page.locator("#go", has_text="Save:")
        go.scroll_into_view_if_needed()
        expect(go).to_be_in_viewport(ratio=0.9)
        assert text_cut(page) == [], hand.slug


def test_every_key_is_large_enough_for_a_thumb_and_nothing_sticks_out(phone: Phone) -> None:
    for hand in ORDINARY:
        page = Sitting(hand.slug, hand.preset, hand.names).open(phone, "Ann")
        thumb = Thumb(page)
        for answer in hand.answers.split(", "):
            small = page.evaluate(
                """() => [...document.querySelectorAll("a, button, label.key, summary")]
                    .filter((e) => e.offsetParent && !e.closest(".skip, [aria-hidden=true]"))
                    .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
                    .filter(([, box]) => box.width < 44 || box.height < 44)
                    .map(([html, box]) => `${html}: ${box.width} × ${box.height}`)"""
            )
            assert small == [], (hand.slug, answer)
            assert page.evaluate("() => document.documentElement.scrollWidth") == 360
            thumb.say(answer)


def test_what_decides_is_asked_before_the_cards_are_counted(phone: Phone) -> None:
    """200, with a side at 100: whether the defenders bid decides, and is not taken for granted."""
    sitting = Sitting("two_hundred")
    sitting.write(1, Adjustment(PerSide((100, 0)), "so far"))
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.say("bidder 1, bid 60")
    thumb.asked("defender_bid")
    expect(thumb.page.locator("#go")).to_have_text("2 to answer")
    thumb.say("defender_bid yes, took.1 70")
    thumb.save(2)
    assert sitting.totals == [130, 70]


def test_how_many_are_still_to_be_answered_stands_on_the_key_that_saves(phone: Phone) -> None:
    """And the key itself leads to the first of them; nothing is sent."""
    sitting = Sitting("skat", "simple", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    go = thumb.page.locator("#go")
    thumb.say("declarer 1, game clubs, matadors+without 2+no, points 1 2 0")
    thumb.asked("tricks")  # with all the card points, the tricks decide
    expect(go).to_have_text("1 to answer")
    thumb.on(thumb.page.locator("#sentence .chip[data-open=game]"))
    thumb.on(go)
    thumb.asked("tricks")
    assert sitting.match.length == 0
    thumb.say("tricks some")
    thumb.save(1)
    assert sitting.totals == [0, 48, 0]


def test_a_question_that_a_half_typed_number_raised_goes_with_the_whole_number(phone: Phone) -> None:
    """Of 9 card points the tricks decide; of 91 they do not."""
    sitting = Sitting("skat", "simple", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.say("declarer 1, game clubs, matadors+without 2+no, points 9")
    expect(thumb.page.locator("#go")).to_have_text("1 to answer")  # the site has seen the 9
    thumb.pad("1")
    thumb.save(1)
    assert sitting.totals == [0, 48, 0]


def test_more_matadors_than_four_are_a_key_behind_a_key(phone: Phone) -> None:
    sitting = Sitting("skat", "simple", THREE)
    thumb = Thumb(sitting.open(phone, "Ann"))
    thumb.say("declarer 1, game clubs")
    thumb.asked("matadors")
    thumb.on(thumb.page.locator(".step.asked details.more summary"))
    thumb.say("matadors+without 5+yes, points 7 0")
    expect(thumb.page.locator("#sentence")).to_contain_text("without 5")
    expect(thumb.page.locator("#preview")).to_contain_text("without 5, game 6")
    thumb.save(1)
    assert sitting.totals == [0, 72, 0]


@pytest.mark.parametrize(("slug", "seats"), [("rummy_500", 5), ("tally", 6)])
def test_a_long_sentence_stands_in_two_lines_and_each_of_its_answers_is_within_reach(
    phone: Phone, slug: str, seats: int
) -> None:
    """Those that find no room stand behind a key on to them."""
    phone.page.set_viewport_size(SMALLEST)
    names = (*NAMES, "Eve", "Flo")[:seats]
    thumb = Thumb(Sitting(slug, "", names).open(phone, "Ann"))
    page = thumb.page
    several = ("laid", "held") if slug == "rummy_500" else ("points",)
    boxes = [f"{box}.{seat}" for seat in range(seats) for box in several]
    for box in boxes:
        assert hidden_text(page) == [], box
        # Of three digits there are no more at 500 Rum: it goes on by itself.
        thumb.say(f"{box} 0" if box == "held.0" else f"{box} 1 2 3{' next' if slug == 'tally' else ''}")
    expect(page.locator(".step.asked")).to_have_count(0)
    seen = set()
    for _time in boxes:
        assert hidden_text(page) == []
        seen |= set(page.locator("#sentence .chip").evaluate_all("all => all.map((e) => e.dataset.open)"))
        if not page.locator("#sentence .chip.more:first-child").count():
            break
        page.locator("#sentence .chip").first.tap()
        expect(page.locator(".step.asked")).to_be_visible()
    assert seen >= set(boxes)
