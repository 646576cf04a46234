"""House rules as they were stored, and what a way of playing is called as they are now."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.engine import DecodeError, Game, Preset, from_json, record_fields, to_json


def load_house(game: Game[Any], preset_id: str, stored: dict[str, Any]) -> Any:
    """House rules as they were stored. Never raises."""
    try:
        return from_json(game.house, stored)
    except DecodeError:
        # An option that a later release took away: what can be read holds, the preset says the rest.
        preset = game.preset(preset_id) or game.presets[0]
        known = {name: value for name, value in stored.items() if _fits(game, name, value)}
        return from_json(game.house, {**to_json(preset.house), **known})


def _fits(game: Game[Any], name: str, value: Any) -> bool:
    try:
        from_json(game.house, {name: value})
    except DecodeError:
        return False
    return True


class HouseDescription(NamedTuple):
    """The preset that house rules are called after, and whether they differ from it."""

    preset: Preset[Any]
    changed: bool

    @property
    def name(self) -> str:
        """ "Fewest points win", or "Fewest points win, changed"."""
        name = _(self.preset.name)
        return _("%(name)s, changed") % {"name": name} if self.changed else name


def describe_house(game: Game[Any], preset: Preset[Any], house: Any) -> HouseDescription:
    """What these house rules are called, which were ``preset``'s before somebody changed them.

    A preset that has just these rules gives its name. Otherwise it is the old one, unless the other end of
    the list wins now: then the nearest of those that are won so.
    """
    same = [one for one in (preset, *game.presets) if one.house == house]
    if same:
        return HouseDescription(same[0], False)
    low = game.lowest_first(house)
    alike = [one for one in (preset, *game.presets) if game.lowest_first(one.house) == low]
    if preset in alike or not alike:
        return HouseDescription(preset, True)
    return HouseDescription(min(alike, key=lambda one: _apart(one.house, house)), True)


def _apart(one: Any, other: Any) -> int:
    """In how many house rules two houses differ."""
    return sum(getattr(one, q.name) != getattr(other, q.name) for q in record_fields(type(one)))
