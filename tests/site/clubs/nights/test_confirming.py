"""Confirmation of results by both sides, as on the terminals of bridge clubs."""

import json
from datetime import timedelta

import pytest
from django.core.management import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club, ClubEvent
from scorekeeper.matches import models, phones
from scorekeeper.nights import rounds
from scorekeeper.nights.models import Night, NightTable, ResultConfirmation, Round
from scorekeeper.web import phone_cookie
from tests.site.cast import markup, text
from tests.site.clubs.exporting.test_export import export, import_club
from tests.site.clubs.exporting.test_exported_nights import copy_of, with_changed_night
from tests.site.clubs.figures.test_ratings import adjust
from tests.site.clubs.nights.evenings import drawn_night, sheet_url
from tests.site.night_cast import NAMES

SECRET = "the phone that lies on table 1"


@pytest.fixture
def night(club):
    return drawn_night(club, NAMES[:8], confirm=True)


@pytest.fixture
def scorer(night):
    client = Client()
    client.cookies[phone_cookie.COOKIE] = SECRET
    phones.let_in(night.tables()[0].table, SECRET, models.Role.SCORER)
    return client


def result_url(night, number=1):
    table = night.tables()[number - 1].table
    return reverse("confirm_result", args=[night.night.code, table.code, 1])


def confirm(client, night, side, number=1):
    head = night.match(night.tables()[number - 1]).head
    return client.post(result_url(night, number), {"side": side, "head": head})


def shown_as_confirmed(night, number=1):
    """Return whether the night's page shows a result as confirmed; None if not asked for or not finished."""
    return night.presenter.tables[number - 1].is_confirmed


def side_names(night):
    names = night.seated(night.tables()[0])
    return [" &amp; ".join(names[n::2]) for n in range(2)]


def sides_asked(client, night):
    page = text(client.get(result_url(night)))
    return [names for names in side_names(night) if f"Confirm for {names}" in page]


def test_each_side_confirms_on_the_tables_phone(night, scorer):
    assert "Confirm result" not in text(scorer.get(sheet_url(night)))
    assert shown_as_confirmed(night) is None
    night.finish(night.tables()[0], 5, 1)
    assert result_url(night) in markup(scorer.get(sheet_url(night)))
    assert shown_as_confirmed(night) is False
    assert "Not confirmed" in text(night.get("Mia"))
    assert sides_asked(scorer, night) == side_names(night)
    assert confirm(scorer, night, 1)["Location"] == result_url(night)
    assert shown_as_confirmed(night) is False
    assert sides_asked(scorer, night) == side_names(night)[:1]
    version = night.fresh().version
    assert confirm(scorer, night, 0)["Location"] == sheet_url(night)
    assert night.fresh().version > version
    assert shown_as_confirmed(night) is True
    assert "Result confirmed" in text(scorer.get(sheet_url(night)))
    assert sides_asked(scorer, night) == []
    assert night.standing()[night.seated(night.tables()[0])[0]][1] == "5"


def test_entering_a_result_confirms_it_for_the_side_that_entered(night):
    first, second = night.tables()
    # The phone that writes has the name of a player of side 1.
    for table in first, second:
        models.Phone.objects.filter(table=table.table).update(name=night.seated(table)[1])
    night.write(first, 1_000, 0)
    # At the second table the last entry ends the match by agreement. It enters no result and confirms none.
    night.finish(second, 5, 1)
    for number, expected in ((1, [0]), (2, [0, 1])):
        page = night.cast.clients["Sven"].get(result_url(night, number))
        assert [side.side for side in page.context["unconfirmed"].sides] == expected


def test_watcher_cannot_confirm(night):
    night.finish(night.tables()[0], 5, 1)
    guest = Client()
    assert "Not confirmed" in text(guest.get(sheet_url(night)))
    assert "Confirm for" not in text(guest.get(result_url(night)))
    assert guest.post(result_url(night), {"wrong": "1"}).status_code == 403
    assert not ResultConfirmation.objects.exists()


def test_table_is_asked_to_confirm_when_its_time_is_up(night, scorer):
    night.write(night.tables()[0], 5, 1)
    assert "This table is still playing." in text(scorer.get(result_url(night)))
    confirm(scorer, night, 0)
    assert not ResultConfirmation.objects.exists()
    assert shown_as_confirmed(night) is None
    Round.objects.update(minutes=20, began=timezone.now() - timedelta(hours=1))
    assert shown_as_confirmed(night) is False


def test_table_is_asked_to_confirm_when_its_hands_are_played(night):
    Night.objects.update(hands=1)
    example = next(example for example in night.game.examples if example.seating.shape == (4, 2))
    assert shown_as_confirmed(night) is None
    night.cast.write(night.match(night.tables()[0]), example.hands[0])
    assert shown_as_confirmed(night) is False
    (result,) = night.presenter.results_to_confirm
    assert result.table == 1


def test_correction_withdraws_confirmations(night, scorer):
    first = night.tables()[0]
    night.finish(first, 5, 1)
    confirm(scorer, night, "all")
    assert shown_as_confirmed(night) is True
    before = night.match(first).head
    adjust(night.match(first), 3, 0)
    assert scorer.post(result_url(night), {"side": "0", "head": before}).status_code == 409
    assert shown_as_confirmed(night) is False


def test_objection_withdraws_confirmations_and_calls_the_referee(night, scorer):
    night.finish(night.tables()[0], 5, 1)
    confirm(scorer, night, "all")
    answer = scorer.post(result_url(night), {"wrong": "1"})
    assert answer["Location"] == reverse("call_referee", args=[night.night.code, 1])
    assert "The referee has been called" in text(scorer.get(answer["Location"]))
    page = text(night.get("Sven"))
    assert "Table 1 calls the referee" in page
    assert f"Not confirmed by {', '.join(side_names(night))}" in page


def test_scorekeeper_confirms_for_all_sides(night):
    night.finish(night.tables()[0], 5, 1)
    assert "Not confirmed by" not in text(night.get("Mia"))
    olga = night.cast.clients["Olga"]
    assert "Confirm for all" in text(olga.get(result_url(night)))
    assert confirm(olga, night, "all")["Location"] == night.cast.url("night", night.night.pk)
    assert shown_as_confirmed(night) is True
    event = ClubEvent.objects.get(what="result_confirmed")
    names = ", ".join(side_names(night)).replace("&amp;", "&")
    assert (event.by_name, event.about["sides"]) == ("Olga", names)


def test_round_with_unconfirmed_results_ends_only_if_they_are_accepted(night, scorer):
    first, second = night.tables()
    night.finish(first, 5, 1)
    night.write(second, 7, 2)
    confirm(scorer, night, "all")
    page = night.get("Sven", "end_round")
    assert [result.table for result in page.context["presenter"].open_results] == [2]
    # The field ``stands`` has the numbers of tables whose results may stay unconfirmed.
    for accepted in ({}, {"stands": "1"}, {"stands": "x"}):
        assert night.post("Sven", "end_round", round="1", **accepted).status_code == 409
    assert Round.objects.get(night=night.night).ended is None
    night.post("Sven", "end_round", round="1", stands="2")
    assert ClubEvent.objects.get(what="round_ended_unconfirmed").about["unconfirmed"] == "2"
    # Ending the round confirms nothing: the second table's result is shown as unconfirmed, but counts.
    assert (shown_as_confirmed(night), shown_as_confirmed(night, number=2)) == (True, False)
    assert night.standing()[night.seated(second)[0]][1] == "7"
    # The club's owner or scorekeeper can confirm this result until the night is over.
    assert confirm(scorer, night, 0, number=2).status_code == 403
    confirm(night.cast.clients["Olga"], night, "all", number=2)
    assert shown_as_confirmed(night, number=2) is True
    rounds.reopen_round(night.fresh(), 1, night.keeper)
    assert night.presenter.open_results == []
    assert night.post("Sven", "end_round", round="1").status_code == 303
    night.end()
    assert confirm(night.cast.clients["Olga"], night, 0).status_code == 403


def test_confirmed_round_ends_without_question(night, scorer):
    night.finish(night.tables()[0], 5, 1)
    confirm(scorer, night, "all")
    assert night.post("Sven", "end_round", round="1").status_code == 303
    # A night that asks for no confirmations does not mention them.
    other_night = drawn_night(night.cast)
    other_night.play((5, 1))
    assert shown_as_confirmed(other_night) is None
    assert "onfirm" not in text(other_night.get("Sven"))
    assert Client().get(result_url(other_night)).status_code == 404


def test_result_of_another_night_is_not_found(night):
    other = drawn_night(night.cast, confirm=True).night
    assert Client().get(result_url(night).replace(night.night.code, other.code)).status_code == 404


def test_confirmations_are_exported(night, scorer, tmp_path):
    for table in night.tables():
        night.finish(table, 5, 1)
    confirm(scorer, night, "all")
    confirm(night.cast.clients["Sven"], night, 1, number=2)
    copy = copy_of(night.cast.club, tmp_path)
    confirmations = ResultConfirmation.objects.filter(match__table__club=copy)
    columns = ("match__table__at_night__number", "side")
    assert sorted(confirmations.values_list(*columns)) == [(1, 0), (1, 1), (2, 1)]
    exported = export(copy)
    assert export(import_club(exported, tmp_path, copy)) == exported


def test_impossible_confirmations_are_refused(night, tmp_path):
    exported = export(night.cast.club)
    assert json.loads(exported.splitlines()[1])["night"]["confirm"] is True
    copy = Club.objects.create(name="Empty")
    # Each confirmation is a pair of match number and side.
    for wrong in ([[1, 2]], [[1, True]], [[1]], [1], [[1, 0], [1, 0]], "1"):

        def set_confirmed(night, wrong=wrong):
            night["played_rounds"][0]["tables"][0]["confirmed"] = wrong

        with pytest.raises(CommandError, match="line 2"):
            import_club(with_changed_night(exported, set_confirmed), tmp_path, copy)
        assert not NightTable.objects.filter(round__night__club=copy).exists()
