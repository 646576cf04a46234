"""Taps that an ordinary hand takes with one thumb, on the smallest phones and without scrolling."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from games import every_game
from tests.conftest import wait_until_idle
from tests.nightly import NIGHTLY

from .fake_match import NAMES, FakeMatch
from .fingers import Finger
from .sitting import SAVE, SMALL, SMALLEST, Thumb, expect_hand, scroll_width, set_text_size
from .test_within_reach import small_targets

pytestmark = pytest.mark.sqlite_only

THREE = NAMES[:3]


class OrdinaryHand(NamedTuple):
    """An ordinary hand of a game: its answers, its taps including Save, and the totals after it."""

    slug: str
    answers: str
    taps: int
    totals: list[int]
    names: tuple[str, ...] = THREE
    preset: str = ""


ORDINARY_HANDS = (
    OrdinaryHand("two_hundred", "bidder 1, bid 60, took.1 70", 4, [30, 70], NAMES),
    OrdinaryHand("five_hundred", "bidder 2, level+trumps 8+hearts, tricks.0 9", 4, [300, 10], NAMES),
    OrdinaryHand("big_two", "winner 0, left.1 3, left.2 7, left.3 1", 5, [11, -3, -7, -1], NAMES),
    OrdinaryHand(
        "skat", "declarer 1, game clubs, matadors+without 2+no, points 9 1", 6, [0, 48, 0], preset="simple"
    ),
    OrdinaryHand("ninety_nine", "bids.0 3, bids.1 2, bids.2 4, tricks.0 3, tricks.1 4", 6, [33, 4, 2]),
    OrdinaryHand("sergeant_major", "tricks.0 9, tricks.1 5", 3, [1, 2, -3]),
    OrdinaryHand("go_fish", "books.0 5, books.1 6", 3, [5, 6, 2]),
    OrdinaryHand("old_maid", "maid 2", 2, [0, 0, 1]),
    # No hole scores 50, so the next player is asked after two digits.
    OrdinaryHand("golf", "points.0 1 7, points.1 5, points.2 2", 5, [17, 5, 2]),
    # Bo went out, so he is not asked for cards left.
    OrdinaryHand("rummy", "winner 1, left.0 10s 5 next, left.2 A 9", 7, [0, 25, 0]),
    OrdinaryHand("crazy_eights", "winner 2, left.0 8 next, left.1 10s", 5, [0, 0, 60]),
    # Not every number from 0 to 98 has a key, so the defender's deadwood is typed.
    OrdinaryHand("gin_rummy", "knocker 0, knocker_deadwood 4, defender_deadwood 2 3", 5, [19, 0], NAMES[:2]),
    # Cards laid and cards held both count: six numbers with ten digits.
    OrdinaryHand(
        "rummy_500",
        "laid.0 5 5 next, held.0 5 next, laid.1 4 0 next, held.1 0, laid.2 1 0 next, held.2 3 0",
        15,
        [50, 40, -20],
    ),
    # Ann holds the bank: the form asks for the others' bets and stakes, then for the winner.
    OrdinaryHand(
        "baccarat", "on.1 punto, stake.1 10, on.2 banco, stake.2 20, winner punto", 6, [10, 10, -20]
    ),
    OrdinaryHand("let_it_ride", "kept.1 1, hand.1 no_pay, kept.2 1, hand.2 no_pay", 5, [2, -1, -1]),
    OrdinaryHand("tally", "points.0 1 2 next, points.1 7 next, points.2 0 next", 8, [12, 7, 0]),
)


# Games whose forms differ in shape: numbers with a known sum, cards that are added up, several questions to
# each player, bets.
SHAPES = ("two_hundred", "rummy", "ninety_nine", "baccarat")
HANDS_OF_EACH_SHAPE = [hand for hand in ORDINARY_HANDS if NIGHTLY or hand.slug in SHAPES]


def test_every_game_has_an_ordinary_hand():
    assert {hand.slug for hand in ORDINARY_HANDS} == set(every_game())


def hidden_text(page):
    """Return texts that the keys cover while a question is open, and a sentence that is shortened."""
    return page.evaluate(
        """() => {
            const top = document.querySelector(".keyboard").getBoundingClientRect().top;
            const open = document.querySelector(".step.asked");
            const sentence = document.querySelector("#sentence");
            const texts = [sentence, ...document.querySelectorAll("#preview > p, #preview li")];
            const wrong = texts.filter((e) => open && e.checkVisibility({ visibilityProperty: true }))
                .filter((e) => e.getBoundingClientRect().bottom > top + 1)
                .map((e) => `covered: ${e.textContent}`);
            return [...wrong, ...(sentence.textContent.includes("…") ? [sentence.textContent] : [])];
        }"""
    )


@pytest.mark.parametrize("hand", ORDINARY_HANDS, ids=[hand.slug for hand in ORDINARY_HANDS])
def test_an_ordinary_hand_takes_few_taps_and_nothing_scrolls(form_page, hand):
    """Check at both small sizes, or at one if not nightly; at the smaller, previews take 400 ms more."""
    sizes = SMALL, SMALLEST
    for size in sizes if NIGHTLY else [sizes[ORDINARY_HANDS.index(hand) % 2]]:
        form_page.set_viewport_size(size)
        match = FakeMatch(hand.slug, hand.preset, hand.names)
        page = match.open(form_page)
        match.latency = 0.4 if size is SMALLEST else 0
        page.evaluate(
            """() => {
                window.scrolled = 0;
                document.addEventListener("scroll", () => scrolled++, true);
            }"""
        )
        thumb = Thumb(page, wait_for_idle=size is not SMALLEST)
        for answer in hand.answers.split(", "):
            assert hidden_text(page) == small_targets(page, 44) == [], (size, answer)
            assert scroll_width(page) == size["width"]
            thumb.answer(answer)
        expect(page.locator(SAVE)).to_be_visible()  # with the preview
        assert hidden_text(page) == [], size
        thumb.tap(page.locator(SAVE))
        assert thumb.taps == hand.taps
        assert page.evaluate("[scrolled, scrollY]") == [0, 0], size
        expect_hand(page, 2)
        assert match.totals == hand.totals


def test_rare_kind_of_hand_takes_its_key_its_answers_and_save(form_page):
    """Check that closed and open misère have a key each, and neither is the default."""
    match = FakeMatch("five_hundred")
    page = match.open(form_page)
    thumb = Thumb(page)

    def choose_kind(title):
        thumb.tap(page.locator(".kinds label.key").filter(has=page.get_by_text(title, exact=True)))

    choose_kind("Everyone passed")
    thumb.save(1)
    for hands, (dropped_kind, title) in enumerate(
        (("Open misère", "Misère"), ("Misère", "Open misère")), start=2
    ):
        choose_kind(dropped_kind)
        choose_kind(title)
        thumb.answer("bidder 1, made yes")
        thumb.tap(page.locator(SAVE))
        expect(page.locator("#rows tbody")).to_have_count(hands)
    assert thumb.taps == 2 + 5 + 5
    assert match.totals == [0, 250 + 500]


def test_no_key_moves_while_a_number_is_typed(form_page):
    page = FakeMatch("skat", "simple", THREE).open(form_page)
    thumb = Thumb(page)
    thumb.answer("declarer 1, game grand, matadors+without 1+no")
    digit = page.locator("#pad [data-put='9']")
    before = digit.bounding_box()
    thumb.tap(digit)
    wait_until_idle(page)
    assert digit.bounding_box() == before


def test_a_deal_of_rummy_counts_card_by_card_or_by_totals(form_page):
    match = FakeMatch("rummy", "", THREE)
    thumb = Thumb(match.open(form_page))
    thumb.answer("winner 1, left.0 10s 10s 5")
    expect(thumb.page.locator("#pad .added")).to_have_text("10s + 10s + 5 = 25 · 3 cards")
    thumb.tap_pad("next")
    thumb.expect_question("left.2")
    thumb.tap_pad("turn 1 4")  # the phone remembers its mode of counting
    thumb.save(1)
    assert match.totals == [0, 39, 0]
    thumb.answer("winner 1, left.0 2 5, left.2 1 next")
    thumb.save(2)
    assert match.totals == [0, 65, 0]


def test_one_tap_repeats_the_bets_of_the_previous_coup(form_page):
    match = FakeMatch("baccarat", "", THREE)
    page = match.open(form_page)
    thumb = Thumb(page)
    thumb.answer("on.1 punto, stake.1 10, on.2 banco, stake.2 20, winner punto")
    thumb.save(1)
    # Bo holds the bank now: Cy may bet as before, and Ann, who held the bank, is asked.
    assert page.locator(".kind:not([hidden]) .step[data-must] input:checked").count() == 0
    expect(page.locator(".repeat-offer li:visible")).to_have_text([re.compile("Cy Banco, Stake 20")])
    thumb.tap(page.locator("[data-repeat]"))
    thumb.answer("on.0 punto, stake.0 5, winner punto")
    expect(page.locator("#sentence")).to_contain_text("Cy Banco")
    expect(page.locator("#sentence")).to_contain_text("Cy 20")
    thumb.save(2)
    assert thumb.taps == 6 + 5
    assert match.totals == [15, 25, -40]
    # Cy holds the bank: Ann changes her bet, and Bo has no bet to repeat.
    thumb.tap(page.locator("[data-no-repeat]"))
    thumb.answer("on.0 banco, stake.0 1, on.1 banco, stake.1 2, winner punto")
    thumb.save(3)
    assert match.totals == [14, 23, -37]


THREE_CARD_BONUS = {"three_card_bonus": "A_50_40_30_6_4_1"}


@pytest.mark.parametrize("players", [4, 6] if NIGHTLY else [6])
@pytest.mark.parametrize("slug", ["baccarat", "let_it_ride"])
def test_small_phone_shows_save_and_whose_bet_is_asked_for(form_page, slug, players):
    names = ("Margaret", "Christopher", "Jessica", "Di", "Eve", "Fay")[:players]
    bettors = players - 1
    if slug == "baccarat":
        house, tie = {}, [0, 0, 2, *[0] * (players - 3)]
        on, stake = [None, *["punto"] * bettors], [0, *[10] * bettors]
        bet = {"kind": "coup", "on": on, "stake": stake, "tie": tie, "winner": "punto"}
    else:
        house, kept, bonus = THREE_CARD_BONUS, [None, *[1] * bettors], [0, *[2] * bettors]
        bet = {"kind": "round", "kept": kept, "hand": ["no_pay"] * players, "three_card": bonus}
    match = FakeMatch(slug, "", names, house=house, hands=(bet,))
    form_page.set_viewport_size(SMALL)
    page = match.open(form_page)
    thumb = Thumb(page)

    def expect_in_sight():
        expect(page.locator("#save")).to_be_in_viewport(ratio=1)
        legend = page.locator(".step.asked legend")
        if page.locator(".step.asked[data-side]").count():
            assert any(name in legend.inner_text() for name in names)
        sentence_bottom = page.locator("#sentence").evaluate("(line) => line.getBoundingClientRect().bottom")
        keyboard_top = page.locator(".keyboard").evaluate("(keys) => keys.getBoundingClientRect().top")
        assert sentence_bottom <= keyboard_top

    expect(page.locator(".repeat-offer li:visible")).to_have_count(players - 2)
    expect_in_sight()
    thumb.tap(page.locator("[data-repeat]"))
    if slug == "baccarat":
        assert page.locator("input[name='tie.2']:checked").get_attribute("value") == "2"
    while page.locator(".step.asked").count():
        expect_in_sight()
        answer_with_second_key(thumb)
        wait_until_idle(page)  # the preview asks for each player's own three cards
    expect_in_sight()
    for name in names[2:]:
        expect(page.locator("#sentence")).to_contain_text(name)
    thumb.tap(page.locator("#save"))
    expect_hand(page, 3)


def answer_with_second_key(thumb):
    step = thumb.page.locator(".step.asked").get_attribute("data-step")
    thumb.tap(thumb.page.locator(".step.asked label.key:visible").nth(1))
    expect(thumb.page.locator(f".step.asked[data-step='{step}']")).to_have_count(0)


def test_saving_before_the_preview_asks_open_questions(form_page):
    """Check a question that only the preview makes relevant: each player's own three cards."""
    match = FakeMatch("let_it_ride", "", THREE, house=THREE_CARD_BONUS)
    match.latency = 1
    page = match.open(form_page)
    thumb = Thumb(page, wait_for_idle=False)
    while page.locator(".step.asked").count():
        answer_with_second_key(thumb)
    thumb.tap(page.locator("#save"))
    expect(page.locator("#hand-fault .error")).to_contain_text("Bo · Own three cards: Choose one")
    expect(page.locator(".step.asked")).to_have_attribute("data-question", "own")
    assert match.length == 0


def test_a_double_tap_answers_one_question(form_page):
    page = FakeMatch("big_two").open(form_page)
    key = page.locator("label.key:has(input[name=winner][value='0'])")
    hits = key.evaluate(
        """(key) => {
            const { x, y, width, height } = key.getBoundingClientRect();
            return [1, 2].map(() => {
                const hit = document.elementFromPoint(x + width / 2, y + height / 2).closest("label, button");
                hit?.click();
                return hit?.textContent.trim();
            });
        }"""
    )
    assert hits == ["Ann", None]
    Thumb(page).answer("left.1 3")  # a moment later a tap is taken again


def test_answer_is_one_tap_from_being_changed(form_page):
    """Check also that a preview that changes nothing replaces no key under a finger."""
    match = FakeMatch("five_hundred")
    page = match.open(form_page)
    thumb = Thumb(page)
    thumb.answer("bidder 2, level+trumps 8+hearts, tricks.0 9")
    wait_until_idle(page)
    keys = page.locator("#sentence .chip, .extras .key")
    expect(keys).to_have_count(3)
    keys.evaluate_all("keys => keys.forEach((key) => (key.finger = true))")
    page.evaluate("htmx.trigger('#preview', 'preview')")
    wait_until_idle(page)
    assert keys.evaluate_all("keys => keys.every((key) => key.finger)")
    thumb.tap(thumb.page.locator("#sentence .chip[data-open=bidder]"))
    thumb.answer("bidder 1")
    thumb.save(1)
    assert match.totals == [90, -300]  # 8 ♥ is Bo's now, and his side took one trick


def cut_texts(page):
    return page.evaluate(
        """() => [...document.querySelectorAll(".keyboard :is(.key, button)")]
            .filter((e) => e.offsetParent && !e.closest(".visually-hidden"))
            .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
            .map((e) => e.textContent.trim())"""
    )


def test_with_text_twice_as_large_nothing_is_cut_and_save_is_reached(form_page):
    form_page.set_viewport_size(SMALL)
    set_text_size(form_page, 200)
    try:
        for hand in HANDS_OF_EACH_SHAPE:
            page = FakeMatch(hand.slug, hand.preset, hand.names).open(form_page)
            thumb = Thumb(page)
            for answer in hand.answers.split(", "):
                assert cut_texts(page) == [], (hand.slug, answer)
                assert scroll_width(page) <= SMALL["width"], hand.slug
                thumb.answer(answer)
            save = page.locator(SAVE)
            save.scroll_into_view_if_needed()
            expect(save).to_be_in_viewport(ratio=0.9)
            assert cut_texts(page) == [], hand.slug
            assert scroll_width(page) <= SMALL["width"], hand.slug
    finally:
        set_text_size(form_page, 100)  # other tests use the same page


def test_save_key_leads_to_the_open_question(form_page):
    """Check that the key sends nothing, not even after the 9 of a half-typed 91, which asks about tricks."""
    match = FakeMatch("skat", "simple", THREE)
    thumb = Thumb(match.open(form_page))
    save_key = thumb.page.locator("#save")
    thumb.answer("declarer 1, game clubs, matadors+without 2+no, points 1 2 0")
    thumb.expect_question("tricks")  # with all the card points, the tricks decide
    expect(save_key).to_have_class(re.compile("waits"))
    expect(thumb.page.locator("#hand-form :is(.error, [role=alert])")).to_have_count(0)
    thumb.tap(thumb.page.locator("#sentence .chip[data-open=game]"))
    thumb.tap(save_key)
    thumb.expect_question("tricks")
    assert match.length == 0
    thumb.answer("tricks some")
    thumb.save(1)
    assert match.totals == [0, 48, 0]
    thumb.answer("declarer 2, game clubs, matadors+without 2+no, points 9")
    expect(save_key).to_have_class(re.compile("waits"))  # the site has seen the 9
    thumb.tap_pad("1")
    thumb.save(2)
    assert match.totals == [0, 48, 48]


def test_more_than_four_matadors_take_one_more_tap(form_page):
    match = FakeMatch("skat", "simple", THREE)
    thumb = Thumb(match.open(form_page))
    thumb.answer("declarer 1, game clubs")
    thumb.expect_question("matadors")
    thumb.tap(thumb.page.locator(".step.asked details.more summary"))
    thumb.answer("matadors+without 5+yes, points 7 0")
    expect(thumb.page.locator("#sentence")).to_contain_text("without 5")
    thumb.save(1)
    assert match.totals == [0, 72, 0]


@pytest.mark.parametrize(("slug", "seats"), [("rummy_500", 5), ("tally", 6)])
def test_long_sentence_can_be_read_in_full_before_saving(form_page, slug, seats):
    """Check also that no key covers the growing sentence, and that each answer in it is one tap away."""
    form_page.set_viewport_size(SMALLEST)
    names = (*NAMES, "Eve", "Flo")[:seats]
    thumb = Thumb(FakeMatch(slug, "", names).open(form_page))
    page = thumb.page
    questions = ("laid", "held") if slug == "rummy_500" else ("points",)
    boxes = [f"{box}.{seat}" for seat in range(seats) for box in questions]
    for box in boxes:
        assert hidden_text(page) == [], box
        # In 500 Rum, Ann goes out and holds no cards. No score there has more than three digits, so the pad
        # moves on by itself.
        thumb.answer(f"{box} 0" if box == "held.0" else f"{box} 1 2 3{' next' if slug == 'tally' else ''}")
    expect(page.locator(".step.asked")).to_have_count(0)
    chips = page.locator("#sentence .chip")
    assert sorted(chips.evaluate_all("all => all.map((e) => e.dataset.open)")) == sorted(boxes)
    wait_until_idle(page)
    for chip in chips.all():  # on the smallest phone the sentence of five players scrolls in its box
        chip.scroll_into_view_if_needed()
        expect(chip).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("slug", ["two_hundred", "five_hundred", "big_two", "golf"])
def test_dealer_is_marked_beside_the_longest_name(form_page, slug):
    names = ("Alexandra-Katharina", "Bartholomew", "Christopher John", "Maximiliane")
    page = FakeMatch(slug, names=names).open(form_page)
    expect(page.locator(".step.asked")).to_be_visible()
    for width in 412, 360, 320:
        page.set_viewport_size({"width": width, "height": 740})
        page.wait_for_function("width => innerWidth === width", arg=width)
        cut = page.locator("#strip .names:has(.dealer)").evaluate(
            """(names) => {
                // A disc beside the name marks the dealer; with three or more sides, a ring round the sign.
                const disc = names.querySelector(".dealer");
                const mark = disc.checkVisibility() ? disc : names.querySelector(".sign");
                const box = mark.getBoundingClientRect();
                const total = names.closest("a.total").getBoundingClientRect();
                return box.width < 8 || box.left < total.left || box.right > total.right;
            }"""
        )
        assert not cut, width


def test_message_about_a_slam_makes_no_page_wider(form_page):
    form_page.set_viewport_size(SMALLEST)
    slam = {"kind": "deal", "bidder": 3, "bid": 90, "took": [0, 100]}
    page = FakeMatch("two_hundred", hands=(slam,)).open(form_page)
    expect(page.locator(".highlight").first).to_be_visible()
    assert scroll_width(page) == 320


def test_problems_are_shown_above_save(form_page):
    form_page.set_viewport_size(SMALL)
    page = FakeMatch("rummy", names=THREE).open(form_page)
    thumb = Thumb(page)
    thumb.answer("winner 1")
    errors = page.locator("#hand-fault .error")
    for question, keys in ("left.0", "turn 0"), ("left.2", "0"):
        expect(errors).to_have_count(0)
        thumb.expect_question(question)
        save_box = page.locator("#save").bounding_box()
        thumb.tap_pad(keys)
    expect(errors).to_have_text([re.compile("Ann still holds a card"), re.compile("Cy still holds a card")])
    for error in errors.all():
        expect(error).to_be_in_viewport(ratio=1)
    marked = page.locator("#sentence .chip.wrong")
    assert marked.evaluate_all("all => all.map((e) => e.dataset.open)") == ["left.0", "left.2"]
    # Save has not moved, does not save, and leads to the first wrong answer.
    assert page.locator("#save.waits").bounding_box() == save_box
    thumb.tap(page.locator("#save.waits"))
    thumb.expect_question("left.0")


def test_response_during_a_tap_moves_nothing(form_page):
    """Check that the stakes, known only after the bid, appear without moving a key under a finger."""
    match = FakeMatch("two_hundred")
    page = match.open(form_page)
    gate = match.hold("preview")
    Thumb(page).answer("bidder 0, bid 60")
    assert gate.reached.wait(30)
    key = page.locator("label.key:has(input[name='took.0'][value='70'])")
    expect(page.locator(".keyboard.fresh")).to_have_count(0)
    before, finger = key.bounding_box(), Finger(page)
    finger.press(key)
    with finger.awaiting_response():
        gate.released.set()
    assert key.bounding_box() == before
    expect(page.locator("#preview")).not_to_contain_text("60 or more")
    finger.lift()
    expect(key.locator("input")).to_be_checked()
    expect(page.locator(SAVE)).to_be_visible()


def test_pad_of_ranks_gives_each_card_once_and_no_more_than_fit(form_page):
    page = FakeMatch("golf", names=THREE).open(form_page, "m/1/hand?kind=cards")
    thumb = Thumb(page)
    for _card in range(4):
        thumb.tap(page.locator(".step.asked [data-rank=Q]"))
    thumb.tap(page.locator(".chip").first)
    asked = page.locator(".step.asked")
    assert len(set(asked.locator("input").first.input_value().split())) == 4
    expect(asked.locator("[data-rank=K]")).to_be_disabled()


def test_many_cards_are_written_with_their_suits(form_page):
    page = FakeMatch("crazy_eights", names=THREE).open(form_page, "m/1/hand?kind=cards")
    Thumb(page).answer("winner 1, cards.0 2S 3S 4S 5S 6S 7S 9H JD")
    expect(page.locator(".chip.more")).to_have_attribute("aria-label", re.compile("9♥ J♦"))
