"""Confirmation of results by both sides, as on the terminals of bridge clubs."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine import Adjustment, PerSide
from scorekeeper.clubs.models import Club, ClubEvent
from scorekeeper.matches import commands, models, phones
from scorekeeper.nights import rounds
from scorekeeper.nights.models import Night, NightTable, ResultConfirmation, Round
from scorekeeper.web import phone_cookie
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.clubs.exporting.test_carried import changed
from tests.site.clubs.exporting.test_export import brought, whole
from tests.site.night_cast import NAMES, NightCast

KEYS = "the phone that lies on table 1"


@pytest.fixture
def night(db: None) -> NightCast:
    made = NightCast(ClubCast(), NAMES[:8], more={"confirm": True})
    made.draw()
    return made


@pytest.fixture
def scorer(night: NightCast) -> Client:
    """Return a phone without a member that keeps score at table 1."""
    client = Client()
    client.cookies[phone_cookie.COOKIE] = KEYS
    table = night.tables()[0].table
    assert table is not None
    phones.let_in(table, KEYS, models.Role.SCORER)
    return client


def sheet(night: NightCast, number: int = 1) -> str:
    return reverse("table", args=[code_of(night, number)])


def code_of(night: NightCast, number: int = 1) -> str:
    table = night.tables()[number - 1].table
    assert table is not None
    return table.code


def result(night: NightCast, number: int = 1) -> str:
    return reverse("confirm_result", args=[night.night.code, code_of(night, number), 1])


def confirm(client: Client, night: NightCast, side: int | str, number: int = 1, **more: Any) -> Any:
    head = night.match(night.tables()[number - 1]).head
    return client.post(result(night, number), {"side": side, "head": head, **more})


def says(night: NightCast, who: str = "Sven", number: int = 1) -> bool | None:
    """Return True if the night's page shows the result of a table as confirmed; None if it says nothing."""
    return night.get(who).context["now"].tables[number - 1].is_confirmed


def sides(night: NightCast, number: int = 1) -> list[str]:
    """Return the names of each side of a table."""
    names = night.seated(night.tables()[number - 1])
    return [" &amp; ".join(names[n::2]) for n in range(2)]


def test_each_side_confirms_on_the_tables_phone(night: NightCast, scorer: Client) -> None:
    assert "Confirm result" not in text(scorer.get(sheet(night)))
    assert says(night) is None
    night.finish(night.tables()[0], 5, 1)
    assert result(night) in scorer.get(sheet(night)).content.decode()
    assert says(night) is False
    assert "Not confirmed" in text(night.get("Mia"))
    page = text(scorer.get(result(night)))
    for names in sides(night):
        assert f"Confirm for {names}" in page
    assert confirm(scorer, night, 1)["Location"] == result(night)
    assert says(night) is False
    page = text(scorer.get(result(night)))
    assert f"Confirm for {sides(night)[0]}" in page
    assert f"Confirm for {sides(night)[1]}" not in page
    version = night.fresh().version
    assert confirm(scorer, night, 0)["Location"] == sheet(night)
    assert night.fresh().version > version
    assert says(night) is True
    assert "Result confirmed" in text(scorer.get(sheet(night)))
    assert "All sides have confirmed this result." in text(scorer.get(result(night)))
    # It counts like any other.
    assert night.standing()[night.seated(night.tables()[0])[0]][1] == "5"


def test_the_side_that_entered_has_agreed_by_entering(night: NightCast) -> None:
    table = night.tables()[0].table
    assert table is not None
    name = night.seated(night.tables()[0])[1]
    models.Phone.objects.filter(table=table).update(name=name)
    night.write(night.tables()[0], 1_000, 0)
    assert night.match(night.tables()[0]).ended
    page = night.cast.clients["Sven"].get(result(night))
    assert [one.side for one in page.context["open"].sides] == [0]
    # A player who ends the match by agreement has not entered a result.
    second = night.tables()[1]
    models.Phone.objects.filter(table=second.table).update(name=night.seated(second)[1])
    night.finish(second, 5, 1)
    page = night.cast.clients["Sven"].get(result(night, 2))
    assert [one.side for one in page.context["open"].sides] == [0, 1]


def test_who_only_looks_on_is_told_and_confirms_nothing(night: NightCast) -> None:
    night.finish(night.tables()[0], 5, 1)
    guest = Client()
    assert "Not confirmed" in text(guest.get(sheet(night)))
    assert "Confirm for" not in text(guest.get(result(night)))
    assert confirm(guest, night, 0).status_code == 403
    assert guest.post(result(night), {"wrong": "1"}).status_code == 403
    assert not ResultConfirmation.objects.exists()


def test_a_table_that_still_plays_is_not_asked(night: NightCast, scorer: Client) -> None:
    night.write(night.tables()[0], 5, 1)
    assert "This table is still playing." in text(scorer.get(result(night)))
    confirm(scorer, night, 0)
    assert not ResultConfirmation.objects.exists()


def test_a_table_whose_time_is_up_is_asked(night: NightCast) -> None:
    night.write(night.tables()[0], 5, 1)
    assert says(night) is None
    long_ago = timezone.now() - timedelta(hours=1)
    Round.objects.filter(night=night.night).update(minutes=20, began=long_ago)
    assert says(night) is False


def test_a_table_that_has_played_its_hands_is_asked(night: NightCast) -> None:
    Night.objects.filter(pk=night.night.pk).update(hands=1)
    game = rounds.game_of(night.night)
    example = next(one for one in game.examples if one.seating.shape == (4, 2))
    assert says(night) is None
    night.cast.write(night.match(night.tables()[0]), example.hands[0])
    assert says(night) is False
    told = night.get("Sven").context["now"].results_to_confirm
    assert [one.table for one in told] == [1]


def correct(night: NightCast, *points: int) -> None:
    """Amend the first hand of table 1."""
    match = night.match(night.tables()[0])
    hand = Adjustment(PerSide(points), "as played")
    intent = commands.WriteCommand(uuid.uuid4(), 1, 1, hand, "miscounted")
    saved = commands.append_entry(match, match.table.phones.order_by("pk").first(), intent)
    assert isinstance(saved, commands.Saved), saved


def test_a_correction_withdraws_what_was_confirmed(night: NightCast, scorer: Client) -> None:
    first = night.tables()[0]
    night.finish(first, 5, 1)
    confirm(scorer, night, "all")
    assert says(night) is True
    before = night.match(first).head
    correct(night, 3, 0)
    assert says(night) is False
    # Earlier confirmations no longer count.
    told = scorer.post(result(night), {"side": "0", "head": before})
    assert told.status_code == 409
    assert "The sheet was changed meanwhile." in text(told)
    assert says(night) is False


def test_not_right_calls_the_referee_and_withdraws(night: NightCast, scorer: Client) -> None:
    night.finish(night.tables()[0], 5, 1)
    confirm(scorer, night, "all")
    told = scorer.post(result(night), {"wrong": "1"})
    assert told["Location"] == reverse("call_referee", args=[night.night.code, 1])
    assert "The referee has been called" in text(scorer.get(told["Location"]))
    page = text(night.get("Sven"))
    assert "Table 1 calls the referee" in page
    assert f"Not confirmed by {', '.join(sides(night))}" in page


def test_the_secretary_confirms_in_their_place_and_the_log_says_so(night: NightCast) -> None:
    night.finish(night.tables()[0], 5, 1)
    assert "Not confirmed by" not in text(night.get("Mia"))
    olga = night.cast.clients["Olga"]
    assert "Confirm for all" in text(olga.get(result(night)))
    assert confirm(olga, night, "all")["Location"] == night.cast.url("night", night.night.pk)
    assert says(night) is True
    event = ClubEvent.objects.get(what="result_confirmed")
    assert (event.by_name, event.about["sides"]) == ("Olga", ", ".join(sides(night)).replace("&amp;", "&"))


def test_a_round_is_not_ended_in_silence(night: NightCast, scorer: Client) -> None:
    first, second = night.tables()
    night.finish(first, 5, 1)
    night.write(second, 7, 2)
    confirm(scorer, night, "all")
    asked = night.get("Sven", "end_round")
    assert [one.table for one in asked.context["now"].open_results] == [2]
    for stands in ({}, {"stands": "1"}, {"stands": "x"}):
        told = night.post("Sven", "end_round", round="1", **stands)
        assert told.status_code == 409
        assert "These results count all the same" in text(told)
    assert Round.objects.get(night=night.night).ended is None
    assert night.post("Sven", "end_round", round="1", stands="2").status_code == 303
    assert ClubEvent.objects.get(what="round_ended_unconfirmed").about["unconfirmed"] == "2"
    # The end of the round is not a correction: confirmed results stay confirmed, others are marked, and all
    # count.
    assert (says(night), says(night, number=2)) == (True, False)
    assert night.standing()[night.seated(second)[0]][1] == "7"
    # Scorekeepers of the club can confirm it until the night is over.
    assert confirm(scorer, night, 0, number=2).status_code == 403
    assert confirm(night.cast.clients["Olga"], night, "all", number=2).status_code == 303
    assert says(night, number=2) is True
    rounds.reopen_round(night.fresh(), 1, night.keeper)
    assert night.get("Sven").context["now"].open_results == []
    assert night.post("Sven", "end_round", round="1").status_code == 303
    night.end()
    assert confirm(night.cast.clients["Olga"], night, 0).status_code == 403


def test_where_all_is_confirmed_or_nobody_is_asked_the_round_ends_at_once(
    night: NightCast, scorer: Client
) -> None:
    night.finish(night.tables()[0], 5, 1)
    confirm(scorer, night, "all")
    assert night.post("Sven", "end_round", round="1").status_code == 303
    plain = NightCast(night.cast, NAMES[:4])
    plain.draw()
    plain.play((5, 1))
    assert says(plain) is None
    assert "onfirm" not in text(plain.get("Sven"))
    assert Client().get(result(plain)).status_code == 404


def test_a_tables_result_at_another_night_is_not_found(night: NightCast) -> None:
    other = NightCast(night.cast, NAMES[:4], more={"confirm": True})
    wrong = reverse("confirm_result", args=[other.night.code, code_of(night), 1])
    assert Client().get(wrong).status_code == 404


def test_what_was_confirmed_is_taken_along(night: NightCast, scorer: Client, tmp_path: Path) -> None:
    night.finish(night.tables()[0], 5, 1)
    night.finish(night.tables()[1], 7, 2)
    confirm(scorer, night, "all")
    confirm(night.cast.clients["Sven"], night, 1, number=2)
    before = whole(night.cast.club)
    copy = brought(before, tmp_path)
    assert whole(copy) == before
    assert Night.objects.get(club=copy).confirm
    there = ResultConfirmation.objects.filter(match__table__club=copy)
    assert sorted(there.values_list("match__table__at_night__number", "side")) == [(1, 0), (1, 1), (2, 1)]
    # Idempotent.
    assert whole(brought(before, tmp_path, copy)) == before


def test_a_confirmation_that_cannot_be_is_told(night: NightCast, tmp_path: Path) -> None:
    text_ = whole(night.cast.club)
    assert json.loads(text_.splitlines()[1])["night"]["confirm"] is True
    for wrong in ([[1, 2]], [[1, True]], [[1]], [1], [[1, 0], [1, 0]], "1"):

        def put(told: dict[str, Any], wrong: Any = wrong) -> None:
            told["played_rounds"][0]["tables"][0]["confirmed"] = wrong

        copy = Club.objects.create(name="Empty")
        with pytest.raises(CommandError, match="line 2"):
            brought(changed(text_, put), tmp_path, copy)
        assert not NightTable.objects.filter(round__night__club=copy).exists()
