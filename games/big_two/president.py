"""President and Scum: the titles, and the cards given before the next deal (rule 10)."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Choice, Cite, PerSide, Sheet, Side, _, cite

from . import rulebook as rule
from .choices import President, Returns
from .hands import Placings
from .house import House

FEWEST_FOR_VICES = 4


class Role(Choice):
    """A title for the next deal."""

    PRESIDENT = "president", _("President")
    VICE_PRESIDENT = "vice_president", _("Vice-President")
    CITIZEN = "citizen", _("no title")
    VICE_SCUM = "vice_scum", _("Vice-Scum")
    SCUM = "scum", _("Scum")


def role(place: int, players: int) -> Role:
    """Return the title of a place; with fewer than four players there are no vices."""
    titles = {1: Role.PRESIDENT, players: Role.SCUM}
    if players >= FEWEST_FOR_VICES:
        titles |= {2: Role.VICE_PRESIDENT, players - 1: Role.VICE_SCUM}
    return titles.get(place, Role.CITIZEN)


def title_holders(sheet: Sheet[House]) -> dict[Role, Side]:
    """Return the holder of each title; empty before the first deal (rule 10.1)."""
    deals = sheet.scored_hands(Placings)
    if not deals or sheet.house.president is President.OFF:
        return {}
    places: PerSide[int] = deals[-1].places
    return {role(place, len(places)): Side(side) for side, place in enumerate(places)}


def cite_gifts(sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite the cards given before the next deal is played (rules 10.3 and 10.4)."""
    holders = title_holders(sheet)
    if not holders:
        return
    top, bottom = holders[Role.PRESIDENT], holders[Role.SCUM]
    yield cite(rule.EXCHANGE, _("{scum} gives {president} the two highest cards"), scum=bottom, president=top)
    words = (
        _("{president} gives {scum} the two lowest cards")
        if sheet.house.president_returns is Returns.LOWEST
        else _("{president} then gives {scum} any two cards")
    )
    yield cite(rule.RETURNS, words, scum=bottom, president=top)
    if Role.VICE_SCUM in holders:
        vice_president, vice_scum = holders[Role.VICE_PRESIDENT], holders[Role.VICE_SCUM]
        yield cite(
            rule.EXCHANGE, _("{under} gives {vice} the highest card"), under=vice_scum, vice=vice_president
        )
        yield cite(
            rule.RETURNS, _("{vice} gives {under} the lowest card"), under=vice_scum, vice=vice_president
        )
