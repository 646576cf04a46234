"""Helpers that play a game on a phone, hand by hand."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def key_of(page: Page, box: str, value: str) -> Locator:
    """Return the key for a value of a box; with several kinds of hand, in the current kind."""
    return page.locator(f"label:has(input[name='{box}'][value='{value}']):not([hidden].kind *)").first


def ask_step(page: Page, step: str) -> None:
    """Open a question of the start form by its chip; the house rules are reached from the presets."""
    if not page.locator(f".step.asked[data-step='{step}']").count():
        if step == "house":
            ask_step(page, "rules")
        page.locator(f"[data-asks='{step}']:visible").first.tap()


def reach(what: Locator) -> None:
    """Open every closed <details> around an element, and assert that it is visible."""
    waits = what.locator("xpath=ancestor-or-self::*[@data-step]")
    if what.page.locator("form.start.asking").count() and waits.count():
        ask_step(what.page, str(waits.first.get_attribute("data-step")))
    folds = what.locator("xpath=ancestor::details[not(@open)]")
    while folds.count():
        folds.first.locator("> summary").tap()
    expect(what).to_be_visible()


def kind(page: Page, title: str) -> None:
    """Switch to another kind of hand; a card-by-card kind is loaded from the site."""
    page.wait_for_load_state("domcontentloaded")
    keys = page.locator(".kinds :is(label.key, a.key):visible")
    keys.filter(has=page.get_by_text(title, exact=True)).or_(keys.get_by_text(title, exact=True)).first.tap()
    expect(page.locator(".kind:not([hidden])")).to_have_attribute("aria-label", title)


def step_of(page: Page, box: str) -> Locator:
    """Return the question of a box in the form of a hand, once the script has laid the form out."""
    page.wait_for_load_state("domcontentloaded")  # before that, all questions are shown at once
    return page.locator(
        f".kind:not([hidden]) .step:is([data-step='{box.split('+')[0]}'], :has(input[name='{box}']))"
    ).first


def open_step_above(page: Page, step: Locator) -> None:
    """Open the first relevant question that this step's small key belongs to."""
    for path in (step.get_attribute("data-below") or "").split():
        above = step_of(page, path)
        if "irrelevant" in (above.get_attribute("class") or ""):
            continue
        if not above.is_visible():
            ask_for(page, path)
        return


def ask_for(page: Page, box: str) -> Locator:
    """Open the question of a box by its chip, or by the small key below its parent question."""
    step = step_of(page, box)
    expect(step).to_be_attached()
    if not step.is_visible():
        path = step.get_attribute("data-step")
        small = page.locator(f".extras [data-open='{path}']:visible")
        chip = page.locator(f".chip[data-open='{path}']:visible")
        if not small.count() and not chip.count():
            open_step_above(page, step)
        # A long sentence shows only the parts near the open question, and a key to the others.
        for _try in range(6):
            if small.or_(chip).count() or step.is_visible():
                break
            page.locator(".chip.more").last.tap()
        if step.is_visible():
            return step
        small.or_(chip).first.tap()
    if step.get_attribute("data-shape") != "switch":
        expect(step).to_be_visible()
    return step


def answer(page: Page, box: str, value: str) -> None:
    """Enter one answer by its key, the number pad or the cards; "none" is the key beside a number.

    "repeat same" confirms what each player said in an earlier hand.
    """
    if box == "repeat":
        page.locator("[data-repeat]:visible").tap()
        return
    step = step_of(page, box)
    if step.get_attribute("data-shape") == "switch" and step.get_attribute("data-must") is None:
        if (value == "yes") is not step.locator("input[type=checkbox]").is_checked():
            ask_for(page, box)
        return
    step = ask_for(page, box)
    if value == "none":
        step.locator(f"label.key:has(input[name='{box}.n'])").tap()
        return
    if step.locator(f"input[name='{box}'][value='{value}']:is([type=radio], [type=checkbox])").count():
        reach(key_of(page, box, value))
        key_of(page, box, value).tap()
        if step.get_attribute("data-shape") == "set":
            page.locator(".next-step").tap()
        return
    typed = step.locator(f"input[name='{box}']")
    pad = step.locator(".cards-box")
    if pad.count():
        for card in value.split():
            pad.locator(f"[data-card='{card}'], [data-rank='{card[0]}']").first.tap()
        if step.is_visible():
            page.locator(".next-step").tap()
        return
    if step.get_attribute("data-shape") in ("text", "list", "calls"):
        typed.fill(value)
        page.locator(".next-step").tap()
        return
    if not page.locator("#pad [data-put='1']").is_visible():
        page.locator("#pad [data-put=turn]").tap()  # switch from card by card to a number
    for digit in value:
        page.locator(f"#pad [data-put='{'sign' if digit == '-' else digit}']").tap()
    expect(typed).to_have_value(value)
    if step.is_visible():
        page.locator("#pad [data-put=next]").tap()


def say_why(page: Page, reason: str) -> None:
    """Enter the reason for a correction, which is its last step."""
    expect(page.locator(".step.reason.asked")).to_be_visible()
    page.locator("input[name=reason]").fill(reason)


def hand(page: Page, answers: str) -> None:
    """Enter and save a hand such as "winner 1, left.0 16"."""
    number = int(page.locator("#hand-form input[name=number]").input_value())
    for each in filter(None, answers.split(", ")):
        box, _space, value = each.partition(" ")
        answer(page, box, value)
    page.locator("#go", has_text="Save:").tap()
    # The hand is on the sheet: the next one is asked for, or there is a winner.
    next_one = page.locator(f"#hand-form input[name=number][value='{number + 1}']")
    expect(next_one.or_(page.locator(".winner .title")).first).to_be_attached()
