"""The prizes of a night; tied players share a prize."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import ClubEvent
from scorekeeper.nights.models import Night
from scorekeeper.nights.standings import Standing, number

PRIZES_FIXED = "prizes_fixed"  # the event that stores the announced prizes
NAMES = {
    "first": _("First prize"),
    "second": _("Second prize"),
    "third": _("Third prize"),
    "most_won": _("Most matches won"),
    "best_match": _("Most points in one match"),
    "biggest_hand": _("Most points in one hand"),
    "last": _("Booby prize"),
    "by_lot": _("Random draw"),
}


@dataclass(frozen=True)
class Hand:
    points: Fraction
    players: tuple[int, ...]
    url: str
    number: int
    short: str


@dataclass(frozen=True)
class Prize:
    """A prize, its winners, and the reason."""

    name: str
    players: tuple[int, ...]
    why: str
    address: str = ""


def prize_values(prize: Prize, names: Sequence[str]) -> list[Any]:
    """Return a prize for storing: title, names, reason."""
    return [prize.name, list(names), prize.why]


@dataclass(frozen=True)
class ReadOut:
    """The announcement at the end of a night: its prizes, and its standings."""

    prizes: list[tuple[Prize, list[str]]]
    standing: list[list[str]]  # place, name, points; empty in events of earlier releases


def record_read_out(
    night: Night, by: str, prizes: Sequence[tuple[Prize, list[str]]], standing: list[list[str]]
) -> None:
    """Store prizes and standings as announced, in the club's log; call it in a transaction."""
    line = "; ".join(f"{one.name}: {', '.join(names)}" for one, names in prizes)
    about = {"prizes": line, "given": [prize_values(*one) for one in prizes], "standing": standing}
    of = night.created.isoformat()
    events.record_event(night.club_id, PRIZES_FIXED, by, night=night.called, of=of, **about)


def last_read_out(night: Night) -> ReadOut | None:
    """Return the last announcement of a night, None if there is none."""
    # A night is identified by its creation time, which an export keeps.
    of_night = ClubEvent.objects.filter(
        club=night.club_id, what=PRIZES_FIXED, about__of=night.created.isoformat()
    )
    last = of_night.order_by("-pk").first()
    if last is None:
        return None
    given = [(Prize(name, (), why), names) for name, names, why in last.about["given"]]
    return ReadOut(given, last.about.get("standing", []))


def award_prizes(
    which: Sequence[str], stands: Sequence[Standing], hands: Sequence[Hand], seed: int
) -> list[Prize]:
    """Return the prizes in the order of ``which``, without those nobody has earned."""
    if not stands:
        return []
    makers: dict[str, Callable[[], Prize | None]] = {
        "first": lambda: _prize_for_place("first", 1, stands),
        "second": lambda: _prize_for_place("second", 2, stands),
        "third": lambda: _prize_for_place("third", 3, stands),
        "most_won": lambda: _most_won(stands),
        "best_match": lambda: _best_match(stands),
        "biggest_hand": lambda: _biggest_hand(hands),
        "last": lambda: _prize_for_place("last", stands[-1].place, stands) if stands[-1].place > 1 else None,
        "by_lot": lambda: _by_lot(stands, seed),
    }
    found = [makers[one]() for one in which if one in makers]
    return [prize for prize in found if prize is not None]


def _prize_for_place(name: str, place: int, stands: Sequence[Standing]) -> Prize | None:
    who = [one for one in stands if one.place == place]
    if not who:
        return None
    why = gettext("%(n)s points") % {"n": who[0].points}
    return Prize(str(NAMES[name]), tuple(one.score.player for one in who), why)


def _most_won(stands: Sequence[Standing]) -> Prize | None:
    most = max(one.score.won for one in stands)
    who = tuple(one.score.player for one in stands if one.score.won == most)
    return Prize(str(NAMES["most_won"]), who, gettext("%(n)s won") % {"n": most}) if most else None


def _best_match(stands: Sequence[Standing]) -> Prize | None:
    most = max(one.score.best for one in stands)
    who = tuple(one.score.player for one in stands if one.score.best == most)
    return Prize(str(NAMES["best_match"]), who, gettext("%(n)s points") % {"n": number(most)})


def _biggest_hand(hands: Sequence[Hand]) -> Prize | None:
    """Return the prize for the most points in one hand, naming all equal hands."""
    most = max((hand.points for hand in hands), default=Fraction(0))
    if most <= 0:
        return None
    best = [hand for hand in hands if hand.points == most]
    who = tuple(dict.fromkeys(player for hand in best for player in hand.players))
    shorts = "; ".join(dict.fromkeys(hand.short for hand in best))
    why = gettext("%(hand)s: %(n)s points") % {"hand": shorts, "n": most}
    return Prize(str(NAMES["biggest_hand"]), who, why, best[0].url)


def _by_lot(stands: Sequence[Standing], seed: int) -> Prize | None:
    drawn = Random(f"{seed}.prize").choice(sorted(one.score.player for one in stands))
    return Prize(str(NAMES["by_lot"]), (drawn,), gettext("Luck"))
