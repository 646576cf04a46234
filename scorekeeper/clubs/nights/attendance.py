"""Who is at a night: ticked off a list, typed, gone home, sitting a round out, with whom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count, islice

from django.db import transaction
from django.db.models import Count, F, Max, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from scorekeeper import numbers
from scorekeeper.clubs.models import Club, Night, Player, Present
from scorekeeper.clubs.nights import cash
from scorekeeper.clubs.nights.publishing import publish_night
from scorekeeper.clubs.people.names import players_called
from scorekeeper.matches import typed_names as names

MOST = 200  # names on a list; others are found by typing
MOST_SENT = 400


def absent_players(night: Night) -> QuerySet[Player]:
    """The club's players who are not here, whoever played last first."""
    here = night.present.filter(to_round=None).values("player")
    players = Player.objects.filter(club=night.club_id, same_as=None, forgotten=None).exclude(pk__in=here)
    return players.order_by(F("last_played").desc(nulls_last=True), "name", "pk")


def players_to_choose(club: Club) -> QuerySet[Player]:
    """The players of a club who can be ticked off, whoever played last first."""
    players = Player.objects.filter(club=club, same_as=None, forgotten=None).exclude(name="")
    return players.order_by(F("last_played").desc(nulls_last=True), "name", "pk")[:MOST]


def sent_players(club: Club, ticked: Sequence[str], typed: str) -> list[Player]:
    """The players that were ticked off, in that order, and those whose names were typed, one a line; a name
    that nobody has is somebody new. Raises ``ValidationError``."""
    sent = dict.fromkeys(pk for one in ticked if (pk := numbers.whole(one)) is not None)
    order = {pk: n for n, pk in enumerate(list(sent)[:MOST_SENT])}
    found = Player.objects.filter(club=club, pk__in=order, same_as=None, forgotten=None)
    players = sorted(found, key=lambda player: order[player.pk])
    lines = (names.clean_name(name) for name in typed.replace(",", "\n").split("\n"))
    called = players_called(club, [name for name in lines if name])
    return players + list(called.values())


def unnamed_guests(night: Night, n: int) -> list[Player]:
    """So many guests whose names nobody has typed: Guest 1, Guest 2, those who are not here yet."""
    here = {one.casefold() for one in night.present.values_list("player__name", flat=True)}
    every = (_("Guest %(n)d") % {"n": number} for number in count(1))
    free = islice((name for name in every if name.casefold() not in here), max(0, n))
    return list(players_called(night.club, list(free)).values())


def arrive(night: Night, players: Iterable[Player]) -> None:
    """They are here from the next round on, or again."""
    with transaction.atomic():
        Night.objects.select_for_update().get(pk=night.pk)
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
        publish_night(night.pk)


def depart(night: Night, one: Present) -> None:
    """Somebody goes home: after the round that is on. Who has neither played nor paid was never here."""
    with transaction.atomic():
        Night.objects.select_for_update().get(pk=night.pk)
        last = next_round(night) - 1
        if one.from_round > last and not cash.has_money(one):
            one.delete()
        else:
            unpair(one)
            one.to_round = last
            one.save(update_fields=["to_round"])
        publish_night(night.pk)


def set_resting(night: Night, one: Present, rests: bool) -> None:
    """Somebody sits out by choice, until they say otherwise."""
    with transaction.atomic():
        Present.objects.filter(pk=one.pk).update(rests=rests)
        publish_night(night.pk)


def pair(night: Night, one: Present, other: Present) -> None:
    """Two play together the whole night; whom they were with before is alone."""
    with transaction.atomic():
        Night.objects.select_for_update().get(pk=night.pk)
        unpair(one)
        unpair(other)
        Present.objects.filter(pk=one.pk).update(partner=other.pk)
        Present.objects.filter(pk=other.pk).update(partner=one.pk)
        publish_night(night.pk)


def take_turns(night: Night, one: Present, pair: Present) -> None:
    """Somebody without a partner takes turns with a pair (``pair`` is either): two play, one watches."""
    with transaction.atomic():
        Night.objects.select_for_update().get(pk=night.pk)
        fresh = Present.objects.in_bulk([one.pk, pair.pk])
        one, pair = fresh[one.pk], fresh[pair.pk]
        if one.partner_id is None and pair.partner_id is not None and pair.to_round is None:
            Present.objects.filter(pk=one.pk).update(partner=pair.pk)
        publish_night(night.pk)


def unpair(one: Present) -> None:
    """Nobody's partner any more; who took turns with the two is alone too."""
    mine = Present.objects.filter(pk=one.pk).values_list("partner", flat=True).first()
    are_two = mine is not None and Present.objects.filter(pk=mine, partner=one.pk).exists()
    pair = [one.pk, mine] if are_two else [one.pk]
    Present.objects.filter(partner__in=pair).update(partner=None)
    Present.objects.filter(pk=one.pk).update(partner=None)


def split_pair(night: Night, one: Present) -> None:
    """The two play together no longer."""
    with transaction.atomic():
        Night.objects.select_for_update().get(pk=night.pk)
        unpair(one)
        publish_night(night.pk)


@dataclass(frozen=True)
class Pairs:
    """Who plays with whom: pairs with those who take turns with them, and those without a partner."""

    pairs: tuple[tuple[Present, ...], ...]
    alone: tuple[Present, ...]

    @property
    def partners(self) -> list[tuple[Present, Present]]:
        """The two of each pair."""
        return [(group[0], group[1]) for group in self.pairs]

    @property
    def lone(self) -> Present | None:
        """The one who would sit out every round: alone among pairs, nobody is left to be paired with."""
        playing = [one for one in self.alone if not one.rests]
        return playing[0] if len(playing) == 1 and self.pairs else None


def find_pairs(here: Sequence[Present]) -> Pairs:
    """Those who are here, as they play together."""
    by_id = {one.pk: one for one in here}
    partner = {one.pk: one.partner_id for one in here if one.partner_id in by_id}
    mutual = [(a, b) for a, b in partner.items() if b is not None and a < b and partner.get(b) == a]
    groups = [
        (by_id[a], by_id[b], *(by_id[c] for c, of in partner.items() if of in (a, b) and c not in (a, b)))
        for a, b in mutual
    ]
    paired = {one.pk for group in groups for one in group}
    return Pairs(tuple(groups), tuple(one for one in here if one.pk not in paired))


@dataclass(frozen=True)
class Visits:
    """How many nights somebody came to, and when they were last there."""

    name: str
    nights: int
    last: date


def how_often(nights: QuerySet[Night]) -> list[Visits]:
    """Everybody who came to one of these nights; whoever came most first."""
    came = Present.objects.filter(night__in=nights)
    counted = came.values(who=Coalesce("player__same_as", "player")).annotate(
        n=Count("night", distinct=True), last=Max("night__date")
    )
    rows = list(counted.order_by("-n", "-last", "who"))
    players = Player.objects.in_bulk([row["who"] for row in rows])
    return [Visits(str(players[row["who"]].shown), row["n"], row["last"]) for row in rows]


def next_round(night: Night) -> int:
    return (night.played_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
