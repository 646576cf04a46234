"""Hooks by which other applications add to a table's pages; ``clubs/wiring.py`` fills them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from games.engine import Game
from scorekeeper.matches.models import Table


def _none(*args: Any) -> None:
    return None


def _empty(*args: Any) -> Sequence[Any]:
    return ()


@dataclass
class PageHooks:
    # The reader's membership in the table's club, with ``club`` and ``keeps_score``; None if not a member.
    membership: Callable[[HttpRequest, Table], Any] = _none
    # The round of a night that the table plays; None for a table outside a night.
    night_status: Callable[[Table], Any] = _none
    # The template that shows the result of ``night_status``, in its variable ``night_status``.
    night_template: str = ""
    # The named house rules that a table offers for a game: each a ``starting.ClubPreset``.
    club_presets: Callable[[Table, Game[Any]], Sequence[Any]] = _empty
    # The reader's memberships for the home page, each with its ``club``.
    memberships: Callable[[HttpRequest], Sequence[Any]] = _empty


page_hooks = PageHooks()
