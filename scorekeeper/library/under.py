"""A match replayed under other rules: the same hands, another house. Nothing is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine import Sheet, effective_hands, house_problems, replay, to_form_data
from scorekeeper.sheet import paging
from scorekeeper.sheet.boxes import Box, Group
from scorekeeper.sheet.paging import Part
from scorekeeper.sheet.points import Figure, Said, figure, said
from scorekeeper.sheet.preview import Moved, differing, moved
from scorekeeper.sheet.record_form import RecordForm, Sent
from scorekeeper.tables.access import MatchContext

HOUSE = "house"  # the prefix of the boxes of an option


@dataclass(frozen=True)
class Column:
    """One side, here and there."""

    side: int
    name: str
    here: Figure
    there: Figure
    won_here: bool
    won_there: bool


@dataclass(frozen=True)
class Ending:
    """How a sheet ends: who won with which hand, and by which rule; nobody while it goes on."""

    names: str
    because: Said | None
    hand: int


@dataclass
class Under:
    """A match beside itself: as it was scored, and as it would have been by other house rules."""

    place: MatchContext
    title: str
    house: Any
    problems: tuple[str, ...] = ()
    first: int = 0  # hands that came on the pages before this one

    @cached_property
    def sheet(self) -> Sheet[Any]:
        """The sheet by the other rules."""
        place = self.place
        hands = effective_hands(written.entry for written in place.story.log)
        return replay(place.game, place.sheet.seating, self.house, hands)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        here, there, words = self.place.sheet, self.sheet, self.place.words
        won = set(here.outcome.winners) if here.outcome else set()
        would = set(there.outcome.winners) if there.outcome else set()
        return tuple(
            Column(
                int(side),
                words.name(side),
                figure(words, side, here.final[side]),
                figure(words, side, there.final[side]),
                side in won,
                side in would,
            )
            for side in here.seating.every_side
        )

    @property
    def here(self) -> Ending:
        return self._ending(self.place.sheet)

    @cached_property
    def there(self) -> Ending:
        return self._ending(self.sheet)

    def _ending(self, sheet: Sheet[Any]) -> Ending:
        if sheet.outcome is None:
            return Ending("", None, 0)
        words = self.place.words
        names = words.read(sheet.outcome.winners)
        last = last_counted(sheet)
        return Ending(names, said(words, sheet.outcome.because), last)

    @cached_property
    def differing(self) -> tuple[int, ...]:
        """The hands that differ in points, up to the end of the game that ends first."""
        every = differing(self.place.sheet, self.sheet)
        return tuple(number for number in every if number not in self.cut)

    @cached_property
    def part(self) -> Part:
        return Part(self.first, paging.HANDS, len(self.differing))

    @cached_property
    def rows(self) -> tuple[Moved, ...]:
        """Those of one page."""
        return moved(self.place.localized, self.place.sheet, self.sheet, self.part.cut(self.differing))

    @cached_property
    def cut(self) -> frozenset[int]:
        """The hands that would not have been played: the game would have been over before them."""
        if self.sheet.outcome is None:
            return frozenset()
        numbers = [row.number for row in self.sheet.rows]
        last = self.there.hand
        return frozenset(numbers[numbers.index(last) + 1 :]) if last in numbers else frozenset()

    @property
    def same(self) -> bool:
        return not self.differing and not self.cut and self.sheet.final == self.place.sheet.final


def last_counted(sheet: Sheet[Any]) -> int:
    """The number of the hand that ended the game: the last that could be written."""
    return next((row.number for row in reversed(sheet.rows) if not row.problems), 0)


def by_preset(place: MatchContext, id: str) -> Under | None:
    """The match by another preset's rules; None where there is none of this name."""
    preset = place.game.preset(id)
    return None if preset is None else Under(place, place.words.gettext(preset.name), preset.house)


def _form(place: MatchContext, data: Sent | None) -> RecordForm:
    heading = place.story.heading
    return RecordForm(
        place.game.house,
        place.sheet,
        place.words,
        lambda house: house_problems(place.game, house, heading.seating),
        data=data,
        answers=to_form_data(heading.house),
        prefix=HOUSE,
    )


def by_option(place: MatchContext, option: str, data: Sent) -> tuple[Under | None, RecordForm]:
    """The match with one option changed, as its boxes say; None where that cannot be."""
    shown = _form(place, None)
    group = next((group for group in shown.groups if group.name == option), None)
    if group is None:
        return None, shown
    sent = complete(shown, option, data)
    form = _form(place, sent)
    if form.record is None:
        return None, form
    return Under(place, group.label, form.record), form


def complete(shown: RecordForm, option: str, data: Sent) -> Sent:
    """The boxes of one option as sent, those of all others as they stand."""
    boxes = dict(data)
    for group in shown.groups:
        if group.name == option:
            continue
        for box in group.boxes:
            _stand(boxes, box)
    return boxes


def _stand(boxes: dict[str, Sequence[str]], box: Box) -> None:
    """Put a box as the page shows it among those that are sent."""
    if box.shape == "set":
        boxes[box.name] = ["", *(option.value for option in box.options if option.chosen)]
    elif box.shape == "switch":
        if box.value == "yes":
            boxes[box.name] = ["yes"]
    else:
        boxes[box.name] = [box.value]
        if box.number_name:
            boxes[box.number_name] = [box.number]


def groups(place: MatchContext) -> tuple[Group, ...]:
    """Every house rule of the match, as boxes that are filled in."""
    return _form(place, None).groups
