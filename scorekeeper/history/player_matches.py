"""The latest matches of a player, for the player's page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.clubs.models import Player
from scorekeeper.history import match_list
from scorekeeper.history.models import Appearance
from scorekeeper.matches.models import Match, Seat
from scorekeeper.sheet.seat_shares import SeatShare

MATCHES_SHOWN = 6


@dataclass(frozen=True)
class PlayersMatch:
    """A match on a player's page; ``also_played`` counts hands in a seat counted for another."""

    match: Match
    people: str
    also_played: int


def newest_of(player: Player, players: list[int]) -> list[PlayersMatch]:
    """Return the latest matches of a player's records, including running ones."""
    ended = Appearance.objects.filter(player__in=players).order_by("-at").values_list("match", flat=True)
    # Running matches started lately and have high ids; imported ones are over.
    seated = Seat.objects.filter(player__in=players).order_by("-match").values_list("match", flat=True)
    found = {*ended[:MATCHES_SHOWN], *seated[: 2 * MATCHES_SHOWN]}
    played = Match.objects.filter(pk__in=found).defer("house", "frozen", "begun")
    matches = list(played.select_related("table").order_by("-started", "-pk")[:MATCHES_SHOWN])
    shares = match_list.shares_of_matches([match.pk for match in matches])
    return [_players_match(player, match, shares.get(match.pk, {})) for match in matches]


def _players_match(player: Player, match: Match, chairs: Mapping[int, Sequence[SeatShare]]) -> PlayersMatch:
    counted = any(shares[0].player == player.pk for shares in chairs.values() if shares)
    substituted = (share.hands for shares in chairs.values() for share in shares if share.player == player.pk)
    people = ", ".join(match_list.counted_names(chairs).values())
    return PlayersMatch(match, people, 0 if counted else sum(substituted))
