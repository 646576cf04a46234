"""Attendance at a night: arriving, leaving, resting, partners."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count, islice

from django.core.exceptions import ValidationError
from django.db.models import Count, Max, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.people.names import players_called
from scorekeeper.matches import typed_names as names
from scorekeeper.nights.models import Night, Present
from scorekeeper.nights.publishing import changed_night
from scorekeeper.web import numbers

MOST = 150  # names on the list; others can be typed
# At most thirty tables of four: their draw takes up to 0.3 s of processor time.
MOST_PRESENT = 120


def absent_players(night: Night) -> QuerySet[Player]:
    here = night.present.filter(to_round=None).values("player")
    return night.club.players.current().exclude(pk__in=here).recent_first()


def posted_players(club: Club, ticked: Sequence[str], typed: str) -> list[Player]:
    """Return the ticked players in their order, then those of the typed names, one per line.

    A new name creates a player. Raise ``ValidationError``.
    """
    sent = dict.fromkeys(pk for one in ticked if (pk := numbers.whole(one)) is not None)
    lines = [line for line in typed.replace(",", "\n").split("\n") if line.strip()]
    if len(sent) + len(lines) > MOST_PRESENT:
        raise too_many()
    order = {pk: n for n, pk in enumerate(sent)}
    found = club.players.current().filter(pk__in=order)
    players = sorted(found, key=lambda player: order[player.pk])
    called = players_called(club, [name for line in lines if (name := names.clean_name(line))])
    return players + list(called.values())


def too_many() -> ValidationError:
    return ValidationError(_("At most %(n)d people at a night.") % {"n": MOST_PRESENT})


def unnamed_guests(night: Night, n: int) -> list[Player]:
    """Return ``n`` players named Guest 1, Guest 2 and so on who are not at the night yet."""
    here = {one.casefold() for one in night.present.values_list("player__name", flat=True)}
    every = (_("Guest %(n)d") % {"n": number} for number in count(1))
    free = islice((name for name in every if name.casefold() not in here), max(0, n))
    return list(players_called(night.club, list(free)).values())


def arrive(night: Night, players: Iterable[Player]) -> None:
    """Add players from the next round on. Raise ``ValidationError`` if there are too many."""
    with changed_night(night.pk):
        number = (night.present.aggregate(most=Max("number"))["most"] or 0) + 1
        begins = next_round(night)
        for player in players:
            one, new = Present.objects.get_or_create(
                night=night, player=player, defaults={"number": number, "from_round": begins}
            )
            if new:
                number += 1
            elif one.to_round is not None:
                one.to_round, one.rests = None, False
                one.save(update_fields=["to_round", "rests"])
        if night.present.filter(to_round=None).count() > MOST_PRESENT:
            raise too_many()


def depart(night: Night, one: Present) -> None:
    """Let a person leave after the current round; delete the row if they have not played."""
    with changed_night(night.pk):
        last = next_round(night) - 1
        if one.from_round > last:
            one.delete()
        else:
            unpair(one)
            one.to_round = last
            one.save(update_fields=["to_round"])


def set_resting(night: Night, one: Present, rests: bool) -> None:
    """Set or end a person's wish to sit out."""
    with changed_night(night.pk):
        Present.objects.filter(pk=one.pk).update(rests=rests)


def pair(night: Night, one: Present, other: Present) -> None:
    """Make two people partners for the night; their previous partners are then alone."""
    with changed_night(night.pk):
        unpair(one)
        unpair(other)
        Present.objects.filter(pk=one.pk).update(partner=other.pk)
        Present.objects.filter(pk=other.pk).update(partner=one.pk)


def take_turns(night: Night, one: Present, pair: Present) -> None:
    """Let a person without a partner take turns with a pair; ``pair`` is either of the two."""
    with changed_night(night.pk):
        fresh = Present.objects.in_bulk([one.pk, pair.pk])
        one, pair = fresh[one.pk], fresh[pair.pk]
        if one.partner_id is None and pair.partner_id is not None and pair.to_round is None:
            Present.objects.filter(pk=one.pk).update(partner=pair.pk)


def unpair(one: Present) -> None:
    """Remove a person's partner; those who took turns with the pair are then alone."""
    mine = Present.objects.filter(pk=one.pk).values_list("partner", flat=True).first()
    are_two = mine is not None and Present.objects.filter(pk=mine, partner=one.pk).exists()
    pair = [one.pk, mine] if are_two else [one.pk]
    Present.objects.filter(partner__in=pair).update(partner=None)
    Present.objects.filter(pk=one.pk).update(partner=None)


def split_pair(night: Night, one: Present) -> None:
    with changed_night(night.pk):
        unpair(one)


@dataclass(frozen=True)
class Pairs:
    """The pairs, with those who take turns with them, and people without a partner."""

    pairs: tuple[tuple[Present, ...], ...]
    unpaired: tuple[Present, ...]

    @property
    def partners(self) -> list[tuple[Present, Present]]:
        return [(group[0], group[1]) for group in self.pairs]

    @property
    def lone(self) -> Present | None:
        """Return the one person without a partner among pairs, who could never play."""
        playing = [one for one in self.unpaired if not one.rests]
        return playing[0] if len(playing) == 1 and self.pairs else None


def find_pairs(people: Sequence[Present]) -> Pairs:
    """Return how those present play together."""
    by_id = {one.pk: one for one in people}
    partner = {one.pk: one.partner_id for one in people if one.partner_id in by_id}
    mutual = [(a, b) for a, b in partner.items() if b is not None and a < b and partner.get(b) == a]
    groups = [
        (by_id[a], by_id[b], *(by_id[c] for c, of in partner.items() if of in (a, b) and c not in (a, b)))
        for a, b in mutual
    ]
    paired = {one.pk for group in groups for one in group}
    return Pairs(tuple(groups), tuple(one for one in people if one.pk not in paired))


@dataclass(frozen=True)
class Visits:
    """The number of nights a person came to, and the last one."""

    name: str
    nights: int
    last: date


def visit_counts(nights: QuerySet[Night]) -> list[Visits]:
    """Return each person's number of visits to these nights, most frequent first."""
    came = Present.objects.filter(night__in=nights)
    counted = came.values(who=Coalesce("player__same_as", "player")).annotate(
        n=Count("night", distinct=True), last=Max("night__date")
    )
    rows = list(counted.order_by("-n", "-last", "who"))
    players = Player.objects.in_bulk([row["who"] for row in rows])
    return [Visits(str(players[row["who"]].shown), row["n"], row["last"]) for row in rows]


def next_round(night: Night) -> int:
    return (night.played_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
