"""A night as its pages show it: the round that is on, its tables, the standing of all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import Adjustment, Seating, Sheet, format_points
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import ClubHouse, Counting, Night, NightTable, Present, Round
from scorekeeper.clubs.nights import attendance, clock, confirmations, prizes, rounds, standings
from scorekeeper.clubs.nights.clock import night_status
from scorekeeper.clubs.nights.confirmations import OpenResult
from scorekeeper.clubs.nights.prizes import Hand, Prize, ReadOut
from scorekeeper.clubs.nights.standings import Score, Standing
from scorekeeper.matches import models, replay, typed_names
from scorekeeper.sheet.state import MatchState, hands_played
from scorekeeper.words import words_for


@dataclass(frozen=True)
class Chair:
    """Somebody at a table: what the chair is called, and whether it is whoever asks."""

    label: str
    name: str
    player: int
    mine: bool


@dataclass(frozen=True)
class SideRow:
    """A side of a table: who, and its total as it stands ("" where it stays covered)."""

    side: int
    chairs: tuple[Chair, ...]
    total: str
    negative: bool
    leads: bool


@dataclass(frozen=True)
class TableRow:
    """A table of a round as it stands. ``told`` is what its people must know: last hand, round over."""

    number: int
    code: str
    sides: tuple[SideRow, ...]
    hands: int
    over: bool
    told: str
    is_confirmed: bool | None = None  # None where nobody is asked, or the table has not finished

    @property
    def chairs(self) -> list[Chair]:
        """Everybody in the order of the chairs."""
        return [chair for row in zip(*(side.chairs for side in self.sides), strict=True) for chair in row]

    @property
    def mine(self) -> Chair | None:
        return next((chair for side in self.sides for chair in side.chairs if chair.mine), None)


@dataclass(frozen=True)
class StandingRow:
    """A line of the standing: the player, and the points of each round."""

    standing: Standing
    name: str
    mine: bool
    rounds: tuple[str, ...]
    present: bool

    @property
    def player(self) -> int:
        return self.standing.score.player


@dataclass(frozen=True)
class Notice:
    """Something at a table that concerns those who run the night."""

    table: int
    words: str
    address: str


class NightPresenter:
    """Everything about a night at this moment, read in a handful of queries."""

    def __init__(self, inside: ClubContext, night: Night, asks: int = 0) -> None:
        """``asks`` is who of those present looks, where that is not whose account it is."""
        self.inside, self.night, self.at, self.asks = inside, night, timezone.now(), asks

    @cached_property
    def present(self) -> dict[int, Present]:
        return {one.pk: one for one in self.night.present.select_related("player")}

    @cached_property
    def names(self) -> dict[int, str]:
        """By player."""
        return {one.player_id: str(one.player.shown) for one in self.present.values()}

    @cached_property
    def me(self) -> int | None:
        """The player who asks."""
        if self.asks:
            return self.present[self.asks].player_id if self.asks in self.present else None
        user = self.inside.user.pk
        of = (one.player_id for one in self.present.values() if user and one.player.user_id == user)
        return next(of, None)

    @cached_property
    def drawn(self) -> list[NightTable]:
        """Every table of every round."""
        of_night = NightTable.objects.filter(round__night=self.night).select_related("round", "table")
        return list(of_night.order_by("round__number", "number"))

    @cached_property
    def round(self) -> Round | None:
        """The newest round."""
        return self.drawn[-1].round if self.drawn else None

    @property
    def number(self) -> int:
        return self.round.number if self.round else 0

    @property
    def next_number(self) -> int:
        return self.number + 1

    @property
    def is_on(self) -> bool:
        """Whether a round is being played."""
        return self.round is not None and self.round.ended is None and self.night.ended is None

    @property
    def left(self) -> int | None:
        return clock.seconds_left(self.round, self.at) if self.round else None

    @property
    def clock_text(self) -> str:
        return "" if self.left is None else clock.clock_text(self.left)

    @property
    def minutes(self) -> int:
        return self.round.minutes if self.round else 0

    @cached_property
    def here(self) -> list[Present]:
        """Those who are here for the next round."""
        return [one for one in self.present.values() if one.to_round is None]

    @cached_property
    def pairs(self) -> attendance.Pairs:
        """Who plays with whom, on a night to which people come with a partner."""
        if not rounds.has_pairs(self.night):
            return attendance.Pairs((), tuple(self.here))
        return attendance.find_pairs(self.here)

    @cached_property
    def sitting_out(self) -> list[Present]:
        ids = self.round.sitting_out if self.round else []
        return [self.present[one] for one in ids if one in self.present]

    @property
    def out(self) -> bool:
        """Whether whoever asks sits this round out."""
        return any(one.player_id == self.me for one in self.sitting_out)

    @property
    def my_table(self) -> TableRow | None:
        """The table at which whoever asks sits in this round."""
        return next((table for table in self.tables if table.mine), None) if self.is_on else None

    @property
    def my_line(self) -> StandingRow | None:
        return next((line for line in self.lines if line.mine), None)

    @cached_property
    def seats_by_name(self) -> list[tuple[Present, TableRow | None, str]]:
        """Everybody who is here from A to Z: at which table, on which chair."""
        at = {chair.player: (table, chair.label) for table in self.tables for chair in table.chairs}
        those = [one for one in self.present.values() if one.to_round is None or one.player_id in at]
        found = [(one, *at.get(one.player_id, (None, ""))) for one in those]
        return sorted(found, key=lambda one: str(one[0].player.shown).casefold())

    # The tables

    @cached_property
    def matches(self) -> dict[int, list[models.Match]]:
        """The matches of the newest round, by table."""
        which = [one.table_id for one in self.drawn if self.round and one.round_id == self.round.pk]
        found: dict[int, list[models.Match]] = {}
        for match in models.Match.objects.filter(table__in=which).order_by("number"):
            found.setdefault(match.table_id, []).append(match)
        return found

    @property
    def untouched(self) -> bool:
        """Whether nobody has written anything in this round."""
        return all(not match.length for matches in self.matches.values() for match in matches)

    @cached_property
    def stories(self) -> dict[int, MatchState]:
        return replay.load_match_states(match for matches in self.matches.values() for match in matches)

    @cached_property
    def tables(self) -> list[TableRow]:
        """The tables of the newest round."""
        assert self.round is None or self.drawn
        return [self._table(one) for one in self.drawn if self.round and one.round_id == self.round.pk]

    def _table(self, one: NightTable) -> TableRow:
        matches = self.matches.get(one.table_id or 0, [])
        sheets = [self.stories[match.pk].sheet for match in matches]
        played = sum(hands_played(sheet) for sheet in sheets)
        seating = Seating(len(one.seated), one.sides)
        usual = typed_names.usual_names(len(one.seated))
        chairs = [self._chair(usual[n], present) for n, present in enumerate(one.seated)]
        over = self.round is not None and self.round.ended is not None
        sides = []
        totals = self._totals(sheets[-1]) if sheets else None
        for side in seating.every_side:
            total = totals[side] if totals else None
            sides.append(
                SideRow(
                    int(side),
                    tuple(chairs[seat] for seat in seating.seats_of(side)),
                    "" if total is None else format_points(total),
                    total is not None and total < 0,
                    total is not None and total == self._best(sheets[-1]) and len(set(totals or ())) > 1,
                )
            )
        told = self.told(played, bool(sheets and sheets[-1].outcome))
        code = one.table.code if one.table else ""
        return TableRow(one.number, code, tuple(sides), played, over, told, self._is_confirmed(one, sheets))

    def _is_confirmed(self, one: NightTable, sheets: Sequence[Sheet[Any]]) -> bool | None:
        if not self.night.confirm or one.sides < 2 or not any(sheet.rows for sheet in sheets):
            return None
        still_open = [result for result in self.open_results if result.table == one.number]
        if not still_open:
            return True
        return False if any(result.due for result in still_open) else None

    def _chair(self, label: str, present: int) -> Chair:
        one = self.present.get(present)
        player = one.player_id if one else 0
        return Chair(label, self.names.get(player, ""), player, player == self.me and player != 0)

    def _totals(self, sheet: Sheet[Any]) -> Sequence[Any] | None:
        covered = rounds.game_of(self.night).hides_totals(sheet.house) and sheet.outcome is None
        return None if covered else sheet.final

    def _best(self, sheet: Sheet[Any]) -> Any:
        lowest = rounds.game_of(self.night).lowest_first(sheet.house)
        return (min if lowest else max)(sheet.final)

    def told(self, played: int, over: bool) -> str:
        return night_status(self.night, self.round, played, over, self.at) if self.round else ""

    # What the secretary has to look at

    @property
    def calls(self) -> list[NightTable]:
        """The tables that call the referee, the longest waiting first."""
        calling = [one for one in self.drawn if one.called and self.is_on and one.round_id == self._round_id]
        return sorted(calling, key=lambda one: (one.called, one.number))

    @property
    def _round_id(self) -> int:
        return self.round.pk if self.round else 0

    @cached_property
    def disputes(self) -> list[Notice]:
        """The hands of this round that somebody at the table disputes."""
        matches = {match.pk: match for those in self.matches.values() for match in those}
        tables = {one.table_id: one.number for one in self.drawn}
        found = models.Objection.objects.filter(match__in=matches, settled="")
        return [
            Notice(
                tables[matches[one.match_id].table_id],
                _("Hand %(n)d is disputed. %(why)s") % {"n": one.number, "why": one.why},
                reverse("reasons", args=[*self._address(matches[one.match_id]), one.number]),
            )
            for one in found
        ]

    @cached_property
    def open_results(self) -> list[OpenResult]:
        """The results of this round that are not confirmed, of tables that still play too."""
        tables = [one for one in self.drawn if one.round_id == self._round_id]
        return confirmations.open_results(self.night, tables, self.matches, self.stories, self.at)

    @property
    def results_to_confirm(self) -> list[OpenResult]:
        """Those of tables that have finished."""
        return [] if self.night.ended else [one for one in self.open_results if one.due]

    @cached_property
    def penalties(self) -> list[Notice]:
        """The points of this round that a table agreed on beside its hands: penalties for the most part."""
        found = []
        for one in self.drawn:
            for match in self.matches.get(one.table_id or 0, []) if one.round_id == self._round_id else ():
                sheet = self.stories[match.pk].sheet
                # A sheet that ended without a hand holds the totals of a paper, and no penalty.
                from_paper = sheet.outcome is not None and not hands_played(sheet)
                for row in sheet.rows:
                    if isinstance(row.hand, Adjustment) and not from_paper:
                        points = ", ".join(
                            format_points(row.hand.points[n]) for n in sheet.seating.every_side
                        )
                        address = reverse("reasons", args=[*self._address(match), row.number])
                        found.append(Notice(one.number, f"{points}: {row.hand.why}", address))
        return found

    def _address(self, match: models.Match) -> tuple[str, int]:
        codes = {one.table_id: one.table.code for one in self.drawn if one.table}
        return codes[match.table_id], match.number

    @property
    def may_check_in(self) -> bool:
        """Whether who asks can say on their own phone that they are here."""
        return self.inside.player is not None and self.night.ended is None and not self._is_here

    @property
    def _is_here(self) -> bool:
        return any(one.player_id == self.me for one in self.here)

    @property
    def may_check_out(self) -> bool:
        return self.inside.player is not None and self.night.ended is None and self._is_here

    # The standing

    @cached_property
    def scores(self) -> list[Score]:
        """What everybody has made at each table: by the results, and of matches that go on as they stand."""
        finished = standings.night_scores([self.night], tables=True)
        going_on = [match for matches in self.matches.values() for match in matches if match.ended is None]
        return finished + [score for match in going_on for score in self._as_it_stands(match)]

    def _as_it_stands(self, match: models.Match) -> list[Score]:
        """The points so far of a match that goes on; where places count it counts when it ends."""
        game, sheet = rounds.game_of(self.night), self.stories[match.pk].sheet
        if not sheet.rows or game.hides_totals(sheet.house) or (self.round and self.round.ended):
            return []
        if self.night.counting == Counting.LISTED and game.league_scoring:
            points = [one.points for one in game.league_scoring.points(sheet)]
        elif self.night.counting == Counting.POINTS:
            points = list(sheet.totals)
        else:
            return []
        one = next(t for t in self.drawn if t.table_id == match.table_id)
        found = []
        for n, present in enumerate(one.seated):
            if present in self.present:
                player = self.present[present].player
                total = _decimal(points[sheet.seating.side(n)])
                score = Score(player.same_as_id or player.pk, total, 0, 1, total, table=match.table_id)
                found.append(score)
        return found

    @cached_property
    def standing(self) -> list[Standing]:
        together = standings.add_up(_one_a_table(self.scores))
        return standings.night_standings(self.night, together, self.number)

    @cached_property
    def rounds(self) -> range:
        return range(1, self.number + 1)

    @cached_property
    def lines(self) -> list[StandingRow]:
        """The standing, line by line; who has not played yet comes last."""
        number_of = {one.table_id: one.round.number for one in self.drawn}
        cells: dict[tuple[int, int], Decimal] = {}
        for score in self.scores:
            at = (score.player, number_of.get(score.table, 0))
            cells[at] = cells.get(at, Decimal(0)) + score.points
        here = {one.player.same_as_id or one.player_id for one in self.here}
        return [
            StandingRow(
                one,
                self.names.get(one.score.player, "?"),
                one.score.player == self.me,
                tuple(
                    standings.number(cells[one.score.player, n]) if (one.score.player, n) in cells else "–"
                    for n in self.rounds
                ),
                one.score.player in here,
            )
            for one in self.standing
        ]

    @property
    def ties(self) -> bool:
        """Whether a rule had to tell some apart who are level."""
        return any(one.level for one in self.standing)

    # The prizes

    @cached_property
    def prizes(self) -> list[Prize]:
        hands_of = self._hands() if "biggest_hand" in self.night.prizes else []
        return prizes.award_prizes(self.night.prizes, self.standing, hands_of, self.night.seed)

    @cached_property
    def prizes_now(self) -> list[tuple[Prize, list[str]]]:
        """The prizes with the names of those who have earned them, as the night stands now."""
        return [(one, [self.names.get(player, "?") for player in one.players]) for one in self.prizes]

    @cached_property
    def prizes_named(self) -> list[tuple[Prize, list[str]]]:
        """The prizes of a night that is over as they were read out; before, as it stands."""
        return self.prizes_now if self._read_out is None else self._read_out.prizes

    @cached_property
    def _read_out(self) -> ReadOut | None:
        return prizes.last_read_out(self.night) if self.night.ended else None

    @property
    def standing_now(self) -> list[list[str]]:
        """The standing line by line: place, name, points."""
        return [
            [f"{line.standing.place}{'=' if line.standing.shared else ''}", line.name, line.standing.points]
            for line in self.lines
        ]

    @cached_property
    def standing_read_out(self) -> list[list[str]]:
        """The standing as it was read out, where a sheet was changed since; else none."""
        said = self._read_out.standing if self._read_out else []
        return [] if said == self.standing_now else said

    @property
    def prizes_otherwise(self) -> list[tuple[Prize, list[str]]]:
        """The prizes as they would be now, where a sheet was changed since they were read out."""
        said = [prizes.prize_values(*one) for one in self.prizes_named]
        return [] if said == [prizes.prize_values(*one) for one in self.prizes_now] else self.prizes_now

    def _hands(self) -> list[Hand]:
        """The best hand of each match of the night."""
        chairs = {one.table_id: one for one in self.drawn}
        matches = list(models.Match.objects.filter(table__night=self.night).select_related("table"))
        stories = replay.load_match_states(matches)
        found = []
        for match in matches:
            sheet, one = stories[match.pk].sheet, chairs.get(match.table_id)
            if one is None or not sheet.rows:
                continue
            row = max(sheet.rows, key=lambda row: max(row.gains))
            side = max(sheet.seating.every_side, key=lambda side: row.gains[side])
            seats = [one.seated[seat] for seat in sheet.seating.seats_of(side)]
            players = tuple(self.present[seat].player_id for seat in seats if seat in self.present)
            found.append(
                Hand(
                    Fraction(row.gains[side]),
                    players,
                    reverse("reasons", args=[match.table.code, match.number, row.number]),
                    row.number,
                    self._in_short(match, one, sheet, row),
                )
            )
        return found

    def _in_short(self, match: models.Match, one: NightTable, sheet: Sheet[Any], row: Any) -> str:
        names = [self._chair("", present).name for present in one.seated]
        game = rounds.game_of(self.night)
        before = replace(sheet, rows=tuple(r for r in sheet.rows if r.number < row.number), outcome=None)
        if type(row.hand) not in game.hands.values():
            return _("Hand %(n)d") % {"n": row.number}
        return words_for(sheet.seating, names).read(game.summary(row.hand, before))


def rules_name(night: Night) -> str:
    """What the rules of a night are called: as the club calls them, else by the game."""
    ours = ClubHouse.objects.filter(club=night.club_id, game_slug=night.game_slug, until=None)
    named = next((one for one in ours if (one.preset, one.house) == (night.preset, night.house)), None)
    if named is not None:
        return str(named.name)
    preset = rounds.game_of(night).preset(night.preset)
    return _(preset.name) if preset else ""


def _one_a_table(scores: Sequence[Score]) -> list[Score]:
    """Several matches at one table are one round."""
    found: dict[tuple[int, int], Score] = {}
    for score in scores:
        at = (score.player, score.table)
        if at in found:
            both = standings.add_up([found[at], score])[0]
            found[at] = replace(both, tables=1)
        else:
            found[at] = score
    return list(found.values())


def _decimal(points: Any) -> Decimal:
    exact = Fraction(points)
    return Decimal(exact.numerator) / Decimal(exact.denominator)
