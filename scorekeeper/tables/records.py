"""The matches of a table as its records count them."""

from collections.abc import Iterable, Iterator

from games import every_game
from games.engine import Seat, Seating
from scorekeeper import limits
from scorekeeper.matches import models, replay
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.records import Evening, FinishedMatch, PlayedMatch
from scorekeeper.sheet.records import table_records as records_of
from scorekeeper.sheet.state import PlayerNames
from scorekeeper.words import reader_now

MOST_ENTRIES = limits.MOST_ENTRIES  # read for one page: as many as one sheet may hold


def table_records(table: models.Table) -> Evening:
    """The records of a table: who won, by the results of all its matches; hands, of the newest ones."""
    rows = table.matches.order_by("-number").defer("frozen", "begun").prefetch_related("results", "sitting")
    matches = [match for match in rows if match.game_slug in every_game()]
    names = {match.pk: _names(match) for match in matches}
    newest = list(_newest(matches))[::-1]
    states, reader = replay.load_match_states(newest), reader_now()
    return records_of(
        [
            FinishedMatch(
                match.number,
                names[match.pk],
                frozenset(result.side for result in match.results.all() if result.won),
            )
            for match in matches
            if match.ended is not None
        ],
        [
            PlayedMatch(match.number, match.called, LocalizedMatch(states[match.pk], names[match.pk], reader))
            for match in newest
        ],
        reader.words,
        older=len(newest) < len(matches),
    )


def _newest(matches: Iterable[models.Match]) -> Iterator[models.Match]:
    """The first of these, and those after it as long as their logs are short enough to be read for a page."""
    entries = 0
    for place, match in enumerate(matches):
        entries += match.length
        if place and entries > MOST_ENTRIES:
            return
        yield match


def _names(match: models.Match) -> PlayerNames:
    """Who sat where in a match whose seats were read with it."""
    sitting = tuple((seat.position, seat.since, seat.name) for seat in match.sitting.all())
    return PlayerNames(Seating(match.seats, match.sides, Seat(match.first_dealer)), sitting)
