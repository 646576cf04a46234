"""Random nights: hands are edited after their round has ended, and every table still counts once."""

import uuid
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace

import pytest
from django.db import connection, transaction
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
from scorekeeper.history.exporting.results_export import result_rows
from scorekeeper.history.models import Appearance, Played
from scorekeeper.matches import commands, models, outcomes, phones, replay
from scorekeeper.nights import round_totals, rounds, season_table
from scorekeeper.nights.models import Night, NightTable, Present, Round
from scorekeeper.nights.presenters import NightPresenter
from scorekeeper.sheet.state import has_hands, sheet_of
from tests.nightly import NIGHTLY
from tests.site.club_cast import ClubCast, user
from tests.site.night_cast import NAMES, NightCast, season
from tests.strategies import tries

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3600 if NIGHTLY else 900)]

# A game won at 200 points, a tally to 200 points with an extra round after a tie, and a tally that ends only
# by agreement.
GAMES = (
    ("two_hundred", {}),
    ("tally", {"end": End.TARGET, "target": 200, "tie": Tie.EXTRA_ROUND}),
    ("tally", {}),
)
points = st.sampled_from(((60, 10), (0, 0), (30, 30), (-20, 70), (210, 5), (5, 210)))
table_indexes = st.integers(0, 5)
row_indexes = st.integers(0, 7)


def evening(slug, house):
    """Return a night of six people with its first round drawn, from which every example starts."""
    game, club = every_game()[slug], ClubCast()
    options = {"season": season(club, count=season_table.POINTS), "drawing": "random"}
    options["prizes"] = ["first", "best_match"]
    night = NightCast(club, NAMES[:6], game, (2, 2), options)
    night.night.house = to_json(replace(game.presets[0].house, **house))
    night.night.save()
    night.draw()
    return night


def stored_rows():
    """Return the rows from which the results follow; by raw SQL, because this runs at every step."""
    stored = []
    with connection.cursor() as cursor:
        for model in (models.Entry, models.Match, models.Result, Played, Appearance, Round, Night):
            cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY 1")
            stored.append(cursor.fetchall())
    return stored


class RandomNight(RuleBasedStateMachine):
    """Three tables of two, at most two rounds; everything is written by a scorekeeper of the club."""

    def __init__(self, evenings):
        super().__init__()
        self.evenings = evenings
        self.checked = []
        self.transaction = transaction.atomic()
        self.transaction.__enter__()

    def teardown(self):
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    @initialize(index=st.integers(0, len(GAMES) - 1))
    def begin(self, index):
        night = self.evenings[index]
        self.night, self.club = night.night, night.cast.club
        self.fresh, self.keeper = night.fresh, night.keeper
        self.context = ClubContext(self.club, user("Sven"), night.cast.member("Sven"))
        self.drawn = 1

    def night_table(self, index):
        """Return a table of the night by index, in order of rounds."""
        drawn = list(NightTable.objects.filter(round__night=self.night).order_by("round__number", "number"))
        return drawn[index % len(drawn)] if drawn else None

    def newest_match(self, index):
        night_table = self.night_table(index)
        return night_table and models.Match.objects.filter(table=night_table.table).order_by("-number")[0]

    def phone_at(self, table):
        return phones.let_in(table, self.keeper.key, models.Role.SCORER, "Sven", self.keeper.basis)

    def write(self, match, number, hand, before=None):
        """Write a hand to a match; a refusal by the sheet is ignored."""
        if match is None:
            return
        state = replay.load_match_state(match)
        number = state.next_number if number is None else number
        phone = self.phone_at(match.table)
        command = commands.WriteCommand(
            uuid.uuid4(), number, state.revs.get(number, 0), hand, "a reason", before
        )
        commands.append_entry(match, phone, command)

    def chosen_row(self, row):
        """Return the match and number of a row, by index, newest first; only in each table's last match."""
        played = models.Match.objects.filter(table__night=self.night).order_by("number")
        # Matches are in order, so each table keeps its last match.
        newest = {match.table_id: match.pk for match in played}
        written = models.Entry.objects.filter(match__in=newest.values(), rev=1).exclude(number=HEADING)
        entries = list(written.select_related("match__table").order_by("-pk"))
        return (entries[row % len(entries)].match, entries[row % len(entries)].number) if entries else None

    @rule(table=table_indexes, scored=points)
    def hand(self, table, scored):
        self.write(self.newest_match(table), None, Adjustment(PerSide(scored), "as played"))

    @rule(row=row_indexes, scored=points)
    def correct(self, row, scored):
        if found := self.chosen_row(row):
            self.write(*found, Adjustment(PerSide(scored), "put right"))

    @rule(row=row_indexes)
    def strike(self, row):
        if found := self.chosen_row(row):
            self.write(*found, None)

    @rule(row=row_indexes, scored=points)
    def insert(self, row, scored):
        if found := self.chosen_row(row):
            self.write(found[0], None, Adjustment(PerSide(scored), "forgotten"), before=found[1])

    @rule(table=table_indexes)
    def stop(self, table):
        self.write(self.newest_match(table), None, Stopped())

    @rule(table=table_indexes, scored=points)
    def play_again(self, table, scored):
        if (last := self.newest_match(table)) is None:
            return
        heading, phone = replay.load_match_state(last).heading, self.phone_at(last.table)
        with suppress(commands.SheetClosed):
            commands.start_match(last.table, phone, replay.game_of(last), heading, NAMES[:2], last.number)
            self.hand(table, scored)

    @rule(typed=st.lists(points, min_size=3, max_size=3))
    def type_totals(self, typed):
        sent = {
            f"total.{table}.{side}": str(total)
            for table, totals in enumerate(typed[:2], start=1)
            for side, total in enumerate(totals)
        }
        round_totals.save_totals(round_totals.open_tables(self.fresh(), sent), self.keeper)

    @precondition(lambda self: self.drawn < 2)
    @rule()
    def draw(self):
        self.attempt(rounds.draw_round, self.drawn + 1, self.keeper)
        self.drawn = self.night.played_rounds.count()

    @rule()
    def end_round(self):
        self.attempt(rounds.end_round, self.drawn, self.keeper)

    @rule()
    def reopen_round(self):
        self.attempt(rounds.reopen_round, self.drawn, self.keeper)

    @rule(over=st.booleans())
    def end_night(self, over):
        self.attempt(rounds.end_night, over, "Sven")

    def attempt(self, action, *args):
        with suppress(rounds.CannotDo):
            action(self.fresh(), *args)

    @invariant()
    def every_table_counts_once(self):
        if not hasattr(self, "night") or (rows := stored_rows()) == self.checked:
            return
        self.checked = rows
        matches = models.Match.objects.filter(table__night=self.night).select_related("table")
        matches = matches.prefetch_related("results")
        table_of = {table.table_id: table for table in NightTable.objects.filter(round__night=self.night)}
        ended_rounds = set(self.night.played_rounds.exclude(ended=None).values_list("pk", flat=True))
        states = replay.load_match_states(matches)
        endings_of, seated = {}, {}
        for match in matches:
            state = states[match.pk]
            sheet = sheet_of(state.game, state.first_heading, [logged.entry for logged in state.log])
            endings = outcomes.side_results(state.game, sheet)
            stored = sorted(match.results.all(), key=lambda row: row.side)
            assert list(map(result, stored)) == list(map(result, endings))
            if table_of[match.table_id].round_id in ended_rounds:
                assert endings or not has_hands(sheet), [row.hand for row in sheet.rows]
            assert (match.ended is not None) == bool(endings)
            if endings:
                endings_of[match.pk], seated[match.pk] = endings, table_of[match.table_id].seated
        self.check_derived(seated, endings_of)

    def check_derived(self, seated, endings_of):
        """Check the data derived from the endings of matches.

        Both arguments are dicts by match id; ``seated`` has a match's people (ids of ``Present``) by side.
        """
        night = self.fresh()
        player_of = dict(Present.objects.filter(night=night).values_list("pk", "player"))
        points_of = defaultdict(list)
        expected = set()
        for match, endings in endings_of.items():
            for pk, ending in zip(seated[match], endings, strict=True):
                points_of[player_of[pk]].append(ending.total)
                expected.add((match, player_of[pk], *result(ending)))
        total = {player: sum(points) for player, points in points_of.items()}
        presenter = NightPresenter(self.context, night)
        if not night.played_rounds.filter(ended=None).exists():
            assert {line.score.player: line.score.points for line in presenter.standing} == total
            self.check_prizes(presenter, total, {player: max(points) for player, points in points_of.items()})
        in_season = {row.player: row.points for row in season_table.season_table(self.night.season)}
        assert in_season == (total if night.ended else {})
        assert set(Played.objects.filter(club=self.club).values_list("match", flat=True)) == set(endings_of)
        appearances = Appearance.objects.filter(club=self.club)
        assert set(appearances.values_list("match", "player", "total", "place", "won")) == expected
        heading, *lines = result_rows(self.club)
        column = heading.index("points 1")
        totals = ([int(ending.total) for ending in endings] for endings in endings_of.values())
        assert sorted(line[column : column + 2] for line in lines) == sorted(totals)

    def check_prizes(self, presenter, total, best):
        winners = {str(prize.name): set(prize.players) for prize in presenter.prizes}
        assert set(winners) == ({"First prize", "Most points in one match"} if total else set())
        if total:
            assert winners["Most points in one match"] == players_with_most(best)
            assert winners["First prize"] <= players_with_most(total)


def result(ending):
    return ending.total, ending.place, ending.won


def players_with_most(points_of):
    return {player for player, points in points_of.items() if points == max(points_of.values())}


def test_match_corrected_to_below_its_target_still_counts():
    machine = RandomNight([evening(*GAMES[0])])
    machine.begin(0)
    machine.hand(0, (210, 5))
    machine.end_round()
    machine.end_night(True)
    machine.correct(0, (60, 10))
    machine.every_table_counts_once()
    assert sorted(models.Result.objects.values_list("total", "won")) == [(10, False), (60, True)]
    machine.strike(0)
    machine.reopen_round()
    machine.every_table_counts_once()
    machine.teardown()


class TestRandomNights(TestCase):
    def test_every_table_of_an_ended_round_counts_once(self):
        evenings = [evening(*game) for game in GAMES]
        run_state_machine_as_test(
            lambda: RandomNight(evenings),
            settings=settings(
                max_examples=tries(share=2),
                stateful_step_count=8,
                # Eight steps can be read without shrinking, which would take minutes.
                phases=(Phase.reuse, Phase.generate, *([Phase.shrink] if NIGHTLY else [])),
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
