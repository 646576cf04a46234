"""Substitutes: a match counts for the player with the most hands in a seat, on every page."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.engine import Adjustment, Heading, PerSide, Stopped
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import Club, Player, Season
from scorekeeper.figures.models import PairStats, RatingStep, StatTotal
from scorekeeper.history import match_list
from scorekeeper.history.exporting import club_export, personal_data, results_export
from scorekeeper.history.models import Appearance, Played
from scorekeeper.jobs import worker
from scorekeeper.matches import commands, models, replay
from scorekeeper.nights import standings
from scorekeeper.nights.models import Night
from scorekeeper.nights.presenters import NightPresenter
from scorekeeper.nights.season_table import EVENING, Scoring
from tests.site.cast import longest_example
from tests.site.club_cast import ClubCast, user
from tests.site.clubs.exporting.test_export import brought
from tests.site.clubs.figures.test_ratings import is_what_a_rebuild_makes
from tests.site.night_cast import NightCast
from tests.strategies import tries

NAMES = ("Ann", "Bo", "Cy", "Di")
STRANGER = "Zed"  # a name that is not linked to a player
POOL = (*NAMES, "Eve", "Fay", STRANGER)


class Table:
    """A club's table with substitutes, and an independent record of each hand's seating."""

    def __init__(self) -> None:
        self.cast = ClubCast()
        self.game, self.example = longest_example()
        self.seats, self.sides = self.example.seating.seats, self.example.seating.sides
        for name in POOL:
            if name != STRANGER:
                self.cast.player(name)
        heading = Heading(self.example.seating, self.example.house, self.game.presets[0].id)
        table = commands.start_table(self.game, heading, NAMES[: self.seats], "0" * 64, "Ann")
        club = self.cast.club
        self.season = Season.objects.create(
            club=club, name="All", begins="2000-01-01", scoring=Scoring(loose=EVENING).stored
        )
        self.match = table.matches.get()
        self.night = Night.objects.create(
            club=club,
            date="2026-03-04",
            game_slug=self.game.slug,
            preset=self.match.preset,
            house=self.match.house,
            seats=self.seats,
            sides=self.sides,
            season=self.season,
        )
        models.Table.objects.filter(pk=table.pk).update(club=club, night=self.night, season=self.season)
        for seat in self.match.sitting.all():
            models.Seat.objects.filter(pk=seat.pk).update(player=self.cast.player(seat.name))
        self.sitting = list(NAMES[: self.seats])
        self.rows: list[tuple[bool, tuple[str, ...]]] = []  # (is a hand, names)

    def write(self, hand: Any) -> None:
        self.cast.write(self.match, hand)
        self.rows.append((type(hand) in self.game.hands.values(), tuple(self.sitting)))

    def sit_down(self, seat: int, name: str) -> None:
        if name in self.sitting:
            other = self.sitting.index(name)
            changed = {seat: name, other: self.sitting[seat]}
        else:
            changed = {seat: name}
        match = models.Match.objects.get(pk=self.match.pk)
        assert commands.name_seats(match, match.table.phones.get(), changed, from_next=True)
        for position, who in changed.items():
            self.sitting[position] = who

    @property
    def is_over(self) -> bool:
        match = models.Match.objects.get(pk=self.match.pk)
        return replay.load_match_state(match).sheet.outcome is not None

    def play(self, changes: Sequence[tuple[int, int, str] | None]) -> None:
        """Play a hand for each change, then stop; ``changes`` says what happens before each hand."""
        hands = iter(self.example.hands)
        for change in changes:
            if self.is_over:
                break
            if change is not None:
                kind, seat, name = change
                self.sit_down(seat % self.seats, name)
                if kind == 0:
                    self.write(Adjustment(PerSide([1] * self.sides), "agreed"))
                    continue
            hand = next(hands, None)
            if hand is None:
                break
            self.write(hand)
        if not self.is_over:
            self.write(Stopped())
        self.sit_down(0, "Fay" if self.sitting[0] != "Fay" else "Eve")  # after the end: played nothing

    # Expected results ----------------------------------------------------------------

    def hands_in(self, seat: int) -> Counter[str]:
        return Counter(names[seat] for is_hand, names in self.rows if is_hand)

    def holder(self, seat: int) -> str:
        """Return the name that counts in a seat."""
        hands = self.hands_in(seat)
        if not hands:
            return self.rows[-1][1][seat]
        most = [name for name, n in hands.items() if n == max(hands.values())]
        return next(names[seat] for is_hand, names in reversed(self.rows) if is_hand and names[seat] in most)

    @property
    def holders(self) -> list[str]:
        return [self.holder(seat) for seat in range(self.seats)]


CHANGES = st.lists(
    st.one_of(st.none(), st.tuples(st.integers(0, 3), st.integers(0, 7), st.sampled_from(POOL))),
    min_size=1,
    max_size=8,
)


def chairs_of(club: Club) -> list[tuple[int, str]]:
    rows = Appearance.objects.filter(club=club).order_by("seat").values_list("seat", "player__name")
    return list(rows)


class Substitutes(TestCase):
    """Matches in which substitutes take over seats at random."""

    @settings(max_examples=tries(1 / 2), deadline=None)
    @given(CHANGES)
    def test_everything_names_the_player_of_most_hands_in_a_chair(
        self, changes: list[tuple[int, int, str] | None]
    ) -> None:
        table = Table()
        table.play(changes)
        worker.run_all()
        club, holders = table.cast.club, table.holders
        known = [(seat, name) for seat, name in enumerate(holders) if name != STRANGER]
        people = {name for _seat, name in known}

        assert chairs_of(club) == known
        # ratings, and results by partner and opponent
        steps = RatingStep.objects.filter(club=club, match=table.match)
        assert set(steps.values_list("player__name", flat=True)) == people
        assert set(PairStats.objects.values_list("player__name", flat=True)) <= people
        # the history's list, its search, the match's page, and the file of results
        played = Played.objects.select_related("match", "season").get()
        (listed,) = match_list.listed_matches([played])
        for side in listed.sides:
            assert side.names == " & ".join(holders[side.side :: table.sides])
        page = table.cast.get("Mia", "club_match", table.match.pk)
        for side in page.context["sides"]:
            assert side["names"] == " & ".join(holders[side["side"] :: table.sides])
        heading, line = results_export.result_rows(club)
        assert line[heading.index("player 1") :][: table.seats] == holders
        for name in POOL[:-1]:
            found = table.cast.get("Mia", "history", data={"player": name}).context["found"]
            assert bool(found) == (name in people), name
        # the night and the season
        number = {player.pk: player.name for player in Player.objects.filter(club=club)}
        scores = standings.night_scores([table.night])
        assert {number[score.player] for score in scores} == people
        assert Counter(number[score.player] for score in scores).most_common(1)[0][1] == 1
        # wins and losses, and hands by player
        for name in POOL[:-1]:
            totals = {
                row.deed: row
                for row in StatTotal.objects.filter(club=club, player__name=name, partner=None, season=0)
            }
            matches = totals["match"].tries if "match" in totals else 0
            assert matches == sum(holder == name for holder in holders), name
            hands = int(totals["hands"].amount) if "hands" in totals else 0
            assert hands == sum(table.hands_in(seat)[name] for seat in range(table.seats)), name
        assert set(PairStats.objects.values_list("player__name", "other__name")).isdisjoint(
            (one, other) for one in people for other in set(POOL) - people
        )
        # together, all players of a seat have the hands of the match
        (shares,) = match_list.shares_of_matches([table.match.pk]).values()
        for seat in range(table.seats):
            assert sum(share.hands for share in shares[seat]) == played.hands
            told = {share.name: share.hands for share in shares[seat] if share.hands}
            assert told == dict(table.hands_in(seat))
        # the player's own page and data
        for name in POOL[:-1]:
            player = table.cast.player(name)
            page = table.cast.get("Mia", "figures_player", player.pk).context["figures"]
            beside = sum(one.hands for one in page.get("also_played", ()))
            mine = [seat for seat, holder in enumerate(holders) if holder == name]
            in_chair = sum(table.hands_in(seat)[name] for seat in mine)
            assert in_chair + beside == sum(table.hands_in(seat)[name] for seat in range(table.seats)), name
            data = personal_data.personal_data(player)
            counted = [one for one in data["matches"] if one["total"] is not None]
            assert len(counted) == len(mine) == data["counted"], name
            hands = sum(one["hands"] for one in data["matches"])
            assert hands == sum(table.hands_in(seat)[name] for seat in range(table.seats)), name


def shared_chair() -> Table:
    """Return a stopped match in which Ann played one hand and Eve two in the same seat."""
    table = Table()
    table.play([None, (1, 0, "Eve"), None])
    return table


@pytest.mark.django_db
def test_a_club_file_brought_in_elsewhere_counts_the_same(tmp_path: Any) -> None:
    table = shared_chair()
    lines = list(club_export.club_lines(table.cast.club))
    assert any(len(json.loads(line).get("seats", [])) > table.seats for line in lines)
    club = brought("".join(lines), tmp_path)
    assert chairs_of(club) == chairs_of(table.cast.club)
    deeds = ("player__name", "deed", "n", "tries", "amount")
    there, here = (
        sorted(
            StatTotal.objects.filter(club=one, player__isnull=False, partner=None, season=0).values_list(
                *deeds
            )
        )
        for one in (club, table.cast.club)
    )
    assert there == here


@pytest.mark.django_db
def test_figures_of_a_replaced_player_are_what_a_rebuild_makes_after_a_correction() -> None:
    table = shared_chair()
    match = models.Match.objects.get(pk=table.match.pk)
    replaced = commands.WriteCommand(uuid.uuid4(), 1, 1, table.example.hands[1], "miscounted")
    assert isinstance(commands.append_entry(match, match.table.phones.get(), replaced), commands.Saved)
    is_what_a_rebuild_makes()


@pytest.mark.django_db
def test_a_night_names_a_substitute_in_its_standing_and_for_the_biggest_hand() -> None:
    night = NightCast(ClubCast(), more={"prizes": ["biggest_hand"]})
    night.draw()
    table = night.tables()[0]
    replaced = night.match(table).sitting.get(position=0)
    zoe = night.cast.player("Zoe")
    example = next(
        one
        for one in night.game.examples
        if one.seating.shape == (4, 2) and one.house == night.game.presets[0].house
    )

    def sit_down(player: Player) -> None:
        match = night.match(table)
        assert commands.name_seats(match, match.table.phones.get(), {0: player.name}, from_next=True)

    night.write(table, 1, 1)
    sit_down(zoe)
    night.cast.write(night.match(table), example.hands[0])
    assert {"Zoe"} <= night.standing().keys()
    assert replaced.name not in night.standing()
    sit_down(replaced.player)  # returns and plays no hand
    while night.match(table).ended is None:
        night.cast.write(night.match(table), Stopped())
    assert {"Zoe"} <= night.standing().keys()
    assert replaced.name not in night.standing()
    row = replay.load_match_state(night.match(table)).sheet.rows[1]
    best = max(range(2), key=lambda side: row.gains[side])
    prizes = NightPresenter(
        ClubContext(night.cast.club, user("Sven"), night.cast.member("Sven")), night.fresh()
    ).prizes_now
    (names,) = [names for prize, names in prizes]
    assert ("Zoe" in names) == (best == 0)
