"""A hand of every kind on the smallest phones: the sentence, the preview and the key that saves."""

from functools import cache

import pytest
from playwright.sync_api import expect

from games import every_game
from games.engine import Heading, append_hand, empty_sheet, kind_of, to_form_data
from scorekeeper.sheet import hand_entry
from tests.conftest import wait_until_idle
from tests.nightly import NIGHTLY

from .fake_match import LONG_NAMES, FakeMatch
from .sitting import SAVE

pytestmark = [pytest.mark.sqlite_only, pytest.mark.timeout(300)]

PROBLEMS = """() => {
    const box = (e) => e.getBoundingClientRect();
    const save = document.querySelector("#save");
    const strip = box(document.querySelector("#strip"));
    const asked = document.querySelector(".step.asked");
    // On a phone on its side, only Save lies over the page, and the page of a complete hand may scroll.
    const isSideways = getComputedStyle(save.parentElement).position === "fixed";
    const overlay = isSideways ? save.parentElement : document.querySelector(".keyboard");
    const tray = isSideways && !asked ? { top: Infinity } : box(overlay);
    const sentence = document.querySelector("#sentence");
    const wrong = [];
    const check = (good, what) => good || wrong.push(what);
    check(!sentence.textContent.includes("…"), `folded: ${sentence.textContent}`);
    check(!sentence.querySelector(".more") || document.querySelector(".step.asked"), "more chips");
    for (const chip of sentence.querySelectorAll(".chip")) {
        check(box(chip).height >= 44 && box(chip).width >= 44, `small: ${chip.textContent}`);
        check(chip.scrollWidth <= chip.clientWidth + 1, `cut: ${chip.textContent}`);
        const seen = box(chip).top >= strip.bottom - 1 && box(chip).bottom <= tray.top + 1;
        check(seen || sentence.matches(".tight"), `hidden: ${chip.textContent}`);
    }
    check(box(sentence).bottom <= tray.top + 1, "the keys cover the sentence");
    for (const line of document.querySelectorAll("#preview :is(.verdict, .effects li)"))
        check(box(line).bottom <= tray.top + 1, `hidden: ${line.textContent}`);
    const [height, bottom] = [Math.round(box(save).height), box(save).bottom];
    check(bottom <= innerHeight && height === 52, `Save is ${height} high and ends at ${bottom}`);
    check(document.documentElement.scrollWidth <= innerWidth, "the page is wider than the screen");
    const chips = [...sentence.querySelectorAll(".chip.asked")].map((chip) => chip.dataset.open);
    if (asked) check(chips.join() === asked.dataset.step, `${asked.dataset.step} is asked, not ${chips}`);
    return { wrong, save: save.textContent.trim(), asked: asked?.dataset.short };
}"""


@cache
def hands():
    """Return a hand of every kind of every game, from the examples with the most players.

    Each hand comes with its game's slug, its example and the sheet before it.
    """
    largest = {}
    for slug, game in every_game().items():
        for example in game.examples:
            sheet = empty_sheet(game, example.seating, example.house)
            for hand in example.hands:
                kind = kind_of(game, hand)
                key = (slug, kind, example.seating.seats if NIGHTLY else 0)
                most_seats = largest.get(key, (0,))[0]
                if kind in game.hands and example.seating.seats > most_seats and sheet.outcome is None:
                    largest[key] = example.seating.seats, slug, example, sheet, hand
                sheet = append_hand(game, sheet, hand)
    return [value[1:] for value in largest.values()]


UPRIGHT = [(360, 600), (320, 568)]


# Outside nightly runs, only the first size is checked, and sideways only the usual kinds of hand.
@pytest.mark.parametrize("sizes", [UPRIGHT, [(640, 290), (848, 480)]], ids=["upright", "sideways"])
def test_hand_and_preview_are_visible_before_saving(form_page, sizes):
    wrong = {}
    for slug, example, sheet, hand in hands():
        game = every_game()[slug]
        names, heading = LONG_NAMES[: example.seating.seats], Heading(example.seating, example.house)
        match = FakeMatch(slug, names=names, heading=heading)
        for row in sheet.rows:
            match.write(row.hand)
        entry = hand_entry.new_entry(match.localized, kind_of(game, hand), answers=to_form_data(hand))
        if sizes != UPRIGHT and not (NIGHTLY or entry.is_usual_kind):
            continue
        sent = entry.form.as_sent(entry.form.answers)
        # Check with all answers, and in nightly runs also with the first half of them.
        for count in (len(sent), len(sent) // 2)[: 2 if NIGHTLY else 1]:
            answers = dict([*sent.items()][:count])
            query = "&".join(f"{name}={value}" for name, values in answers.items() for value in values)
            page = match.open(form_page, f"?kind={entry.kind}&{query}")
            for width, height in sizes if NIGHTLY else sizes[:1]:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("() => new Promise(requestAnimationFrame)")
                wait_until_idle(page)
                expect(page.locator(f"{SAVE}, #save.waits")).to_be_visible()
                result = page.evaluate(PROBLEMS)
                if result["wrong"]:
                    wrong[f"{slug} {entry.kind}, {count} of {len(sent)} answers, {width}"] = result["wrong"]
            assert result["save"] == game.save_title, (slug, entry.kind)
            assert result["asked"] is None or result["asked"].endswith("?"), (slug, entry.kind)
    assert not wrong, "\n".join(f"{name}: {problems}" for name, problems in wrong.items())
