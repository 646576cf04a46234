"""How a match ended, or stands, in the few words and the picture that are passed on."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from games.engine import Side, agree

from .presenters import MatchPresenter
from .race import Race


@dataclass(frozen=True)
class Told:
    """A heading, a sentence below it, and the standing."""

    title: str
    line: str
    standing: str


@dataclass(frozen=True)
class Standing:
    """A side as the picture shows it."""

    side: int
    name: str
    total: str
    negative: bool
    won: bool


@dataclass(frozen=True)
class Card:
    """What stands on the picture: a heading, a line below it, every side, and the race."""

    title: str
    line: str
    standings: tuple[Standing, ...]
    race: Race | None


def told(board: MatchPresenter) -> Told:
    """The match in three short texts: who won, what was played and how long, the totals."""
    game = board.place.match.called
    if board.outcome:
        names, winners = board.outcome["names"], len(board.outcome["winners"])
        title = ngettext("%(names)s won", "%(names)s won together", winners) % {"names": names}
        if not winners:
            title = gettext("Nobody won")
    elif leading := tuple(Side(party.side) for party in board.parties if party.leads):
        title = board.words.read(agree("{names} leads", "{names} lead", names=leading))
    else:
        title = game
    hands = len(board.sheet.rows)
    played = ngettext("%(n)d hand", "%(n)d hands", hands) % {"n": hands}
    return Told(title, " · ".join(filter(None, (game, board.preset, played))), board.standing)


def card(board: MatchPresenter) -> Card:
    """What stands on the picture."""
    said = told(board)
    rows = tuple(
        Standing(party.side, party.name, party.total.text, party.total.negative, party.won)
        for party in board.parties
    )
    return Card(said.title, said.line, rows, board.race)
