"""The result or the standing of a match, as a short text and as a picture to share."""

from dataclasses import dataclass

from games.engine import Side, agree

from .presenters import MatchPresenter
from .race import Race
from .state import hands_played


@dataclass(frozen=True)
class ResultText:
    """A heading, a line below it, and the totals of all sides."""

    title: str
    line: str
    standing: str


@dataclass(frozen=True)
class PicturedSide:
    """A side in the picture."""

    side: int
    name: str
    total: str
    negative: bool
    won: bool


@dataclass(frozen=True)
class ResultCard:
    """The contents of the picture: a heading, a line below it, every side, and the diagram of the totals."""

    title: str
    line: str
    standings: tuple[PicturedSide, ...]
    race: Race | None


def result_text(presenter: MatchPresenter, match_name: str) -> ResultText:
    """Return the match in three short texts: the winner or leader, the game and its length, the totals.

    ``match_name`` is the name that the table gave to this game; without one, the game's own name.
    """
    words = presenter.words
    if presenter.outcome:
        names, winners = presenter.outcome["names"], len(presenter.outcome["winners"])
        title = words.ngettext("%(names)s won", "%(names)s won together", winners) % {"names": names}
        if not winners:
            title = words.gettext("Nobody won")
    elif leading := tuple(Side(column.side) for column in presenter.columns if column.leads):
        title = words.read(agree("{names} leads", "{names} lead", names=leading))
    else:
        title = match_name
    hands = hands_played(presenter.sheet)
    played = words.ngettext("%(n)d hand", "%(n)d hands", hands) % {"n": hands} if hands else ""
    return ResultText(
        title, " · ".join(filter(None, (match_name, presenter.preset, played))), presenter.standing
    )


def card(presenter: MatchPresenter, match_name: str) -> ResultCard:
    summary = result_text(presenter, match_name)
    title = summary.title
    winners = presenter.sheet.outcome.winners if presenter.sheet.outcome else ()
    if len(winners) > 2:  # too many names for a heading; the rows mark the winners
        title = presenter.words.gettext("{n} won together").format(n=len(winners))
    rows = tuple(
        PicturedSide(column.side, column.name, column.total.text, column.total.negative, column.won)
        for column in presenter.columns
    )
    return ResultCard(title, summary.line, rows, presenter.race)
