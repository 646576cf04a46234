"""The prizes of a night, each to whoever has earned it; who are level share it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import ClubEvent, Night
from scorekeeper.clubs.nights.standings import Standing, number

PRIZES_FIXED = "prizes_fixed"  # the event that tells how they were read out
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
    """What one side scored in one hand."""

    points: Fraction
    players: tuple[int, ...]
    table: str  # the address of its match
    number: int
    short: str


@dataclass(frozen=True)
class Prize:
    """A prize, who has it, and for what."""

    name: str
    players: tuple[int, ...]
    why: str
    address: str = ""


def prize_values(prize: Prize, names: Sequence[str]) -> list[Any]:
    """A prize as it is read out: what it is called, who has it, for what."""
    return [prize.name, list(names), prize.why]


@dataclass(frozen=True)
class ReadOut:
    """What was read out at the end of a night: its prizes, and its standing line by line."""

    prizes: list[tuple[Prize, list[str]]]
    standing: list[list[str]]  # place, name, points; none where it was not written down yet


def record_read_out(
    night: Night, by: str, prizes: Sequence[tuple[Prize, list[str]]], standing: list[list[str]]
) -> None:
    """Prizes and standing as they are read out now, for the night's page and the log; in a transaction."""
    line = "; ".join(f"{one.name}: {', '.join(names)}" for one, names in prizes)
    about = {"prizes": line, "given": [prize_values(*one) for one in prizes], "standing": standing}
    of = night.created.isoformat()
    events.record_event(night.club_id, PRIZES_FIXED, by, night=night.called, of=of, **about)


def last_read_out(night: Night) -> ReadOut | None:
    """What was last read out of a night; None where nobody has written it down."""
    # A night is known by the moment it was set up, also in a club's file that is brought in elsewhere.
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
    """The prizes in the order of the list; none where nobody has earned one."""
    if not stands:
        return []
    makers: dict[str, Callable[[], Prize | None]] = {
        "first": lambda: _placed("first", 1, stands),
        "second": lambda: _placed("second", 2, stands),
        "third": lambda: _placed("third", 3, stands),
        "most_won": lambda: _most_won(stands),
        "best_match": lambda: _best_match(stands),
        "biggest_hand": lambda: _biggest(hands),
        "last": lambda: _placed("last", stands[-1].place, stands) if stands[-1].place > 1 else None,
        "by_lot": lambda: _by_lot(stands, seed),
    }
    found = [makers[one]() for one in which if one in makers]
    return [prize for prize in found if prize is not None]


def _placed(name: str, place: int, stands: Sequence[Standing]) -> Prize | None:
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


def _biggest(hands: Sequence[Hand]) -> Prize | None:
    if not hands:
        return None
    most = max(hand.points for hand in hands)
    those = [hand for hand in hands if hand.points == most]
    who = tuple(dict.fromkeys(player for hand in those for player in hand.players))
    first = those[0]
    if most <= 0:
        return None
    why = gettext("%(hand)s: %(n)s points") % {"hand": first.short, "n": most}
    return Prize(str(NAMES["biggest_hand"]), who, why, first.table)


def _by_lot(stands: Sequence[Standing], seed: int) -> Prize | None:
    drawn = Random(f"{seed}.prize").choice(sorted(one.score.player for one in stands))
    return Prize(str(NAMES["by_lot"]), (drawn,), gettext("Luck"))
