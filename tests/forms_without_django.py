"""Draws the form of every record of every game where Django cannot be imported; run by test_every_form.py.

Every preset's first table with every kind of hand, every question for the referee, the house rules: empty, as
an example has it, half of that, and with answers that nobody can give.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from typing import Any

REFUSED = ("django", "scorekeeper.settings", "sqlite3", "psycopg")


class Refusal(MetaPathFinder):
    """Whatever asks for Django fails, whoever asks."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> None:
        if name.startswith(REFUSED):
            raise ImportError(f"the sheet asks for {name}")


sys.meta_path.insert(0, Refusal())

from games import every_game  # noqa: E402
from games.engine import ENGLISH, Game, Seating, Sheet, empty_sheet, form_fields, kind_of, to_form_data  # noqa: E402
from scorekeeper.sheet.boxes import Group  # noqa: E402
from scorekeeper.sheet.environment import draw  # noqa: E402
from scorekeeper.sheet.form_fields import shown  # noqa: E402
from scorekeeper.sheet.hand_form import HandForm  # noqa: E402
from scorekeeper.sheet.keyboard import draw_steps  # noqa: E402
from scorekeeper.sheet.record_form import RecordForm, Sent  # noqa: E402
from scorekeeper.sheet.relevance import relevance  # noqa: E402


def sent(answers: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """Answers as a browser sends them."""
    values = {path: shown(answer) for path, answer in answers.items()}
    return {path: value or [""] if isinstance(value, list) else [value] for path, value in values.items()}


def half(boxes: Sent) -> Sent:
    return dict(list(boxes.items())[: len(boxes) // 2])


def check(form: RecordForm, text: str, groups: Sequence[Group]) -> None:
    """What a form asks and says stands in its text."""
    names = {path for name in re.findall(r' name="([^"]+)"', text) for path in name.split("+")}
    for group in groups:
        missing = {box.name for box in group.boxes} - names if group.matters else set()
        assert not missing, (form.kind_of_record, missing)
        wrong = re.findall(r'class="error"', text)
        assert wrong or not group.errors, (form.kind_of_record, group.name)
    # As it is read aloud: whose answer it is stands a space after the question.
    assert '</span><span class="of"' not in text, form.kind_of_record


def states(record: type, sheet: Sheet[Any], answers: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What a form may be made of."""
    whole = sent(answers)
    yield {}
    yield {"answers": answers}
    yield {"data": {}}
    yield {"data": whole}
    yield {"data": half(whole)}
    yield {"data": {field.path: ["9" * 12] for field in form_fields(record, sheet)}}


def hand_forms(game: Game[Any], sheet: Sheet[Any], examples: Mapping[str, Any]) -> int:
    drawn = 0
    for kind in game.kinds_at(sheet):
        hand = examples.get(kind)
        answers = to_form_data(hand) if hand is not None else {}
        for state in states(game.hands[kind], sheet, answers):
            form = HandForm(game, game.hands[kind], sheet, ENGLISH, **state)
            check(form, draw_steps(form, kind, "en", relevance(form)), form.groups)
            drawn += 1
    return drawn


def record_forms(record: type, sheet: Sheet[Any], answers: Mapping[str, Any]) -> int:
    drawn = 0
    for state in states(record, sheet, answers):
        form = RecordForm(record, sheet, ENGLISH, **state)
        for group in form.groups:
            text = draw("boxes/group.html", ENGLISH, group=group, auction="/pad", first_side=None)
            check(form, text, [group])
            drawn += 1
    return drawn


def main() -> None:
    drawn = 0
    for game in every_game().values():
        examples = {
            kind_of(game, hand): hand
            for example in game.examples
            for hand in example.hands
            if type(hand) in game.hands.values()
        }
        for preset in game.presets:
            sheet = empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)
            drawn += hand_forms(game, sheet, examples)
        house = game.presets[0].house
        sheet = empty_sheet(game, Seating(*game.shapes(game.presets[0])[0]), house)
        drawn += record_forms(game.house, sheet, to_form_data(house))
        for question in game.questions.values():
            drawn += record_forms(question.facts, sheet, {})
    assert not [name for name in sys.modules if name.startswith(REFUSED)]
    print(drawn)


if __name__ == "__main__":
    main()
