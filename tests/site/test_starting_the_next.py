"""The next match of a table: started, undone, left for an earlier one, ended; nothing is lost."""

import json
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
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.engine import Adjustment, Heading, PerSide, Seating, Stopped, hand_to_json
from scorekeeper.matches import commands, models, phones, replay
from scorekeeper.matches.models import Role
from scorekeeper.tables.settling_up import load_evening
from scorekeeper.web import phone_cookie
from tests.strategies import tries

from .cast import NAMES, agreed, new_key, text
from .test_settling import game_by_differences

pytestmark = pytest.mark.django_db

PLAYERS = NAMES[:3]


def phone_with_key(secret: str) -> Client:
    phone = Client()
    phone.cookies[phone_cookie.COOKIE] = secret
    return phone


class Evening(RuleBasedStateMachine):
    """A table with two phones that keep score."""

    @initialize()
    def sit_down(self):
        self.game, preset = game_by_differences()
        self.secrets = [f"the phone of {name} {uuid.uuid4()}" for name in ("Ann", "Bo")]
        heading = Heading(Seating(3, 3), preset.house, preset.id)
        self.table = commands.start_table(
            self.game, heading, PLAYERS, phones.hash_key(self.secrets[0]), "Ann"
        )
        phones.let_in(self.table, self.secrets[1], Role.SCORER, "Bo")
        self.phones = [phone_with_key(secret) for secret in self.secrets]
        self.removed: set[int] = set()
        self.logs: dict[int, int] = {}  # lengths of the logs, which never shrink

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
            state = replay.load_match_state(match)
            phone = self.table.phones.get(key_hash=phones.hash_key(self.secrets[who]))
            hand = Adjustment(PerSide(points), "so far")
            command = commands.WriteCommand(uuid.uuid4(), state.next_number, 0, hand)
            assert isinstance(commands.append_entry(match, phone, command), commands.Saved)

    @rule(who=st.integers(0, 1), choice=st.sampled_from(["end", "leave", "1", ""]), twice=st.booleans())
    def start_the_next(self, who, choice, twice):
        current, matches = self.current, self.table.matches.count()
        must_choose = self.is_unfinished(current)
        page = self.phones[who].get(self.url("rematch", current.number))
        assert ("leave it unfinished?" in text(page)) is must_choose
        answer = self.post(who, "rematch", current.number, start=choice)
        if must_choose and choice not in ("end", "leave"):
            assert answer.status_code == 422
            assert self.table.matches.count() == matches
            return
        assert answer.status_code == 303
        new = self.current
        assert new.number > current.number
        assert new.number not in self.removed
        current.refresh_from_db()
        assert (current.ended is not None) is (not must_choose or choice == "end") or not current.length
        if twice:
            repeated = self.post(1 - who, "rematch", current.number, start=choice)
            assert repeated.status_code == 303
        assert self.table.matches.count() == matches + 1

    @rule(who=st.integers(0, 1), twice=st.booleans())
    def undo_the_start(self, who, twice):
        match, matches = self.current, self.table.matches.count()
        page = self.phones[who].get(self.url("table")).content.decode()
        offered = self.url("undo_start", match.number) in page
        assert offered is (match.after is not None and not match.length)
        previous = self.table.matches.filter(number=match.after).first()
        was_ended_by_it = (
            previous is not None and previous.ended is not None and self.stopped_by(previous, match)
        )
        answer = self.post(who, "undo_start", match.number)
        if not offered:
            assert answer.status_code == 409
            assert self.table.matches.count() == matches
            return
        assert answer.status_code == 303
        if twice:
            assert self.post(1 - who, "undo_start", match.number).status_code == 303
        self.removed.add(match.number)
        assert previous is not None
        assert self.current == previous
        assert self.table.matches.count() == matches - 1
        previous.refresh_from_db()
        if was_ended_by_it:
            assert previous.ended is None

    @staticmethod
    def stopped_by(previous: models.Match, match: models.Match) -> bool:
        last = previous.entries.latest("place")
        stops = bool(last.hand) and last.hand["kind"] == "stopped"
        return stops and previous.started <= last.at <= match.started

    @rule(who=st.integers(0, 1), index=st.integers(0, 9))
    def go_on_with_an_earlier_match(self, who, index):
        matches = list(self.table.matches.order_by("number"))
        match = matches[index % len(matches)]
        answer = self.post(who, "go_on", match.number)
        if match.ended is None:
            assert answer.status_code == 303
            assert self.current == match
        else:
            assert answer.status_code == 409

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

    @precondition(lambda self: hasattr(self, "table"))
    @invariant()
    def every_match_is_ended_or_can_be_gone_on_with(self):
        current, page = self.current, self.phones[0].get(self.url("records"))
        listed = {listing["match"].number: listing for listing in page.context["matches"]}
        matches = list(self.table.matches.all())
        assert set(listed) == {match.number for match in matches}
        home = self.phones[0].get("/").context
        assert [open_match.match for open_match in home["open_matches"]] == (
            [current] if current.ended is None else []
        )
        earlier = self.phones[0].get("/earlier/").context["own_matches"]
        abandoned = {listing.match.number for listing in earlier if listing.abandoned}
        for match in matches:
            state = replay.load_match_state(match)
            score = " : ".join(str(total) for total in state.sheet.final).replace("-", "\N{MINUS SIGN}")
            assert listed[match.number]["score"] == score
            if match.ended is not None:
                assert match.results.count() == 3
            elif match != current and state.sheet.rows:
                assert listed[match.number]["abandoned"]
                assert self.url("go_on", match.number) in page.content.decode()
                own = self.phones[0].get(self.url("match", match.number)).content.decode()
                assert self.url("go_on", match.number) in own
            assert match.length >= self.logs.get(match.number, 0)
            self.logs[match.number] = match.length
        expected = sorted(number for number, listing in listed.items() if listing["abandoned"])
        assert sorted(abandoned) == expected[-8:]

    @precondition(lambda self: hasattr(self, "table"))
    @invariant()
    def the_settlement_is_the_sum_of_the_listed_matches(self):
        sums, counted = dict.fromkeys(PLAYERS, Fraction(0)), 0
        for match in self.table.matches.all():
            sheet = replay.load_match_state(match).sheet
            if sheet.rows:
                counted += 1
                for name, points in zip(PLAYERS, self.game.settlement(sheet).points, strict=True):
                    sums[name] += points
        ctx = self.phones[0].get(self.url("table")).context["match_ctx"]
        evening = load_evening(ctx)
        if counted < 2:
            assert evening == ()
        else:
            (group,) = evening
            shown = {share.name: share.points.text.replace("\N{MINUS SIGN}", "-") for share in group.shares}
            assert {name: Fraction(points) for name, points in shown.items()} == sums
            assert len(group.matches) == counted


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
    cast.write(agreed(3, cast.match.sides))
    first, url = cast.match, cast.url("match")
    assert cast.post("Ann", "rematch", data={"start": choice}).status_code == 303
    second = cast.url("sheet")
    assert f"Undo: back to {first.display_name} at 3" in text(cast.get("Bo", "table"))
    assert "Undo: back" not in text(cast.get("Cy", "table"))
    assert cast.post("Bo", "undo_start", data={}).status_code == 303
    assert cast.get("Cy", "table").context["match_ctx"].match == first
    assert cast.match.ended is None
    # A phone that still shows the new match is redirected, and does not request its log.
    cy = cast.clients["Cy"]
    answer = cy.get(second, headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert answer.headers["HX-Redirect"] == reverse("table", args=[cast.table.code])
    assert cy.get(reverse("log", args=[cast.table.code, 2])).json() == {"lines": [], "gone": True}
    assert cy.get(reverse("log", args=[cast.table.code, 7])).status_code == 404
    assert cast.clients["Ann"].get(url).status_code == 200


def test_removed_match_is_not_restored_by_a_phone(cast):
    cast.post("Ann", "rematch", data={})
    lines = cast.get("Bo", "log").json()["lines"]
    cast.post("Ann", "undo_start", data={})
    sent = {"match": "2", "lines": json.dumps(lines)}
    assert cast.clients["Bo"].post(reverse("offer", args=[cast.table.code]), sent).json()["state"] == "there"
    assert [match.number for match in cast.table.matches.all()] == [1]
    # The number is not reused, because phones store hands by it.
    cast.post("Ann", "rematch", data={})
    assert cast.match.number == 3


def test_hand_saved_meanwhile_prevents_the_end(cast):
    cast.write(agreed(3, cast.match.sides))
    seen = re.search(r'name="seen" value="(\d+)"', cast.get("Ann", "rematch").content.decode())
    cast.write(agreed(4, cast.match.sides))
    answer = cast.post("Ann", "rematch", data={"start": "end", "seen": seen[1]})
    assert answer.status_code == 422
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


# The end by agreement


@pytest.fixture
def played_cast(cast):
    """Return a table with two hands, in which the first side is far ahead."""
    cast.play(1)
    ahead = -900 if cast.game.lowest_first(cast.example.house) else 900
    cast.write(agreed(ahead, cast.match.sides))
    return cast


def stop(cast, who="Ann", **more):
    return cast.post(who, "stop", data={"key": new_key(), "number": cast.state.next_number, **more})


def undo(cast, number, who="Bo"):
    return cast.post(who, "undo", data={"key": new_key(), "number": number, "rev": 1})


def test_stop_declares_a_winner_and_can_be_undone(played_cast):
    if played_cast.state.sheet.outcome:
        undo(played_cast, 2)
    assert "leads with" in text(played_cast.get("Ann", "stop"))
    assert stop(played_cast).status_code == 303
    assert list(played_cast.state.sheet.outcome.winners) == [0]
    assert played_cast.match.ended is not None
    assert played_cast.match.results.get(won=True).side == 0
    assert "Game ended" in text(played_cast.get("Cy", "table"))
    record = played_cast.get("Ann", "record").json()
    assert record["entries"][-1]["hand"] == hand_to_json(played_cast.game, Stopped())
    assert undo(played_cast, played_cast.state.next_number - 1).status_code == 303
    assert played_cast.state.sheet.outcome is None
    assert played_cast.match.ended is None
    assert "hand-form" in played_cast.get("Ann", "table").content.decode()


def test_hand_saved_meanwhile_prevents_the_stop(played_cast):
    seen = played_cast.state.next_number
    played_cast.write(agreed(0, played_cast.match.sides))
    assert stop(played_cast, number=seen).status_code == 409
    assert played_cast.state.sheet.outcome is None


def test_match_is_stopped_once(played_cast):
    seen, key = played_cast.state.next_number, new_key()
    assert stop(played_cast, key="no key").status_code == 400
    for _time in range(2):
        assert stop(played_cast, key=key, number=seen).status_code == 303
    assert stop(played_cast, "Bo", number=seen).url.endswith("same=3")
    assert played_cast.match.length == 3
