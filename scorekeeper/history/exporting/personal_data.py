"""Personal data of one player, as JSON, and the matches as CSV.

Other people appear only by the names they had at the same tables.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.utils import timezone

from scorekeeper.clubs import decimals
from scorekeeper.clubs.models import Claim, ClubEvent, Member, Player
from scorekeeper.clubs.people.identity import records_of
from scorekeeper.clubs.spreadsheets.spreadsheet import write_csv
from scorekeeper.history import match_list
from scorekeeper.history.exporting.format import as_text, columns_of
from scorekeeper.history.models import Appearance, Note
from scorekeeper.matches.models import Match, Result, Seat
from scorekeeper.nights.models import Present
from scorekeeper.web.chunks import chunked

FORMAT = "scorekeeper-person/1"
COLUMNS = ("date", "game", "match", "seat", "name", "side", "hands", "total", "place", "won", "at the table")


def personal_data(player: Player) -> dict[str, Any]:
    """Return all data about a person, in a fixed number of queries."""
    records = records_of([player.pk])
    ids, user = [record.pk for record in records], player.user
    data: dict[str, Any] = {
        "format": FORMAT,
        "made": timezone.now().isoformat(),
        "club": {"name": player.club.name, "code": player.club.code},
        "player": {
            "name": player.name,
            "since": as_text(player.created),
            "last_played": as_text(player.last_played),
            "asked_to_be_forgotten": as_text(player.forgotten),
            "merged_records": [record.name for record in records if record.pk != player.pk],
        },
        "account": None,
        "memberships": [],
    }
    if user is not None:
        data["account"] = columns_of(user, "email name joined")
        members = Member.objects.filter(user=user, club=player.club_id).order_by("joined")
        data["memberships"] = [columns_of(member, "role joined ended") for member in members]
    claims = Claim.objects.filter(Q(player__in=ids) | Q(user=user, player__club=player.club_id))
    data["claims"] = [columns_of(claim, "at granted") for claim in claims.distinct().order_by("at")]
    # Found by account, because a namesake may have written notes too. A player without an account wrote none.
    notes = Note.objects.filter(club=player.club_id, by__user=user) if user else ()
    data["notes"] = [columns_of(note, "at text") for note in notes]
    nights = Present.objects.filter(player__in=ids).select_related("night").order_by("night__date")
    data["nights"] = [
        columns_of(person, "from_round to_round", date=person.night.date.isoformat()) for person in nights
    ]
    events = ClubEvent.objects.filter(club=player.club_id, about__player__in=ids).order_by("at")
    data["events"] = [columns_of(event, "at what") for event in events]
    data["matches"] = list(_matches(player, ids))
    # The number of seats in which a match counts for this player.
    data["counted"] = Appearance.objects.filter(player__in=ids).count()
    return data


def _matches(player: Player, ids: list[int]) -> Iterator[dict[str, Any]]:
    """Yield the person's seats with name, other players, number of hands and result.

    If several players shared a seat, the match counts there only for one of them, usually the one who played
    most of its hands (``seat_shares.shares_by_seat``). The others' seats have no result here.
    """
    seats = Seat.objects.filter(player__in=ids).order_by("match__started", "match_id", "position", "since")
    # One item per seat, even if the person left and returned, or changed names.
    seats_by_match: dict[tuple[int, int], tuple[int, list[str]]] = {}
    for match_id, position, since, name in seats.values_list("match_id", "position", "since", "name"):
        seats_by_match.setdefault((match_id, position), (since, []))[1].append(name)
    root = player.same_as_id or player.pk
    for chunk in chunked([(*key, *values) for key, values in seats_by_match.items()]):
        match_ids = {match for match, *_rest in chunk}
        matches = Match.objects.filter(pk__in=match_ids).select_related("table").defer("frozen", "begun")
        by_pk = {match.pk: match for match in matches}
        names_at_match: dict[int, list[str]] = {}
        for pk, name in Seat.objects.filter(match__in=match_ids).values_list("match_id", "name"):
            names_at_match.setdefault(pk, []).append(name)
        shares = match_list.shares_of_matches(match_ids)
        results = {
            (result.match_id, result.side): result for result in Result.objects.filter(match__in=match_ids)
        }
        for pk, position, since, seat_names in chunk:
            match = by_pk[pk]
            seat_shares = shares[pk].get(position, [])
            hands = sum(share.hands for share in seat_shares if share.player == root)
            is_counted = bool(seat_shares) and seat_shares[0].player == root
            result = results.get((pk, position % match.sides)) if is_counted else None
            yield {
                "match": f"{match.table.code}/{match.number}",
                "game": match.game_slug,
                **columns_of(match, "title started ended"),
                "venue": match.table.venue,
                "seat": position,
                "side": position % match.sides,
                "from_hand": since,
                "name": ", ".join(dict.fromkeys(seat_names)),
                "at_the_table": names_at_match.get(pk, []),
                "hands": hands if match.ended else None,
                "total": decimals.plain(result.total) if result else None,
                "place": result.place if result else None,
                "won": result.won if result else None,
            }


def as_csv(data: dict[str, Any]) -> str:
    rows: list[Sequence[Any]] = [COLUMNS]
    for match in data["matches"]:
        names = ", ".join(match["at_the_table"])
        seat_cells = (match["title"] or match["game"], match["match"], match["seat"] + 1, match["name"])
        total = None if match["total"] is None else Decimal(match["total"])
        result_cells = (match["side"] + 1, match["hands"], total, match["place"], match["won"])
        rows.append((match["started"][:10], *seat_cells, *result_cells, names))
    return write_csv(rows)
