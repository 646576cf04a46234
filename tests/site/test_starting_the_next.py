"""A table starts its next game, goes back, resumes an earlier one, and ends it: nothing is lost."""

from __future__ import annotations

import json
import re
import uuid
from fractions import Fraction
from typing import Any

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

from games.engine import Adjustment, Heading, PerSide, Seating
from scorekeeper.matches import commands, models, phones, replay
from scorekeeper.matches.models import Role
from scorekeeper.tables.settling_up import load_evening
from scorekeeper.web import phone_cookie

from .cast import Cast, agreed, new_key, text
from .test_settling import played_for_something

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bo", "Cy")


def client(secret: str) -> Client:
    phone = Client()
    phone.cookies[phone_cookie.COOKIE] = secret
    return phone


class Evening(RuleBasedStateMachine):
    """A table with two phones that keep score."""

    @initialize()
    def sit_down(self) -> None:
        self.game, preset = played_for_something()
        self.secrets = [f"the phone of {name} {uuid.uuid4()}" for name in ("Ann", "Bo")]
        heading = Heading(Seating(3, 3), preset.house, preset.id)
        self.table = commands.start_table(self.game, heading, NAMES, phones.hashed(self.secrets[0]), "Ann")
        phones.let_in(self.table, self.secrets[1], Role.SCORER, "Bo")
        self.phones = [client(secret) for secret in self.secrets]
        self.removed: set[int] = set()
        self.logs: dict[int, int] = {}  # the length of every log: none ever gets shorter

    def url(self, name: str, *which: Any) -> str:
        return reverse(name, args=[self.table.code, *which])

    @property
    def current(self) -> models.Match:
        return self.phones[0].get(self.url("table")).context["place"].match

    def unfinished(self, match: models.Match) -> bool:
        sheet = replay.load_match_state(match).sheet
        return bool(sheet.rows) and sheet.outcome is None

    @rule(who=st.integers(0, 1), points=st.tuples(*[st.integers(-9, 9)] * 3))
    def save_a_hand(self, who: int, points: tuple[int, int, int]) -> None:
        match = self.current
        if match.ended is None:
            state = replay.load_match_state(match)
            phone = self.table.phones.get(key_hash=phones.hashed(self.secrets[who]))
            hand = Adjustment(PerSide(points), "so far")
            asked = commands.WriteCommand(uuid.uuid4(), state.next_number, 0, hand)
            assert isinstance(commands.append_entry(match, phone, asked), commands.Saved)

    @rule(who=st.integers(0, 1), choice=st.sampled_from(["end", "leave", "1", ""]), twice=st.booleans())
    def start_the_next(self, who: int, choice: str, twice: bool) -> None:
        now, matches = self.current, self.table.matches.count()
        asked = self.unfinished(now)
        page = self.phones[who].get(self.url("rematch", now.number))
        assert ("leave it unfinished?" in text(page)) is asked
        answer = self.phones[who].post(self.url("rematch", now.number), {"start": choice})
        if asked and choice not in ("end", "leave"):
            assert answer.status_code == 422
            assert self.table.matches.count() == matches
            return
        assert answer.status_code == 303
        new = self.current
        assert new.number > now.number
        assert new.number not in self.removed
        now.refresh_from_db()
        assert (now.ended is not None) is (not asked or choice == "end") or not now.length
        if twice:
            again = self.phones[1 - who].post(self.url("rematch", now.number), {"start": choice})
            assert again.status_code == 303
        assert self.table.matches.count() == matches + 1

    @rule(who=st.integers(0, 1), twice=st.booleans())
    def undo_the_start(self, who: int, twice: bool) -> None:
        match, matches = self.current, self.table.matches.count()
        page = self.phones[who].get(self.url("table")).content.decode()
        offered = self.url("undo_start", match.number) in page
        assert offered is (match.after is not None and not match.length)
        back = self.table.matches.filter(number=match.after).first()
        was_ended_by_it = back is not None and back.ended is not None and self.stopped_by(back, match)
        answer = self.phones[who].post(self.url("undo_start", match.number))
        if not offered:
            assert answer.status_code == 409
            assert self.table.matches.count() == matches
            return
        assert answer.status_code == 303
        if twice:
            assert self.phones[1 - who].post(self.url("undo_start", match.number)).status_code == 303
        self.removed.add(match.number)
        assert back is not None
        assert self.current == back
        assert self.table.matches.count() == matches - 1
        back.refresh_from_db()
        if was_ended_by_it:
            assert back.ended is None

    @staticmethod
    def stopped_by(back: models.Match, match: models.Match) -> bool:
        last = back.entries.latest("place")
        return (
            bool(last.hand)
            and last.hand["kind"] == "stopped"
            and last.at >= back.started
            and (last.at <= match.started)
        )

    @rule(who=st.integers(0, 1), which=st.integers(0, 9))
    def go_on_with_an_earlier_one(self, who: int, which: int) -> None:
        every = list(self.table.matches.order_by("number"))
        match = every[which % len(every)]
        answer = self.phones[who].post(self.url("go_on", match.number))
        if match.ended is None:
            assert answer.status_code == 303
            assert self.current == match
        else:
            assert answer.status_code == 409

    @rule(who=st.integers(0, 1), which=st.integers(0, 9))
    def end_one(self, who: int, which: int) -> None:
        every = [match for match in self.table.matches.order_by("number") if self.unfinished(match)]
        if every:
            match = every[which % len(every)]
            number = replay.load_match_state(match).next_number
            sent = {"key": new_key(), "number": number}
            assert self.phones[who].post(self.url("stop", match.number), sent).status_code == 303
            match.refresh_from_db()
            assert match.ended is not None

    @precondition(lambda self: hasattr(self, "table"))
    @invariant()
    def every_match_is_ended_or_can_be_gone_on_with(self) -> None:
        current, page = self.current, self.phones[0].get(self.url("records"))
        listed = {one["match"].number: one for one in page.context["matches"]}
        matches = list(self.table.matches.all())
        assert set(listed) == {match.number for match in matches}
        home = self.phones[0].get("/").context
        assert [one.match for one in home["going_on"]] == ([current] if current.ended is None else [])
        left = {one.match.number for one in home["earlier"] if one.left}
        for match in matches:
            state = replay.load_match_state(match)
            score = " : ".join(str(total) for total in state.sheet.final).replace("-", "\N{MINUS SIGN}")
            assert listed[match.number]["score"] == score
            if match.ended is not None:
                assert match.results.count() == 3
            elif match != current and state.sheet.rows:
                assert listed[match.number]["left"]
                assert self.url("go_on", match.number) in page.content.decode()
                own = self.phones[0].get(self.url("match", match.number)).content.decode()
                assert self.url("go_on", match.number) in own
            assert match.length >= self.logs.get(match.number, 0)
            self.logs[match.number] = match.length
        expected = sorted(number for number, one in listed.items() if one["left"])
        assert sorted(left) == expected[-8:]

    @precondition(lambda self: hasattr(self, "table"))
    @invariant()
    def the_settlement_is_the_sum_of_the_listed_matches(self) -> None:
        sums, counted = dict.fromkeys(NAMES, Fraction(0)), 0
        for match in self.table.matches.all():
            sheet = replay.load_match_state(match).sheet
            if sheet.rows:
                counted += 1
                for name, points in zip(NAMES, self.game.settlement(sheet).points, strict=True):
                    sums[name] += points
        place = self.phones[0].get(self.url("table")).context["place"]
        evening = load_evening(place)
        if counted < 2:
            assert evening == ()
        else:
            (group,) = evening
            shown = {share.name: share.points.text.replace("\N{MINUS SIGN}", "-") for share in group.shares}
            assert {name: Fraction(points) for name, points in shown.items()} == sums
            assert len(group.matches) == counted


class TestEvening(TestCase):
    def test_nothing_is_lost(self) -> None:
        run_state_machine_as_test(
            Evening,
            settings=settings(
                max_examples=12,
                stateful_step_count=12,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )


@pytest.mark.parametrize("choice", ["end", "leave"])
def test_undo_brings_the_old_game_back_to_every_phone(cast: Cast, choice: str) -> None:
    cast.write(agreed(3, cast.example.seating.sides))
    first, version = cast.url("match"), cast.match
    assert cast.post("Ann", "rematch", data={"start": choice}).status_code == 303
    second = cast.url("sheet")
    page = cast.get("Bo", "table")
    assert f"Undo: back to {version.called} at 3" in text(page)
    assert "Undo: back" not in text(cast.get("Cy", "table"))
    assert cast.post("Cy", "undo_start", data={}).status_code == 403
    assert cast.post("Bo", "undo_start", data={}).status_code == 303
    assert cast.get("Cy", "table").context["place"].match == version
    assert cast.match.ended is None
    # A phone that still shows the new game is redirected, and does not request its log.
    led = cast.clients["Cy"].get(second, headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert led.headers["HX-Redirect"] == reverse("table", args=[cast.table.code])
    log = reverse("log", args=[cast.table.code, 2])
    assert cast.clients["Cy"].get(log).json() == {"lines": [], "gone": True}
    assert cast.clients["Cy"].get(reverse("log", args=[cast.table.code, 7])).status_code == 404
    assert cast.clients["Ann"].get(first).status_code == 200


def test_a_removed_match_is_not_brought_back_by_a_phone_that_kept_its_beginning(cast: Cast) -> None:
    cast.post("Ann", "rematch", data={})
    lines = cast.get("Bo", "log").json()["lines"]
    cast.post("Ann", "undo_start", data={})
    sent = {"match": "2", "lines": json.dumps(lines)}
    assert cast.clients["Bo"].post(reverse("offer", args=[cast.table.code]), sent).json()["state"] == "there"
    assert [match.number for match in cast.table.matches.all()] == [1]
    # The number is not reused, because phones store hands by it.
    cast.post("Ann", "rematch", data={})
    assert cast.match.number == 3


def test_a_hand_saved_meanwhile_is_not_ended_over(cast: Cast) -> None:
    cast.write(agreed(3, cast.example.seating.sides))
    seen = re.search(r'name="seen" value="(\d+)"', cast.get("Ann", "rematch").content.decode())
    assert seen
    cast.write(agreed(4, cast.example.seating.sides))
    answer = cast.post("Ann", "rematch", data={"start": "end", "seen": seen[1]})
    assert answer.status_code == 422
    assert "Someone else has saved a hand" in text(answer)
    assert cast.table.matches.count() == 1
    assert cast.match.ended is None


def test_a_start_is_not_undone_once_a_hand_was_written(cast: Cast) -> None:
    cast.post("Ann", "rematch", data={})
    cast.write(agreed(3, cast.example.seating.sides))
    answer = cast.post("Ann", "undo_start", data={})
    assert answer.status_code == 409
    assert "Nothing was undone" in text(answer)
    assert cast.table.matches.count() == 2
