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
from scorekeeper.clubs.people.names import get_or_create_players
from scorekeeper.matches import typed_names as names
from scorekeeper.nights.draw import partner_groups
from scorekeeper.nights.models import Night, Present
from scorekeeper.nights.publishing import changed_night
from scorekeeper.web import numbers

MOST_LISTED = 150  # players on the list; other names can be typed
# At most thirty tables of four: their draw takes up to 0.3 s of processor time.
MOST_PRESENT = 120


def absent_players(night: Night) -> QuerySet[Player]:
    present = night.present.filter(to_round=None).values("player")
    return night.club.players.current().exclude(pk__in=present).recent_first()


def posted_players(club: Club, ticked: Sequence[str], typed: str) -> list[Player]:
    """Return the ticked players in their order, then the players of the typed names, one name per line.

    A new name creates a player. Raise ``ValidationError``.
    """
    ticked_ids = dict.fromkeys(pk for text in ticked if (pk := numbers.parse_whole(text)) is not None)
    lines = [line for line in typed.replace(",", "\n").split("\n") if line.strip()]
    if len(ticked_ids) + len(lines) > MOST_PRESENT:
        raise too_many_error()
    order = {pk: position for position, pk in enumerate(ticked_ids)}
    ticked_players = club.players.current().filter(pk__in=order)
    players = sorted(ticked_players, key=lambda player: order[player.pk])
    named = get_or_create_players(club, [name for line in lines if (name := names.clean_name(line))])
    return players + list(named.values())


def too_many_error() -> ValidationError:
    return ValidationError(_("At most %(n)d people at a night.") % {"n": MOST_PRESENT})


def unnamed_guests(night: Night, number: int) -> list[Player]:
    """Return ``number`` players named Guest 1, Guest 2 and so on who are not at the night yet."""
    present_names = {name.casefold() for name in night.present.values_list("player__name", flat=True)}
    guest_names = (_("Guest %(n)d") % {"n": n} for n in count(1))
    free_names = (name for name in guest_names if name.casefold() not in present_names)
    chosen_names = list(islice(free_names, max(0, number)))
    return list(get_or_create_players(night.club, chosen_names).values())


def arrive(night: Night, players: Iterable[Player]) -> None:
    """Add players from the next round on. Raise ``ValidationError`` if there are too many."""
    with changed_night(night.pk):
        number = (night.present.aggregate(most=Max("number"))["most"] or 0) + 1
        first_round = next_round(night)
        for player in players:
            person, is_new = Present.objects.get_or_create(
                night=night, player=player, defaults={"number": number, "from_round": first_round}
            )
            if is_new:
                number += 1
            elif person.to_round is not None:
                person.to_round, person.rests = None, False
                person.save(update_fields=["to_round", "rests"])
        if night.present.filter(to_round=None).count() > MOST_PRESENT:
            raise too_many_error()


def depart(night: Night, person: Present) -> None:
    """Let a person leave after the current round; delete the row if they have not played."""
    with changed_night(night.pk):
        last = next_round(night) - 1
        if person.from_round > last:
            person.delete()
        else:
            unpair(person)
            person.to_round = last
            person.save(update_fields=["to_round"])


def set_resting(night: Night, person: Present, rests: bool) -> None:
    with changed_night(night.pk):
        Present.objects.filter(pk=person.pk).update(rests=rests)


def pair(night: Night, person: Present, other: Present) -> None:
    """Make two people partners for the night; their previous partners are then alone."""
    with changed_night(night.pk):
        unpair(person)
        unpair(other)
        Present.objects.filter(pk=person.pk).update(partner=other.pk)
        Present.objects.filter(pk=other.pk).update(partner=person.pk)


def take_turns(night: Night, person: Present, pair: Present) -> None:
    """Let a person without a partner take turns with a pair; ``pair`` is either of the two."""
    with changed_night(night.pk):
        rows = Present.objects.in_bulk([person.pk, pair.pk])
        person, pair = rows[person.pk], rows[pair.pk]
        if person.partner_id is None and pair.partner_id is not None and pair.to_round is None:
            Present.objects.filter(pk=person.pk).update(partner=pair.pk)


def unpair(person: Present) -> None:
    """Remove a person's partner; those who took turns with the pair are then alone."""
    partner = Present.objects.filter(pk=person.pk).values_list("partner", flat=True).first()
    is_mutual = partner is not None and Present.objects.filter(pk=partner, partner=person.pk).exists()
    pair = [person.pk, partner] if is_mutual else [person.pk]
    Present.objects.filter(partner__in=pair).update(partner=None)
    Present.objects.filter(pk=person.pk).update(partner=None)


def split_pair(night: Night, person: Present) -> None:
    with changed_night(night.pk):
        unpair(person)


@dataclass(frozen=True)
class Pairs:
    """The pairs, each with the people who take turns with it, and people without a partner."""

    pairs: tuple[tuple[Present, ...], ...]
    unpaired: tuple[Present, ...]

    @property
    def partners(self) -> list[tuple[Present, Present]]:
        return [(group[0], group[1]) for group in self.pairs]

    @property
    def without_partner(self) -> Present | None:
        """Return the one person without a partner among pairs, who could never play."""
        playing = [person for person in self.unpaired if not person.rests]
        return playing[0] if len(playing) == 1 and self.pairs else None


def find_pairs(people: Sequence[Present]) -> Pairs:
    by_id = {person.pk: person for person in people}
    groups = partner_groups({person.pk: person.partner_id for person in people})
    paired = {pk for group in groups for pk in group}
    pairs = tuple(tuple(by_id[pk] for pk in group) for group in groups)
    return Pairs(pairs, tuple(person for person in people if person.pk not in paired))


def visit_counts(nights: QuerySet[Night]) -> list[tuple[str, int, date]]:
    """Return each person's name, number of these nights attended and last date, most frequent first."""
    visits = Present.objects.filter(night__in=nights)
    by_player = visits.values(who=Coalesce("player__same_as", "player")).annotate(
        n=Count("night", distinct=True), last=Max("night__date")
    )
    rows = list(by_player.order_by("-n", "-last", "who"))
    players = Player.objects.in_bulk([row["who"] for row in rows])
    return [(players[row["who"]].display_name, row["n"], row["last"]) for row in rows]


def next_round(night: Night) -> int:
    return (night.played_rounds.aggregate(last=Max("number"))["last"] or 0) + 1
