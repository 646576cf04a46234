"""Matches in which a player shared a seat, and the match counts for another player of that seat.

A match counts for one player of each seat, usually the one who played most of its hands
(``seat_shares.shares_by_seat``).
"""

from django.db.models import Exists, OuterRef, QuerySet

from scorekeeper.history import match_list
from scorekeeper.history.models import Appearance, Played
from scorekeeper.history.projection import records_merged_into
from scorekeeper.matches.models import Seat

SHOWN = 10  # matches listed on a player's page


def also_played(player: int, game_matches: QuerySet[Played]) -> list[tuple[Played, int]]:
    """Return the newest such matches of a player, each with the number of hands that the player played."""
    own_appearances = Appearance.objects.filter(
        match=OuterRef("match"), seat=OuterRef("position"), player=player
    )
    seats = (
        Seat.objects.filter(player__in=records_merged_into(player), match__in=game_matches.values("pk"))
        .exclude(Exists(own_appearances))
        .order_by("-match__ended", "-match")
    )
    # A player may have taken over two seats of a match.
    matches = list(dict.fromkeys(seats.values_list("match", flat=True)[: 2 * SHOWN]))[:SHOWN]
    played = {match.pk: match for match in game_matches.filter(pk__in=matches).select_related("match__table")}
    shares = match_list.shares_of_matches(matches)
    # The first share of a seat belongs to the player for whom the match counts.
    return [
        (played[pk], share.hands)
        for pk in matches
        for _counted_share, *other_shares in shares[pk].values()
        for share in other_shares
        if share.player == player and share.hands
    ]
