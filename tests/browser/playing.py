"""A game on a phone as its players would play it: started through the pages, written hand by hand."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

from django.core.management import call_command
from playwright.sync_api import Locator, Page, expect

from tests.conftest import Phone


def key_of(page: Page, box: str, value: str) -> Locator:
    """The key of a box that says this; of the kind of hand that is entered, where there are several."""
    return page.locator(f"label:has(input[name='{box}'][value='{value}']):not([hidden].kind *)").first


def ask_step(page: Page, step: str) -> None:
    """At the start of a table: come back to a question by its chip, to the house rules from the presets."""
    if not page.locator(f".step.asked[data-step='{step}']").count():
        if step == "house":
            ask_step(page, "rules")
        page.locator(f"[data-asks='{step}']:visible").first.tap()


def reach(what: Locator) -> None:
    """Open whatever is folded over it, and see that it is there."""
    waits = what.locator("xpath=ancestor-or-self::*[@data-step]")
    if what.page.locator("form.start.asking").count() and waits.count():
        ask_step(what.page, str(waits.first.get_attribute("data-step")))
    folds = what.locator("xpath=ancestor::details[not(@open)]")
    while folds.count():
        folds.first.locator("> summary").tap()
    expect(what).to_be_visible()


def start(phone: Phone, slug: str, names: str, preset: str = "", **house: str) -> Page:
    """A table started from the first page: the preset, the people, the first dealer, the house rules."""
    page = phone.open("/")
    page.locator(f"a[href='/play/{slug}/']").first.tap()
    page.wait_for_url(f"**/play/{slug}/")  # its script has begun then, and asks one thing at a time
    if preset:
        reach(key_of(page, "preset", preset))
        key_of(page, "preset", preset).tap()
        expect(page.locator("input[name=was]")).to_have_value(preset)
    people = names.split()
    shape = page.locator(f"label:has(input[name=shape][value^='{len(people)}x'])")
    if shape.count() and not shape.first.locator("input").is_checked():
        reach(shape.first)
        shape.first.tap()
    expect(page.locator("input[name^='name.']")).to_have_count(len(people))
    ask_step(page, "seats")
    for seat, name in enumerate(people):
        page.locator(f"input[name='name.{seat}']").fill(name)
    ask_step(page, "dealer")
    key_of(page, "first_dealer", "0").tap()
    for box, value in house.items():
        agree(page, f"house-{box}", value)
    page.get_by_role("button", name="Start game").tap()
    expect(page.locator("#hand-form")).to_be_visible()
    return page


def agree(page: Page, box: str, value: str) -> None:
    """A house rule, by its key or as a number; a goal has both: "deals:2"."""
    kind, _colon, number = value.partition(":")
    if page.locator(f"input[name='{box}'][value='{kind}']").count():
        reach(key_of(page, box, kind))
        key_of(page, box, kind).tap()
    else:
        number = value
    if number:
        typed = page.locator(f"input[name='{box}.n'], input[type=text][name='{box}']").first
        reach(typed)
        typed.fill(number)


def kind(page: Page, title: str) -> None:
    """Another kind of hand; one that is told card by card comes from the site."""
    page.wait_for_load_state("domcontentloaded")
    keys = page.locator(".kinds :is(label.key, a.key):visible")
    keys.filter(has=page.get_by_text(title, exact=True)).or_(keys.get_by_text(title, exact=True)).first.tap()
    expect(page.locator(".kind:not([hidden])")).to_have_attribute("aria-label", title)


def step_of(page: Page, box: str) -> Locator:
    """The question of a box in the form of a hand, which the script has laid out."""
    page.wait_for_load_state("domcontentloaded")  # before that every question lies there at once
    return page.locator(
        f".kind:not([hidden]) .step:is([data-step='{box.split('+')[0]}'], :has(input[name='{box}']))"
    ).first


def open_step_above(page: Page, step: Locator) -> None:
    """Ask for the question that a small key stands below: the first of those it names that is asked."""
    for path in (step.get_attribute("data-below") or "").split():
        above = step_of(page, path)
        if "irrelevant" in (above.get_attribute("class") or ""):
            continue
        if not above.is_visible():
            ask_for(page, path)
        return


def ask_for(page: Page, box: str) -> Locator:
    """Have the keyboard ask for a box: by its chip, or by the small key below the question it belongs to."""
    step = step_of(page, box)
    expect(step).to_be_attached()
    if not step.is_visible():
        path = step.get_attribute("data-step")
        small = page.locator(f".extras [data-open='{path}']:visible")
        chip = page.locator(f".chip[data-open='{path}']:visible")
        if not small.count() and not chip.count():
            open_step_above(page, step)
        # A long sentence shows the parts round the question that is open, and a key on to the others.
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
    """One answer: its key, the number tapped on the pad, or the cards; "none" is the key beside a number."""
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
        page.locator("#pad [data-put=turn]").tap()  # not card by card
    for digit in value:
        page.locator(f"#pad [data-put='{'sign' if digit == '-' else digit}']").tap()
    expect(typed).to_have_value(value)
    if step.is_visible():
        page.locator("#pad [data-put=next]").tap()


def say_why(page: Page, reason: str) -> None:
    """Why a hand is put right: the last step of a correction, in words of one's own."""
    expect(page.locator(".step.reason.asked")).to_be_visible()
    page.locator("input[name=reason]").fill(reason)


def hand(page: Page, answers: str, title: str = "") -> None:
    """A hand such as "winner 1, left.0 16", written and saved."""
    number = int(page.locator("#hand-form input[name=number]").input_value())
    if title:
        kind(page, title)
    for each in filter(None, answers.split(", ")):
        box, _space, value = each.partition(" ")
        answer(page, box, value)
    page.locator("#go", has_text="Save:").tap()
    written(page, number)


def passed(page: Page, title: str) -> None:
    """A hand that asks nothing: its key, and the one that saves."""
    number = int(page.locator("#hand-form input[name=number]").input_value())
    kind(page, title)
    page.locator("#go", has_text="Save:").tap()
    written(page, number)


def written(page: Page, number: int) -> None:
    """The hand stands on the sheet: the next one is asked for, or somebody has won."""
    asked = page.locator(f"#hand-form input[name=number][value='{number + 1}']")
    expect(asked.or_(page.locator(".winner .title")).first).to_be_attached()


def shown(page: Page) -> list[str]:
    totals = page.locator(".total .number").all_inner_texts()
    return [total.replace("−", "-") for total in totals]


def won(page: Page, who: str, rule: str, totals: str, tmp_path: Path) -> None:
    """The winner on the page with the deciding rule; and the record, by the command line, says the same."""
    expect(page.locator(".winner .title")).to_have_text(re.compile(f"^{re.escape(who)} won"))
    expect(page.locator(".winner .rule").first).to_have_text(rule)
    assert shown(page) == totals.split()
    carried = page.request.get(f"{table(page)}m/1/record.json").text()
    said = by_command(carried, tmp_path)
    assert [str(total) for total in said["totals"]] == totals.split()
    names = json.loads(carried)["names"]
    assert [names[side] for side in said["outcome"]["winners"]] == re.split(", | and ", who)
    assert rule in json.dumps(said["outcome"])


def by_command(record: str, tmp_path: Path) -> dict[str, Any]:
    """What `manage.py score` makes of a record."""
    file, told = tmp_path / "record.json", io.StringIO()
    file.write_text(record)
    call_command("score", str(file), "--json", stdout=told)
    said: dict[str, Any] = json.loads(told.getvalue())
    return said


def table(page: Page) -> str:
    """The address of the table that the phone sits at."""
    found = re.match(r".*/t/[^/]+/", page.url)
    assert found
    return found[0]


def ask(page: Page, question: str, facts: str, ruling: str) -> None:
    """The referee of this table, asked on the phone."""
    page.goto(f"{table(page)}m/1/referee/{question}/")
    for each in filter(None, facts.split(", ")):
        box, _space, value = each.partition(" ")
        answer(page, box, value)
    expect(page.locator("#ruling")).to_contain_text(ruling)
