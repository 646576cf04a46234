"""Helpers that play a game on a phone, hand by hand.

A form shows the answers so far as a sentence above its questions. Each answer in this sentence is a chip: a
tap on a chip opens its question again. Small keys (buttons) below a question open its optional questions. A
box is an input, given by its name: a path such as "tricks.0", or several paths joined by "+".
"""

from playwright.sync_api import Locator, Page, expect


def open_start_question(page: Page, step: str) -> None:
    """Open a question of the start form by its chip; the house rules are opened from the presets."""
    if not page.locator(f".step.asked[data-step='{step}']").count():
        if step == "house":
            open_start_question(page, "rules")
        page.locator(f"[data-asks='{step}']:visible").first.tap()


def fill_names(page: Page, *names: str) -> None:
    for seat, name in enumerate(names):
        page.locator(f"#name-{seat}").fill(name)


def reveal(element: Locator) -> None:
    """Open the start question and every closed <details> around an element; assert that it is visible."""
    steps = element.locator("xpath=ancestor-or-self::*[@data-step]")
    if element.page.locator("form.start.asking").count() and steps.count():
        open_start_question(element.page, str(steps.first.get_attribute("data-step")))
    closed = element.locator("xpath=ancestor::details[not(@open)]")
    while closed.count():
        closed.first.locator("> summary").tap()
    expect(element).to_be_visible()


def step_of(page: Page, box: str) -> Locator:
    """Return the question that contains a box, once the script has laid out the form of the hand."""
    page.wait_for_load_state("domcontentloaded")  # before that, all questions are shown at once
    return page.locator(
        f".kind:not([hidden]) .step:is([data-step='{box.split('+')[0]}'], :has(input[name='{box}']))"
    ).first


def open_step_above(page: Page, step: Locator) -> None:
    """Open the relevant parent question, which shows this step's small key."""
    for path in (step.get_attribute("data-below") or "").split():
        above = step_of(page, path)
        if "irrelevant" in (above.get_attribute("class") or ""):
            continue
        if not above.is_visible():
            open_question(page, path)
        return


def open_question(page: Page, box: str) -> Locator:
    """Open the question of a box by its chip, or by the small key below its parent question."""
    step = step_of(page, box)
    expect(step).to_be_attached()
    if not step.is_visible():
        path = step.get_attribute("data-step")
        small_key = page.locator(f".extras [data-open='{path}']:visible")
        chip = page.locator(f".chip[data-open='{path}']:visible")
        if not small_key.count() and not chip.count():
            open_step_above(page, step)
        # A long sentence shows only the chips near the open question; a chip such as "+3" stands for others.
        for _try in range(6):
            if small_key.or_(chip).count() or step.is_visible():
                break
            page.locator(".chip.more").last.tap()
        if step.is_visible():
            return step
        small_key.or_(chip).first.tap()
    if step.get_attribute("data-widget") != "switch":
        expect(step).to_be_visible()
    return step


def enter_reason(page: Page, reason: str) -> None:
    if not page.locator(".step.reason.asked").count():
        page.locator(".why").tap()
    page.locator("input[name=reason]").fill(reason)
