"""Everything the club's books hold about one person, to take away: as JSON, and as CSV for a spreadsheet.

Other people are in it only by the names they had at the tables where both sat.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from django.utils import timezone

from scorekeeper import decimals
from scorekeeper.clubs.importing.spreadsheet import write_csv
from scorekeeper.clubs.models import Appearance, Claim, ClubEvent, Member, Note, Payout, Player, Present
from scorekeeper.clubs.nights import cash
from scorekeeper.clubs.people.identity import records_of
from scorekeeper.matches.models import Match, Result, Seat
from scorekeeper.parts import chunked

FORMAT = "scorekeeper-person/1"
COLUMNS = ("date", "game", "match", "seat", "name", "side", "total", "place", "won", "at the table")


def personal_data(player: Player) -> dict[str, Any]:
    """The data of one person: a few statements for the whole, however much they played."""
    family = records_of([player.pk])
    ids, user = [one.pk for one in family], player.user
    data: dict[str, Any] = {
        "format": FORMAT,
        "made": timezone.now().isoformat(),
        "club": {"name": player.club.name, "code": player.club.code},
        "player": {
            "name": player.name,
            "since": player.created.isoformat(),
            "last_played": player.last_played.isoformat() if player.last_played else None,
            "shows_name": player.shows_name,
            "asked_to_be_forgotten": player.forgotten.isoformat() if player.forgotten else None,
            "merged_records": [one.name for one in family if one.pk != player.pk],
        },
        "account": None,
        "memberships": [],
    }
    if user is not None:
        data["account"] = {"email": user.email, "name": user.name, "joined": user.joined.isoformat()}
        members = Member.objects.filter(user=user, club=player.club_id).order_by("joined")
        data["memberships"] = [
            {
                "role": one.role,
                "joined": one.joined.isoformat(),
                "ended": one.ended.isoformat() if one.ended else None,
            }
            for one in members
        ]
    claims = Claim.objects.filter(player__in=ids) | Claim.objects.filter(
        user=user, player__club=player.club_id
    )
    data["claims"] = [
        {"at": one.at.isoformat(), "granted": one.granted} for one in claims.distinct().order_by("at")
    ]
    data["notes"] = [
        {"at": one.at.isoformat(), "text": one.text}
        for one in Note.objects.filter(club=player.club_id, by_name=player.name).exclude(by_name="")
    ]
    nights = Present.objects.filter(player__in=ids).select_related("night").order_by("night__date")
    data["nights"] = [
        {
            "date": one.night.date.isoformat(),
            "from_round": one.from_round,
            "to_round": one.to_round,
            "paid": None if one.paid is None else cash.amount_text(one.paid, player.club.currency),
        }
        for one in nights
    ]
    payouts = Payout.objects.filter(player__in=ids).select_related("night").order_by("night__date", "at")
    data["prizes_in_money"] = [
        {
            "date": one.night.date.isoformat(),
            "what": one.what,
            "amount": cash.amount_text(one.amount, player.club.currency),
        }
        for one in payouts
    ]
    events = ClubEvent.objects.filter(club=player.club_id, about__player__in=ids).order_by("at")
    data["events"] = [{"at": one.at.isoformat(), "what": one.what} for one in events]
    data["matches"] = list(_matches(ids))
    data["counted"] = Appearance.objects.filter(player__in=ids).count()
    return data


def _matches(ids: list[int]) -> Iterator[dict[str, Any]]:
    """Where they sat, under what name, with whom, and how it ended."""
    mine = Seat.objects.filter(player__in=ids).order_by("match__started", "match_id", "position", "since")
    for some in chunked(list(mine.values_list("match_id", "position", "since", "name"))):
        numbers = {match for match, *_rest in some}
        matches = Match.objects.filter(pk__in=numbers).select_related("table").defer("frozen", "begun")
        known = {match.pk: match for match in matches}
        tables: dict[int, list[str]] = {}
        for pk, name in Seat.objects.filter(match__in=numbers).values_list("match_id", "name"):
            tables.setdefault(pk, []).append(name)
        results = {(one.match_id, one.side): one for one in Result.objects.filter(match__in=numbers)}
        for pk, position, since, name in some:
            match = known[pk]
            result = results.get((pk, position % match.sides))
            yield {
                "match": f"{match.table.code}/{match.number}",
                "game": match.game_slug,
                "title": match.title,
                "started": match.started.isoformat(),
                "ended": match.ended.isoformat() if match.ended else None,
                "venue": match.table.venue,
                "seat": position,
                "side": position % match.sides,
                "from_hand": since,
                "name": name,
                "at_the_table": tables.get(pk, []),
                "total": decimals.plain(result.total) if result else None,
                "place": result.place if result else None,
                "won": result.won if result else None,
            }


def as_csv(data: dict[str, Any]) -> str:
    """The matches as a table."""
    rows: list[Sequence[Any]] = [COLUMNS]
    for match in data["matches"]:
        names = ", ".join(match["at_the_table"])
        who = (match["title"] or match["game"], match["match"], match["seat"] + 1, match["name"])
        total = None if match["total"] is None else Decimal(match["total"])
        result = (match["side"] + 1, total, match["place"], match["won"])
        rows.append((match["started"][:10], *who, *result, names))
    return write_csv(rows)
