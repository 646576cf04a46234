"""Who is at a night: ticked off a list, typed, gone home, sitting a round out, with whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Max, QuerySet

from scorekeeper.clubs.models import Club, Night, Player, Present
from scorekeeper.clubs.nights.publishing import publish_night
from scorekeeper.clubs.people.names import players_called
from scorekeeper.matches import typed_names as names

MOST = 200  # names on a list; others are found by typing


def absent_players(night: Night) -> QuerySet[Player]:
    """The club's players who are not here, whoever played last first."""
    here = night.present.filter(to_round=None).values("player")
    players = Player.objects.filter(club=night.club_id, same_as=None, forgotten=None).exclude(pk__in=here)
    return players.order_by(F("last_played").desc(nulls_last=True), "name", "pk")


def player_called(club: Club, name: str) -> Player:
    """The club's player of this name, a new one if there is none. Raises ``ValidationError``."""
    name = names.clean_name(name)
    return players_called(club, [name])[name]


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
    """Somebody goes home: after the round that is on. Who has not played at all was never here."""
    with transaction.atomic():
        Night.objects.select_for_update().get(pk=night.pk)
        last = next_round(night) - 1
        if one.from_round > last:
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
    pair = [one.pk] if mine is None or not _is_pair(one.pk, mine) else [one.pk, mine]
    Present.objects.filter(partner__in=pair).update(partner=None)
    Present.objects.filter(pk=one.pk).update(partner=None)


def split_pair(night: Night, one: Present) -> None:
    """The two play together no longer."""
    with transaction.atomic():
        Night.objects.select_for_update().get(pk=night.pk)
        unpair(one)
        publish_night(night.pk)


def _is_pair(one: int, other: int) -> bool:
    return Present.objects.filter(pk=other, partner=one).exists()


@dataclass(frozen=True)
class Pairs:
    """Who plays with whom: pairs with those who take turns with them, and those without a partner."""

    pairs: tuple[tuple[Present, ...], ...]
    alone: tuple[Present, ...]

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


def next_round(night: Night) -> int:
    return (night.played_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
