"""Substitutes: in each seat, a match counts for the player who played most hands there, on every page."""

import json
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.engine import Adjustment, PerSide, Stopped
from scorekeeper.clubs.models import Player
from scorekeeper.figures.models import PairStats, RatingStep, StatTotal
from scorekeeper.history import match_list
from scorekeeper.history.exporting import club_export, personal_data, results_export
from scorekeeper.history.models import Appearance, Played
from scorekeeper.jobs import worker
from scorekeeper.matches import commands, models, replay
from scorekeeper.nights import standings
from tests.site.cast import longest_example
from tests.site.club_cast import ClubCast
from tests.site.clubs.exporting.test_export import import_club
from tests.site.clubs.figures.test_ratings import amend, check_rebuild, start_example
from tests.site.clubs.nights.evenings import drawn_night
from tests.site.night_cast import NAMES, NightCast, season
from tests.strategies import tries

STRANGER = "Zed"  # a name that is not linked to a player
POOL = (*NAMES[:6], STRANGER)


class Table:
    """A club's table with substitutes, and an independent record of each hand's seating."""

    def __init__(self):
        self.cast = ClubCast()
        self.game, self.example = longest_example()
        self.seats, self.sides = self.example.seating.seats, self.example.seating.sides
        for name in POOL[:-1]:
            self.cast.player(name)
        self.match = start_example(self.cast, self.game, self.example)
        shape = (self.seats, self.sides)
        self.night = NightCast(self.cast, (), self.game, shape, {"season": season(self.cast)}).night
        models.Table.objects.update(night=self.night, season=self.night.season)
        self.sitting = list(NAMES[: self.seats])
        self.rows = []  # one (is_hand, names in the seats) for each row of the sheet

    def write(self, hand):
        self.cast.write(self.match, hand)
        self.rows.append((type(hand) in self.game.hands.values(), tuple(self.sitting)))

    def sit_down(self, seat, name):
        changed = {seat: name}
        if name in self.sitting and self.sitting[seat] != name:
            changed[self.sitting.index(name)] = self.sitting[seat]
        match = models.Match.objects.get(pk=self.match.pk)
        assert commands.name_seats(match, match.table.phones.get(), changed, from_next=True)
        for position, who in changed.items():
            self.sitting[position] = who

    @property
    def is_over(self):
        match = models.Match.objects.get(pk=self.match.pk)
        return replay.load_match_state(match).sheet.outcome is not None

    def play(self, changes):
        """Play a hand for each change, then stop.

        A change is None or (kind, seat, name): the player of this name first sits down in the seat.
        Kind 0 writes an adjustment, which is not a hand, instead of the hand.
        """
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
        self.sit_down(0, "Fay" if self.sitting[0] != "Fay" else "Eve")  # after the end, so without a hand

    def hands_in(self, seat):
        return Counter(names[seat] for is_hand, names in self.rows if is_hand)

    def hands_of(self, name):
        return sum(self.hands_in(seat)[name] for seat in range(self.seats))

    def holder(self, seat):
        """Return the name for which a seat counts: most hands there; among equals, the latest hand."""
        hands = self.hands_in(seat)
        if not hands:
            return self.rows[-1][1][seat]
        most = [name for name, n in hands.items() if n == max(hands.values())]
        return next(names[seat] for is_hand, names in reversed(self.rows) if is_hand and names[seat] in most)


CHANGES = st.lists(
    st.one_of(st.none(), st.tuples(st.integers(0, 3), st.integers(0, 7), st.sampled_from(POOL))),
    min_size=1,
    max_size=8,
)


def counted_players(club):
    return list(Appearance.objects.filter(club=club).order_by("seat").values_list("seat", "player__name"))


class Substitutes(TestCase):
    @settings(max_examples=tries(share=1 / 2), deadline=None)
    @given(CHANGES)
    def test_player_of_most_hands_counts_everywhere(self, changes):
        table = Table()
        table.play(changes)
        worker.run_all()
        club, holders = table.cast.club, [table.holder(seat) for seat in range(table.seats)]
        known = [(seat, name) for seat, name in enumerate(holders) if name != STRANGER]
        people = {name for _seat, name in known}

        assert counted_players(club) == known
        # ratings, and results by partner and opponent
        steps = RatingStep.objects.filter(club=club, match=table.match)
        assert set(steps.values_list("player__name", flat=True)) == people
        assert set(PairStats.objects.values_list("player__name", flat=True)) <= people
        # the history's list, its search, the match's page, and the file of results
        played = Played.objects.select_related("match", "season").get()
        (listed,) = match_list.listed_matches([played])
        page = table.cast.get("Mia", "club_match", table.match.pk)
        shown = [(side.side, side.names) for side in listed.sides]
        for number, names in (*shown, *((side["side"], side["names"]) for side in page.context["sides"])):
            assert names == " & ".join(holders[number :: table.sides])
        heading, line = results_export.result_rows(club)
        assert line[heading.index("player 1") :][: table.seats] == holders
        for name in POOL[:-1]:
            found = table.cast.get("Mia", "history", data={"player": name}).context["matches"]
            assert bool(found) == (name in people), name
        # the night and the season, each player once
        name_of = {player.pk: player.name for player in Player.objects.filter(club=club)}
        scores = standings.night_scores([table.night])
        assert {name_of[score.player] for score in scores} == people
        assert Counter(name_of[score.player] for score in scores).most_common(1)[0][1] == 1
        # wins and losses, and hands by player
        for name in POOL[:-1]:
            rows = StatTotal.objects.filter(club=club, player__name=name, partner=None, season=0)
            totals = {row.deed: row for row in rows}
            matches = totals["match"].tries if "match" in totals else 0
            assert matches == holders.count(name), name
            assert (int(totals["hands"].amount) if "hands" in totals else 0) == table.hands_of(name), name
        assert set(PairStats.objects.values_list("player__name", "other__name")).isdisjoint(
            (name, other) for name in people for other in set(POOL) - people
        )
        # together, all players of a seat have the hands of the match
        (shares,) = match_list.shares_of_matches([table.match.pk]).values()
        for seat in range(table.seats):
            assert sum(share.hands for share in shares[seat]) == played.hands
            shown = {share.name: share.hands for share in shares[seat] if share.hands}
            assert shown == dict(table.hands_in(seat))
        # the player's own page and data
        for name in POOL[:-1]:
            player = table.cast.player(name)
            page = table.cast.get("Mia", "figures_player", player.pk).context
            other_hands = sum(hands for _played, hands in page.get("also_played", ()))
            own = [seat for seat, holder in enumerate(holders) if holder == name]
            hands_in_own_seats = sum(table.hands_in(seat)[name] for seat in own)
            assert hands_in_own_seats + other_hands == table.hands_of(name), name
            data = personal_data.personal_data(player)
            counted = [match for match in data["matches"] if match["total"] is not None]
            assert len(counted) == len(own) == data["counted"], name
            assert sum(match["hands"] for match in data["matches"]) == table.hands_of(name), name


def table_with_substitute():
    """Return a table whose match is over; in one seat Ann played one hand and Eve two."""
    table = Table()
    table.play([None, (1, 0, "Eve"), None])
    return table


def test_imported_club_counts_the_same(db, tmp_path):
    table = table_with_substitute()
    lines = list(club_export.club_lines(table.cast.club))
    assert any(len(json.loads(line).get("seats", [])) > table.seats for line in lines)
    club = import_club("".join(lines), tmp_path)
    assert counted_players(club) == counted_players(table.cast.club)
    copy, original = (
        StatTotal.objects.filter(club=counted_club, player__isnull=False, partner=None, season=0)
        for counted_club in (club, table.cast.club)
    )
    columns = ("player__name", "deed", "n", "tries", "amount")
    assert sorted(copy.values_list(*columns)) == sorted(original.values_list(*columns))


def test_figures_of_replaced_player_equal_a_rebuild(db):
    table = table_with_substitute()
    amend(table.match, table.example.hands[1])
    check_rebuild()


def test_standing_of_a_night_names_the_substitute(club):
    night = drawn_night(club)
    table = night.tables()[0]
    first_seat = night.match(table).sitting.get(position=0)
    zoe = club.player("Zoe")
    shape, house = (4, 2), night.game.presets[0].house
    example = next(
        example for example in night.game.examples if (example.seating.shape, example.house) == (shape, house)
    )

    def sit_down(player):
        match = night.match(table)
        assert commands.name_seats(match, match.table.phones.get(), {0: player.name}, from_next=True)

    def check_standing():
        assert "Zoe" in night.standing()
        assert first_seat.name not in night.standing()

    night.write(table, 1, 1)
    sit_down(zoe)
    club.write(night.match(table), example.hands[0])
    check_standing()
    sit_down(first_seat.player)  # returns and plays no hand
    club.write(night.match(table), Stopped())
    check_standing()
