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


def evening(slug, house):
    """Return a night of six people with its first round drawn, from which every example goes on."""
    game, club = every_game()[slug], ClubCast()
    more = {"season": season(club, count=season_table.POINTS), "drawing": "random"}
    more["prizes"] = ["first", "best_match"]
    made = NightCast(club, NAMES[:6], game, (2, 2), more)
    made.night.house = to_json(replace(game.presets[0].house, **house))
    made.night.save()
    made.draw()
    return made


def stored_rows():
    """Return the rows from which the results follow; by raw SQL, because every step asks."""
    found = []
    with connection.cursor() as cursor:
        for model in (models.Entry, models.Match, models.Result, Played, Appearance, Round, Night):
            cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY 1")
            found.append(cursor.fetchall())
    return found


class NightByChance(RuleBasedStateMachine):
    """Three tables of two, at most two rounds; everything is written by a scorekeeper of the club."""

    def __init__(self, evenings):
        super().__init__()
        self.evenings = evenings
        self.checked = []
        self.example = transaction.atomic()
        self.example.__enter__()

    def teardown(self):
        transaction.set_rollback(True)
        self.example.__exit__(None, None, None)

    @initialize(which=st.integers(0, len(GAMES) - 1))
    def begin(self, which):
        made = self.evenings[which]
        self.night, self.club, self.fresh, self.keeper = made.night, made.cast.club, made.fresh, made.keeper
        self.inside = ClubContext(self.club, user("Sven"), made.cast.member("Sven"))
        self.drawn = 1

    def at(self, table):
        """Return a table of the night by index, in order of rounds."""
        drawn = list(NightTable.objects.filter(round__night=self.night).order_by("round__number", "number"))
        return drawn[table % len(drawn)] if drawn else None

    def newest(self, table):
        one = self.at(table)
        return one and models.Match.objects.filter(table=one.table).order_by("-number")[0]

    def phone_at(self, table):
        return phones.let_in(table, self.keeper.key, models.Role.SCORER, "Sven", self.keeper.by)

    def write(self, match, number, hand, before=None):
        """Write to a match; refusals by the sheet are ignored."""
        if match is None:
            return
        state = replay.load_match_state(match)
        at = state.next_number if number is None else number
        phone = self.phone_at(match.table)
        asked = commands.WriteCommand(uuid.uuid4(), at, state.revs.get(at, 0), hand, "a reason", before)
        commands.append_entry(match, phone, asked)

    def chosen(self, row):
        """Return a row of a current match by index, newest first: the match and the row's number."""
        played = models.Match.objects.filter(table__night=self.night).order_by("number")
        # The last match of each table wins.
        newest = {match.table_id: match.pk for match in played}
        written = models.Entry.objects.filter(match__in=newest.values(), rev=1).exclude(number=HEADING)
        found = list(written.select_related("match__table").order_by("-pk"))
        return (found[row % len(found)].match, found[row % len(found)].number) if found else None

    @rule(table=tables, made=points)
    def hand(self, table, made):
        self.write(self.newest(table), None, Adjustment(PerSide(made), "as played"))

    @rule(row=rows, made=points)
    def correct(self, row, made):
        if found := self.chosen(row):
            self.write(*found, Adjustment(PerSide(made), "put right"))

    @rule(row=rows)
    def strike(self, row):
        if found := self.chosen(row):
            self.write(*found, None)

    @rule(row=rows, made=points)
    def insert(self, row, made):
        if found := self.chosen(row):
            self.write(found[0], None, Adjustment(PerSide(made), "forgotten"), before=found[1])

    @rule(table=tables)
    def stop(self, table):
        self.write(self.newest(table), None, Stopped())

    @rule(table=tables, made=points)
    def play_again(self, table, made):
        if (last := self.newest(table)) is None:
            return
        heading, phone = replay.load_match_state(last).heading, self.phone_at(last.table)
        with suppress(commands.ClosedNow):
            commands.start_match(last.table, phone, replay.game_of(last), heading, NAMES[:2], last.number)
            self.hand(table, made)

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

    def attempt(self, do, *about):
        with suppress(rounds.CannotDo):
            do(self.fresh(), *about)

    @invariant()
    def every_table_counts_once(self):
        if not hasattr(self, "night") or (now := stored_rows()) == self.checked:
            return
        self.checked = now
        matches = models.Match.objects.filter(table__night=self.night).select_related("table")
        matches = matches.prefetch_related("results")
        at = {one.table_id: one for one in NightTable.objects.filter(round__night=self.night)}
        over = {one.pk for one in self.night.played_rounds.exclude(ended=None)}
        states = replay.load_match_states(matches)
        counted, seated = {}, {}
        for match in matches:
            state = states[match.pk]
            sheet = sheet_of(state.game, state.first, [one.entry for one in state.log])
            found = outcomes.endings(state.game, sheet)
            stored = sorted(match.results.all(), key=lambda one: one.side)
            assert list(map(result, stored)) == list(map(result, found))
            if at[match.table_id].round_id in over:
                assert found or not has_hands(sheet), [row.hand for row in sheet.rows]
            assert (match.ended is not None) == bool(found)
            if found:
                counted[match.pk], seated[match.pk] = found, at[match.table_id].seated
        self.everything_agrees(seated, counted)

    def everything_agrees(self, seated, counted):
        """Check what is derived from the endings of matches, given who is seated on each side."""
        night = self.fresh()
        player_of = dict(Present.objects.filter(night=night).values_list("pk", "player"))
        made = defaultdict(list)
        shown = set()
        for match, endings in counted.items():
            for one, ending in zip(seated[match], endings, strict=True):
                made[player_of[one]].append(ending.total)
                shown.add((match, player_of[one], *result(ending)))
        total = {player: sum(points) for player, points in made.items()}
        now = NightPresenter(self.inside, night)
        if not night.played_rounds.filter(ended=None).exists():
            assert {one.score.player: one.score.points for one in now.standing} == total
            self.prizes_agree(now, total, {player: max(points) for player, points in made.items()})
        in_season = {row.player: row.points for row in season_table.season_table(self.night.season)}
        assert in_season == (total if night.ended else {})
        assert set(Played.objects.filter(club=self.club).values_list("match", flat=True)) == set(counted)
        found = Appearance.objects.filter(club=self.club)
        assert set(found.values_list("match", "player", "total", "place", "won")) == shown
        heading, *lines = result_rows(self.club)
        where = heading.index("points 1")
        totals = ([int(one.total) for one in endings] for endings in counted.values())
        assert sorted(line[where : where + 2] for line in lines) == sorted(totals)

    def prizes_agree(self, now, total, best):
        given = {str(one.name): set(one.players) for one in now.prizes}
        assert set(given) == ({"First prize", "Most points in one match"} if total else set())
        if total:
            assert given["Most points in one match"] == holders(best)
            assert given["First prize"] <= holders(total)


def result(one):
    return one.total, one.place, one.won


def holders(made):
    return {player for player, points in made.items() if points == max(made.values())}


def test_match_without_a_winner_counts_as_it_stands():
    night = NightByChance([evening(*GAMES[0])])
    night.begin(0)
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
    def test_every_table_of_an_ended_round_counts_once(self):
        evenings = [evening(*game) for game in GAMES]
        run_state_machine_as_test(
            lambda: NightByChance(evenings),
            settings=settings(
                max_examples=tries(2),
                stateful_step_count=8,
                # Eight steps can be read without shrinking, which would take minutes.
                phases=(Phase.reuse, Phase.generate, *([Phase.shrink] if NIGHTLY else [])),
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
