"""What house rules are called as they are now."""

from typing import Any, NamedTuple

from games.engine import Game, Preset, Seating, Sheet, Words, record_fields

from .record_form import RecordForm

HOUSE = "house"  # the prefix of the boxes of the house rules


class HouseDescription(NamedTuple):
    """The preset that house rules are called after, whether they differ from it, and that in words."""

    preset: Preset[Any]
    changed: bool
    name: str  # "Fewest points win", or "Fewest points win, changed"


def describe_house(game: Game[Any], preset: Preset[Any], house: Any, words: Words) -> HouseDescription:
    """What these house rules are called, which were ``preset``'s before somebody changed them.

    A preset that has just these rules gives its name. Otherwise it is the old one, unless the other end of
    the list wins now: then the nearest of those that are won so.
    """
    same = [one for one in (preset, *game.presets) if one.house == house]
    if same:
        return HouseDescription(same[0], False, words.gettext(same[0].name))
    low = game.lowest_first(house)
    alike = [one for one in (preset, *game.presets) if game.lowest_first(one.house) == low]
    if preset not in alike and alike:
        preset = min(alike, key=lambda one: _apart(one.house, house))
    name = words.gettext("%(name)s, changed") % {"name": words.gettext(preset.name)}
    return HouseDescription(preset, True, name)


def house_form(
    game: Game[Any], preset: Preset[Any], seating: Seating, words: Words, **more: Any
) -> RecordForm:
    """The form of the house rules as a match is begun: bound to what was sent, or to answers."""
    return RecordForm(game.house, Sheet(seating, preset.house), words, prefix=HOUSE, idle_too=True, **more)


def _apart(one: Any, other: Any) -> int:
    """In how many house rules two houses differ."""
    shape: type = type(one)
    return sum(getattr(one, q.name) != getattr(other, q.name) for q in record_fields(shape))
