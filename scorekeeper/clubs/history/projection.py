"""What a club's history knows of a match, made from its results and seats alone."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Coalesce, Greatest

from games.engine.game import COMMON_HANDS
from scorekeeper.clubs.models import Appearance, Played, Player
from scorekeeper.matches.models import Match, Result, Seat
from scorekeeper.parts import chunked

# Rows of a finished sheet that are no hands of the game.
NO_HANDS = frozenset({*COMMON_HANDS, "ruled", "unreadable"})


class SideResult(NamedTuple):
    """How a side came out, as its ``Result`` says."""

    total: Any
    place: int
    won: bool


class SeatPeriod(NamedTuple):
    """A seat and whose it was, from which hand on; ``player`` is None where nobody said who it is."""

    position: int
    since: int
    player: int | None


def update_last_played(players: Iterable[int]) -> None:
    """When these players last finished a match; sitting down since counts too (``names``), and stays."""
    numbers = list(players)
    newest = (
        Appearance.objects.filter(player=OuterRef("pk")).order_by().values("player").annotate(last=Max("at"))
    )
    for some in chunked(numbers):
        last = Subquery(newest.values("last"))
        Player.objects.filter(pk__in=some).update(
            last_played=Greatest(Coalesce("last_played", last), Coalesce(last, "last_played"))
        )


def projection_rows(matches: Sequence[int]) -> tuple[list[Played], list[Appearance]]:
    """The rows of these matches as their results and seats say."""
    results: dict[int, dict[int, SideResult]] = defaultdict(dict)
    for pk, side, total, place, won in Result.objects.filter(match__in=matches).values_list(
        "match", "side", "total", "place", "won"
    ):
        results[pk][side] = SideResult(total, place, won)
    sitting: dict[int, list[SeatPeriod]] = defaultdict(list)
    for pk, position, since, who in Seat.objects.filter(match__in=matches).values_list(
        "match", "position", "since", "player"
    ):
        sitting[pk].append(SeatPeriod(position, since, who))
    same = merged_into(sat.player for seats in sitting.values() for sat in seats if sat.player)
    played, appearances = [], []
    for match in Match.objects.filter(pk__in=matches, ended__isnull=False).select_related("table"):
        if match.ended is None or match.table.club_id is None or match.pk not in results:
            continue
        hands = rows_of(match.frozen)
        played.append(
            Played(
                match=match,
                club_id=match.table.club_id,
                game_slug=match.game_slug,
                season_id=match.table.season_id,
                venue=match.table.venue,
                at=match.ended,
                rule=rule_of(match.frozen),
                hands=hands_of(match.frozen),
            )
        )
        for seat, player in who_played(sitting[match.pk], hands, same):
            ended = results[match.pk].get(seat % match.sides)
            if ended is None:
                continue
            appearances.append(
                Appearance(
                    club_id=match.table.club_id,
                    match=match,
                    player_id=player,
                    game_slug=match.game_slug,
                    season_id=match.table.season_id,
                    at=match.ended,
                    seat=seat,
                    side=seat % match.sides,
                    rule=played[-1].rule,
                    **ended._asdict(),
                )
            )
    return played, appearances


def rows_of(frozen: Any) -> list[int]:
    """The numbers of the rows that stand on a finished sheet."""
    return [row["number"] for row in frozen["rows"]] if frozen else []


def hands_of(frozen: Any) -> int:
    """How many hands of the game itself were played, as ``replay.hands_played`` counts them on a sheet."""
    rows = frozen["rows"] if frozen else []
    return sum(row["kind"] not in NO_HANDS and not row["problems"] for row in rows)


def rule_of(frozen: Any) -> str:
    """The number of the rule that ended a match."""
    outcome = frozen and frozen["outcome"]
    return str(outcome["because"]["rule"]) if outcome else ""


def who_played(
    sitting: Iterable[SeatPeriod], hands: Sequence[int], same: Mapping[int, int]
) -> Iterator[tuple[int, int]]:
    """Every player with the seat they had, if they had it for a hand; each once a seat, in order."""
    changes: dict[int, list[SeatPeriod]] = defaultdict(list)
    for sat in sorted(sitting, key=lambda sat: (sat.position, sat.since)):
        changes[sat.position].append(sat)
    for position, seats in changes.items():
        ends = [sat.since for sat in seats[1:]] + [10**9]
        found = (
            same.get(sat.player, sat.player)
            for sat, end in zip(seats, ends, strict=True)
            if sat.player is not None and any(sat.since <= number < end for number in hands)
        )
        for player in dict.fromkeys(found):
            yield position, player


def merged_into(players: Iterable[int]) -> dict[int, int]:
    """Whose games a record's count for: its own, or those of the player it was found to be."""
    same: dict[int, int] = {}
    asked = set(players)
    while asked:
        merged = Player.objects.filter(pk__in=asked, same_as__isnull=False).values_list("pk", "same_as")
        found = {player: other for player, other in merged if other is not None}
        same |= found
        asked = set(found.values()) - same.keys()
    return {player: _root_of(player, same) for player in same}


def _root_of(player: int, same: Mapping[int, int]) -> int:
    passed = {player}
    while player in same and same[player] not in passed:
        player = same[player]
        passed.add(player)
    return player
