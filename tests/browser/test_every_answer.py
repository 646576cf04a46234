"""Entry of every answer that a hand's record allows, by taps or by keyboard alone.

The hands are generated: a few of each kind, in which each option, both ends of every number and both
answers to a yes/no question occur wherever a valid hand has them. By day there are enough games for each
input type, and enough hands of each kind; nightly runs take all hands of every preset.
"""

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
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
from scorekeeper.sheet.boxes import MOST_KEYS, belongs, shape_of
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.hand_form import (
    HandForm,
    forced_fields,
)
from tests import nightly
from tests.conftest import idle, until
from tests.nightly import NIGHTLY

from .fake_match import FakeMatch
from .playing import ask_for, reach, step_of
from .sitting import totals

# The longest records take a minute and a half when other tests run too.
pytestmark = [pytest.mark.browser, pytest.mark.looks, pytest.mark.timeout(300)]

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
# TRIES: random changes for each answer; STEPS: changes before starting from another hand.
TRIES = 120 if NIGHTLY else 40
STEPS = 20
WIDEST = 200  # the limit where a number has no bound of its own


@dataclass(frozen=True)
class Table:
    """A preset of a game with an empty sheet, and the hands to be entered there."""

    game: Game[Any]
    preset: Preset[Any]

    @cached_property
    def sheet(self):
        return empty_sheet(self.game, Seating(*self.game.shapes(self.preset)[0]), self.preset.house)

    def hands(self, kind):
        """Return hands, by box, that together contain every answer that a valid hand can have."""
        record, chance = self.game.hands[kind], random.Random(f"{self.game.slug} {self.preset.id} {kind}")
        form = HandForm(self.game, record, self.sheet, ENGLISH)
        boxes = form.box_of
        every = {path: candidates(one, boxes[path]) for path, one in form.fields.items()}
        bases = self.bases(record)
        covered = set()
        found = []
        for path, value in ((path, value) for path, values in every.items() for value in values):
            if (path, value) in covered:
                continue
            said = self.with_answer(form, every, bases, chance, path, value)
            if said is not None:
                found.append(said)
                covered |= set(said.items())
        return found or [said for base in bases if (said := asked_of(self.game, form, base))][:1]

    def bases(self, record):
        """Return starting hands: the game's valid examples, else a hand of placeholder answers."""
        known = [hand for example in self.game.examples for hand in example.hands if type(hand) is record]
        fit = [hand for hand in known if not hand_problems(self.game, hand, self.sheet)]
        return [
            to_form_data(normalise_hand(hand, self.sheet))
            for hand in fit or [with_placeholder_answers(record, {}, self.sheet)]
        ]

    def with_answer(self, form, every, bases, chance, path, value):
        """Return the asked boxes of a hand with this answer; None if none was found."""
        said = {}
        for step in range(TRIES):
            if step % STEPS == 0:
                said = chance.choice(bases) | {path: value}
            share(form, said, chance, path)
            try:
                hand = from_form_data(form.kind_of_record, said, self.sheet)
            except KeyError:
                return None  # these answers are only optional together
            if not (wrong := hand_problems(self.game, hand, self.sheet)):
                asked = asked_of(self.game, form, said)
                if asked is not None and asked.get(path, ...) == value:
                    return asked
                wrong = ()
            field = chance.choice(wrong).field if wrong else ""
            others = [one for one in said if one != path and one in form.fields]
            near = [one for one in others if field and (belongs(one, {field}) or one.endswith(field[-2:]))]
            if others:
                other = chance.choice(near or others)
                said[other] = self.anything(form, every, other, chance)
        return None

    def anything(self, form, every, path, chance):
        """Return a random answer for a box; of many numbers, more often a low one."""
        values, one = every[path], form.fields[path]
        if not values:
            return random_cards(one, self.sheet, chance)
        value = chance.choice(values)
        if type(value) in (int, Fraction) and max(number or 0 for number in values) > MOST_KEYS:
            return chance.choice([value, type(value)(one.ask.step * chance.randint(1, 12))])
        return value


def asked_of(game, form, said):
    """Return the boxes that the form asks for this hand; None if the hand is not valid."""
    record, sheet = form.kind_of_record, form.sheet
    hand = normalise_hand(from_form_data(record, said, sheet), sheet)
    if hand_problems(game, hand, sheet):
        return None
    whole, off = to_form_data(hand), set(irrelevant_paths(hand, sheet))
    if any(answers_unasked(form, whole, path) for path in whole if not belongs(path, off)):
        return None
    spared = set(forced_fields(HandForm(game, record, sheet, ENGLISH, answers=whole)))
    return {path: whole[path] for path in whole if not belongs(path, off) and path not in spared}


def answers_unasked(form, whole, path):
    """Return True if an answer is relevant only because it is given."""
    one = form.fields.get(path)
    if one is None or one.required or whole[path] == one.default:
        return False
    others = {other: value for other, value in whole.items() if other != path}
    without = with_placeholder_answers(form.kind_of_record, others, form.sheet)
    return belongs(path, set(irrelevant_paths(without, form.sheet)))


def candidates(one, box):
    """Return each option, both ends of a number, both answers; nothing for cards, which are random."""
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


def random_cards(one, sheet, chance):
    """Return random cards, as many as required; or a word."""
    if one.type is str:
        return "a word"
    there = list(one.ask.of(sheet) if one.ask.of else pack())
    least, most = limit(one.ask.least, sheet) or 0, limit(one.ask.most, sheet)
    few = max(least, chance.randint(1, 3))
    return Cards(chance.sample(there, few if most is None else min(few, most)))


def share(form, said, chance, fixed):
    """Make answers with a known total add up to it; the ``fixed`` box keeps its value."""
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


# The page -------------------------------------------------------------------

MOST_STEPS = 120  # for one hand: the questions may change with each answer

# The values that the form would send, by box: one key may answer several boxes.
SENT = """() => {
    const sent = {};
    for (const [names, values] of new FormData(document.querySelector("#hand-form"))) {
        const parts = names.split("+");
        const each = parts.length > 1 ? values.split("+") : [values];
        parts.forEach((name, n) => (sent[name] ??= []).push(each[n]));
    }
    return sent;
}"""
# The relevant boxes, given the current answers.
MATTER = """() => [...document.querySelectorAll(".kind:not([hidden]) .step:not(.irrelevant) input[name]")]
    .filter((e) => e.type !== "hidden")
    .map((e) => [e.name, e.type, e.value])"""
# The boxes of the current question.
ASKED = """() => [...new Set([...document.querySelectorAll(".step.asked input[name]")]
    .flatMap((e) => e.name.replace(/\\.n$/, "").split("+")))]"""
SEEN = """() => document.querySelector("#go.waits") || !document.querySelector("#preview.stale")"""
NEXT = ".next-step:not([hidden]), #pad:not([hidden]) [data-put=next], .repeats.asked [data-no-repeat]"


class Sheet:
    """The form of a hand on a page, and the answers to enter."""

    def __init__(self, page, form, said):
        self.page, self.form, self.said = page, form, said

    def text(self, path):
        value = box_value(self.said[path])
        return sorted(value) if isinstance(value, list) else [value]

    def is_said(self, path, sent):
        box, answer = self.form.box_of[path], self.said[path]
        given = sent.get(path, [])
        if box.shape == "set":
            return sorted(filter(None, given)) == self.text(path) and (bool(given) or not box.none_is_answer)
        if box.shape == "switch":
            return (given == ["yes"]) is answer
        if box.by_rank:
            return [card[0] for card in " ".join(given).split()] == [card.rank for card in answer]
        if answer is None and box.shape in ("number", "fraction"):
            return given == [""] and (f"{path}.n" in sent or not box.options)
        typed = [text for text in sent.get(f"{path}.n", []) if text] if box.number_name else []
        return (typed or given) == self.text(path)

    def open(self):
        """Return the relevant boxes that do not have their intended answer yet."""
        idle(self.page)
        self.page.wait_for_function(SEEN)
        asked = {part for name, _type, _value in self.page.evaluate(MATTER) for part in name.split("+")}
        sent = self.page.evaluate(SENT)
        # A question that reappears with an answer from another hand gets its default.
        for path, one in self.form.fields.items():
            if path in asked and path not in self.said and not one.required and path in sent:
                self.said[path] = one.default
        return [path for path in self.said if path in asked and not self.is_said(path, sent)]

    def asked(self):
        return self.page.evaluate(ASKED)

    def key(self, path):
        """Return the name and value of the key for an answer; None where it is typed."""
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


def enter(sheet, answer, go_on, reopen):
    """Enter every answer as the keyboard asks for it, without saving the hand."""
    page = sheet.page
    for _step in range(MOST_STEPS):
        open_, asked = sheet.open(), sheet.asked()
        if own := [path for path in open_ if path in asked]:
            answer(sheet, own[0])
        elif page.locator(NEXT).count():
            go_on(page, NEXT)
        elif open_:
            reopen(sheet, open_[0])
        elif asked:
            idle(page)  # the server's preview decides whether it is asked at all
        else:
            break


def by_taps(sheet):
    enter_by_taps(sheet)
    sheet.page.locator("#go:not(.waits)").tap()


def enter_by_taps(sheet):
    enter(
        sheet,
        tap,
        lambda page, key: page.locator(key).first.tap(),
        lambda sheet, path: ask_for(sheet.page, path),
    )


def tap(sheet, path):
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
            page.locator("#pad [data-put=turn]").tap()  # switch from card by card to a number
        for _digit in typed.input_value():
            page.locator("#pad [data-put=back]").tap()
        for digit in text:
            page.locator(f"#pad [data-put='{'sign' if digit == '-' else digit}']").tap()


def by_keyboard(sheet):
    """Enter every answer with Tab, arrows, Space, letters and digits; then press Enter."""
    enter(sheet, press, press_key, lambda sheet, path: press_key(sheet.page, way_to(sheet, path)))
    press_key(sheet.page, "#go")


def press_key(page, key):
    tab_to(page, key)
    page.keyboard.press("Enter")


def tab_to(page, what):
    for _stop in range(300):
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{what} is not reached by Tab")


def way_to(sheet, path):
    """Return the selector of what reopens this box: its chip, small key or parent question's chip."""
    page, step = sheet.page, step_of(sheet.page, path)
    own = f"[data-open='{step.get_attribute('data-step')}']"
    if page.locator(own).count():
        return own
    for above in (step.get_attribute("data-below") or "").split():
        if "irrelevant" not in (step_of(page, above).get_attribute("class") or ""):
            asks = f".chip[data-open='{above}']"
            return asks if page.locator(asks).count() else ".chip.more"
    return ".chip.more"


def press(sheet, path):
    page, box = sheet.page, sheet.form.box_of[path]
    key = sheet.key(path)
    if key:
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


def rank(page, wanted):
    at = "() => document.activeElement.dataset.rank"
    for arrow in ["ArrowLeft"] * 15 + ["ArrowRight"] * 15:
        if page.evaluate(at) == wanted:
            break
        page.keyboard.press(arrow)
    page.keyboard.press("Enter")


HOW = {"taps": by_taps, "keyboard": by_keyboard}
GAMES = [(game, game.presets[0]) for game in every_game().values()]
EVERY_PRESET = [(game, preset) for game in every_game().values() for preset in game.presets]


def ways_to_ask(one):
    """Return the shapes of a game's boxes, and whether each is required."""
    game, sheet = one[0], Table(*one).sheet
    asked = (box for kind in game.kinds_at(sheet) for box in form_fields(game.hands[kind], sheet))
    return {(shape_of(box, sheet), box.required) for box in asked}


def ways_to_answer(said, form):
    """Return the shapes of a hand's boxes, whether each is required, and the sort of its answer."""
    return {
        (form.box_of[path].shape, one.required, sort_of_answer(said[path]))
        for path, one in form.fields.items()
        if path in said
    }


def sort_of_answer(value):
    """Return None or True for these answers, and for all others whether it is a negative number."""
    if value is None or value is True:
        return value
    return type(value) in (int, Fraction) and value < 0


PRESETS = EVERY_PRESET if NIGHTLY else nightly.greedy_cover(GAMES, ways_to_ask)


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[f"{one.slug}-{way.id}" for one, way in PRESETS])
def test_every_answer_can_be_given_and_is_what_is_saved(form_page, game, preset):
    table = Table(game, preset)
    kinds = [kind for kind in game.kinds_at(table.sheet) if record_fields(game.hands[kind])]
    generated = {kind: table.hands(kind) for kind in kinds}
    assert any(generated.values())
    for kind, hands in generated.items():
        form = HandForm(game, game.hands[kind], table.sheet, ENGLISH)
        if not NIGHTLY:
            hands = nightly.greedy_cover(hands, lambda said, form=form: ways_to_answer(said, form))
        for n, said in enumerate(hands):
            # Answers can be changed: the first hand is entered over the last.
            over = hands[-1] if n == 0 and len(hands) > 1 else None
            # By day the two ways alternate.
            for how in HOW if len(hands) == 1 or NIGHTLY else [list(HOW)[n % len(HOW)]]:
                check_entry(form_page, table, kind, said, how, over)


def check_entry(page, table, kind, said, how, over):
    game, record = table.game, table.game.hands[kind]
    match = FakeMatch(game.slug, table.preset.id, NAMES[: table.sheet.seating.seats])
    match.open(page, f"m/1/hand?kind={kind}")
    form = HandForm(game, record, table.sheet, ENGLISH)
    if over is not None:
        enter_by_taps(Sheet(page, form, dict(over)))
    sheet = Sheet(page, form, dict(said))
    HOW[how](sheet)
    try:
        until(lambda: match.length == 1)
    except AssertionError:
        state = page.evaluate(SENT), sheet.open(), page.locator("#go").inner_text()
        raise AssertionError((kind, how, said, *state)) from None
    (row,) = match.localized.sheet.rows
    wanted = from_form_data(record, complete(form, said), table.sheet)
    assert alike(row.hand, append_hand(game, table.sheet, wanted).rows[0].hand, form), (kind, how, said)


def complete(form, said):
    """Return the answers, with None for the optional boxes that were not asked."""
    return {path: None for path, one in form.fields.items() if one.required and optional(one.type)} | said


def alike(saved, wanted, form):
    """Return True if two hands are equal; where suits do not matter, only ranks are compared."""
    one, other = to_form_data(saved), to_form_data(wanted)
    for path, box in form.box_of.items():
        if box.by_rank and path in one and path in other:
            one[path], other[path] = ([card.rank for card in cards] for cards in (one[path], other[path]))
    return one == other


def enterable(game, example):
    """Return the kind and the asked boxes of each hand; None if the forms cannot enter the example."""
    if example.winners is None:
        return None
    found = []
    for n, hand in enumerate(example.hands):
        sheet = play(game, example.seating, example.house, example.hands[:n])
        kind = next((kind for kind in game.kinds_at(sheet) if game.hands[kind] is type(hand)), None)
        if kind is None:
            return None
        form = HandForm(game, type(hand), sheet, ENGLISH)
        said = asked_of(game, form, to_form_data(hand))
        # An empty answer that says something, as that nobody won, is entered by the test above.
        left = [form.fields[path] for path, answer in (said or {}).items() if answer is None]
        if said is None or any(box.required or box.default is not None for box in left):
            return None
        found.append((kind, said))
    return found


def finished(game):
    """Return the finished examples of a game that its forms can enter, by day the first."""
    found = ((game, example) for example in game.examples if enterable(game, example))
    return list(found if NIGHTLY else islice(found, 1))


SHOWN = every_game() if NIGHTLY else dict.fromkeys(game.slug for game, _preset in PRESETS)
EXAMPLES = [each for slug in SHOWN for each in finished(every_game()[slug])]


@pytest.mark.parametrize(
    ("game", "example"), EXAMPLES, ids=[f"{game.slug}-{one.title}" for game, one in EXAMPLES]
)
def test_a_worked_example_is_entered_to_its_winner(form_page, game, example):
    heading = Heading(example.seating, example.house)
    match = FakeMatch(game.slug, names=NAMES[: heading.seating.seats], heading=heading)
    page = match.open(form_page)
    for n, (kind, said) in enumerate(enterable(game, example), start=1):
        if not page.locator(f".kind[data-kind='{kind}']:not([hidden])").count():
            match.open(page, f"m/1/hand?kind={kind}")
        by_taps(Sheet(page, HandForm(game, game.hands[kind], match.localized.sheet, ENGLISH), said))
        expect(page.locator("#rows tbody")).to_have_count(n)
    expect(page.locator("#strip .title")).to_be_visible()
    totals(page, *example.totals)
    assert match.localized.sheet.outcome.winners == example.winners
