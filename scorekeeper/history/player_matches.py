"""The latest matches of a player, for the player's page."""

from collections.abc import Mapping, Sequence

from scorekeeper.clubs.models import Player
from scorekeeper.history import match_list
from scorekeeper.history.models import Appearance
from scorekeeper.matches.models import Match, Seat
from scorekeeper.sheet.seat_shares import SeatShare

MATCHES_SHOWN = 6


def latest_matches(player: Player, players: list[int]) -> list[tuple[Match, str, int]]:
    """Return a player's latest matches, running ones too.

    Each has its players' names and, if it counts for other players only, the hands of this one.
    """
    ended = Appearance.objects.filter(player__in=players).order_by("-at").values_list("match", flat=True)
    # Running matches started lately and have high ids; imported ones are over.
    seated = Seat.objects.filter(player__in=players).order_by("-match").values_list("match", flat=True)
    found = {*ended[:MATCHES_SHOWN], *seated[: 2 * MATCHES_SHOWN]}
    played = Match.objects.filter(pk__in=found).defer("house", "frozen", "begun")
    matches = list(played.select_related("table").order_by("-started", "-pk")[:MATCHES_SHOWN])
    shares = match_list.shares_of_matches([match.pk for match in matches])
    return [(match, *_people(player, shares.get(match.pk, {}))) for match in matches]


def _people(player: Player, shares: Mapping[int, Sequence[SeatShare]]) -> tuple[str, int]:
    """Return the names of a match and the player's hands, 0 if it counts for the player."""
    counted = any(seat_shares[0].player == player.pk for seat_shares in shares.values() if seat_shares)
    substituted = (
        share.hands for seat_shares in shares.values() for share in seat_shares if share.player == player.pk
    )
    return ", ".join(match_list.counted_names(shares).values()), 0 if counted else sum(substituted)
