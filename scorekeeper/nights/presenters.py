"""A night as its pages show it: the current round, its tables, the standings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import Adjustment, Seating, Sheet, format_points, sheet_upto
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import ClubHouse, Player
from scorekeeper.history import match_list
from scorekeeper.matches import models, outcomes, replay, typed_names
from scorekeeper.nights import attendance, clock, confirmations, prizes, rounds, standings
from scorekeeper.nights.confirmations import OpenResult
from scorekeeper.nights.models import Counting, Night, NightTable, Present, Round
from scorekeeper.nights.prizes import Announcement, Hand, Prize
from scorekeeper.nights.standings import Score, Standing
from scorekeeper.sheet.seat_shares import SeatPeriod, counted_players, rows_of_sheet
from scorekeeper.sheet.state import MatchState, hands_played, is_played_hand
from scorekeeper.web.i18n import words_for


@dataclass(frozen=True)
class Chair:
    label: str
    name: str
    player: int
    is_viewer: bool

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class SideRow:
    """A side of a table; its total is "" while hidden."""

    side: int
    chairs: tuple[Chair, ...]
    total: str
    negative: bool
    leads: bool


@dataclass(frozen=True)
class TableRow:
    """A table of the current round. ``message`` says e.g. that this is the last hand."""

    number: int
    code: str
    sides: tuple[SideRow, ...]
    hands: int
    message: str
    is_confirmed: bool | None = None  # None if not asked for, or not finished

    @property
    def chairs(self) -> list[Chair]:
        return [chair for row in zip(*(side.chairs for side in self.sides), strict=True) for chair in row]

    @property
    def viewer_chair(self) -> Chair | None:
        return next((chair for side in self.sides for chair in side.chairs if chair.is_viewer), None)


@dataclass(frozen=True)
class StandingRow:
    """A row of the standings: the player, and the points of each round."""

    standing: Standing
    name: str
    is_viewer: bool
    rounds: tuple[str, ...]
    present: bool

    @property
    def player(self) -> int:
        return self.standing.score.player


@dataclass(frozen=True)
class Notice:
    """An unconfirmed result, a dispute or a penalty at a table, for those who run the night."""

    table: int
    words: str
    url: str


class NightPresenter:
    """The state of a night for its pages, read in a few queries."""

    def __init__(self, ctx: ClubContext, night: Night, viewer_id: int | None = None) -> None:
        """Take a night and its viewer; ``viewer_id`` is the ``Present`` row shown as the viewer's."""
        self.ctx, self.night, self.now, self.viewer_id = ctx, night, timezone.now(), viewer_id

    @cached_property
    def present(self) -> dict[int, Present]:
        return {person.pk: person for person in self.night.present.select_related("player__same_as")}

    @cached_property
    def names(self) -> dict[int, str]:
        """Return names by player id, also of players into whom the records of those present were merged."""
        here = [person.player for person in self.present.values()]
        merged = [player.same_as for player in here if player.same_as is not None]
        return {player.pk: player.display_name for player in (*merged, *here)}

    @cached_property
    def viewer_player(self) -> int | None:
        if self.viewer_id is not None:
            return self.present[self.viewer_id].player_id
        user = self.ctx.user.pk
        players = (
            person.player_id for person in self.present.values() if user and person.player.user_id == user
        )
        return next(players, None)

    @cached_property
    def night_tables(self) -> list[NightTable]:
        tables = NightTable.objects.filter(round__night=self.night).select_related("round", "table")
        return list(tables.order_by("round__number", "number"))

    @cached_property
    def round(self) -> Round | None:
        return self.night_tables[-1].round if self.night_tables else None

    @cached_property
    def current_tables(self) -> list[NightTable]:
        return [table for table in self.night_tables if self.round and table.round_id == self.round.pk]

    @property
    def number(self) -> int:
        return self.round.number if self.round else 0

    @property
    def round_text(self) -> str:
        return _("Round %(n)s of %(of)s") % {"n": self.number, "of": self.night.rounds}

    @property
    def is_round_running(self) -> bool:
        return self.round is not None and self.round.ended is None and self.night.ended is None

    @property
    def seconds_left(self) -> int | None:
        return clock.seconds_left(self.round, self.now) if self.round else None

    @property
    def clock_text(self) -> str:
        return clock.clock_text(self.minutes * 60 if self.seconds_left is None else self.seconds_left)

    @property
    def minutes(self) -> int:
        return self.round.minutes if self.round else 0

    @cached_property
    def people_present(self) -> list[Present]:
        return [person for person in self.present.values() if person.to_round is None]

    @cached_property
    def pairs(self) -> attendance.Pairs:
        """Return who plays together; no pairs on a night without partners."""
        if not rounds.has_pairs(self.night):
            return attendance.Pairs((), tuple(self.people_present))
        return attendance.find_pairs(self.people_present)

    @cached_property
    def sitting_out(self) -> list[Present]:
        ids = self.round.sitting_out if self.round else []
        return [self.present[pk] for pk in ids if pk in self.present]

    @property
    def viewer_sits_out(self) -> bool:
        return any(person.player_id == self.viewer_player for person in self.sitting_out)

    @property
    def my_table(self) -> TableRow | None:
        return (
            next((table for table in self.tables if table.viewer_chair), None)
            if self.is_round_running
            else None
        )

    @property
    def my_line(self) -> StandingRow | None:
        return next((line for line in self.lines if line.is_viewer), None)

    @cached_property
    def seats_by_name(self) -> list[tuple[Present, TableRow | None, str]]:
        seat_of = {chair.player: (table, chair.label) for table in self.tables for chair in table.chairs}
        everyone = self.present.values()
        people = [person for person in everyone if person.to_round is None or person.player_id in seat_of]
        found = [(person, *seat_of.get(person.player_id, (None, ""))) for person in people]
        return sorted(found, key=lambda person: person[0].player.display_name.casefold())

    @cached_property
    def matches(self) -> dict[int, list[models.Match]]:
        return confirmations.matches_at(self.current_tables)

    @property
    def _every_match(self) -> list[models.Match]:
        return [match for matches in self.matches.values() for match in matches]

    @property
    def untouched(self) -> bool:
        """Return True if no hand of this round is saved."""
        return all(not match.length for match in self._every_match)

    @cached_property
    def states(self) -> dict[int, MatchState]:
        return replay.load_match_states(self._every_match)

    @cached_property
    def tables(self) -> list[TableRow]:
        return [self._table(table) for table in self.current_tables]

    def _table(self, night_table: NightTable) -> TableRow:
        matches = self.matches.get(night_table.table_id or 0, [])
        sheets = [self.states[match.pk].sheet for match in matches]
        played = sum(hands_played(sheet) for sheet in sheets)
        seating = Seating(len(night_table.seated), night_table.sides)
        labels = typed_names.usual_names(seating.seats)
        chairs = [self._chair(labels[n], pk) for n, pk in enumerate(night_table.seated)]
        game = rounds.game_of(self.night)
        totals: tuple[Any, ...] = ()
        best = None
        if sheets and (sheets[-1].outcome is not None or not game.hides_totals(sheets[-1].house)):
            totals = tuple(sheets[-1].final)
            if len(set(totals)) > 1:
                best = (min if game.lowest_first(sheets[-1].house) else max)(totals)
        sides = tuple(
            SideRow(
                int(side),
                tuple(chairs[seat] for seat in seating.seats_of(side)),
                format_points(totals[side]) if totals else "",
                bool(totals) and totals[side] < 0,
                best is not None and totals[side] == best,
            )
            for side in seating.every_side
        )
        matches_ended = bool(sheets and sheets[-1].outcome)
        return TableRow(
            night_table.number,
            night_table.table.code if night_table.table else "",
            sides,
            played,
            clock.table_message(self.night, night_table.round, played, matches_ended, self.now),
            self._is_confirmed(night_table, sheets),
        )

    def _is_confirmed(self, night_table: NightTable, sheets: Sequence[Sheet[Any]]) -> bool | None:
        if not self.night.confirm or night_table.sides < 2 or not any(sheet.rows for sheet in sheets):
            return None
        still_open = [result for result in self.open_results if result.table == night_table.number]
        if not still_open:
            return True
        return False if any(result.due for result in still_open) else None

    def _chair(self, label: str, pk: int) -> Chair:
        person = self.present.get(pk)
        player = person.player_id if person else 0
        return Chair(label, self.names.get(player, ""), player, player == self.viewer_player and player != 0)

    @property
    def calls(self) -> list[NightTable]:
        """Return the tables that wait for the referee, longest first."""
        calling = [table for table in self.current_tables if table.called and self.is_round_running]
        return sorted(calling, key=lambda table: (table.called, table.number))

    def _disputes(self) -> list[Notice]:
        matches = {match.pk: match for match in self._every_match}
        table_numbers = {table.table_id: table.number for table in self.night_tables}
        found = models.Objection.objects.filter(match__in=matches, settled="")
        return [
            Notice(
                table_numbers[matches[dispute.match_id].table_id],
                _("Hand %(n)d is disputed. %(why)s") % {"n": dispute.number, "why": dispute.why},
                _reasons_url(matches[dispute.match_id], dispute.number),
            )
            for dispute in found
        ]

    @cached_property
    def open_results(self) -> list[OpenResult]:
        return confirmations.open_results(
            self.night, self.current_tables, self.matches, self.states, self.now
        )

    @property
    def results_to_confirm(self) -> list[OpenResult]:
        return [] if self.night.ended else [result for result in self.open_results if result.due]

    @cached_property
    def notices(self) -> list[Notice]:
        unconfirmed = [
            Notice(
                result.table,
                _("Not confirmed by %(names)s") % {"names": result.names},
                reverse("confirm_result", args=[self.night.code, result.code, result.match.number]),
            )
            for result in self.results_to_confirm
        ]
        return [*unconfirmed, *self._disputes(), *self._penalties()]

    def _penalties(self) -> list[Notice]:
        """Return the adjustments of this round, mostly penalties."""
        found = []
        for table in self.current_tables:
            for match in self.matches.get(table.table_id or 0, []):
                sheet = self.states[match.pk].sheet
                # A sheet that ended without a hand has totals copied from paper, not penalties.
                from_paper = sheet.outcome is not None and not hands_played(sheet)
                for row in sheet.rows:
                    if isinstance(row.hand, Adjustment) and not from_paper:
                        points = ", ".join(map(format_points, row.hand.points))
                        url = _reasons_url(match, row.number)
                        found.append(Notice(table.number, f"{points}: {row.hand.why}", url))
        return found

    @property
    def checked_in(self) -> bool | None:
        """Return True if the viewer is here; None if they cannot check in or out."""
        if self.ctx.player_id is None or self.night.ended:
            return None
        return any(person.player_id == self.viewer_player for person in self.people_present)

    @cached_property
    def scores(self) -> list[Score]:
        finished = standings.night_scores([self.night], tables=True)
        running = [match for match in self._every_match if match.ended is None]
        return finished + [score for match in running for score in self._running_scores(match)]

    def _running_scores(self, match: models.Match) -> list[Score]:
        """Return the scores of a running match; none if the match counts only at its end."""
        game, sheet = rounds.game_of(self.night), self.states[match.pk].sheet
        if not sheet.rows or game.hides_totals(sheet.house) or (self.round and self.round.ended):
            return []
        if self.night.counting == Counting.LEAGUE and game.league_scoring:
            points = [score.points for score in game.league_scoring.points(sheet)]
        elif self.night.counting == Counting.POINTS:
            points = list(sheet.totals)
        else:
            return []
        found = []
        for seat, player in counted_players(self._periods[match.pk], rows_of_sheet(sheet)):
            total = outcomes.decimal(points[seat % match.sides])
            found.append(Score(player, total, 0, 1, total, table=match.table_id))
        return found

    @cached_property
    def _periods(self) -> dict[int, list[SeatPeriod]]:
        return match_list.periods_of_matches([match.pk for match in self._every_match])

    @cached_property
    def standing(self) -> list[Standing]:
        return standings.night_standings(self.night, standings.add_up(self.scores), self.number)

    @cached_property
    def rounds(self) -> range:
        return range(1, self.number + 1)

    @cached_property
    def lines(self) -> list[StandingRow]:
        number_of = {table.table_id: table.round.number for table in self.night_tables}
        cells: dict[tuple[int, int], Decimal] = {}
        for score in self.scores:
            cell = (score.player, number_of.get(score.table, 0))
            cells[cell] = cells.get(cell, Decimal(0)) + score.points
        here = {person.player.same_as_id or person.player_id for person in self.people_present}
        names = self._names_of(row.score.player for row in self.standing)
        return [
            StandingRow(
                row,
                names[row.score.player],
                row.score.player == self.viewer_player,
                tuple(
                    standings.points_text(cells[row.score.player, n])
                    if (row.score.player, n) in cells
                    else "–"
                    for n in self.rounds
                ),
                row.score.player in here,
            )
            for row in self.standing
        ]

    def _names_of(self, players: Iterable[int]) -> dict[int, str]:
        """Return names by player, also of substitutes who are not registered at the night."""
        absent = set(players) - self.names.keys()
        others = Player.objects.filter(pk__in=absent) if absent else ()
        return self.names | {player.pk: player.display_name for player in others}

    @cached_property
    def prizes(self) -> list[Prize]:
        hands = self._hands() if "biggest_hand" in self.night.prizes else []
        return prizes.award_prizes(self.night.prizes, self.standing, hands, self.night.seed)

    @cached_property
    def prizes_now(self) -> list[tuple[Prize, list[str]]]:
        names = self._names_of(player for prize in self.prizes for player in prize.players)
        return [(prize, [names[player] for player in prize.players]) for prize in self.prizes]

    @cached_property
    def shown_prizes(self) -> list[tuple[Prize, list[str]]]:
        """Return the prizes as announced, or the current ones while the night runs."""
        return self.prizes_now if self._announcement is None else self._announcement.prizes

    @cached_property
    def _announcement(self) -> Announcement | None:
        return prizes.last_announcement(self.night) if self.night.ended else None

    @property
    def standing_now(self) -> list[list[str]]:
        return [[line.standing.place_text, line.name, line.standing.points] for line in self.lines]

    @cached_property
    def announced_standing(self) -> list[list[str]]:
        """Return the announced standings if they differ from the current ones, else []."""
        announced = self._announcement.standing if self._announcement else []
        return [] if announced == self.standing_now else announced

    @property
    def changed_prizes(self) -> list[tuple[Prize, list[str]]]:
        """Return the current prizes if they differ from the announced ones, else []."""
        announced = [prizes.prize_values(*prize) for prize in self.shown_prizes]
        return (
            [] if announced == [prizes.prize_values(*prize) for prize in self.prizes_now] else self.prizes_now
        )

    def _hands(self) -> list[Hand]:
        """Return the best hands of the night: the sides with the most points in a played hand.

        Adjustments, typed totals and bought chips do not count.
        """
        table_ids = {table.table_id for table in self.night_tables}
        matches = list(models.Match.objects.filter(table__night=self.night).select_related("table"))
        states = replay.load_match_states(matches)
        hands = [
            (points, match, row, side)
            for match in matches
            if match.table_id in table_ids
            for row in states[match.pk].sheet.rows
            if is_played_hand(states[match.pk].game, row)
            for side, points in zip(states[match.pk].sheet.seating.every_side, row.gains, strict=True)
        ]
        most = max((points for points, *_hand in hands), default=0)
        best = [hand for hand in hands if hand[0] == most > 0]
        periods = match_list.periods_of_matches({match.pk for _points, match, _row, _side in best})
        found = []
        for points, match, row, side in best:
            sheet = states[match.pk].sheet
            # The periods are sorted by first hand, so each seat keeps the last period that has begun.
            seated = {period.position: period for period in periods[match.pk] if period.since <= row.number}
            winners = [seated[seat] for seat in sheet.seating.seats_of(side) if seat in seated]
            names = [seated[seat].name if seat in seated else "" for seat in range(match.seats)]
            found.append(
                Hand(
                    Fraction(points),
                    tuple(period.player for period in winners if period.player is not None),
                    _reasons_url(match, row.number),
                    row.number,
                    self._summary(match, names, sheet, row),
                )
            )
        return found

    def _summary(self, match: models.Match, names: list[str], sheet: Sheet[Any], row: Any) -> str:
        game = replay.game_of(match)
        before = replace(sheet_upto(sheet, sheet.rows.index(row)), outcome=None)
        return words_for(sheet.seating, names).read(game.summary(row.hand, before))


def _reasons_url(match: models.Match, hand: int) -> str:
    return reverse("reasons", args=[match.table.code, match.number, hand])


def rules_name(night: Night) -> str:
    club_rules = ClubHouse.objects.filter(club=night.club_id, game_slug=night.game_slug, until=None)
    night_rules = (night.preset, night.house)
    rules = next((rules for rules in club_rules if (rules.preset, rules.house) == night_rules), None)
    if rules is not None:
        return str(rules.name)
    preset = rounds.game_of(night).preset(night.preset)
    return _(preset.name) if preset else ""
