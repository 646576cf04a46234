"""House rules as they were stored, and what a way of playing is called as they are now."""

from __future__ import annotations

from typing import Any

from games.engine import DecodeError, Game, from_json, to_json


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
