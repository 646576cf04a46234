"""The prizes of a night; tied players share a prize."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import ClubEvent
from scorekeeper.nights.models import Night
from scorekeeper.nights.standings import Standing, points_text

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
    summary: str


@dataclass(frozen=True)
class Prize:
    name: str
    players: tuple[int, ...]
    why: str
    url: str = ""


def prize_values(prize: Prize, names: Sequence[str]) -> list[Any]:
    """Return a prize for storing: title, names, reason."""
    return [prize.name, list(names), prize.why]


@dataclass(frozen=True)
class Announcement:
    """The prizes and the standings announced at the end of a night."""

    prizes: list[tuple[Prize, list[str]]]
    standing: list[list[str]]  # rows of place, name, points; empty in events of earlier releases


def record_announcement(
    night: Night, by: str, prizes: Sequence[tuple[Prize, list[str]]], standing: list[list[str]]
) -> None:
    """Store prizes and standings as announced, in the club's log; call it in a transaction."""
    summary = "; ".join(f"{prize.name}: {', '.join(names)}" for prize, names in prizes)
    about = {"prizes": summary, "given": [prize_values(*prize) for prize in prizes], "standing": standing}
    created = night.created.isoformat()
    events.record_event(night.club_id, PRIZES_FIXED, by, night=night.display_name, of=created, **about)


def last_announcement(night: Night) -> Announcement | None:
    # A night is identified by its creation time, which an export keeps.
    of_night = ClubEvent.objects.filter(
        club=night.club_id, what=PRIZES_FIXED, about__of=night.created.isoformat()
    )
    last = of_night.order_by("-pk").first()
    if last is None:
        return None
    announced = [(Prize(name, (), why), names) for name, names, why in last.about["given"]]
    return Announcement(announced, last.about.get("standing", []))


def award_prizes(
    names: Sequence[str], standings: Sequence[Standing], hands: Sequence[Hand], seed: int
) -> list[Prize]:
    """Return the prizes that somebody has earned, in the order of ``names`` (keys of ``NAMES``)."""
    found = [_award(name, standings, hands, seed) for name in names] if standings else []
    return [prize for prize in found if prize is not None]


def _award(name: str, standings: Sequence[Standing], hands: Sequence[Hand], seed: int) -> Prize | None:
    last, url = standings[-1].place, ""
    # If everyone shares the first place, nobody gets the booby prize: no player has place 0.
    place = {"first": 1, "second": 2, "third": 3, "last": last if last > 1 else 0}.get(name)
    if place is not None:
        winners = [standing for standing in standings if standing.place == place]
        players = [standing.score.player for standing in winners]
        why = gettext("%(n)s points") % {"n": winners[0].points} if winners else ""
    elif name == "most_won":
        won = max(standing.score.won for standing in standings)
        players = [standing.score.player for standing in standings if standing.score.won == won > 0]
        why = gettext("%(n)s won") % {"n": won}
    elif name == "best_match":
        best = max(standing.score.best for standing in standings)
        players = [standing.score.player for standing in standings if standing.score.best == best]
        why = gettext("%(n)s points") % {"n": points_text(best)}
    elif name == "biggest_hand":
        most = max((hand.points for hand in hands), default=Fraction(0))
        best_hands = [hand for hand in hands if hand.points == most > 0]
        players = list(dict.fromkeys(player for hand in best_hands for player in hand.players))
        summaries = "; ".join(dict.fromkeys(hand.summary for hand in best_hands))
        why = gettext("%(hand)s: %(n)s points") % {"hand": summaries, "n": most}
        url = best_hands[0].url if best_hands else ""
    elif name == "by_lot":
        players = [Random(f"{seed}.prize").choice(sorted(standing.score.player for standing in standings))]
        why = gettext("Luck")
    else:
        return None
    return Prize(str(NAMES[name]), tuple(players), why, url) if players else None
