"""The projection of matches into a club's history, from results and seats alone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Coalesce, Greatest

from scorekeeper.clubs.models import Player
from scorekeeper.history.models import Appearance, Played
from scorekeeper.matches.models import Match, Result, Seat
from scorekeeper.sheet.seat_shares import SeatPeriod, counted_players, hands_of, rows_of
from scorekeeper.web.chunks import chunked


def update_last_played(players: Iterable[int]) -> None:
    """Move the players' ``last_played`` forward to the end of their latest match."""
    newest = (
        Appearance.objects.filter(player=OuterRef("pk")).order_by().values("player").annotate(last=Max("at"))
    )
    last = Subquery(newest.values("last"))
    for chunk in chunked(list(players)):
        Player.objects.filter(pk__in=chunk).update(
            last_played=Greatest(Coalesce("last_played", last), Coalesce(last, "last_played"))
        )


def projection_rows(matches: Sequence[int]) -> tuple[list[Played], list[Appearance]]:
    """Return the rows of these matches, computed from their results and seats."""
    results: dict[int, dict[int, Result]] = defaultdict(dict)
    for row in Result.objects.filter(match__in=matches):
        results[row.match_id][row.side] = row
    sitting = seat_periods(matches)
    played, appearances = [], []
    for match in Match.objects.filter(pk__in=matches, ended__isnull=False).select_related("table"):
        if match.ended is None or match.table.club_id is None or match.pk not in results:
            continue
        rows = rows_of(match.frozen)
        played.append(
            Played(
                match=match,
                club_id=match.table.club_id,
                game_slug=match.game_slug,
                season_id=match.table.season_id,
                venue=match.table.venue,
                at=match.ended,
                rule=rule_of(match.frozen),
                hands=hands_of(rows),
            )
        )
        for seat, player in counted_players(sitting[match.pk], rows):
            if (result := results[match.pk].get(seat % match.sides)) is None:
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
                    side=result.side,
                    total=result.total,
                    place=result.place,
                    won=result.won,
                    rule=played[-1].rule,
                )
            )
    return played, appearances


def seat_periods(matches: Sequence[int]) -> dict[int, list[SeatPeriod]]:
    """Return each match's seat periods; a merged player is replaced by the record it was merged into."""
    seats = Seat.objects.filter(match__in=matches)
    rows = list(seats.values_list("match", "position", "since", "player", "name"))
    roots = merged_into(row[3] for row in rows if row[3])
    found: dict[int, list[SeatPeriod]] = defaultdict(list)
    for match, position, since, player, name in rows:
        found[match].append(SeatPeriod(position, since, roots.get(player, player), name))
    return found


def rule_of(frozen: Any) -> str:
    outcome = frozen and frozen["outcome"]
    return str(outcome["because"]["rule"]) if outcome else ""


def merged_into(players: Iterable[int]) -> dict[int, int]:
    """Return the final record that each merged record counts for."""
    targets: dict[int, int] = {}
    pending = set(players)
    while pending:
        merged = Player.objects.filter(pk__in=pending, same_as__isnull=False).values_list("pk", "same_as")
        found = {player: target for player, target in merged if target is not None}
        targets |= found
        pending = set(found.values()) - targets.keys()
    return {player: _root_of(player, targets) for player in targets}


def records_merged_into(player: int) -> set[int]:
    """Return the ids of a player record and of all records merged into it."""
    found, pending = {player}, {player}
    while pending:
        pending = set(Player.objects.filter(same_as__in=pending).values_list("pk", flat=True)) - found
        found |= pending
    return found


def _root_of(player: int, targets: Mapping[int, int]) -> int:
    visited = {player}
    while player in targets and targets[player] not in visited:
        player = targets[player]
        visited.add(player)
    return player
