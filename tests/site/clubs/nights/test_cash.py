"""Entry money and prizes of a night: a small cash list for those who run it, where the club wants one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.exporting import club_export
from scorekeeper.clubs.importing import nights
from scorekeeper.clubs.jobs import runner
from scorekeeper.clubs.models import Club, ClubEvent, Job, Night, Payout, Player, Present
from scorekeeper.clubs.nights import cash, tonight
from scorekeeper.clubs.nights.rounds import game_of
from scorekeeper.clubs.privacy import erasure, personal_data
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.clubs.exporting.test_carried import changed
from tests.site.clubs.exporting.test_export import brought
from tests.site.night_cast import NAMES, NightCast, season

PARTIAL = {"HX-Request": "true"}


@pytest.fixture
def club(db: None) -> ClubCast:
    cast = ClubCast()
    Club.objects.filter(pk=cast.club.pk).update(keeps_cash=True, currency="€")
    cast.club.refresh_from_db()
    return cast


@pytest.fixture
def night(club: ClubCast) -> NightCast:
    return NightCast(club, NAMES[:4], more={"entry_fee": 550})


def present(night: NightCast, name: str) -> Present:
    return night.night.present.get(player__name=name)


def pay(night: NightCast, name: str, what: str = "paid", **more: Any) -> Any:
    url = night.cast.url("pay_entry", night.night.pk)
    return night.cast.clients["Sven"].post(url, {what: present(night, name).pk}, **more)


def prize(night: NightCast, amount: str, what: str = "First prize", to: str = "", known: int = 0) -> Any:
    player = str(night.cast.player(to).pk) if to else ""
    said = {"add": "1", "what": what, "amount": amount, "to": player, "known": str(known)}
    return night.post("Sven", "night_cash", **said)


def line(night: NightCast) -> tuple[int, int, int]:
    found = night.get("Sven", "night_cash").context["line"]
    return found.taken, found.given, found.balance


def with_cash(club: Club) -> str:
    return "".join(club_export.club_lines(Club.objects.get(pk=club.pk), cash=True))


@given(st.integers(0, cash.MOST))
def test_an_amount_is_read_as_it_is_written(amount: int) -> None:
    assert cash.parse_amount(cash.amount_text(amount)) == amount


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("5", 500), ("5.5", 550), ("5,50", 550), (" 0.05 ", 5), ("0", 0), ("999999.99", cash.MOST)]
    + [(wrong, None) for wrong in ("", "-5", "5.555", "1e3", "5 €", ".5", "1000000", "٥", "5.", "nan")],
)
def test_amounts_are_whole_hundredths(typed: str, meant: int | None) -> None:
    assert cash.parse_amount(typed) == meant


def test_amounts_are_shown_with_the_clubs_currency() -> None:
    assert [cash.amount_text(n, "€") for n in (0, 500, 550, -5)] == ["0 €", "5 €", "5.50 €", "−0.05 €"]
    assert cash.amount_text(500) == "5"


def test_a_club_that_keeps_no_cash_list_has_none(night: NightCast) -> None:
    Club.objects.update(keeps_cash=False)
    for who in ("Olga", "Sven", "Mia"):
        assert "Cash" not in text(night.get(who))
    assert night.get("Sven", "night_cash").status_code == 404
    assert night.cast.get("Sven", "club_cash").status_code == 404
    assert pay(night, "Ann").status_code == 404
    assert "Paid" not in text(night.get("Sven", "present"))
    assert not Club().keeps_cash


def test_an_owner_turns_it_on_and_off_and_nothing_is_lost(club: ClubCast, night: NightCast) -> None:
    pay(night, "Ann")
    said = {"name": club.club.name, "colour": "green", "currency": "CHF", "published": ""}
    assert club.post("Olga", "club_settings", data=said).status_code == 303
    assert "Cash" not in text(night.get("Sven"))
    assert club.post("Olga", "club_settings", data=said | {"keeps_cash": "yes"}).status_code == 303
    assert "5.50 CHF" in text(night.get("Sven", "night_cash"))
    assert set(ClubEvent.objects.values_list("what", flat=True)) >= {"cash_on", "cash_off"}
    assert "CHF" in club.get("Olga", "club_settings").content.decode()


def test_one_tap_on_the_attendance_page_says_that_somebody_has_paid(night: NightCast) -> None:
    assert "Paid" in text(night.get("Sven", "present"))
    told = pay(night, "Ann", headers=PARTIAL)
    assert b"<html" not in told.content
    assert "Paid 5.50 €" in text(told)
    assert pay(night, "Bo")["Location"] == night.cast.url("present", night.night.pk)
    assert line(night) == (1100, 0, 1100)
    # Twice is once, also where the fee was changed meanwhile.
    night.post("Sven", "night_cash", fee="7")
    pay(night, "Ann")
    assert line(night) == (1100, 0, 1100)
    pay(night, "Cy")
    assert line(night) == (1800, 0, 1800)
    pay(night, "Cy", "unpaid")
    pay(night, "Cy", "unpaid")
    assert present(night, "Cy").paid is None
    elsewhere = NightCast(night.cast, NAMES[:4], more={"entry_fee": 100})
    url = night.cast.url("pay_entry", night.night.pk)
    night.cast.clients["Sven"].post(url, {"paid": present(elsewhere, "Ann").pk})
    assert present(elsewhere, "Ann").paid is None


def test_the_list_follows_a_tap_on_the_cash_page(night: NightCast) -> None:
    url = night.cast.url("pay_entry", night.night.pk)
    sent = {"paid": present(night, "Ann").pk, "listed": "1"}
    told = night.cast.clients["Sven"].post(url, sent, headers=PARTIAL)
    assert "1 of 4 paid" in text(told)
    assert "<html" not in told.content.decode()
    told = night.cast.clients["Sven"].post(url, sent)
    assert told["Location"] == night.cast.url("night_cash", night.night.pk)


def test_where_nothing_is_to_be_paid_nothing_is_asked(club: ClubCast) -> None:
    free = NightCast(club, NAMES[:4])
    assert "Paid" not in text(free.get("Sven", "present"))
    assert free.post("Sven", "night_cash", fee="free").status_code == 422
    assert free.post("Sven", "night_cash", fee="3,20").status_code == 303
    assert free.fresh().entry_fee == 320
    assert free.post("Sven", "night_cash", fee="").status_code == 303
    assert free.fresh().entry_fee == 0


def test_the_next_night_costs_the_same(night: NightCast) -> None:
    assert tonight.new_night(night.cast.club, game_of(night.night), night.fresh()).entry_fee == 550


def test_prizes_are_paid_out_and_taken_off_the_list_again(night: NightCast) -> None:
    pay(night, "Ann")
    assert prize(night, "7.50", to="Bo").status_code == 303
    assert line(night) == (550, 750, -200)
    page = text(night.get("Sven", "night_cash"))
    assert "First prize Bo" in page
    assert "−2 €" in page
    # A second tap of the same key adds nothing.
    told = prize(night, "7.50", to="Bo")
    assert told.status_code == 409
    assert 'value="7.50"' in told.content.decode()
    assert Payout.objects.count() == 1
    # What is deleted stands in the boxes.
    told = night.post("Sven", "night_cash", delete=Payout.objects.get().pk)
    assert "Deleted." in text(told)
    assert told.context["typed"] == {
        "what": "First prize",
        "to": str(night.cast.player("Bo").pk),
        "amount": "7.50",
        "fee": "5.50",
    }
    assert line(night) == (550, 0, 550)
    assert night.post("Sven", "night_cash", delete="4711").status_code == 303


@pytest.mark.parametrize("amount", ["", "0", "-3", "five"])
def test_a_prize_without_an_amount_is_asked_for_it(night: NightCast, amount: str) -> None:
    told = prize(night, amount, what="Wooden spoon")
    assert told.status_code == 422
    assert "Enter an amount like this" in text(told)
    assert 'value="Wooden spoon"' in told.content.decode()
    assert not Payout.objects.exists()


def test_a_prize_goes_to_nobody_who_was_not_there(night: NightCast) -> None:
    outside = Player.objects.create(club=night.cast.other, name="Zoe")
    said = {"add": "1", "what": "x", "amount": "1", "to": str(outside.pk), "known": "0"}
    night.post("Sven", "night_cash", **said)
    assert Payout.objects.get().player is None


def test_whoever_paid_and_left_before_the_first_round_stays_on_the_list(night: NightCast) -> None:
    pay(night, "Ann")
    prize(night, "1", to="Bo")
    for name in ("Ann", "Bo", "Cy"):
        night.post("Sven", "present", go=present(night, name).pk)
    there = set(night.night.present.values_list("player__name", flat=True))
    assert there == {"Ann", "Bo", "Di"}
    assert line(night) == (550, 100, 450)
    night.post("Sven", "present", player=night.cast.player("Ann").pk)
    assert present(night, "Ann").to_round is None
    assert present(night, "Ann").paid == 550


def test_a_night_with_money_in_it_is_not_deleted(night: NightCast) -> None:
    pay(night, "Ann")
    assert "Delete night" not in text(night.get("Sven", "change_night"))
    assert night.post("Sven", "delete_night").status_code == 403
    pay(night, "Ann", "unpaid")
    assert night.post("Sven", "delete_night").status_code == 303


def test_a_seasons_nights_are_added_up(club: ClubCast) -> None:
    autumn = season(club)
    for counts_for, amount in ((autumn, "2"), (autumn, "3.25"), (None, "10")):
        made = NightCast(club, NAMES[:4], more={"season": counts_for, "entry_fee": 500})
        pay(made, "Ann")
        prize(made, amount)
    NightCast(club, NAMES[:4], more={"season": autumn, "entry_fee": 500})
    told = club.clients["Sven"].get(club.url("club_cash"), {"season": autumn.pk})
    assert len(told.context["lines"]) == 2
    total = told.context["total"]
    assert (total.taken, total.given, total.balance) == (1000, 525, 475)
    assert "4.75 €" in text(told)
    assert club.get("Sven", "club_cash").context["total"].balance == -25
    assert f"?season={autumn.pk}" in club.get("Sven", "season", autumn.pk).content.decode()
    assert "Cash" not in text(club.get("Mia", "season", autumn.pk))


def a_cash_list(night: NightCast) -> None:
    night.draw()
    pay(night, "Ann")
    prize(night, "7.50", what="Erster", to="Bo")
    prize(night, "1", what="", known=1)


def test_a_cash_list_is_taken_along_and_read_back_identically(night: NightCast, tmp_path: Path) -> None:
    a_cash_list(night)
    before = with_cash(night.cast.club)
    copy = brought(before, tmp_path)
    assert with_cash(copy) == before
    copy.refresh_from_db()
    assert (copy.keeps_cash, copy.currency) == (True, "€")
    assert [one.taken for one in cash.of_nights(list(Night.objects.filter(club=copy)))] == [550]
    bo = Payout.objects.get(night__club=copy, what="Erster").player
    assert bo is not None
    assert (bo.club, bo.name) == (copy, "Bo")
    assert with_cash(brought(before, tmp_path, copy)) == before


def test_only_those_who_run_its_nights_take_it_along(night: NightCast) -> None:
    a_cash_list(night)
    for who, sees in (("Olga", True), ("Sven", True), ("Mia", False)):
        answer = night.cast.get(who, "club_whole")
        told = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
        assert ("Erster" in told, '"paid"' in told, '"€"' in told) == (sees, sees, sees), who
        night.cast.post(who, "club_whole", data={})
        job = Job.objects.latest("pk")
        runner.run_all_jobs()
        written = night.cast.get(who, "job_file", job.pk)
        told = b"".join(written.streaming_content).decode()  # type: ignore[attr-defined]
        assert ("Erster" in told) is sees, who


@pytest.mark.parametrize(
    "how",
    [
        lambda night: night.update(entry_fee=-1),
        lambda night: night.update(entry_fee="5"),
        lambda night: night["present"][0].update(paid="5"),
        lambda night: night["present"][0].update(paid=10**9),
        lambda night: night["payouts"][0].update(amount=0),
        lambda night: night["payouts"][0].update(at="yesterday"),
        lambda night: night["payouts"][0].update(player=-1),
        lambda night: night["payouts"][0].update(more=1),
    ],
)
def test_a_cash_list_that_cannot_be_is_told(
    night: NightCast, tmp_path: Path, how: Callable[[dict[str, Any]], None]
) -> None:
    a_cash_list(night)
    copy = Club.objects.create(name="Empty")
    with pytest.raises(CommandError, match="line 2"):
        brought(changed(with_cash(night.cast.club), how), tmp_path, copy)
    assert not Night.objects.filter(club=copy).exists()


def test_what_two_of_a_file_paid_who_are_one_here_is_added_up(night: NightCast, tmp_path: Path) -> None:
    for name in ("Ann", "Bo"):
        pay(night, name)
    copy = Club.objects.create(name="Empty")
    told = json.loads(with_cash(night.cast.club).splitlines()[1])["night"]

    ann = Player.objects.create(club=copy, name="Ann")
    nights.create_nights([nights.read_night(told)], copy, {one["player"]: ann.pk for one in told["present"]})
    assert Present.objects.get(night__club=copy).paid == 1100


def test_what_somebody_paid_and_got_is_in_their_data(night: NightCast) -> None:
    a_cash_list(night)
    ann, bo = (personal_data.personal_data(night.cast.player(name)) for name in ("Ann", "Bo"))
    assert [one["paid"] for one in ann["nights"]] == ["5.50 €"]
    assert [(one["what"], one["amount"]) for one in bo["prizes_in_money"]] == [("Erster", "7.50 €")]


def test_who_is_forgotten_stands_there_without_a_name_and_the_sums_stay(night: NightCast) -> None:
    a_cash_list(night)
    prize(night, "2", what="For Bo, who lost", to="Bo", known=2)
    before = line(night)
    bo = night.cast.player("Bo")
    erasure.request_erasure(bo, "Sven")
    page = text(night.get("Sven", "night_cash"))
    assert "Bo" not in page.replace("Booby", "")
    assert "For Former player, who lost" in page
    assert line(night) == before
    erasure.cancel_erasure(Player.objects.get(pk=bo.pk), "Sven")
    assert "For Bo, who lost" in text(night.get("Sven", "night_cash"))
    erasure.request_erasure(Player.objects.get(pk=bo.pk), "Sven")
    erasure.erase(Player.objects.get(pk=bo.pk))
    assert line(night) == before
    assert not Payout.objects.filter(what__contains="Bo").exists()
