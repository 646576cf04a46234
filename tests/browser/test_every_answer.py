"""Every answer that a hand's record allows can be entered by taps or by keyboard alone, and is what is saved.

The hands are generated: a few of each kind, in which each option, both ends of every number and both answers
to a question of yes or no occur wherever a hand with them can be written. By day enough games are played that
each way to ask for an answer occurs, and of each kind enough hands; by night all of every preset of all.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, get_origin

import pytest
from playwright.sync_api import Page

from games import every_game
from games.engine import (
    ENGLISH,
    Cards,
    FormField,
    Game,
    Preset,
    Seating,
    append_hand,
    empty_sheet,
    form_fields,
    from_form_data,
    hand_problems,
    irrelevant_paths,
    limit,
    optional,
    pack,
    record_fields,
    to_form_data,
    with_placeholder_answers,
)
from games.engine.game import normalise_hand
from scorekeeper.matches import replay
from scorekeeper.sheet.boxes import MOST_KEYS, belongs, shape_of
from scorekeeper.sheet.form_fields import shown
from scorekeeper.sheet.hand_form import (
    HandForm,
    forced_fields,
)
from tests import nightly
from tests.conftest import Phone, until
from tests.nightly import NIGHTLY

from .playing import ask_for, reach, step_of
from .sitting import Sitting

# The longest records take a minute and a half beside other tests.
pytestmark = [pytest.mark.browser, pytest.mark.looks, pytest.mark.timeout(300)]

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
# Changes for each answer, and so many to one hand, until it can be written.
TRIES = 120 if NIGHTLY else 40
STEPS = 20
WIDEST = 200  # where a number has no bound of its own


@dataclass(frozen=True)
class Table:
    """A preset of a game with nothing on its sheet yet, and the hands that are to be entered there."""

    game: Game[Any]
    preset: Preset[Any]

    @cached_property
    def sheet(self) -> Any:
        return empty_sheet(self.game, Seating(*self.game.shapes(self.preset)[0]), self.preset.house)

    def hands(self, kind: str) -> list[dict[str, Any]]:
        """Hands, by their boxes, in which every answer occurs that some hand can have."""
        record, chance = self.game.hands[kind], random.Random(f"{self.game.slug} {self.preset.id} {kind}")
        form = HandForm(self.game, record, self.sheet, ENGLISH)
        boxes = form.box_of
        every = {path: candidates(one, boxes[path]) for path, one in form.blanks.items()}
        bases = self.bases(record)
        covered: set[tuple[str, Any]] = set()
        found: list[dict[str, Any]] = []
        for path, value in ((path, value) for path, values in every.items() for value in values):
            if (path, value) in covered:
                continue
            said = self.with_answer(form, every, bases, chance, path, value)
            if said is not None:
                found.append(said)
                covered |= set(said.items())
        return found or [said for base in bases if (said := self.asked(form, base))][:1]

    def bases(self, record: type) -> list[dict[str, Any]]:
        """What to begin with: those of the game's examples that can be written here, or what says least."""
        known = [hand for example in self.game.examples for hand in example.hands if type(hand) is record]
        fit = [hand for hand in known if not hand_problems(self.game, hand, self.sheet)]
        return [
            to_form_data(normalise_hand(hand, self.sheet))
            for hand in fit or [with_placeholder_answers(record, {}, self.sheet)]
        ]

    def with_answer(
        self,
        form: HandForm,
        every: dict[str, list[Any]],
        bases: list[dict[str, Any]],
        chance: random.Random,
        path: str,
        value: Any,
    ) -> dict[str, Any] | None:
        """The boxes that are asked of a hand with this answer; None if none was found."""
        said: dict[str, Any] = {}
        for step in range(TRIES):
            if step % STEPS == 0:
                said = chance.choice(bases) | {path: value}
            share(form, said, chance, path)
            try:
                hand = from_form_data(form.kind_of_record, said, self.sheet)
            except KeyError:
                return None  # answers that can be left out together only
            if not (wrong := hand_problems(self.game, hand, self.sheet)):
                asked = self.asked(form, said)
                if asked is not None and asked.get(path, ...) == value:
                    return asked
                wrong = ()
            field = chance.choice(wrong).field if wrong else ""
            others = [one for one in said if one != path and one in form.blanks]
            near = [one for one in others if field and (belongs(one, {field}) or one.endswith(field[-2:]))]
            if others:
                other = chance.choice(near or others)
                said[other] = self.anything(form, every, other, chance)
        return None

    def anything(self, form: HandForm, every: dict[str, list[Any]], path: str, chance: random.Random) -> Any:
        """Some answer for a box: of many numbers often a low one."""
        values, one = every[path], form.blanks[path]
        if not values:
            return drawn(one, self.sheet, chance)
        value = chance.choice(values)
        if type(value) in (int, Fraction) and max(number or 0 for number in values) > MOST_KEYS:
            return chance.choice([value, type(value)(one.ask.step * chance.randint(1, 12))])
        return value

    def asked(self, form: HandForm, said: dict[str, Any]) -> dict[str, Any] | None:
        """The boxes of a hand that its form asks; None if the hand cannot be written."""
        hand = normalise_hand(from_form_data(form.kind_of_record, said, self.sheet), self.sheet)
        if hand_problems(self.game, hand, self.sheet):
            return None
        whole, off = to_form_data(hand), set(irrelevant_paths(hand, self.sheet))
        if any(self.answers_unasked(form, whole, path) for path in whole if not belongs(path, off)):
            return None
        spared = set(
            forced_fields(HandForm(self.game, form.kind_of_record, self.sheet, ENGLISH, answers=whole))
        )
        return {path: whole[path] for path in whole if not belongs(path, off) and path not in spared}

    def answers_unasked(self, form: HandForm, whole: dict[str, Any], path: str) -> bool:
        """Whether a question is answered that would not be asked: one that matters only because it is."""
        one = form.blanks.get(path)
        if one is None or one.required or whole[path] == one.default:
            return False
        others = {other: value for other, value in whole.items() if other != path}
        return belongs(
            path,
            set(
                irrelevant_paths(
                    with_placeholder_answers(form.kind_of_record, others, self.sheet), self.sheet
                )
            ),
        )


def candidates(one: FormField, box: Any) -> list[Any]:
    """Each option of a choice, both ends of a number, both answers; nothing for cards, which are drawn."""
    kind = optional(one.type) or one.type
    none = [None] if optional(one.type) else []
    if kind is bool:
        return [True, False, *none]
    if get_origin(kind) is frozenset:
        return [frozenset(), *(frozenset({kind.__args__[0](o.value)}) for o in box.options if o.value)]
    if kind is Cards or kind is str:
        return []
    if box.shape in ("choice", "who"):
        values = [int(o.value) if box.shape == "who" else o.value for o in box.options if o.value]
        return [*map(kind, values), *none]
    least = -WIDEST if box.least is None else max(box.least, -WIDEST)
    most = max(least, WIDEST if box.most is None else min(box.most, WIDEST))
    usual = [] if one.required or one.default is None else [one.default]
    return [*dict.fromkeys(kind(n) for n in (least, most - (most - least) % box.step, *usual)), *none]


def drawn(one: FormField, sheet: Any, chance: random.Random) -> Any:
    """Some cards, as many as there must be; or a word."""
    if one.type is str:
        return "a word"
    there = list(one.ask.of(sheet) if one.ask.of else pack())
    least, most = limit(one.ask.least, sheet) or 0, limit(one.ask.most, sheet)
    few = max(least, chance.randint(1, 3))
    return Cards(chance.sample(there, few if most is None else min(few, most)))


def share(form: HandForm, said: dict[str, Any], chance: random.Random, fixed: str) -> None:
    """Let what adds up to a known sum do so, if it does not; what is fixed stays."""
    for q in record_fields(form.kind_of_record):
        total = limit(q.ask.total, form.sheet)
        own = [path for path in said if path.startswith(f"{q.name}.") and said[path] is not None]
        if total is None or not own or sum(said[path] for path in own) == total:
            continue
        left = total - (said[fixed] if fixed in own else 0)
        free = [path for path in own if path != fixed]
        chance.shuffle(free)
        for n, path in enumerate(free):
            some = chance.randint(min(0, int(left)), max(0, int(left))) // q.ask.step * q.ask.step
            said[path] = type(said[path])(left if n == len(free) - 1 else some)
            left -= said[path]


# On the page.

MOST_STEPS = 120  # of one hand: what is asked may change with each answer

# What the form would send, by box: a key may answer several, and what is typed beside keys holds.
SENT = """() => {
    const sent = {};
    for (const [names, values] of new FormData(document.querySelector("#hand-form"))) {
        const parts = names.split("+");
        const each = parts.length > 1 ? values.split("+") : [values];
        parts.forEach((name, n) => (sent[name] ??= []).push(each[n]));
    }
    return sent;
}"""
# The boxes that play a part, by what has been said so far.
MATTER = """() => [...document.querySelectorAll(".kind:not([hidden]) .step:not(.irrelevant) input[name]")]
    .filter((e) => e.type !== "hidden")
    .map((e) => [e.name, e.type, e.value])"""
# The boxes of the question that is asked, and whether one may go on from it.
ASKED = """() => [...new Set([...document.querySelectorAll(".step.asked input[name]")]
    .flatMap((e) => e.name.replace(/\\.n$/, "").split("+")))]"""
SEEN = """() => document.querySelector("#go.waits") ||
    document.querySelector("#hand-form").dataset.unseen === undefined"""
NEXT = ".next-step:not([hidden]), #pad:not([hidden]) [data-put=next]"


class Sheet:
    """The form of a hand on a page, and what is to be entered."""

    def __init__(self, page: Page, form: HandForm, said: dict[str, Any]) -> None:
        self.page, self.form, self.said = page, form, said

    def text(self, path: str) -> list[str]:
        """What a box sends for its answer."""
        value = shown(self.said[path])
        return sorted(value) if isinstance(value, list) else [value]

    def is_said(self, path: str, sent: dict[str, list[str]]) -> bool:
        """Whether the form would send this answer."""
        box, answer = self.form.box_of[path], self.said[path]
        given = sent.get(path, [])
        if box.shape == "set":
            return sorted(filter(None, given)) == self.text(path) and (bool(given) or not box.none_is_said)
        if box.shape == "switch":
            return (given == ["yes"]) is answer
        if box.by_rank:
            return [card[0] for card in " ".join(given).split()] == [card.rank for card in answer]
        if answer is None and box.shape in ("number", "fraction"):
            return given == [""] and (f"{path}.n" in sent or not box.options)
        typed = [text for text in sent.get(f"{path}.n", []) if text] if box.number_name else []
        return (typed or given) == self.text(path)

    def open(self) -> list[str]:
        """The boxes that play a part and do not say yet what they are to say."""
        self.page.wait_for_function(SEEN)
        asked = {part for name, _type, _value in self.page.evaluate(MATTER) for part in name.split("+")}
        sent = self.page.evaluate(SENT)
        # What is asked once more, and was answered for another hand, is put back.
        for path, one in self.form.blanks.items():
            if path in asked and path not in self.said and not one.required and path in sent:
                self.said[path] = one.default
        return [path for path in self.said if path in asked and not self.is_said(path, sent)]

    def asked(self) -> list[str]:
        """The boxes of the question that is asked now."""
        found: list[str] = self.page.evaluate(ASKED)
        return found

    def key(self, path: str) -> tuple[str, str] | None:
        """The name and the value of the key to be pressed for an answer; None where it is typed."""
        box, sent = self.form.box_of[path], self.page.evaluate(SENT)
        if box.shape == "set":
            given = set(filter(None, sent.get(path, [])))
            wrong = sorted(given ^ set(self.text(path)))
            return path, wrong[0] if wrong else ""
        if self.said[path] is None and box.options and box.shape in ("number", "fraction"):
            return f"{path}.n", "yes"
        if box.shape == "switch":
            return path, "yes"
        for name, kind, value in self.page.evaluate(MATTER):
            parts = name.split("+")
            if kind == "radio" and path in parts and value == "+".join(self.text(part)[0] for part in parts):
                return name, value
        return None


def by_taps(sheet: Sheet) -> None:
    """Every answer with a thumb, as the keyboard asks for it; then the key that saves."""
    enter_without_saving(sheet)
    sheet.page.locator("#go:not(.waits)").tap()


def enter_without_saving(sheet: Sheet) -> None:
    page = sheet.page
    for _step in range(MOST_STEPS):
        open_, asked = sheet.open(), sheet.asked()
        if own := [path for path in open_ if path in asked]:
            tap(sheet, own[0])
        elif page.locator(NEXT).count():
            page.locator(NEXT).first.tap()
        elif asked:
            page.wait_for_timeout(50)  # the site has still to say whether it is asked at all
        elif open_:
            ask_for(page, open_[0])
        else:
            break


def tap(sheet: Sheet, path: str) -> None:
    page, box = sheet.page, sheet.form.box_of[path]
    if key := sheet.key(path):
        label = page.locator(
            f".step.asked label:has(input[name='{key[0]}'][value='{key[1]}']):not(.unscripted)"
        ).first
        reach(label)
        label.tap()
        return
    text = sheet.text(path)[0]
    typed = page.locator(f".step.asked input[name='{box.number_name or path}']")
    if box.number_name or box.shape in ("text", "list", "calls") or "/" in text:
        typed.tap()
        typed.fill(text)
    elif box.shape == "cards":
        pad = page.locator(".step.asked .cards-box")
        for _card in typed.input_value().split():
            pad.locator("[data-back]").tap()
        for card in text.split():
            pad.locator(f"[data-card='{card}'], [data-rank='{card[0]}']").first.tap()
    else:
        if not page.locator("#pad [data-put='1']").is_visible():
            page.locator("#pad [data-put=turn]").tap()  # not card by card
        for _digit in typed.input_value():
            page.locator("#pad [data-put=back]").tap()
        for digit in text:
            page.locator(f"#pad [data-put='{'sign' if digit == '-' else digit}']").tap()


def by_keyboard(sheet: Sheet) -> None:
    """Every answer with Tab, arrows, Space, letters and digits; then Enter."""
    page = sheet.page
    for _step in range(MOST_STEPS):
        open_, asked = sheet.open(), sheet.asked()
        if own := [path for path in open_ if path in asked]:
            press(sheet, own[0])
        elif page.locator(NEXT).count():
            tab_to(page, NEXT)
            page.keyboard.press("Enter")
        elif open_:
            tab_to(page, way_to(sheet, open_[0]))
            page.keyboard.press("Enter")
        elif asked:
            page.wait_for_timeout(50)
        else:
            break
    tab_to(page, "#go")
    page.keyboard.press("Enter")


def tab_to(page: Page, what: str) -> None:
    for _stop in range(300):
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{what} is not reached by Tab")


def way_to(sheet: Sheet, path: str) -> str:
    """What asks for this box again: its chip, the small key below its question, or that question's chip."""
    page, step = sheet.page, step_of(sheet.page, path)
    own = f"[data-open='{step.get_attribute('data-step')}']"
    if page.locator(own).count():
        return own
    for above in (step.get_attribute("data-below") or "").split():
        if "irrelevant" not in (step_of(page, above).get_attribute("class") or ""):
            asks = f".chip[data-open='{above}']"
            return asks if page.locator(asks).count() else ".chip.more"
    return ".chip.more"


def press(sheet: Sheet, path: str) -> None:
    """Give this answer in the question that is asked."""
    page, box = sheet.page, sheet.form.box_of[path]
    key = sheet.key(path)
    if key:
        name, value = key
        fold = page.locator(".step.asked details:not([open])")
        if fold.locator(f"input[name='{name}'][value='{value}']").count():
            tab_to(page, ".step.asked details:not([open]) > summary")
            page.keyboard.press("Enter")
        if page.locator(f".step.asked input[type=checkbox][name='{name}'][value='{value}']").count():
            tab_to(page, f".step.asked input[name='{name}'][value='{value}']")
            page.keyboard.press("Space")
            return
        tab_to(page, f".step.asked input[name='{name}']")
        for _key in range(60):
            if page.evaluate("() => document.activeElement.value") == value:
                page.keyboard.press(
                    "Enter" if page.evaluate("() => document.activeElement.checked") else "Space"
                )
                return
            page.keyboard.press("ArrowRight")
        raise AssertionError(f"{value} is not reached by the arrows")
    if box.shape != "cards":
        tab_to(page, f".step.asked input[name='{box.number_name or path}']")
        page.keyboard.press("Control+A")
        page.keyboard.type(sheet.text(path)[0])
        page.keyboard.press("Enter")
        return
    tab_to(page, ".step.asked .card-key")
    for _card in page.locator(f"input[name='{path}']").input_value().split():
        page.keyboard.press("Backspace")
    for card in sheet.said[path]:
        if box.by_rank:
            rank(page, card.rank)
        else:
            page.keyboard.type(f"{card.rank}{card.suit}")


def rank(page: Page, wanted: str) -> None:
    """With the arrows to the key of a rank."""
    at = "() => document.activeElement.dataset.rank"
    for arrow in ["ArrowLeft"] * 15 + ["ArrowRight"] * 15:
        if page.evaluate(at) == wanted:
            break
        page.keyboard.press(arrow)
    page.keyboard.press("Enter")


HOW = {"taps": by_taps, "keyboard": by_keyboard}
GAMES = [(game, game.presets[0]) for game in every_game().values()]
EVERY_PRESET = [(game, preset) for game in every_game().values() for preset in game.presets]


def ways_to_ask(one: tuple[Game[Any], Preset[Any]]) -> set[tuple[str, bool]]:
    """How the boxes of a game look, and whether each may be left out."""
    game, sheet = one[0], Table(*one).sheet
    asked = (box for kind in game.kinds_at(sheet) for box in form_fields(game.hands[kind], sheet))
    return {(shape_of(box, sheet), box.required) for box in asked}


def ways_to_answer(said: dict[str, Any], form: HandForm) -> set[tuple[str, bool, bool | None]]:
    """How a hand's boxes look, whether each may be left out, and what sort of answer it has."""
    return {
        (form.box_of[path].shape, one.required, sort_of_answer(said[path]))
        for path, one in form.blanks.items()
        if path in said
    }


def sort_of_answer(value: Any) -> bool | None:
    """No answer, yes or no, a number below nothing or not; all others are one."""
    if value is None or value is True:
        return value
    return type(value) in (int, Fraction) and value < 0


PRESETS = EVERY_PRESET if NIGHTLY else nightly.enough(GAMES, ways_to_ask)


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[f"{one.slug}-{way.id}" for one, way in PRESETS])
def test_every_answer_can_be_given_and_is_what_is_saved(
    phone: Phone, game: Game[Any], preset: Preset[Any]
) -> None:
    table = Table(game, preset)
    kinds = [kind for kind in game.kinds_at(table.sheet) if record_fields(game.hands[kind])]
    generated = {kind: table.hands(kind) for kind in kinds}
    assert any(generated.values())
    for kind, hands in generated.items():
        form = HandForm(game, game.hands[kind], table.sheet, ENGLISH)
        if not NIGHTLY:
            hands = nightly.enough(hands, lambda said, form=form: ways_to_answer(said, form))
        for n, said in enumerate(hands):
            # What has been said can be said otherwise: the first hand is entered over the last.
            over = hands[-1] if n == 0 and len(hands) > 1 else None
            # By day they take turns.
            for how in HOW if len(hands) == 1 or NIGHTLY else [list(HOW)[n % len(HOW)]]:
                entered(phone, table, kind, said, how, over)


def entered(
    phone: Phone, table: Table, kind: str, said: dict[str, Any], how: str, over: dict[str, Any] | None
) -> None:
    """A hand entered and saved at a table of its own: what stands on the sheet is what was entered."""
    game, record = table.game, table.game.hands[kind]
    sitting = Sitting(game.slug, table.preset.id, NAMES[: table.sheet.seating.seats])
    page = sitting.open(phone, "Ann", f"{sitting.path}m/1/hand?kind={kind}")
    form = HandForm(game, record, table.sheet, ENGLISH)
    if over is not None:
        enter_without_saving(Sheet(page, form, dict(over)))
    sheet = Sheet(page, form, dict(said))
    HOW[how](sheet)
    try:
        until(lambda: bool(page.wait_for_timeout(5)) or sitting.match.length == 1)
    except AssertionError:
        state = page.evaluate(SENT), sheet.open(), page.locator("#go").inner_text()
        raise AssertionError((kind, how, said, *state)) from None
    (row,) = replay.load_match_state(sitting.match).sheet.rows
    wanted = (
        append_hand(game, table.sheet, from_form_data(record, complete(form, said), table.sheet)).rows[0].hand
    )
    assert alike(row.hand, wanted, form), (kind, how, said)


def complete(form: HandForm, said: dict[str, Any]) -> dict[str, Any]:
    """The boxes with those that are spared at what holds without them."""
    return {path: None for path, one in form.blanks.items() if one.required and optional(one.type)} | said


def alike(saved: Any, wanted: Any, form: HandForm) -> bool:
    """Whether two hands say the same; of cards whose suits do not matter, of the same ranks."""
    one, other = to_form_data(saved), to_form_data(wanted)
    for path, box in form.box_of.items():
        if box.by_rank and path in one and path in other:
            one[path], other[path] = ([card.rank for card in cards] for cards in (one[path], other[path]))
    return one == other
