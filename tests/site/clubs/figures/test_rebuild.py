"""Derived data after any sequence of writes: equal to those of a rebuild."""

import uuid
from io import StringIO

from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.engine import Adjustment, PerSide, Stopped
from scorekeeper.clubs.models import Player
from scorekeeper.history import updates
from scorekeeper.history.models import Appearance, Played
from scorekeeper.jobs import worker
from scorekeeper.jobs.models import PendingJob
from scorekeeper.matches import commands, models, replay
from tests.site.cast import longest_example
from tests.site.club_cast import ClubCast
from tests.site.clubs.figures.test_ratings import adjust, derived_data, play_pairs, start_example
from tests.site.night_cast import NAMES
from tests.strategies import tries


def derived_rows():
    return {
        "results": sorted(models.Result.objects.values_list("match", "side", "total", "place", "won")),
        "ended": sorted(models.Match.objects.values_list("pk", "ended"), key=str),
        **derived_data(),
    }


NONE, ROWS, POINTS, PEOPLE = st.just(0), st.integers(1, 6), st.integers(-300, 300), st.integers(0, 5)
# Steps: a kind and two numbers, whose meaning depends on the kind (``Evening.apply``).
STEPS = st.one_of(
    st.tuples(st.just(kind), first, second)
    for kind, first, second in (
        ("write", POINTS, POINTS),
        ("example", st.integers(0, 9), NONE),
        ("amend", ROWS, POINTS),
        ("strike", ROWS, NONE),
        ("put in", ROWS, POINTS),
        ("stop", NONE, NONE),
        ("house", NONE, NONE),
        ("sit down", st.integers(0, 3), PEOPLE),
        ("merge", PEOPLE, PEOPLE),
        ("unmerge", PEOPLE, NONE),
        ("rematch", NONE, NONE),
        ("later", NONE, NONE),  # one pending recomputation runs
    )
)


class Evening:
    """A club's table at which the generated steps are taken."""

    def __init__(self):
        self.cast = ClubCast()
        self.game, self.example = longest_example()
        self.players = [self.cast.player(name) for name in NAMES[:6]]
        self.table = start_example(self.cast, self.game, self.example).table

    @property
    def match(self):
        return models.Match.objects.filter(table=self.table).order_by("-number")[0]

    def write(self, number, hand, why="", before=None):
        state = replay.load_match_state(self.match)
        command = commands.WriteCommand(uuid.uuid4(), number, state.revs.get(number, 0), hand, why, before)
        commands.append_entry(self.match, self.table.phones.get(), command)

    def adjustment(self, *points):
        sides = self.example.seating.sides
        return Adjustment(PerSide([*points, *(0,) * sides][:sides]), "agreed")

    def apply(self, step):
        kind, first, second = step
        next_number = replay.load_match_state(self.match).next_number
        match kind:
            case "write":
                self.write(next_number, self.adjustment(first, second))
            case "example":
                self.write(next_number, self.example.hands[first % len(self.example.hands)])
            case "amend":
                self.write(first, self.adjustment(second), "miscounted")
            case "strike":
                self.write(first, None, "not played")
            case "put in":
                self.write(next_number, self.adjustment(second), "forgotten", before=first)
            case "stop":
                self.write(next_number, Stopped())
            case "house":
                # An entry with number 0 is a heading; this one repeats the first.
                self.write(0, replay.first_heading(self.match), "as it was")
            case "sit down":
                seat = first % self.example.seating.seats
                name = self.players[second].name
                commands.name_seats(self.match, self.table.phones.get(), {seat: name}, from_next=True)
                newest = self.match.sitting.filter(position=seat).order_by("-since")[0]
                models.Seat.objects.filter(pk=newest.pk).update(player=self.players[second])
                updates.update_projection(self.match)
            case "merge" if first != second and not self.players[second].same_as_id:
                Player.objects.filter(pk=self.players[first].pk).update(same_as=self.players[second])
                updates.update_players([self.players[first].pk, self.players[second].pk])
            case "unmerge":
                merged = Player.objects.get(pk=self.players[first].pk)
                Player.objects.filter(pk=merged.pk).update(same_as=None)
                updates.update_players(filter(None, [merged.pk, merged.same_as_id]))
            case "rematch":
                heading, phone = replay.first_heading(self.match), self.table.phones.get()
                names = [seat.name for seat in self.match.sitting.all()][: heading.seating.seats]
                number = self.match.number
                commands.start_match(
                    self.table, phone, self.game, heading, names, number, choice=commands.LEAVE
                )
                for seat in self.match.sitting.filter(player=None):
                    models.Seat.objects.filter(pk=seat.pk).update(player=self.cast.player(seat.name))


class Sequences(TestCase):
    @settings(max_examples=tries(share=1 / 2), deadline=None)
    @given(st.lists(STEPS, min_size=3, max_size=16))
    def test_any_sequence_equals_a_rebuild(self, steps):
        evening = Evening()
        for step in steps:
            if step[0] == "later":
                worker.run_next()
            else:
                evening.apply(step)
        before = derived_rows()
        assert not PendingJob.objects.exists()
        call_command("rebuild", stdout=StringIO())
        assert derived_rows() == before
        Played.objects.all().delete()
        Appearance.objects.all().delete()
        models.Result.objects.all().delete()
        Player.objects.update(last_played=None)
        call_command("rebuild", club=evening.cast.club.code, stdout=StringIO())
        assert derived_rows() == before


def test_correction_keeps_the_end_of_a_match(club):
    match = play_pairs(club)
    adjust(match, 7, 7)
    assert models.Match.objects.get(pk=match.pk).ended == match.ended
    assert Appearance.objects.filter(match=match, total=7).count() == 4


def test_seat_without_hands_counts_for_its_player_at_the_end(db):
    evening = Evening()
    write, stop = ("write", 10, 5), ("stop", 0, 0)
    for step in (write, ("sit down", 0, 4), write, stop, ("sit down", 0, 5)):
        evening.apply(step)
    appearances = Appearance.objects.filter(match=evening.match, seat=0)
    # Adjustments and a stop are no hands, so the seat counts for Eve, who sat there at the last row.
    assert set(appearances.values_list("player__name", flat=True)) == {"Eve"}
    assert Player.objects.get(name="Eve").last_played >= evening.match.ended
    assert not Appearance.objects.filter(player__name="Fay").exists()
