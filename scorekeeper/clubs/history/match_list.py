"""Matches as lists show them: sides with names and totals, how they ended, and who won how many."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from games import every_game
from games.engine import STOPPED, rule_at_table
from scorekeeper import decimals
from scorekeeper.clubs.models import Appearance, Played
from scorekeeper.matches.models import Result, Seat
from scorekeeper.words import words_for

MOST_STANDING = 200  # players in a list of who won how many


@dataclass(frozen=True)
class ListedSide:
    """A side of a match as the list shows it."""

    side: int
    names: str
    total: str
    negative: bool
    won: bool


@dataclass(frozen=True)
class ListedMatch:
    """A match of the list."""

    played: Played
    sides: tuple[ListedSide, ...]
    how: str  # the rule by which it ended, in a few words

    @property
    def called(self) -> str:
        return self.played.match.called


def ending_text(slug: str, number: str) -> str:
    """A rule by which a game ends, in its own words, as its first preset plays it."""
    game = every_game().get(slug)
    if game is None or not number:
        return ""
    rule = next((rule for rule in (*game.rulebook, STOPPED) if rule.number == number), None)
    if rule is None:
        return number
    return rule_at_table(game, rule, game.presets[0].house, words_for()).text


def listed_matches(rows: Sequence[Played]) -> list[ListedMatch]:
    """These matches with their sides, names and totals."""
    numbers = [row.pk for row in rows]
    sitting: dict[int, dict[int, Seat]] = defaultdict(dict)
    seats = Seat.objects.filter(match__in=numbers).select_related("player__same_as")
    for seat in seats.order_by("match", "position", "since"):
        sitting[seat.match_id][seat.position] = seat
    results: dict[int, list[Result]] = defaultdict(list)
    for result in Result.objects.filter(match__in=numbers).order_by("match", "place", "side"):
        results[result.match_id].append(result)
    found = []
    for row in rows:
        sides = tuple(
            ListedSide(
                result.side,
                " & ".join(
                    seat_name(seat)
                    for position, seat in sorted(sitting[row.pk].items())
                    if position % row.match.sides == result.side
                ),
                points(result.total),
                result.total < 0,
                result.won,
            )
            for result in results[row.pk]
        )
        found.append(ListedMatch(row, sides, ending_text(row.game_slug, row.rule)))
    return found


def seat_name(seat: Seat) -> str:
    """What whoever sat there is called now."""
    player = seat.player
    if player is None:
        return seat.name
    return str((player.same_as or player).shown)


def points(total: Any) -> str:
    """A total as the sheet shows it."""
    return decimals.plain(total).replace("-", "−")


@dataclass(frozen=True)
class Tally:
    """A player in the list of a night or a season: matches played and won, and all their points."""

    name: str
    played: int
    won: int
    points: str


def tallies(matches: QuerySet[Played]) -> list[Tally]:
    """Who played how many of these matches and won how many, the most wins first."""
    rows = (
        Appearance.objects.filter(match__in=matches.order_by().values("pk"))
        .values("player__name", "player__forgotten", "player")
        .annotate(
            played=Count("match", distinct=True),
            won=Count("match", filter=Q(won=True), distinct=True),
            points=Sum("total"),
        )
        .order_by("-won", "played", "player__name")[:MOST_STANDING]
    )
    return [
        Tally(
            _("Former player") if row["player__forgotten"] else row["player__name"],
            row["played"],
            row["won"],
            points(row["points"]),
        )
        for row in rows
    ]
