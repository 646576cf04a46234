"""The round's status on a table's page: table number, clock, message, confirmation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from scorekeeper.matches import models, replay
from scorekeeper.nights import clock, confirmations
from scorekeeper.nights.confirmations import OpenResult
from scorekeeper.nights.models import Night, NightTable, Round
from scorekeeper.sheet.state import hands_played


@dataclass(frozen=True)
class TableStatus:
    night: Night
    round: Round
    number: int  # the table's number
    message: str
    seconds_left: int | None
    open_results: Sequence[OpenResult] = ()  # results that the table should confirm
    confirmed: bool = False  # all finished results are confirmed

    @property
    def clock_text(self) -> str:
        return "" if self.seconds_left is None else clock.clock_text(self.seconds_left)


def table_status(table: models.Table) -> TableStatus | None:
    if table.night_id is None:
        return None
    night_table = NightTable.objects.filter(table=table).select_related("round__night__club").first()
    if night_table is None:
        return None
    night, round_ = night_table.round.night, night_table.round
    now, matches = timezone.now(), list(models.Match.objects.filter(table=table).order_by("number"))
    states = replay.load_match_states(matches)
    sheets = [state.sheet for state in states.values()]
    played = sum(hands_played(sheet) for sheet in sheets)
    matches_ended = all(sheet.outcome for sheet in sheets)
    message = clock.table_message(night, round_, played, matches_ended, now)
    seconds_left = clock.seconds_left(round_, now) if round_.ended is None else None
    status = TableStatus(night, round_, night_table.number, message, seconds_left)
    if not night.confirm or night.ended or night_table.sides < 2:
        return status
    found = confirmations.open_results(night, [night_table], {table.pk: matches}, states, now)
    due = [result for result in found if result.due]
    return replace(status, open_results=due, confirmed=not found and any(sheet.rows for sheet in sheets))
