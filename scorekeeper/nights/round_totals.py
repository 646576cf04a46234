"""Entering the totals of a round from paper, for all tables at once."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine import DecodeError
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.history import paper_sheets
from scorekeeper.matches import commands, models, replay
from scorekeeper.nights import rounds
from scorekeeper.nights.models import Night, NightTable
from scorekeeper.web.i18n import words_for


@dataclass
class TypedTable:
    """A table of the round whose match is not over, with the totals typed for its sides."""

    table: NightTable
    match: models.Match
    names: list[str]  # one per side
    typed: list[str]
    errors: dict[int, str] = field(default_factory=dict)  # by side; -1 for the table
    saved: bool = False

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def sides(self) -> list[tuple[int, str, str, str]]:
        """Return number, names, typed text and error of each side."""
        return [(n, name, self.typed[n], self.errors.get(n, "")) for n, name in enumerate(self.names)]

    @property
    def error(self) -> str:
        return self.errors.get(-1, "")


def open_tables(night: Night, form_data: Mapping[str, str]) -> list[TypedTable]:
    tables = NightTable.objects.filter(round__night=night, round__ended=None).select_related("round__night")
    by_table = {table.table_id: table for table in tables if table.table_id is not None}
    matches = models.Match.objects.filter(table__in=by_table, ended=None).select_related("table")
    names = {person.pk: person.player.display_name for person in night.present.select_related("player")}
    found = []
    for match in matches:
        table = by_table[match.table_id]
        seated = [names.get(pk, "") for pk in table.seated]
        sides = [" & ".join(seated[n :: table.sides]) for n in range(table.sides)]
        typed = [form_data.get(f"total.{table.number}.{n}", "").strip() for n in range(table.sides)]
        found.append(TypedTable(table, match, sides, typed))
    return sorted(found, key=lambda table: table.number)


def save_totals(tables: Sequence[TypedTable], keeper: rounds.Keeper) -> None:
    """Save the typed totals, each table in a transaction of its own."""
    for typed_table in tables:
        if any(typed_table.typed):
            _save(typed_table, keeper)


def _save(typed_table: TypedTable, keeper: rounds.Keeper) -> None:
    totals = []
    for side, typed in enumerate(typed_table.typed):
        try:
            totals.append(spreadsheet.parse_points(typed))
        except DecodeError as error:
            words = words_for().read(error.words)
            typed_table.errors[side] = words if typed else _("What was the total?")
    if typed_table.errors:
        return
    try:
        with models.locked_table(typed_table.match.table_id):
            _write(typed_table, totals, keeper)
    except DecodeError as error:
        # The path "totals.1" is about side 1; "totals" is about the whole table.
        index = error.path.rpartition(".")[2]
        typed_table.errors[int(index) if index.isdecimal() else -1] = words_for().read(error.words)
    else:
        typed_table.saved = not typed_table.errors


def _write(typed_table: TypedTable, totals: Sequence[int], keeper: rounds.Keeper) -> None:
    match = models.Match.objects.select_related("table").get(pk=typed_table.match.pk)
    if match.ended is not None:
        typed_table.errors[-1] = _("The match at this table has already ended.")
        return
    state = replay.load_match_state(match)
    game, why = rounds.game_of(typed_table.table.round.night), _("Copied from paper")
    hands, _sheet = paper_sheets.hands_for(game, state.heading, totals, why, state.sheet)
    phone = keeper.phone_at(match.table)
    for number, hand in enumerate(hands, start=state.next_number):
        command = commands.WriteCommand(uuid.uuid4(), number, rev=0, hand=hand)  # 0: a new hand
        result = commands.append_entry(models.Match.objects.get(pk=match.pk), phone, command)
        if not isinstance(result, commands.Saved):
            transaction.set_rollback(True)
            typed_table.errors[-1] = _("This sheet was changed in the meantime. Try again.")
            return
