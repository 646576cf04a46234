"""Entry of every answer that a hand's record allows, by taps or by a desktop's keyboard alone.

Together the generated hands have each option, both ends of every number and both answers to a yes-or-no
question, wherever a valid hand can have it. Outside nightly runs, a few games and hands cover each type of
answer. A box is the field for one answer, named by its path, such as "tricks.0".
"""

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, get_origin

import pytest
from playwright.sync_api import expect

from games import every_game
from games.engine import (
    ENGLISH,
    Cards,
    Game,
    Heading,
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
    play,
    record_fields,
    to_form_data,
    with_placeholder_answers,
)
from games.engine.game import normalise_hand
from scorekeeper.sheet.boxes import MOST_KEYS, belongs_to_any, widget_of
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.hand_form import HandForm, forced_fields
from tests import nightly
from tests.conftest import until
from tests.nightly import NIGHTLY

from .fake_match import FakeMatch
from .playing import open_question, reveal, step_of
from .sitting import expect_totals

pytestmark = [pytest.mark.sqlite_only, pytest.mark.timeout(300)]

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
# TRIES: random changes for each answer; STEPS: changes before starting from another hand.
TRIES = 120 if NIGHTLY else 40
STEPS = 20
WIDEST = 200  # a box without a nearer bound gets numbers from -200 to 200


@dataclass(frozen=True)
class Table:
    """A preset of a game, an empty sheet, and generators of hands to enter."""

    game: Game[Any]
    preset: Preset[Any]

    @cached_property
    def sheet(self):
        return empty_sheet(self.game, Seating(*self.game.shapes(self.preset)[0]), self.preset.house)

    def hands(self, kind):
        """Return hands as answers keyed by path; together they have every answer of a valid hand."""
        record, chance = self.game.hands[kind], random.Random(f"{self.game.slug} {self.preset.id} {kind}")
        form = HandForm(self.game, record, self.sheet, ENGLISH)
        values_by_path = {path: candidates(field, form.box_of[path]) for path, field in form.fields.items()}
        bases = self.bases(record)
        covered = set()
        hands = []
        for path, value in [(path, value) for path, values in values_by_path.items() for value in values]:
            if (path, value) in covered:
                continue
            if hand := self.with_answer(form, values_by_path, bases, chance, path, value):
                hands.append(hand)
                covered |= set(hand.items())
        return hands or [hand for base in bases if (hand := asked_answers(self.game, form, base))][:1]

    def bases(self, record):
        """Return starting hands: the game's valid examples, else a hand of placeholder answers."""
        known = [hand for example in self.game.examples for hand in example.hands if type(hand) is record]
        valid = [hand for hand in known if not hand_problems(self.game, hand, self.sheet)]
        return [
            to_form_data(normalise_hand(hand, self.sheet))
            for hand in valid or [with_placeholder_answers(record, {}, self.sheet)]
        ]

    def with_answer(self, form, values_by_path, bases, chance, path, value):
        """Return the asked answers of a hand with this answer; None if not found."""
        answers = {}
        for step in range(TRIES):
            if step % STEPS == 0:
                answers = chance.choice(bases) | {path: value}
            correct_sums(form, answers, chance, path)
            try:
                hand = from_form_data(form.kind_of_record, answers, self.sheet)
            except KeyError:
                return None  # these optional answers must be given together
            if problems := hand_problems(self.game, hand, self.sheet):
                field = chance.choice(problems).field
            else:
                field, asked = "", asked_answers(self.game, form, answers)
                if asked is not None and asked.get(path, ...) == value:
                    return asked
            other_paths = [other for other in answers if other != path and other in form.fields]
            # Prefer an answer of the faulty field, or of the same seat.
            likely_paths = [
                other
                for other in other_paths
                if field and (belongs_to_any(other, {field}) or other.endswith(field[-2:]))
            ]
            if other_paths:
                other = chance.choice(likely_paths or other_paths)
                answers[other] = self.random_answer(form, values_by_path, other, chance)
        return None

    def random_answer(self, form, values_by_path, path, chance):
        """Return a random answer for a box; where many numbers are allowed, often a low one."""
        values, field = values_by_path[path], form.fields[path]
        if not values:
            return random_cards_or_word(field, self.sheet, chance)
        value = chance.choice(values)
        if type(value) in (int, Fraction) and max(number or 0 for number in values) > MOST_KEYS:
            return chance.choice([value, type(value)(field.ask.step * chance.randint(1, 12))])
        return value


def asked_answers(game, form, answers):
    """Return those answers that the form asks for; None if the hand is not valid or cannot be entered."""
    record, sheet = form.kind_of_record, form.sheet
    hand = normalise_hand(from_form_data(record, answers, sheet), sheet)
    if hand_problems(game, hand, sheet):
        return None
    all_answers, irrelevant = to_form_data(hand), set(irrelevant_paths(hand, sheet))
    relevant = [path for path in all_answers if not belongs_to_any(path, irrelevant)]
    if any(is_relevant_only_if_given(form, all_answers, path) for path in relevant):
        return None
    forced = set(forced_fields(HandForm(game, record, sheet, ENGLISH, answers=all_answers)))
    return {path: all_answers[path] for path in relevant if path not in forced}


def is_relevant_only_if_given(form, all_answers, path):
    """Return True if an answer is relevant only because it is given."""
    field = form.fields.get(path)
    if field is None or field.required or all_answers[path] == field.default:
        return False
    others = {other: value for other, value in all_answers.items() if other != path}
    without = with_placeholder_answers(form.kind_of_record, others, form.sheet)
    return belongs_to_any(path, set(irrelevant_paths(without, form.sheet)))


def candidates(field, box):
    """Return each option, both ends of a number's range, or yes and no; nothing for cards and texts."""
    kind = optional(field.type) or field.type
    none = [None] if optional(field.type) else []
    if kind is bool:
        return [True, False, *none]
    if get_origin(kind) is frozenset:
        return [frozenset(), *(frozenset({kind.__args__[0](o.value)}) for o in box.options if o.value)]
    if kind is Cards or kind is str:
        return []
    if box.widget in ("choice", "who"):
        values = [int(o.value) if box.widget == "who" else o.value for o in box.options if o.value]
        return [*map(kind, values), *none]
    least = -WIDEST if box.least is None else max(box.least, -WIDEST)
    most = max(least, WIDEST if box.most is None else min(box.most, WIDEST))
    usual = [] if field.required or field.default is None else [field.default]
    return [*dict.fromkeys(kind(n) for n in (least, most - (most - least) % box.step, *usual)), *none]


def random_cards_or_word(field, sheet, chance):
    """Return random cards, as many as the field requires; for a text field, a word."""
    if field.type is str:
        return "a word"
    cards = list(field.ask.available(sheet) if field.ask.available else pack())
    least, most = limit(field.ask.least, sheet) or 0, limit(field.ask.most, sheet)
    count = max(least, chance.randint(1, 3))
    return Cards(chance.sample(cards, count if most is None else min(count, most)))


def correct_sums(form, answers, chance, fixed_path):
    """Make answers with a known total add up to it; the box at ``fixed_path`` keeps its value."""
    for field in record_fields(form.kind_of_record):
        total = limit(field.ask.total, form.sheet)
        own = [path for path in answers if path.startswith(f"{field.name}.") and answers[path] is not None]
        if total is None or not own or sum(answers[path] for path in own) == total:
            continue
        rest = total - (answers[fixed_path] if fixed_path in own else 0)
        free_paths = [path for path in own if path != fixed_path]
        chance.shuffle(free_paths)
        for n, path in enumerate(free_paths):
            part = chance.randint(min(0, int(rest)), max(0, int(rest))) // field.ask.step * field.ask.step
            answers[path] = type(answers[path])(rest if n == len(free_paths) - 1 else part)
            rest -= answers[path]


READY = """() => document.documentElement.hasAttribute("data-idle") &&
    (document.querySelector("#save.waits") || !document.querySelector("#preview.stale"))"""
# Return three things: the values that the form would send, keyed by path; the inputs of the relevant boxes;
# and the paths of the current question. One input may answer several boxes.
STATE = """() => {
    const sent = {};
    for (const [names, values] of new FormData(document.querySelector("#hand-form"))) {
        const parts = names.split("+");
        const answers = parts.length > 1 ? values.split("+") : [values];
        parts.forEach((name, n) => (sent[name] ??= []).push(answers[n]));
    }
    const inputs = [...document.querySelectorAll(".kind:not([hidden]) .step:not(.irrelevant) input[name]")]
        .filter((e) => e.type !== "hidden").map((e) => [e.name, e.type, e.value]);
    const asked = [...document.querySelectorAll(".step.asked input[name]")]
        .flatMap((e) => e.name.replace(/\\.n$/, "").split("+"));
    return [sent, inputs, asked];
}"""
NEXT = ".next-step:not([hidden]), #pad:not([hidden]) [data-put=next], .repeat-offer.asked [data-no-repeat]"


class Entry:
    """The form of a hand on a page, and the answers to enter."""

    def __init__(self, page, form, answers):
        self.page, self.form, self.answers = page, form, answers

    def text(self, path):
        """Return the texts that the form sends for the intended answer."""
        value = box_value(self.answers[path])
        return sorted(value) if isinstance(value, list) else [value]

    def is_entered(self, path):
        """Return True if the form would send the intended answer to a box.

        Beside a number field, "path.n" is the checkbox for "none"; beside keys, it is a typed number.
        """
        box, answer = self.form.box_of[path], self.answers[path]
        given = self.sent.get(path, [])
        if box.widget == "set":
            return sorted(filter(None, given)) == self.text(path) and (bool(given) or not box.none_is_answer)
        if box.widget == "switch":
            return (given == ["yes"]) is answer
        if box.by_rank:
            return [card[0] for card in " ".join(given).split()] == [card.rank for card in answer]
        if answer is None and box.widget in ("number", "fraction"):
            return given == [""] and (f"{path}.n" in self.sent or not box.options)
        typed = [text for text in self.sent.get(f"{path}.n", []) if text] if box.number_name else []
        return (typed or given) == self.text(path)

    def open_boxes(self):
        """Read the page, and return the relevant boxes that do not have their intended answer yet."""
        self.page.wait_for_function(READY)
        self.sent, self.inputs, self.asked = self.page.evaluate(STATE)
        relevant = {part for name, _type, _value in self.inputs for part in name.split("+")}
        # A question that reappears with an answer from another hand gets its default.
        for path, field in self.form.fields.items():
            if path in relevant and path not in self.answers and not field.required and path in self.sent:
                self.answers[path] = field.default
        return [path for path in self.answers if path in relevant and not self.is_entered(path)]

    def key(self, path):
        """Return the name and value of the key (radio or checkbox) for an answer; None if it is typed."""
        box = self.form.box_of[path]
        if box.widget == "set":
            given = set(filter(None, self.sent.get(path, [])))
            wrong = sorted(given ^ set(self.text(path)))
            return path, wrong[0] if wrong else ""
        if self.answers[path] is None and box.options and box.widget in ("number", "fraction"):
            return f"{path}.n", "yes"
        if box.widget == "switch":
            return path, "yes"
        for name, kind, value in self.inputs:
            parts = name.split("+")
            if kind == "radio" and path in parts and value == "+".join(self.text(part)[0] for part in parts):
                return name, value
        return None


def enter(entry, answer, go_on, reopen):
    """Enter every answer as the form asks for it, without saving the hand."""
    page = entry.page
    for _step in range(120):  # questions change with the answers
        open_boxes = entry.open_boxes()
        if own := [path for path in open_boxes if path in entry.asked]:
            answer(entry, own[0])
        elif page.locator(NEXT).count():
            go_on()
        elif open_boxes:
            reopen(open_boxes[0])
        elif not entry.asked:
            break  # otherwise read the page again: the preview decides whether the question stays


def save_by_taps(entry):
    enter_by_taps(entry)
    entry.page.locator("#save:not(.waits)").tap()


def enter_by_taps(entry):
    page = entry.page
    enter(entry, tap, lambda: page.locator(NEXT).first.tap(), lambda path: open_question(page, path))


def tap(entry, path):
    page, box = entry.page, entry.form.box_of[path]
    if key := entry.key(path):
        label = page.locator(
            f".step.asked label:has(input[name='{key[0]}'][value='{key[1]}']):not(.unscripted)"
        ).first
        reveal(label)
        label.tap()
        return
    text = entry.text(path)[0]
    typed = page.locator(f".step.asked input[name='{box.number_name or path}']")
    if box.number_name or box.widget in ("text", "list", "calls") or "/" in text:
        typed.tap()
        typed.fill(text)
    elif box.widget == "cards":
        pad = page.locator(".step.asked .cards-box")
        for _card in typed.input_value().split():
            pad.locator("[data-back]").tap()
        for card in text.split():
            pad.locator(f"[data-card='{card}'], [data-rank='{card[0]}']").first.tap()
    else:
        if not page.locator("#pad [data-put='1']").is_visible():
            page.locator("#pad [data-put=turn]").tap()  # switch from card by card to a number
        for _digit in typed.input_value():
            page.locator("#pad [data-put=back]").tap()
        for digit in text:
            page.locator(f"#pad [data-put='{'sign' if digit == '-' else digit}']").tap()


def save_by_keyboard(entry):
    """Enter every answer with Tab, arrows, Space, letters and digits; then press Enter."""
    page = entry.page
    enter(entry, press, lambda: press_key(page, NEXT), lambda path: press_key(page, opener_of(page, path)))
    press_key(page, "#save")


def press_key(page, key):
    tab_to(page, key)
    page.keyboard.press("Enter")


def tab_to(page, selector):
    for _stop in range(300):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def opener_of(page, path):
    """Return the selector of what reopens this box: its chip, small key or parent question's chip."""
    step = step_of(page, path)
    own = f"[data-open='{step.get_attribute('data-step')}']"
    if page.locator(own).count():
        return own
    for above in (step.get_attribute("data-below") or "").split():
        if "irrelevant" not in (step_of(page, above).get_attribute("class") or ""):
            chip = f".chip[data-open='{above}']"
            return chip if page.locator(chip).count() else ".chip.more"
    return ".chip.more"


def press(entry, path):
    page, box = entry.page, entry.form.box_of[path]
    if key := entry.key(path):
        name, value = key
        fold = page.locator(".step.asked details:not([open])")
        if fold.locator(f"input[name='{name}'][value='{value}']").count():
            press_key(page, ".step.asked details:not([open]) > summary")
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
    if box.widget != "cards":
        tab_to(page, f".step.asked input[name='{box.number_name or path}']")
        page.keyboard.press("Control+A")
        page.keyboard.type(entry.text(path)[0])
        page.keyboard.press("Enter")
        return
    tab_to(page, ".step.asked .card-key")
    for _card in page.locator(f"input[name='{path}']").input_value().split():
        page.keyboard.press("Backspace")
    for card in entry.answers[path]:
        if box.by_rank:
            choose_rank(page, card.rank)
        else:
            page.keyboard.type(f"{card.rank}{card.suit}")


def choose_rank(page, rank):
    for arrow in ["ArrowLeft"] * 15 + ["ArrowRight"] * 15:
        if page.evaluate("() => document.activeElement.dataset.rank") == rank:
            break
        page.keyboard.press(arrow)
    page.keyboard.press("Enter")


METHODS = (save_by_taps, save_by_keyboard)


def question_types(game_and_preset):
    """Return the (widget, required) pairs of a game's boxes."""
    table = Table(*game_and_preset)
    game, sheet = table.game, table.sheet
    boxes = (box for kind in game.kinds_at(sheet) for box in form_fields(game.hands[kind], sheet))
    return {(widget_of(box, sheet), box.required) for box in boxes}


def answer_types(answers, form):
    """Return a (widget, required, sort of answer) triple for each box that a hand answers."""
    return {
        (form.box_of[path].widget, field.required, sort_of_answer(answers[path]))
        for path, field in form.fields.items()
        if path in answers
    }


def sort_of_answer(value):
    """Return None or True unchanged; for another answer, True for a negative number, else False."""
    is_negative = type(value) in (int, Fraction) and value < 0
    return value if value is None or value is True else is_negative


GAMES = every_game().values()
PRESETS = (
    [(game, preset) for game in GAMES for preset in game.presets]
    if NIGHTLY
    else nightly.greedy_cover([(game, game.presets[0]) for game in GAMES], question_types)
)


@pytest.mark.parametrize(
    ("game", "preset"), PRESETS, ids=[f"{game.slug}-{preset.id}" for game, preset in PRESETS]
)
def test_every_answer_can_be_entered_and_is_saved(form_page, game, preset):
    table = Table(game, preset)
    kinds = [kind for kind in game.kinds_at(table.sheet) if record_fields(game.hands[kind])]
    generated = {kind: table.hands(kind) for kind in kinds}
    assert any(generated.values())
    for kind, hands in generated.items():
        form = HandForm(game, game.hands[kind], table.sheet, ENGLISH)
        if not NIGHTLY:
            hands = nightly.greedy_cover(hands, lambda answers, form=form: answer_types(answers, form))
        for n, answers in enumerate(hands):
            # To show that answers can be changed, the first hand is entered over the last hand's answers.
            earlier = hands[-1] if n == 0 and len(hands) > 1 else None
            # Outside nightly runs, the two methods alternate.
            methods = METHODS if len(hands) == 1 or NIGHTLY else [METHODS[n % 2]]
            for save in methods:
                check_entry(form_page, table, kind, answers, save, earlier)


def check_entry(page, table, kind, answers, save, earlier):
    game, record = table.game, table.game.hands[kind]
    match = FakeMatch(game.slug, table.preset.id, NAMES[: table.sheet.seating.seats])
    match.open(page, f"m/1/hand?kind={kind}")
    form = HandForm(game, record, table.sheet, ENGLISH)
    if earlier is not None:
        enter_by_taps(Entry(page, form, dict(earlier)))
    entry = Entry(page, form, dict(answers))
    save(entry)
    try:
        until(lambda: match.length == 1)
    except AssertionError:
        state = entry.open_boxes(), entry.sent, page.locator("#save").inner_text()
        raise AssertionError((kind, answers, *state)) from None
    (row,) = match.localized.sheet.rows
    # Required answers that may be empty are None where the form did not ask for them.
    unasked = (path for path, field in form.fields.items() if field.required and optional(field.type))
    expected = from_form_data(record, dict.fromkeys(unasked) | answers, table.sheet)
    expected = append_hand(game, table.sheet, expected).rows[0].hand
    assert same_hand(row.hand, expected, form), (kind, answers)


def same_hand(saved, expected, form):
    """Return True if two hands are equal; where suits do not matter, only ranks are compared."""
    answers = to_form_data(saved), to_form_data(expected)
    for path, box in form.box_of.items():
        if box.by_rank and all(path in hand for hand in answers):
            for hand in answers:
                hand[path] = [card.rank for card in hand[path]]
    return answers[0] == answers[1]


def enterable_hands(game, example):
    """Return the kind and asked answers of each hand; None if the forms cannot enter the example."""
    if example.winners is None:
        return None
    hands = []
    for n, hand in enumerate(example.hands):
        sheet = play(game, example.seating, example.house, example.hands[:n])
        kind = next((kind for kind in game.kinds_at(sheet) if game.hands[kind] is type(hand)), None)
        if kind is None:
            return None
        form = HandForm(game, type(hand), sheet, ENGLISH)
        answers = asked_answers(game, form, to_form_data(hand))
        # Empty answers with a meaning, such as that nobody won, are entered by the test above.
        empty = [form.fields[path] for path, answer in (answers or {}).items() if answer is None]
        if answers is None or any(box.required or box.default is not None for box in empty):
            return None
        hands.append((kind, answers))
    return hands


EXAMPLES = [(game, example) for game in GAMES for example in game.examples]


@nightly.by_night
@pytest.mark.parametrize(
    ("game", "example"), EXAMPLES, ids=[f"{game.slug}-{example.title}" for game, example in EXAMPLES]
)
def test_a_worked_example_is_entered_to_its_winner(form_page, game, example):
    hands = enterable_hands(game, example)
    if not hands:
        pytest.skip("the forms cannot enter it")
    heading = Heading(example.seating, example.house)
    match = FakeMatch(game.slug, names=NAMES[: heading.seating.seats], heading=heading)
    page = match.open(form_page)
    for n, (kind, answers) in enumerate(hands, start=1):
        if not page.locator(f".kind[data-kind='{kind}']:not([hidden])").count():
            match.open(page, f"m/1/hand?kind={kind}")
        form = HandForm(game, game.hands[kind], match.localized.sheet, ENGLISH)
        save_by_taps(Entry(page, form, answers))
        expect(page.locator("#rows tbody")).to_have_count(n)
    expect(page.locator("#strip .title")).to_be_visible()
    expect_totals(page, *example.totals)
    assert match.localized.sheet.outcome.winners == example.winners
