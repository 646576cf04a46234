"""Confirmation of results by the sides, as on the scoring terminals of bridge clubs.

One side enters a result, every other side confirms it. Each night may use this or not; unconfirmed results
count too, but are marked. A confirmation is valid for one state of the log: a further entry invalidates it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils import timezone

from games.engine import Stopped
from scorekeeper.matches import commands, models, replay
from scorekeeper.nights import clock
from scorekeeper.nights.models import Night, NightTable, Present, ResultConfirmation
from scorekeeper.sheet.state import MatchState, hands_played


@dataclass(frozen=True)
class OpenSide:
    """A side that has not confirmed a result."""

    side: int
    names: str


@dataclass(frozen=True)
class OpenResult:
    """An unconfirmed result; ``due`` if the table has finished."""

    table: int  # the table's number in the room
    code: str
    match: models.Match
    sides: tuple[OpenSide, ...]
    due: bool

    @property
    def names(self) -> str:
        return ", ".join(side.names for side in self.sides)


def open_results(
    night: Night,
    tables: Sequence[NightTable],
    matches: Mapping[int, Sequence[models.Match]],
    states: Mapping[int, MatchState],
    now: datetime,
) -> list[OpenResult]:
    """Return the results at these tables that some side has not confirmed.

    ``matches`` is keyed by the id of a table, ``states`` by the id of a match.
    """
    if not night.confirm:
        return []
    confirmed = _confirmed(match.pk for table_matches in matches.values() for match in table_matches)
    seated = {pk for table in tables for pk in table.seated}
    people = Present.objects.filter(pk__in=seated).select_related("player")
    name_of = {person.pk: person.player.display_name for person in people}
    results = []
    for table in tables:
        table_matches = matches.get(table.table_id or 0, ())
        names = [name_of.get(pk, "") for pk in table.seated]
        played = sum(hands_played(states[match.pk].sheet) for match in table_matches)
        for match in table_matches:
            state = states[match.pk]
            if table.table is None or table.sides < 2 or not state.sheet.rows:
                continue
            agreed = confirmed[match.pk] | _entering_side(state, names, table.sides)
            sides = [OpenSide(n, " & ".join(names[n :: table.sides])) for n in range(table.sides)]
            missing = tuple(side for side in sides if side.side not in agreed)
            if missing:
                due = bool(
                    state.sheet.outcome is not None
                    or table.round.ended
                    or (night.hands and played >= night.hands)
                    or clock.is_time_up(table.round, now)
                )
                results.append(OpenResult(table.number, table.table.code, match, missing, due))
    return results


def _confirmed(matches: Iterable[int]) -> dict[int, set[int]]:
    """Return the sides that have confirmed the current state, keyed by match id."""
    sides: dict[int, set[int]] = defaultdict(set)
    current = ResultConfirmation.objects.filter(match__in=list(matches), head=F("match__head"))
    for match, side in current.values_list("match", "side"):
        sides[match].add(side)
    return sides


def _entering_side(state: MatchState, names: Sequence[str], sides: int) -> set[int]:
    """Return the side that wrote the last entry and need not confirm it; an empty set if unknown.

    A last entry that is an undo or the end of a round enters no result.
    """
    last = state.log[-1]
    if last.entry.hand is None or isinstance(last.entry.hand, Stopped):
        return set()
    seats = [n for n, name in enumerate(names) if name and name.casefold() == last.by.casefold()]
    return {seats[0] % sides} if len(seats) == 1 else set()


def matches_at(tables: Iterable[NightTable]) -> dict[int, list[models.Match]]:
    matches: dict[int, list[models.Match]] = {}
    queryset = models.Match.objects.filter(table__in=[table.table_id for table in tables])
    for match in queryset.select_related("table").order_by("number"):
        matches.setdefault(match.table_id, []).append(match)
    return matches


def load_open_results(night: Night, tables: Sequence[NightTable]) -> list[OpenResult]:
    if not night.confirm:
        return []
    matches = matches_at(tables)
    states = replay.load_match_states(match for table_matches in matches.values() for match in table_matches)
    return open_results(night, tables, matches, states, timezone.now())


def confirm(match: models.Match, head: str, sides: Iterable[int]) -> bool:
    """Save the confirmations of these sides; return False if the sheet has changed since ``head``."""
    with models.locked_table(match.table_id) as table:
        if models.Match.objects.get(pk=match.pk).head != head:
            return False
        for side in sides:
            defaults = {"head": head, "at": timezone.now()}
            ResultConfirmation.objects.update_or_create(match=match, side=side, defaults=defaults)
        commands.publish_change(table)
    return True


def withdraw(match: models.Match) -> None:
    """Delete all confirmations of a match, because someone at the table disputes it."""
    with models.locked_table(match.table_id) as table:
        if ResultConfirmation.objects.filter(match=match).delete()[0]:
            commands.publish_change(table)


def agreed_sides(night: Night, tables: Sequence[NightTable]) -> dict[int, list[int]]:
    """Return the sides that have nothing to confirm, keyed by match id, for ``carry_over``."""
    if not night.confirm:
        return {}
    missing = {
        result.match.pk: {side.side for side in result.sides} for result in load_open_results(night, tables)
    }
    sides = {table.table_id: table.sides for table in tables}
    return {
        match: [n for n in range(sides[table]) if n not in missing.get(match, ())]
        for match, table in models.Match.objects.filter(table__in=sides).values_list("pk", "table")
    }


def carry_over(match: models.Match, sides: Iterable[int]) -> None:
    """Renew confirmations when a round ends or is reopened: the log has grown, but no result changed."""
    head = models.Match.objects.values_list("head", flat=True).get(pk=match.pk)
    for side in sides:
        ResultConfirmation.objects.update_or_create(match=match, side=side, defaults={"head": head})
