"""Records of a table: games won, and the biggest hands."""

from collections.abc import Iterable, Iterator, Sequence

from games import every_game
from games.engine import Seat, Seating
from scorekeeper.matches import models, replay
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.names import PlayerNames
from scorekeeper.sheet.records import FinishedMatch, PlayedMatch, TableRecords
from scorekeeper.sheet.records import table_records as records_of
from scorekeeper.sheet.seat_shares import SeatPeriod, rows_of, shares_by_seat
from scorekeeper.web import limits
from scorekeeper.web.i18n import reader_now

MOST_ENTRIES = limits.MOST_ENTRIES  # log entries read by one page, in all its matches together


def table_records(table: models.Table) -> TableRecords:
    """Return the records of a table: winners of all its matches, and hands of the newest ones."""
    rows = table.matches.order_by("-number").defer("frozen", "begun").prefetch_related("results", "sitting")
    matches = [match for match in rows if match.game_slug in every_game()]
    names = {match.pk: _names(match) for match in matches}
    played = played_matches(matches)
    counted_names = _counted_names(matches)
    current = table.current or max((match.number for match in matches), default=0)
    return records_of(
        [
            FinishedMatch(
                match.number,
                counted_names.get(match.pk, names[match.pk]),
                frozenset(result.side for result in match.results.all() if result.won),
            )
            for match in matches
            if match.ended is not None
        ],
        played,
        reader_now().words,
        older=len(played) < len(matches),
        abandoned=sum(is_abandoned(match, current) for match in matches),
    )


def played_matches(matches: Sequence[models.Match]) -> list[PlayedMatch]:
    """Return the newest of these matches with their hands, oldest first.

    ``matches`` come newest first, with ``sitting`` prefetched.
    """
    newest = list(_newest(matches))[::-1]
    states, reader = replay.load_match_states(newest), reader_now()
    return [
        PlayedMatch(match.number, match.display_name, LocalizedMatch(states[match.pk], _names(match), reader))
        for match in newest
    ]


def is_abandoned(match: models.Match, current: int) -> bool:
    """Return whether a table left a match unfinished; ``current`` is the number of the match it plays."""
    return match.ended is None and match.length > 0 and match.number != current


def _newest(matches: Iterable[models.Match]) -> Iterator[models.Match]:
    """Yield the first match, then more until their logs exceed ``MOST_ENTRIES`` together."""
    entries = 0
    for index, match in enumerate(matches):
        entries += match.length
        if index and entries > MOST_ENTRIES:
            return
        yield match


def _names(match: models.Match) -> PlayerNames:
    """Return the players of a match with ``sitting`` prefetched."""
    sitting = tuple((seat.position, seat.since, seat.name) for seat in match.sitting.all())
    return PlayerNames(_seating(match), sitting)


def _counted_names(matches: Iterable[models.Match]) -> dict[int, PlayerNames]:
    """Return the players for whom finished matches with substitutes count, keyed by match primary key.

    A match counts for the player with the largest share of each seat.
    """
    with_substitutes = [
        match
        for match in matches
        if match.ended is not None and any(seat.since for seat in match.sitting.all())
    ]
    ids = [match.pk for match in with_substitutes]
    frozen = (
        dict(models.Match.objects.filter(pk__in=ids).values_list("pk", "frozen")) if with_substitutes else {}
    )
    names = {}
    for match in with_substitutes:
        periods = [SeatPeriod(seat.position, seat.since, None, seat.name) for seat in match.sitting.all()]
        shares = shares_by_seat(periods, rows_of(frozen[match.pk]))
        players = tuple(
            (position, 0, seat_shares[0].name)  # the largest share
            for position, seat_shares in sorted(shares.items())
            if seat_shares
        )
        names[match.pk] = PlayerNames(_seating(match), players)
    return names


def _seating(match: models.Match) -> Seating:
    return Seating(match.seats, match.sides, Seat(match.first_dealer))
