"""Matches as lists show them (sides, names, totals, ending), and win counts."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from games import every_game
from games.engine import STOPPED, rule_at_table
from scorekeeper.clubs import decimals
from scorekeeper.history.models import Appearance, Note, Played
from scorekeeper.matches.models import Entry, Match, Result, Seat
from scorekeeper.sheet.seat_shares import SeatPeriod, SeatShare, rows_of, shares_by_seat
from scorekeeper.web.i18n import words_for

Row = TypeVar("Row", Entry, Note, Result, Seat)
MOST_PLAYERS = 200  # players in the list of win counts


@dataclass(frozen=True)
class ListedSide:
    side: int
    names: str
    total: str
    negative: bool
    won: bool

    @property
    def text(self) -> str:
        return f"{self.names} {self.total}"


@dataclass(frozen=True)
class ListedMatch:
    played: Played
    sides: tuple[ListedSide, ...]

    @property
    def display_name(self) -> str:
        return self.played.match.display_name


def ending_text(slug: str, number: str) -> str:
    """Return the text of the rule by which a game ends, with its first preset's numbers."""
    game = every_game().get(slug)
    if game is None or not number:
        return ""
    rule = next((rule for rule in (*game.rulebook, STOPPED) if rule.number == number), None)
    if rule is None:
        return number
    return rule_at_table(game, rule, game.presets[0].house, words_for()).text


def periods_of_matches(matches: Collection[int]) -> dict[int, list[SeatPeriod]]:
    """Return each match's seat periods, with the current names of players."""
    found: dict[int, list[SeatPeriod]] = defaultdict(list)
    seats = Seat.objects.filter(match__in=matches).select_related("player__same_as")
    for seat in seats.order_by("match", "position", "since"):
        player = (seat.player.same_as_id or seat.player_id) if seat.player else None
        found[seat.match_id].append(SeatPeriod(seat.position, seat.since, player, seat_name(seat)))
    return found


def shares_of_matches(matches: Collection[int]) -> dict[int, dict[int, list[SeatShare]]]:
    """Return the players of each seat of each match, with their current names.

    The first in the list of a seat is the player for whom the match counts. Sheets are read only if a
    seat had several players; otherwise ``Played`` has the number of hands.
    """
    sitting = periods_of_matches(matches)
    changed = [pk for pk, periods in sitting.items() if any(period.since for period in periods)]
    frozen = dict(Match.objects.filter(pk__in=changed).values_list("pk", "frozen")) if changed else {}
    unchanged = set(sitting) - set(changed)
    hands = dict(Played.objects.filter(pk__in=unchanged).values_list("pk", "hands")) if unchanged else {}
    return {
        pk: shares_by_seat(periods, rows_of(frozen[pk]))
        if pk in frozen
        else {
            period.position: [SeatShare(period.position, period.player, period.name, hands.get(pk, 0))]
            for period in periods
        }
        for pk, periods in sitting.items()
    }


def by_match(rows: Iterable[Row]) -> Mapping[int, list[Row]]:
    """Return the rows of each match, in their order; an empty list for a match without any."""
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.match_id].append(row)
    return found


def counted_names(shares: Mapping[int, Sequence[SeatShare]]) -> dict[int, str]:
    """Return, by seat, the name of the player for whom the match counts."""
    return {position: seat_shares[0].name for position, seat_shares in sorted(shares.items()) if seat_shares}


def listed_matches(rows: Sequence[Played]) -> list[ListedMatch]:
    match_ids = [row.pk for row in rows]
    names = {pk: counted_names(shares) for pk, shares in shares_of_matches(match_ids).items()}
    results = by_match(Result.objects.filter(match__in=match_ids).order_by("match", "place", "side"))
    found = []
    for row in rows:
        sides = tuple(
            ListedSide(
                result.side,
                " & ".join(
                    name
                    for position, name in names.get(row.pk, {}).items()
                    if position % row.match.sides == result.side
                ),
                points_text(result.total),
                result.total < 0,
                result.won,
            )
            for result in results[row.pk]
        )
        found.append(ListedMatch(row, sides))
    return found


def seat_name(seat: Seat) -> str:
    player = seat.player
    if player is None:
        return seat.name
    return (player.same_as or player).display_name


def points_text(total: Any) -> str:
    return decimals.plain(total).replace("-", "−")


def win_counts(matches: QuerySet[Played]) -> list[tuple[str, int, int, str]]:
    """Return each player's name, matches, wins and points among these matches, most wins first."""
    rows = (
        Appearance.objects.filter(match__in=matches.order_by().values("pk"))
        .values("player__name", "player__forgotten", "player")
        .annotate(
            played=Count("match", distinct=True),
            won=Count("match", filter=Q(won=True), distinct=True),
            points=Sum("total"),
        )
        .order_by("-won", "played", "player__name")[:MOST_PLAYERS]
    )
    return [
        (
            _("Former player") if row["player__forgotten"] else row["player__name"],
            row["played"],
            row["won"],
            points_text(row["points"]),
        )
        for row in rows
    ]


def has_more_matches(club: int, game: str, count: int) -> bool:
    played = Played.objects.filter(club=club, game_slug=game).order_by("-at", "-match")
    return played[count : count + 1].exists()
