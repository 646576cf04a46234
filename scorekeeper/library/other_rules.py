"""A match replayed under other house rules. Nothing is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine import Sheet, effective_hands, house_problems, replay, to_form_data
from scorekeeper.sheet import paging
from scorekeeper.sheet.boxes import Box, Group
from scorekeeper.sheet.paging import Part
from scorekeeper.sheet.points import Figure, Sentence, figure, sentence
from scorekeeper.sheet.preview import ChangedHand, changed_hand_numbers, changed_hands
from scorekeeper.sheet.record_form import FormData, RecordForm
from scorekeeper.tables.context import MatchContext

HOUSE = "house"  # prefix of the option fields


@dataclass(frozen=True)
class Column:
    """A side's totals: ``here`` by the table's rules, ``there`` by the other rules."""

    side: int
    name: str
    here: Figure
    there: Figure
    won_here: bool
    won_there: bool


@dataclass(frozen=True)
class SheetEnd:
    """The end of a sheet: the winners, the rule, and the last hand; empty while unfinished."""

    names: str  # the winners' names as text
    because: Sentence | None
    hand: int  # the number of the last hand


@dataclass
class OtherRules:
    """A match as scored, and as it would be scored under other house rules."""

    ctx: MatchContext
    title: str
    house: Any
    problems: tuple[str, ...] = ()
    first: int = 0  # number of hands on the pages before this one

    @cached_property
    def sheet(self) -> Sheet[Any]:
        """Return the sheet under the other rules."""
        ctx = self.ctx
        hands = effective_hands(logged.entry for logged in ctx.state.log)
        return replay(ctx.game, ctx.sheet.seating, self.house, hands)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        here, there, words = self.ctx.sheet, self.sheet, self.ctx.words
        won_here = set(here.outcome.winners) if here.outcome else set()
        won_there = set(there.outcome.winners) if there.outcome else set()
        return tuple(
            Column(
                int(side),
                words.name(side),
                figure(words, side, here.final[side]),
                figure(words, side, there.final[side]),
                side in won_here,
                side in won_there,
            )
            for side in here.seating.every_side
        )

    @property
    def end_here(self) -> SheetEnd:
        return self._end_of(self.ctx.sheet)

    @cached_property
    def end_there(self) -> SheetEnd:
        return self._end_of(self.sheet)

    def _end_of(self, sheet: Sheet[Any]) -> SheetEnd:
        if sheet.outcome is None:
            return SheetEnd("", None, 0)
        words = self.ctx.words
        last = next((row.number for row in reversed(sheet.rows) if not row.problems), 0)
        because = sentence(words, sheet.outcome.because)
        return SheetEnd(words.read(sheet.outcome.winners), because, last)

    @cached_property
    def differing(self) -> tuple[int, ...]:
        """Return the hands whose points differ, without the ``unplayed`` ones."""
        changed = changed_hand_numbers(self.ctx.sheet, self.sheet)
        return tuple(number for number in changed if number not in self.unplayed)

    @cached_property
    def part(self) -> Part:
        """Return the position of this page in the list of differing hands."""
        return Part(self.first, paging.HANDS, len(self.differing))

    @cached_property
    def rows(self) -> tuple[ChangedHand, ...]:
        """Return the differing hands of this page."""
        return changed_hands(self.ctx.localized, self.ctx.sheet, self.sheet, self.part.cut(self.differing))

    @cached_property
    def unplayed(self) -> frozenset[int]:
        """Return the hands that the other rules would have left unplayed, because the game had ended."""
        if self.sheet.outcome is None:
            return frozenset()
        numbers = [row.number for row in self.sheet.rows]
        last = self.end_there.hand
        return frozenset(numbers[numbers.index(last) + 1 :]) if last in numbers else frozenset()

    @property
    def is_same(self) -> bool:
        return not self.differing and not self.unplayed and self.sheet.final == self.ctx.sheet.final


def by_preset(ctx: MatchContext, id: str) -> OtherRules | None:
    """Return the match under another preset; None if there is no such preset."""
    preset = ctx.game.preset(id)
    return None if preset is None else OtherRules(ctx, ctx.words.gettext(preset.name), preset.house)


def _form(ctx: MatchContext, data: FormData | None) -> RecordForm:
    heading = ctx.state.heading
    return RecordForm(
        ctx.game.house,
        ctx.sheet,
        ctx.words,
        lambda house: house_problems(ctx.game, house, heading.seating),
        data=data,
        answers=to_form_data(heading.house),
        prefix=HOUSE,
    )


def by_option(ctx: MatchContext, option: str, data: FormData) -> tuple[OtherRules | None, RecordForm]:
    """Return the match with one option changed, and the form; None if the option is not valid."""
    current = _form(ctx, None)
    group = next((group for group in current.groups if group.name == option), None)
    if group is None:
        return None, current
    sent = with_current_values(current, option, data)
    form = _form(ctx, sent)
    if form.record is None:
        return None, form
    return OtherRules(ctx, group.label, form.record), form


def with_current_values(current: RecordForm, option: str, data: FormData) -> FormData:
    """Return the sent values of one option, and the current values of all other options."""
    boxes = dict(data)
    for group in current.groups:
        if group.name == option:
            continue
        for box in group.boxes:
            _add_current(boxes, box)
    return boxes


def _add_current(boxes: dict[str, Sequence[str]], box: Box) -> None:
    if box.widget == "set":
        # The form's hidden field sends "" as well, so that a set without chosen options is sent.
        boxes[box.name] = ["", *(option.value for option in box.options if option.chosen)]
    elif box.widget == "switch":
        if box.value == "yes":
            boxes[box.name] = ["yes"]
    else:
        boxes[box.name] = [box.value]
        if box.number_name:
            boxes[box.number_name] = [box.number]


def groups(ctx: MatchContext) -> tuple[Group, ...]:
    """Return every house rule of the match as filled-in questions."""
    return _form(ctx, None).groups
