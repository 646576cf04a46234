"""Whether those who played confirm the result of their table, as on the terminal of a bridge club.

One side enters, every other side confirms. It is asked on nights that say so, and a result counts without it
too, marked. A confirmation is of the sheet as it stood: a line more on its log, and it is asked again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine import Stopped
from scorekeeper.clubs.models import Night, NightTable, Present, ResultConfirmation, Round
from scorekeeper.clubs.nights import clock
from scorekeeper.matches import commands, models, replay
from scorekeeper.sheet.state import MatchState, hands_played


@dataclass(frozen=True)
class OpenSide:
    """A side that has not confirmed."""

    side: int
    names: str


@dataclass(frozen=True)
class OpenResult:
    """A result that somebody has still to confirm; ``due``: the table has finished, so it is asked for."""

    table: int  # its number in the room
    code: str
    match: models.Match
    sides: tuple[OpenSide, ...]
    due: bool

    @property
    def names(self) -> str:
        return ", ".join(one.names for one in self.sides)


def open_results(
    night: Night,
    tables: Sequence[NightTable],
    matches: Mapping[int, Sequence[models.Match]],
    states: Mapping[int, MatchState],
    now: datetime,
) -> list[OpenResult]:
    """What is played at these tables and not confirmed by all, in the order of the tables."""
    if not night.confirm:
        return []
    confirmed = _confirmed(match.pk for those in matches.values() for match in those)
    seated = {pk for one in tables for pk in one.seated}
    people = Present.objects.filter(pk__in=seated).select_related("player")
    shown = {one.pk: str(one.player.shown) for one in people}
    found = []
    for one in tables:
        those = matches.get(one.table_id or 0, ())
        names = [shown.get(pk, "") for pk in one.seated]
        played = sum(hands_played(states[match.pk].sheet) for match in those)
        for match in those:
            state = states[match.pk]
            if one.table is None or one.sides < 2 or not state.sheet.rows:
                continue
            agreed = confirmed[match.pk] | _entering(state, names, one.sides)
            sides = [OpenSide(n, " & ".join(names[n :: one.sides])) for n in range(one.sides)]
            missing = tuple(side for side in sides if side.side not in agreed)
            if missing:
                due = state.sheet.outcome is not None or _has_finished(night, one.round, played, now)
                found.append(OpenResult(one.number, one.table.code, match, missing, due))
    return found


def _confirmed(matches: Iterable[int]) -> dict[int, set[int]]:
    """By match the sides that have confirmed what stands there now."""
    found: dict[int, set[int]] = defaultdict(set)
    now = ResultConfirmation.objects.filter(match__in=list(matches), head=F("match__head"))
    for match, side in now.values_list("match", "side"):
        found[match].add(side)
    return found


def _entering(state: MatchState, names: Sequence[str], sides: int) -> set[int]:
    """The side whose phone wrote last, which has agreed by writing.

    Whoever takes something back or ends a round has entered nothing.
    """
    last = state.log[-1]
    if last.entry.hand is None or isinstance(last.entry.hand, Stopped):
        return set()
    seats = [n for n, name in enumerate(names) if name and name.casefold() == last.by.casefold()]
    return {seats[0] % sides} if len(seats) == 1 else set()


def _has_finished(night: Night, round_: Round, played: int, now: datetime) -> bool:
    return bool(round_.ended or (night.hands and played >= night.hands) or clock.is_up(round_, now))


def open_in(night: Night, tables: Sequence[NightTable]) -> list[OpenResult]:
    """The results at some tables of a night that are not confirmed, read from the database."""
    if not night.confirm:
        return []
    matches: dict[int, list[models.Match]] = defaultdict(list)
    ids = [one.table_id for one in tables]
    for match in models.Match.objects.filter(table__in=ids).order_by("number"):
        matches[match.table_id].append(match)
    states = replay.load_match_states(match for those in matches.values() for match in those)
    return open_results(night, tables, matches, states, timezone.now())


def confirm(match: models.Match, head: str, sides: Iterable[int]) -> bool:
    """These sides say that the sheet is right as they saw it; False where it was changed meanwhile."""
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=match.table_id)
        if models.Match.objects.get(pk=match.pk).head != head:
            return False
        for side in sides:
            said = {"head": head, "at": timezone.now()}
            ResultConfirmation.objects.update_or_create(match=match, side=side, defaults=said)
        commands.publish_change(table)
    return True


def withdraw(match: models.Match) -> None:
    """Somebody at the table says that it is not right: nobody has confirmed it."""
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=match.table_id)
        if ResultConfirmation.objects.filter(match=match).delete()[0]:
            commands.publish_change(table)


def agreed_sides(night: Night, tables: Sequence[NightTable]) -> dict[int, list[int]]:
    """By match the sides that have nothing more to confirm, to be carried over."""
    if not night.confirm:
        return {}
    missing = {one.match.pk: {side.side for side in one.sides} for one in open_in(night, tables)}
    sides = {one.table_id: one.sides for one in tables}
    return {
        match: [n for n in range(sides[table]) if n not in missing.get(match, ())]
        for match, table in models.Match.objects.filter(table__in=sides).values_list("pk", "table")
    }


def carry_over(match: models.Match, sides: Iterable[int]) -> None:
    """The end of a round, or that it goes on, changes no result: what was confirmed stays so."""
    head = models.Match.objects.values_list("head", flat=True).get(pk=match.pk)
    for side in sides:
        ResultConfirmation.objects.update_or_create(match=match, side=side, defaults={"head": head})
