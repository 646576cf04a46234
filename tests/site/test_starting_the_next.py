"""The next match of a table: starting it, undoing the start, returning to an earlier match, ending one."""

import re
import uuid
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from games.engine import Adjustment, Heading, PerSide, Seating
from scorekeeper.matches import commands, models, phones, replay
from scorekeeper.matches.models import Role
from scorekeeper.tables.settling_up import load_evening
from scorekeeper.web import phone_cookie
from tests.strategies import tries

from .cast import NAMES, new_key, text
from .restoring import offer_form
from .test_settling import game_by_differences

pytestmark = pytest.mark.django_db

PLAYERS = NAMES[:3]


class Evening(RuleBasedStateMachine):
    """A table with two phones that keep score."""

    @initialize()
    def sit_down(self):
        self.game, preset = game_by_differences()
        # New keys, because other examples of this test are in the same database.
        keys = [str(uuid.uuid4()), str(uuid.uuid4())]
        heading = Heading(Seating(3, 3), preset.house, preset.id)
        self.table = commands.start_table(self.game, heading, PLAYERS, phones.hash_key(keys[0]), "Ann")
        phones.let_in(self.table, keys[1], Role.SCORER, "Bo")
        self.phones = [Client(), Client()]
        for phone, key in zip(self.phones, keys, strict=True):
            phone.cookies[phone_cookie.COOKIE] = key
        self.removed_numbers: set[int] = set()
        self.ending_starts: set[int] = set()  # numbers of the matches whose start ended the previous match
        self.log_lengths: dict[int, int] = {}  # keyed by match number; a log never shrinks

    def url(self, name: str, *args) -> str:
        return reverse(name, args=[self.table.code, *args])

    def post(self, who: int, name: str, match: int, **sent):
        return self.phones[who].post(self.url(name, match), sent)

    @property
    def current(self) -> models.Match:
        return self.phones[0].get(self.url("table")).context["match_ctx"].match

    def is_unfinished(self, match: models.Match) -> bool:
        sheet = replay.load_match_state(match).sheet
        return bool(sheet.rows) and sheet.outcome is None

    @rule(who=st.integers(0, 1), points=st.tuples(*[st.integers(-9, 9)] * 3))
    def save_a_hand(self, who, points):
        match = self.current
        if match.ended is None:
            number = replay.load_match_state(match).next_number
            hand = Adjustment(PerSide(points), "so far")
            command = commands.WriteCommand(uuid.uuid4(), number, 0, hand)
            phone = self.table.phones.order_by("pk")[who]
            assert isinstance(commands.append_entry(match, phone, command), commands.Saved)

    @rule(who=st.integers(0, 1), choice=st.sampled_from(["end", "leave", "1", ""]), twice=st.booleans())
    def start_the_next(self, who, choice, twice):
        current, matches = self.current, self.table.matches.count()
        must_choose = self.is_unfinished(current)
        page = self.phones[who].get(self.url("rematch", current.number))
        assert ("leave it unfinished?" in text(page)) is must_choose
        status = self.post(who, "rematch", current.number, start=choice).status_code
        if must_choose and choice not in ("end", "leave"):
            assert status == 422
            assert self.table.matches.count() == matches
            return
        assert status == 303
        new = self.current.number
        assert new > current.number
        assert new not in self.removed_numbers
        if must_choose and choice == "end":
            self.ending_starts.add(new)
        current.refresh_from_db()
        if current.length:
            assert (current.ended is not None) is (not must_choose or choice == "end")
        if twice:
            assert self.post(1 - who, "rematch", current.number, start=choice).status_code == 303
        assert self.table.matches.count() == matches + 1

    @rule(who=st.integers(0, 1), twice=st.booleans())
    def undo_the_start(self, who, twice):
        match, matches = self.current, self.table.matches.count()
        page = self.phones[who].get(self.url("table")).content.decode()
        is_offered = self.url("undo_start", match.number) in page
        assert is_offered is (match.after is not None and not match.length)
        previous = self.table.matches.filter(number=match.after).first()
        status = self.post(who, "undo_start", match.number).status_code
        if not is_offered:
            assert status == 409
            assert self.table.matches.count() == matches
            return
        assert status == 303
        if twice:
            assert self.post(1 - who, "undo_start", match.number).status_code == 303
        self.removed_numbers.add(match.number)
        assert self.current == previous
        assert self.table.matches.count() == matches - 1
        was_ended_before = previous.ended is not None and match.number not in self.ending_starts
        assert (self.current.ended is not None) is was_ended_before

    @rule(who=st.integers(0, 1), index=st.integers(0, 9))
    def go_on_with_an_earlier_match(self, who, index):
        matches = list(self.table.matches.order_by("number"))
        match = matches[index % len(matches)]
        is_open = match.ended is None
        assert self.post(who, "go_on", match.number).status_code == (303 if is_open else 409)
        if is_open:
            assert self.current == match

    @rule(who=st.integers(0, 1), index=st.integers(0, 9))
    def end_a_match(self, who, index):
        matches = [match for match in self.table.matches.order_by("number") if self.is_unfinished(match)]
        if matches:
            match = matches[index % len(matches)]
            number = replay.load_match_state(match).next_number
            stopped = self.post(who, "stop", match.number, key=new_key(), number=number)
            assert stopped.status_code == 303
            match.refresh_from_db()
            assert match.ended is not None

    @invariant()
    def every_match_is_ended_or_can_be_continued(self):
        ann, current = self.phones[0], self.current
        page = ann.get(self.url("records"))
        listed = {listing["match"].number: listing for listing in page.context["matches"]}
        matches = list(self.table.matches.all())
        assert set(listed) == {match.number for match in matches}
        open_matches = [listing.match for listing in ann.get("/").context["open_matches"]]
        assert open_matches == ([current] if current.ended is None else [])
        for match in matches:
            state = replay.load_match_state(match)
            score = " : ".join(str(total) for total in state.sheet.final).replace("-", "\N{MINUS SIGN}")
            assert listed[match.number]["score"] == score
            if match.ended is not None:
                assert match.results.count() == 3
            elif match != current and state.sheet.rows:
                assert listed[match.number]["abandoned"]
                for shown in page, ann.get(self.url("match", match.number)):
                    assert self.url("go_on", match.number) in shown.content.decode()
            assert match.length >= self.log_lengths.get(match.number, 0)
            self.log_lengths[match.number] = match.length
        abandoned = sorted(number for number, listing in listed.items() if listing["abandoned"])
        earlier = ann.get("/earlier/").context["own_matches"]
        # The page of earlier matches lists at most eight abandoned ones, the newest.
        assert sorted(each.match.number for each in earlier if each.abandoned) == abandoned[-8:]

    @invariant()
    def the_settlement_is_the_sum_of_the_listed_matches(self):
        sums, match_count = dict.fromkeys(PLAYERS, Fraction(0)), 0
        for match in self.table.matches.all():
            sheet = replay.load_match_state(match).sheet
            if sheet.rows:
                match_count += 1
                for name, points in zip(PLAYERS, self.game.settlement(sheet).points, strict=True):
                    sums[name] += points
        evening = load_evening(self.phones[0].get(self.url("table")).context["match_ctx"])
        if match_count < 2:
            assert evening == ()
        else:
            (group,) = evening
            shown = {share.name: share.points.text.replace("\N{MINUS SIGN}", "-") for share in group.shares}
            assert {name: Fraction(points) for name, points in shown.items()} == sums
            assert len(group.matches) == match_count


class TestEvening(TestCase):
    def test_no_match_is_lost(self):
        run_state_machine_as_test(
            Evening,
            settings=settings(
                max_examples=tries(share=1 / 4),
                stateful_step_count=12,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )


@pytest.mark.parametrize("choice", ["end", "leave"])
def test_undo_returns_every_phone_to_the_old_match(cast, choice):
    cast.write(cast.adjustment(3))
    first, first_url = cast.match, cast.url("match")
    assert cast.post("Ann", "rematch", data={"start": choice}).status_code == 303
    second_sheet_url = cast.url("sheet")
    assert f"Undo: back to {first.display_name} at 3" in text(cast.get("Bo", "table"))
    assert "Undo: back" not in text(cast.get("Cy", "table"))
    assert cast.post("Bo", "undo_start").status_code == 303
    assert cast.get("Cy", "table").context["match_ctx"].match == first
    assert cast.match.ended is None
    # A phone that still shows the removed match is redirected, and drops its copy of that match's log.
    cy, table = cast.clients["Cy"], cast.url("table")
    answer = cy.get(second_sheet_url, headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert answer.headers["HX-Redirect"] == table
    assert cy.get(f"{table}m/2/log").json() == {"lines": [], "gone": True}
    assert cy.get(f"{table}m/7/log").status_code == 404
    assert cast.clients["Ann"].get(first_url).status_code == 200


def test_removed_match_is_not_restored_by_a_phone(cast):
    cast.post("Ann", "rematch", data={})
    lines = cast.get("Bo", "log").json()["lines"]
    cast.post("Ann", "undo_start")
    # Bo's phone offers its copy of the log; the state "there" means that no line is missing.
    assert cast.post("Bo", "offer", data=offer_form(lines, match=2)).json()["state"] == "there"
    assert cast.table.matches.get().number == 1
    # The number is not reused, because phones store unsent hands under it.
    cast.post("Ann", "rematch", data={})
    assert cast.match.number == 3


def test_hand_saved_meanwhile_prevents_the_end(cast):
    cast.write(cast.adjustment(3))
    seen = re.search(r'name="seen" value="(\d+)"', cast.get("Ann", "rematch").content.decode())
    cast.write(cast.adjustment(4))
    assert cast.post("Ann", "rematch", data={"start": "end", "seen": seen[1]}).status_code == 422
    assert cast.table.matches.count() == 1
    assert cast.match.ended is None


def test_next_match_keeps_rules_and_people(cast):
    cast.play()
    before, dealer = cast.match, cast.game.dealer(cast.state.sheet)
    assert cast.post("Bo", "rematch", data={}).status_code == 303
    after = cast.match
    assert (after.number, after.length) == (2, 0)
    assert (after.game_slug, after.house) == (before.game_slug, before.house)
    assert list(after.sitting.values_list("name", flat=True)) == list(NAMES[: after.seats])
    assert dealer is None or after.first_dealer == dealer


# Ending a match by agreement


@pytest.fixture
def played_cast(cast):
    """Return a table with two hands, in which the first side is far ahead."""
    cast.play(1)
    ahead = -900 if cast.game.lowest_first(cast.example.house) else 900
    cast.write(cast.adjustment(ahead))
    return cast


def stop(cast, who="Ann", **more):
    return cast.post(who, "stop", data={"key": new_key(), "number": cast.state.next_number, **more})


def undo(cast, number):
    return cast.post("Bo", "undo", data={"key": new_key(), "number": number, "rev": 1})


def test_stop_declares_a_winner_and_can_be_undone(played_cast):
    if played_cast.state.sheet.outcome:  # the adjustment has ended the match
        undo(played_cast, 2)
    assert "leads with" in text(played_cast.get("Ann", "stop"))
    assert stop(played_cast).status_code == 303
    assert played_cast.state.sheet.outcome.winners == (0,)
    assert played_cast.match.ended is not None
    assert played_cast.match.results.get(won=True).side == 0
    assert "Game ended" in text(played_cast.get("Cy", "table"))
    assert played_cast.get("Ann", "record").json()["entries"][-1]["hand"] == {"kind": "stopped"}
    assert undo(played_cast, played_cast.state.next_number - 1).status_code == 303
    assert played_cast.state.sheet.outcome is None
    assert played_cast.match.ended is None
    assert "hand-form" in played_cast.get("Ann", "table").content.decode()


def test_hand_saved_meanwhile_prevents_the_stop(played_cast):
    seen = played_cast.state.next_number
    played_cast.write(played_cast.adjustment(0))
    assert stop(played_cast, number=seen).status_code == 409
    assert played_cast.state.sheet.outcome is None


def test_match_is_stopped_once(played_cast):
    seen, key = played_cast.state.next_number, new_key()
    for sent_key, status in ("no key", 400), (key, 303), (key, 303):
        assert stop(played_cast, key=sent_key, number=seen).status_code == status
    # With "same=3" the page says that the entry in place 3 of the log was already saved.
    assert stop(played_cast, "Bo", number=seen).url.endswith("same=3")
    assert played_cast.match.length == 3
