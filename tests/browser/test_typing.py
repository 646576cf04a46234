"""Typed answers on a desktop: the text of an answer selects this answer and no other."""

from typing import Any

import pytest
from playwright.sync_api import expect

from games import every_game
from games.engine import ENGLISH, Seating, empty_sheet
from scorekeeper.sheet.hand_form import HandForm
from tests.nightly import NIGHTLY, greedy_cover

from .fake_match import FakeMatch
from .sitting import SAVE, expect_hand

pytestmark = pytest.mark.sqlite_only

# Return the HTML of the form's kinds of hand, and of the sheet's rows.
DRAWN = """() => [...document.querySelectorAll("#hand-form .kind, #rows tbody")]
  .map((each) => each.outerHTML.replaceAll(' data-htmx-powered="true"', ""))"""
# Names that begin alike, differ by an accent alone, or have no Latin letters.
NAMES = ("E", "É", "Élodie", "East", "李", "李明", "Eva Maria", "O’Neil")

# Type the text of every key of every question, and return those with an unexpected result.
TYPE_ALL = r"""(known) => {
  const hand = document.querySelector("#hand-form");
  const all = (what, within = hand) => [...within.querySelectorAll(what)];
  // Without conditions, each question is relevant whatever the other answers are.
  for (const kind of all(".kind")) kind.dataset.matters = "{}";
  const press = (key) => {
    const target = hand.contains(document.activeElement) ? document.activeElement : document.body;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const textOf = (label) => {
    const seen = label.cloneNode(true);
    for (const each of all(".visually-hidden, .sub", seen)) each.remove();
    return seen.textContent.trim().replace(/\s+/g, " ");
  };
  const chosen = () => all("input:checked");
  const clear = () => {
    for (const each of chosen()) if (each.name !== "kind") each.checked = false;
    for (const each of all("input.box")) each.value = "";
    for (const each of all(".step")) delete each.dataset.done;
  };
  const open = (path) => {
    const chip = Object.assign(document.createElement("button"), { type: "button" });
    chip.dataset.open = path;
    hand.append(chip);
    chip.click();
    chip.remove();
  };
  const wrong = [];
  let tried = 0;
  const type = (about, key, isTaken, isAllowed) => {
    const text = textOf(key.closest("label"));
    tried += 1;
    let taken = false;
    for (const [n, char] of [...text].entries()) {
      if (taken) wrong.push([about, text, "was taken before its end"]);
      if (!press(char) && !/[\d.,-]/.test(char)) wrong.push([about, text, "is left to the browser"]);
      taken = isTaken();
      if (taken && n + 1 < [...text].length) break;
    }
    if (!taken) press("Enter");
    if (!isTaken()) wrong.push([about, text, "was not taken"]);
    const others = chosen().filter((each) => each !== key && !isAllowed(each));
    for (const each of others) wrong.push([about, text, `took ${each.name}=${each.value}`]);
    const left = document.querySelector(".typed")?.textContent;
    if (left) wrong.push([about, text, "left " + left]);
    press("Escape");
  };
  const usual = hand.querySelector("[name=kind]:checked");
  const kinds = all(".kinds input");
  for (const kind of kinds.length ? kinds : [undefined]) {
    if (kind) {
      kind.checked = true;
      kind.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const shown = hand.querySelector(".kind:not([hidden])");
    for (const step of all(".step", shown)) {
      if (["cards", "calls", "text", "list"].includes(step.dataset.widget)) continue;
      // Skip a question that had the same keys at another seat or table.
      const signature = [step.dataset.question, ...all("label.key", step).map(textOf)].join("|");
      if (known.includes(signature)) continue;
      known.push(signature);
      for (const key of all("label.key input", step)) {
        clear();
        open(step.dataset.step);
        if (!step.matches(".asked")) continue; // opening an optional switch toggles it instead
        // If a question has a box for numbers, typed digits go into the box.
        const isNumber = /^[\d.,\u2212-]+$/.test(textOf(key.closest("label")));
        if (isNumber && step.querySelector("input.another, input[data-pad]")) continue;
        const before = new Set(chosen());
        const isFilledIn = (each) =>
          step.dataset.total !== undefined && each.closest(`[data-question="${step.dataset.question}"]`);
        const about = `${shown.dataset.kind} ${step.dataset.step}`;
        type(about, key, () => key.checked, (each) => before.has(each) || isFilledIn(each));
      }
    }
  }
  // The kinds of hand stand below the first question.
  for (const key of kinds) {
    if (!usual) break;
    usual.checked = true;
    usual.dispatchEvent(new Event("change", { bubbles: true }));
    clear();
    document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: { ctx: {} } }));
    hand.querySelector(".kinds.asked") ?? open(hand.querySelector(".kind:not([hidden]) .step").dataset.step);
    if (key === usual || !key.closest("label").offsetParent) continue;
    const answer = key.dataset.answer?.split("=") ?? [];
    const isExpected = (each) => each.name === answer[0] || !each.closest(".step") || each.defaultChecked;
    type("kind", key, () => key.checked, isExpected);
  }
  return [tried, wrong, known];
}"""


def presets_to_type():
    """Return one preset and its game for each form; if not nightly, a few that together have every key."""
    presets_by_form = {}
    for game in every_game().values():
        for preset in game.presets:
            sheet = empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)
            keys = tuple(
                (kind, path, box.widget, tuple(option.label for option in box.options))
                for kind in game.kinds_at(sheet)
                for path, box in HandForm(game, game.hands[kind], sheet, ENGLISH).box_of.items()
                if box.widget != "cards"
            )
            presets_by_form.setdefault((game.slug, keys), (game, preset))
    if NIGHTLY:
        return list(presets_by_form.values())
    texts = {
        (slug, keys): {(slug, widget, label) for _kind, _path, widget, labels in keys for label in labels}
        for slug, keys in presets_by_form
    }
    return [presets_by_form[form] for form in greedy_cover(presets_by_form, texts.get)]


@pytest.mark.timeout(300)
def test_typing_the_text_of_an_answer_gives_it_and_nothing_else(desktop_page):
    """Check in every game that the next question receives none of the letters and digits."""
    typed, wrong = 0, list[Any]()
    known = {}
    for game, preset in presets_to_type():
        names = NAMES[: game.shapes(preset)[0][0]]
        page = FakeMatch(game.slug, preset.id, names).open(desktop_page)
        expect(page.locator(".step.asked, .kinds.asked").first).to_be_visible()
        tried, problems, known[game.slug] = page.evaluate(TYPE_ALL, known.get(game.slug, []))
        typed += tried
        wrong += [[game.slug, preset.id, *problem] for problem in problems]
    assert typed > 300
    assert wrong == []


def expect_question(page, step):
    expect(page.locator(f".kind:not([hidden]) .step.asked[data-step='{step}']")).to_be_visible()


def type_answers(page, answers):
    """Type answers such as "bidder bo, level 8h", each when it is asked; a line break is Enter."""
    for answer in answers.split(", "):
        step, _space, keys = answer.partition(" ")
        expect_question(page, step)
        page.keyboard.type(keys)


def expect_unanswered(page, step):
    """Assert that the question is open, with nothing typed or chosen."""
    expect_question(page, step)
    expect(page.locator(".typed")).to_have_count(0)
    expect(page.locator(".step.asked input:checked")).to_have_count(0)


def test_letters_and_numbers_write_a_hand_and_enter_saves_it(desktop_page):
    match = FakeMatch("five_hundred")
    page = match.open(desktop_page)
    expect_question(page, "bidder")
    page.locator("main").click(position={"x": 4, "y": 400})
    type_answers(page, "bidder bo, level 8h, tricks.1 9")
    expect(page.locator("#sentence")).to_contain_text("Bo")
    save = page.locator(SAVE)
    expect(save).to_be_focused()
    page.keyboard.press("Enter")
    expect_hand(page, 2)
    assert match.totals == [10, 300]
    expect(page.locator(".step.asked input").first).to_be_focused()  # the first question of the next hand
    after = page.evaluate(DRAWN)
    page.reload()
    expect_question(page, "bidder")
    assert page.evaluate(DRAWN) == after
    page.locator(".step.asked input[name=bidder]").first.focus()
    page.keyboard.press("ArrowRight")
    expect_question(page, "bidder")  # the arrows move through the keys
    page.keyboard.press("Enter")
    expect_question(page, "level")
    page.keyboard.press("Space")  # the first key has the focus: six spades
    type_answers(page, "tricks.1 6")
    expect(save).to_be_focused()
    page.keyboard.press("Enter")
    expect_hand(page, 3)
    assert match.totals == [50, 340]


@pytest.mark.parametrize(("slug", "first_side", "next_side"), [("tally", 0, 1), ("rummy", 0, 2)])
def test_enter_in_a_box_moves_on_and_presses_no_other_key(desktop_page, slug, first_side, next_side):
    """Check that Enter does not submit the form, as it would by default."""
    match = FakeMatch(slug, names=("Ann", "Bo", "Cy"))
    page = match.open(desktop_page)
    if slug == "rummy":
        type_answers(page, "winner bo")
    step = page.locator(".step.asked:has(input[data-pad])")
    expect(step).to_have_attribute("data-side", str(first_side))
    step.locator("input[data-pad]").focus()
    page.keyboard.type("7\n")
    expect(step).to_have_attribute("data-side", str(next_side))
    assert page.locator(f".step[data-side='{first_side}'] input[data-pad]").input_value() == "7"
    assert match.length == 0


def test_letters_choose_keys_by_their_labels(form_page):
    """Check that "yes" can be typed even where the sentence uses other words for this answer."""
    match = FakeMatch("two_hundred")
    match.adjust(100, 0)
    page = match.open(form_page)
    type_answers(page, "bidder bo, bid 60, defender_bid yes, took.1 70")
    expect(page.locator(SAVE)).to_be_visible()
    page.keyboard.press("Enter")
    expect_hand(page, 3)
    assert match.totals == [130, 70]


def test_letters_choose_the_kind_of_hand_and_save_says_that_it_saves(form_page):
    """Check that the kinds of hand, which are keys below the first question, can be typed there."""
    match = FakeMatch("five_hundred")
    page = match.open(form_page)
    type_answers(page, "bidder misere, bidder bo, made no")
    expect(page.locator(SAVE)).to_have_text("Save hand")
    expect(page.locator("#preview .gain")).to_have_text(["0", "\u2212250"])
    lines = "[...document.querySelectorAll('#sentence .unbroken')].map((e) => e.getClientRects().length)"
    assert page.evaluate(lines) == [1]  # no line break before a comma
    # The save key shows "Saving…" during a save, but not while the page reloads its sheet.
    saving = """() => getComputedStyle(document.querySelector("#save"), "::after").content === '"Saving…"'"""
    page.route("**/sheet", lambda _route: None)  # never answered
    page.evaluate("document.body.dispatchEvent(new Event('refresh'))")
    expect(page.locator("#sheet.htmx-request")).to_be_visible()
    assert not page.evaluate(saving)
    gate = match.hold("hand")
    page.keyboard.press("Enter")
    page.wait_for_function(saving)
    gate.released.set()
    expect_hand(page, 2)
    assert match.totals == [0, -250]


def test_no_digit_and_no_letter_is_left_for_the_next_question(desktop_page):
    page = FakeMatch("two_hundred").open(desktop_page)
    type_answers(page, "bidder bx")
    expect(page.locator(".typed.error")).to_contain_text("“bx” is not")
    page.keyboard.press("Enter")  # no name begins with "bx"
    expect_question(page, "bidder")
    page.keyboard.press("Backspace")
    expect(page.locator(".typed:not(.error)")).to_have_text("b")
    page.keyboard.press("Enter")  # only one answer begins with "b"
    type_answers(page, "bid 7")
    for key in "Escape", "Enter":
        page.keyboard.press(key)
        expect_unanswered(page, "bid")
    page.keyboard.type("1")
    expect(page.locator(".step.asked legend")).to_contain_text("1")
    type_answers(page, "bid 00")
    expect_unanswered(page, "took.1")
    expect(page.locator("#sentence")).to_contain_text("100")


def test_east_and_everyone_passed_are_told_apart(desktop_page):
    names = ("East", "Bo", "Cy", "Di")
    page = FakeMatch("two_hundred", names=names).open(desktop_page)
    type_answers(page, "bidder e, bidder a, bidder st")
    expect_question(page, "bid")
    FakeMatch("two_hundred", names=names).open(desktop_page)
    type_answers(page, "bidder Ev\n")
    expect(page.locator("#save:not(.waits)")).to_contain_text("Save")
    expect(page.locator("#sentence")).to_contain_text("Everyone passed")
    # An "e" may be an É, so it is not yet "Everyone".
    FakeMatch("two_hundred", names=("Élodie", "Bo", "Cy", "Di")).open(desktop_page)
    type_answers(page, "bidder e\n, bidder l\n")
    expect_question(page, "bid")


@pytest.mark.parametrize(
    ("typed", "name"),
    [("É\n", "É"), ("E\n", "E"), ("élo\n", "Élodie"), ("elodie", "Élodie"), ("李明", "李明"), ("李\n", "李")],
)
def test_accents_and_other_scripts_are_typed(desktop_page, typed, name):
    names = ("E", "É", "Élodie", "Bo") if typed[0] != "李" else ("李", "李明", "王", "Bo")
    page = FakeMatch("rummy", names=names).open(desktop_page)
    expect_question(page, "winner")
    cdp = page.context.new_cdp_session(page)  # for keys that Playwright does not know
    for letter in typed.strip():
        for event in {"type": "keyDown", "text": letter}, {"type": "keyUp"}:
            cdp.send("Input.dispatchKeyEvent", {"key": letter, **event})
    if typed.endswith("\n"):
        page.keyboard.press("Enter")
    cdp.detach()
    expect(page.locator(".chip[data-open=winner]")).to_contain_text(name)
    expect(page.locator(f"input[name=winner][value='{names.index(name)}']")).to_be_checked()


def test_held_key_answers_one_question(desktop_page):
    page = FakeMatch("five_hundred", names=("B", "Bo", "6", "7")).open(desktop_page)
    expect_question(page, "bidder")
    for _repeat in range(5):
        page.keyboard.down("7")
    expect_unanswered(page, "level")
    page.keyboard.up("7")
    type_answers(page, "level 7h, tricks.1 7")
    expect(page.locator(SAVE)).to_be_visible()
    for _repeat in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect_hand(page, 2)
    expect_unanswered(page, "bidder")


def test_number_without_a_key_goes_into_the_box(desktop_page):
    """Check a stake of 25, then of 5, which replaces what was in the box."""
    page = FakeMatch("baccarat").open(desktop_page)
    box = page.locator(".step.asked input.another")
    type_answers(page, "on.1 punto, stake.1 25")
    expect(box).to_have_value("25")
    page.keyboard.press("Enter")
    expect_question(page, "on.2")
    page.locator(".chip[data-open='stake.1']").click()
    expect_question(page, "stake.1")
    page.locator(".step.asked input[type=radio]").first.focus()
    page.keyboard.type("5")
    expect(box).to_have_value("5")
