"""Who is at a night: ticked off a list, typed, gone home, sitting a round out, with whom."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F, Max, QuerySet

from scorekeeper.clubs.models import Club, Night, Player, Present
from scorekeeper.tables import people as names
from scorekeeper.tables import writing

MOST = 200  # names on a list; others are found by typing


def absent(night: Night) -> QuerySet[Player]:
    """The club's players who are not here, whoever played last first."""
    here = night.present.filter(to_round=None).values("player")
    players = Player.objects.filter(club=night.club_id, same_as=None, forgotten=None).exclude(pk__in=here)
    return players.order_by(F("last_played").desc(nulls_last=True), "name", "pk")


def called(club: Club, name: str) -> Player:
    """The club's player of this name, a new one if there is none. Raises ``ValidationError``."""
    name = names.clean_name(name)
    known = Player.objects.filter(club=club, name__iexact=name, same_as=None, forgotten=None).order_by("pk")
    return known.first() or Player.objects.create(club=club, name=name)


def come(night: Night, players: Iterable[Player]) -> None:
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
        writing.nights_changed(night.pk)


def go(night: Night, one: Present) -> None:
    """Somebody goes home: after the round that is on. Who has not played at all was never here."""
    with transaction.atomic():
        Night.objects.select_for_update().get(pk=night.pk)
        last = next_round(night) - 1
        if one.from_round > last:
            one.delete()
        else:
            part(one)
            one.to_round = last
            one.save(update_fields=["to_round"])
        writing.nights_changed(night.pk)


def rest(night: Night, one: Present, rests: bool) -> None:
    """Somebody sits out by choice, until they say otherwise."""
    with transaction.atomic():
        Present.objects.filter(pk=one.pk).update(rests=rests)
        writing.nights_changed(night.pk)


def pair(night: Night, one: Present, other: Present) -> None:
    """Two play together the whole night; whom they were with before is alone."""
    with transaction.atomic():
        Night.objects.select_for_update().get(pk=night.pk)
        part(one)
        part(other)
        Present.objects.filter(pk=one.pk).update(partner=other.pk)
        Present.objects.filter(pk=other.pk).update(partner=one.pk)
        writing.nights_changed(night.pk)


def part(one: Present) -> None:
    """Nobody's partner any more."""
    Present.objects.filter(partner=one.pk).update(partner=None)
    Present.objects.filter(pk=one.pk).update(partner=None)


def next_round(night: Night) -> int:
    return (night.played_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
