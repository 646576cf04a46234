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

    ``players`` are the ids of the player's records. Each match comes with the names of its players and with
    the number of hands that this player played, or 0 if the match counts for this player.
    """
    ended = Appearance.objects.filter(player__in=players).order_by("-at").values_list("match", flat=True)
    # Running matches have no appearances yet. They started lately, so their seats are among the newest.
    seated = Seat.objects.filter(player__in=players).order_by("-match").values_list("match", flat=True)
    found = {*ended[:MATCHES_SHOWN], *seated[: 2 * MATCHES_SHOWN]}
    played = Match.objects.filter(pk__in=found).defer("house", "frozen", "begun")
    matches = list(played.select_related("table").order_by("-started", "-pk")[:MATCHES_SHOWN])
    shares = match_list.shares_of_matches([match.pk for match in matches])
    return [(match, *_people(player, shares.get(match.pk, {}))) for match in matches]


def _people(player: Player, shares: Mapping[int, Sequence[SeatShare]]) -> tuple[str, int]:
    """Return a match's names, and the player's hands; 0 hands if the match counts for the player."""
    counted = any(seat_shares[0].player == player.pk for seat_shares in shares.values() if seat_shares)
    hands = (
        share.hands for seat_shares in shares.values() for share in seat_shares if share.player == player.pk
    )
    return ", ".join(match_list.counted_names(shares).values()), 0 if counted else sum(hands)
