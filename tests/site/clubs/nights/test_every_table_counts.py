"""Random nights: hands are edited after their round has ended, and every table still counts once."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import every_game
from games.engine import HEADING, Adjustment, PerSide, Stopped, to_json
from games.tally.house import End, Tie
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import Club, Member, Player, Role, Season
from scorekeeper.history.exporting.results_export import result_rows
from scorekeeper.history.models import Appearance, Played
from scorekeeper.matches import commands, models, outcomes, phones, replay
from scorekeeper.nights import attendance, round_totals, rounds, season_table
from scorekeeper.nights.models import Night, NightTable, Present
from scorekeeper.nights.presenters import NightPresenter
from scorekeeper.nights.rounds import Keeper
from scorekeeper.sheet.state import has_hands, sheet_of
from tests.nightly import NIGHTLY
from tests.site.club_cast import user

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3600 if NIGHTLY else 900)]

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")
POINTS = ((60, 10), (0, 0), (30, 30), (-20, 70), (210, 5), (5, 210))
# A game won at 200, a race in which a tie is played on, and a game that ends only by agreement.
GAMES = (
    ("two_hundred", {}),
    ("tally", {"end": End.TARGET, "target": 200, "tie": Tie.EXTRA_ROUND}),
    ("tally", {}),
)
points = st.sampled_from(POINTS)
tables = st.integers(0, 5)
rows = st.integers(0, 7)


class NightByChance(RuleBasedStateMachine):
    """Three tables of two, at most two rounds; everything is written by a scorekeeper of the club."""

    def __init__(self) -> None:
        super().__init__()
        self.checked: list[Any] = []
        self.example = transaction.atomic()
        self.example.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.example.__exit__(None, None, None)

    @initialize(which=st.sampled_from(GAMES))
    def begin(self, which: tuple[str, dict[str, Any]]) -> None:
        game = every_game()[which[0]]
        preset = game.presets[0]
        self.club = Club.objects.create(name="A club")
        sven = Member.objects.create(club=self.club, user=user("Sven"), role=Role.SCOREKEEPER)
        self.keeper = Keeper("a phone", "Sven", models.MemberRole(sven, Role.SCOREKEEPER, True))
        self.inside = ClubContext(self.club, user("Sven"), sven)
        self.season = Season.objects.create(
            club=self.club, name="Autumn", begins=date(2026, 9, 1), scoring={"count": season_table.POINTS}
        )
        self.night = Night.objects.create(
            club=self.club,
            season=self.season,
            date=date(2026, 11, 20),
            game_slug=game.slug,
            preset=preset.id,
            house=to_json(replace(preset.house, **which[1])),
            seats=2,
            sides=2,
            seed=7,
            prizes=["first", "best_match"],
        )
        attendance.arrive(self.night, [Player.objects.create(club=self.club, name=name) for name in NAMES])
        self.draw()

    def fresh(self) -> Night:
        return Night.objects.get(pk=self.night.pk)

    def at(self, table: int) -> NightTable | None:
        """Return a table of the night by index, in order of rounds."""
        drawn = list(NightTable.objects.filter(round__night=self.night).order_by("round__number", "number"))
        return drawn[table % len(drawn)] if drawn else None

    def newest(self, table: int) -> models.Match | None:
        """Return the newest match at a table."""
        one = self.at(table)
        return one and models.Match.objects.filter(table=one.table).order_by("-number")[0]

    def write(
        self, match: models.Match | None, number: int | None, hand: Any, before: int | None = None
    ) -> None:
        """Write to a match; refusals by the sheet are ignored."""
        if match is None:
            return
        state = replay.load_match_state(match)
        at = state.next_number if number is None else number
        phone = phones.let_in(match.table, self.keeper.key, models.Role.SCORER, "Sven", self.keeper.by)
        asked = commands.WriteCommand(uuid.uuid4(), at, state.revs.get(at, 0), hand, "a reason", before)
        commands.append_entry(match, phone, asked)

    def chosen(self, row: int) -> tuple[models.Match, int] | None:
        """Return a row of a current match by index, newest first: the match and the row's number."""
        written = models.Entry.objects.filter(match__table__night=self.night, rev=1).exclude(number=HEADING)
        # The last match of each table wins.
        played = models.Match.objects.filter(table__night=self.night).order_by("number")
        newest = {match.table_id: match.pk for match in played}.values()
        found = [
            (entry.match, entry.number)
            for entry in written.select_related("match__table").order_by("-pk")
            if entry.match_id in newest
        ]
        return found[row % len(found)] if found else None

    @rule(table=tables, made=points)
    def hand(self, table: int, made: tuple[int, int]) -> None:
        self.write(self.newest(table), None, Adjustment(PerSide(made), "as played"))

    @rule(row=rows, made=points)
    def correct(self, row: int, made: tuple[int, int]) -> None:
        if found := self.chosen(row):
            self.write(*found, Adjustment(PerSide(made), "put right"))

    @rule(row=rows)
    def strike(self, row: int) -> None:
        if found := self.chosen(row):
            self.write(*found, None)

    @rule(row=rows, made=points)
    def insert(self, row: int, made: tuple[int, int]) -> None:
        if found := self.chosen(row):
            self.write(found[0], None, Adjustment(PerSide(made), "forgotten"), before=found[1])

    @rule(table=tables)
    def stop(self, table: int) -> None:
        self.write(self.newest(table), None, Stopped())

    @rule(table=tables, made=points)
    def play_again(self, table: int, made: tuple[int, int]) -> None:
        if (last := self.newest(table)) is None:
            return
        heading = replay.load_match_state(last).heading
        phone = phones.let_in(last.table, self.keeper.key, models.Role.SCORER, "Sven", self.keeper.by)
        try:
            commands.start_match(last.table, phone, replay.game_of(last), heading, NAMES[:2], last.number)
        except commands.ClosedNow:
            return
        self.hand(table, made)

    @rule(typed=st.lists(points, min_size=3, max_size=3))
    def type_totals(self, typed: list[tuple[int, int]]) -> None:
        sent = {
            f"total.{table}.{side}": str(total)
            for table, totals in enumerate(typed[:2], start=1)
            for side, total in enumerate(totals)
        }
        round_totals.save_totals(round_totals.open_tables(self.fresh(), sent), self.keeper)

    @precondition(lambda self: self.night.played_rounds.count() < 2)
    @rule()
    def draw(self) -> None:
        self.whether(rounds.draw_round, self.night.played_rounds.count() + 1, self.keeper)

    @rule()
    def end_round(self) -> None:
        self.whether(rounds.end_round, self.night.played_rounds.count(), self.keeper)

    @rule()
    def reopen_round(self) -> None:
        self.whether(rounds.reopen_round, self.night.played_rounds.count(), self.keeper)

    @rule(over=st.booleans())
    def end_night(self, over: bool) -> None:
        self.whether(rounds.end_night, over, "Sven")

    def whether(self, do: Any, *about: Any) -> None:
        """Try an action of the night, ignoring ``CannotDo``."""
        with suppress(rounds.CannotDo):
            do(self.fresh(), *about)

    def stored(self) -> list[Any]:
        """Return the stored data of this night's tables, and the results derived from it."""
        club = self.night.club_id
        kept = (
            models.Entry.objects.filter(match__table__night=self.night),
            models.Match.objects.filter(table__night=self.night),
            models.Result.objects.filter(match__table__night=self.night),
            Played.objects.filter(club=club),
            Appearance.objects.filter(club=club),
            self.night.played_rounds.all(),
            Night.objects.filter(pk=self.night.pk),
        )
        return [sorted(rows.values_list(), key=str) for rows in kept]

    @invariant()
    def every_table_counts_once(self) -> None:
        if not hasattr(self, "night") or (now := self.stored()) == self.checked:
            return
        self.checked = now
        matches = models.Match.objects.filter(table__night=self.night).select_related("table")
        matches = matches.prefetch_related("results")
        at = {one.table_id: one for one in NightTable.objects.filter(round__night=self.night)}
        over = {one.pk for one in self.night.played_rounds.exclude(ended=None)}
        states = replay.load_match_states(matches)
        counted: dict[int, list[outcomes.Ending]] = {}
        for match in matches:
            state = states[match.pk]
            sheet = sheet_of(state.game, state.first, [one.entry for one in state.log])
            found = outcomes.endings(state.game, sheet)
            stored = sorted(match.results.all(), key=lambda one: one.side)
            assert [(one.total, one.place, one.won) for one in stored] == [
                (one.total, one.place, one.won) for one in found
            ]
            if at[match.table_id].round_id in over:
                assert found or not has_hands(sheet), [row.hand for row in sheet.rows]
            assert (match.ended is not None) == bool(found)
            if found:
                counted[match.pk] = found
        self.everything_agrees(matches, at, counted)

    def everything_agrees(
        self,
        matches: Any,
        at: dict[int | None, NightTable],
        counted: dict[int, list[outcomes.Ending]],
    ) -> None:
        night = self.fresh()
        player_of = {one.pk: one.player_id for one in Present.objects.filter(night=night)}
        total: dict[int, Decimal] = defaultdict(Decimal)
        best: dict[int, Decimal] = {}
        shown = set()
        for match in matches:
            if match.pk not in counted:
                continue
            for side, ending in enumerate(counted[match.pk]):
                player = player_of[at[match.table_id].seated[side]]
                total[player] += ending.total
                best[player] = max(ending.total, best.get(player, ending.total))
                shown.add((match.pk, player, ending.total, ending.place, ending.won))
        on = night.played_rounds.filter(ended=None).exists()
        now = NightPresenter(self.inside, night)
        if not on:
            assert {one.score.player: one.score.points for one in now.standing} == dict(total)
            self.prizes_agree(now, dict(total), best)
        season = {row.player: row.points for row in season_table.season_table(self.season)}
        assert season == (dict(total) if night.ended else {})
        assert set(Played.objects.filter(club=self.club).values_list("match", flat=True)) == set(counted)
        found = Appearance.objects.filter(club=self.club)
        assert set(found.values_list("match", "player", "total", "place", "won")) == shown
        heading, *lines = result_rows(self.club)
        where = heading.index("points 1")
        assert sorted(tuple(line[where : where + 2]) for line in lines) == sorted(
            tuple(int(ending.total) for ending in found) for found in counted.values()
        )

    def prizes_agree(self, now: NightPresenter, total: dict[int, Decimal], best: dict[int, Decimal]) -> None:
        given = {str(one.name): set(one.players) for one in now.prizes}
        assert set(given) == ({"First prize", "Most points in one match"} if total else set())
        if total:
            assert given["Most points in one match"] == set(holders(best))
            assert given["First prize"] <= set(holders(total))


def holders(made: dict[int, Decimal]) -> Iterator[int]:
    return (player for player, points in made.items() if points == max(made.values()))


def test_a_match_that_nobody_has_won_any_more_counts_as_it_stands() -> None:
    night = NightByChance()
    night.begin(GAMES[0])
    night.hand(0, (210, 5))
    night.end_round()
    night.end_night(True)
    night.correct(0, (60, 10))
    night.every_table_counts_once()
    assert sorted(models.Result.objects.values_list("total", "won")) == [(10, False), (60, True)]
    night.strike(0)
    night.reopen_round()
    night.every_table_counts_once()
    night.teardown()


class TestTheNight(TestCase):
    def test_every_table_of_a_round_that_has_ended_counts_exactly_once(self) -> None:
        run_state_machine_as_test(
            NightByChance,
            settings=settings(
                max_examples=2_000 if NIGHTLY else 200,
                stateful_step_count=8,
                # Eight steps can be read without shrinking, which would take minutes.
                phases=(Phase.reuse, Phase.generate, *([Phase.shrink] if NIGHTLY else [])),
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
