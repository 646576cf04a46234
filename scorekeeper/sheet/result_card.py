"""How a match ended, or stands, in the few words and the picture that are passed on."""

from dataclasses import dataclass

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


def told(board: MatchPresenter, called: str) -> Told:
    """The match in three short texts: who won, what was played and how long, the totals.

    ``called`` is the name of the game at this table.
    """
    words = board.words
    if board.outcome:
        names, winners = board.outcome["names"], len(board.outcome["winners"])
        title = words.ngettext("%(names)s won", "%(names)s won together", winners) % {"names": names}
        if not winners:
            title = words.gettext("Nobody won")
    elif leading := tuple(Side(party.side) for party in board.parties if party.leads):
        title = words.read(agree("{names} leads", "{names} lead", names=leading))
    else:
        title = called
    hands = len(board.sheet.rows)
    played = words.ngettext("%(n)d hand", "%(n)d hands", hands) % {"n": hands}
    return Told(title, " · ".join(filter(None, (called, board.preset, played))), board.standing)


def card(board: MatchPresenter, called: str) -> Card:
    """What stands on the picture."""
    said = told(board, called)
    rows = tuple(
        Standing(party.side, party.name, party.total.text, party.total.negative, party.won)
        for party in board.parties
    )
    return Card(said.title, said.line, rows, board.race)
