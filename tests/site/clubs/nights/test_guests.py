"""Guests of a night: the QR code on the wall, the page of a guest's seat, and the cards on the tables."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.membership import clubs
from scorekeeper.matches import models, phones
from scorekeeper.nights import table_cards
from scorekeeper.nights.models import Night
from scorekeeper.web import phone_cookie
from tests.site.cast import markup, text
from tests.site.clubs.nights.evenings import present, sheet_url
from tests.site.night_cast import NAMES, NightCast

PHONE = "the phone of a guest without an account"


@pytest.fixture
def night(club):
    return NightCast(club, NAMES[:9], fields={"minutes": 20})


@pytest.fixture
def guest():
    client = Client()
    client.cookies[phone_cookie.COOKIE] = PHONE
    return client


def night_url(night):
    return reverse("guest_night", args=[night.night.code])


def person_url(night, name):
    return reverse("guest_person", args=[night.night.code, present(night, name).pk])


def scan(guest, night, number):
    """Open the link of a table's card; return the URL of the redirect, or the page's text."""
    url, _sharp, secret = table_cards.card_link(night.night, number).partition("#")
    answer = guest.post(url, {"secret": secret})
    return answer["Location"] if answer.status_code == 303 else text(answer)


def test_wall_code_leads_a_guest_to_the_tables(night, guest):
    night.draw()
    assert "night_qr" in night.get("Mia", "wall").context
    answer = guest.get(night_url(night))
    assert "Which table are you at?" in text(answer)
    for number in (1, 2):
        assert sheet_url(night, number) in markup(answer)
        assert guest.get(sheet_url(night, number)).status_code == 200


def test_people_of_other_nights_and_deleted_clubs_are_not_found(guest, night):
    for number in (present(NightCast(night.cast, NAMES[:4]), "Ann").pk, 10**30):
        assert guest.get(f"{night_url(night)}{number}/").status_code == 404
    clubs.schedule_deletion(night.cast.club, night.cast.member("Olga").user, "Olga")
    type(night.cast.club).objects.update(deletes=timezone.now())
    assert guest.get(night_url(night)).status_code == 404


def test_guest_page_shows_the_seat_in_every_round(night, guest):
    url = person_url(night, "Ann")
    assert "will tell you where you sit" in text(guest.get(url))
    for number in (1, 2):
        night.draw()
        (sitting_out,) = night.night.played_rounds.get(number=number).sitting_out
        assert "Sits out" in text(guest.get(night_url(night)))
        expected = {sitting_out: "You sit this round out."}
        expected |= {
            pk: f"You sit at table {table.number}" for table in night.tables() for pk in table.seated
        }
        for row in night.night.present.select_related("player"):
            assert expected[row.pk] in text(guest.get(person_url(night, row.player.name)))
        night.play((5, 1), (7, 2))
        assert "The round is over." in text(guest.get(url))
    assert "Ann: place" in text(guest.get(url))


def test_guest_page_is_sent_again_only_after_a_change(night, guest):
    night.draw()
    headers = {"HX-Request": "true"}
    answer = guest.get(person_url(night, "Ann"), headers=headers)
    assert b"<html" not in answer.content
    headers["If-None-Match"] = answer["ETag"]
    for name, status in ("Ann", 304), ("Bo", 200):
        assert guest.get(person_url(night, name), headers=headers).status_code == status
    night.write(night.tables()[0], 5, 1)
    assert guest.get(person_url(night, "Ann"), headers=headers).status_code == 200


def test_guest_page_links_to_no_page_of_members(night, guest):
    night.draw()
    night.play((5, 1), (7, 2))
    night.end()
    shown = markup(guest.get(night_url(night)))
    assert "Prizes" in shown
    assert "/c/" not in shown


def test_card_opens_the_current_sheet_of_its_table(night, guest):
    assert "Nothing is being played at table 2 yet." in scan(guest, night, 2)
    for number in (1, 2):
        night.draw()
        table = night.tables()[1].table
        if number == 1:
            who = reverse("who", args=[table.code])
            assert scan(guest, night, 2) == who
            guest.post(who, {"who": "Zoe"})
        else:  # the guest is asked for a name only once
            assert scan(guest, night, 2) == sheet_url(night, 2)
        phone = models.Phone.objects.get(table=table, key_hash=phones.hash_key(PHONE))
        assert (phone.role, phone.name) == (models.Role.SCORER, "Zoe")
        night.play((5, 1), (7, 2))
    assert "Nothing is being played" in scan(guest, night, 2)


def test_card_of_another_table_or_an_ended_night_opens_nothing(night, guest):
    night.draw()
    other = NightCast(night.cast, NAMES[:4])
    url = table_cards.card_link(night.night, 1).partition("#")[0]
    for link in (table_cards.card_link(night.night, 2), table_cards.card_link(other.night, 1), "#", ""):
        assert guest.post(url, {"secret": link.rpartition("#")[2]}).status_code == 403
    huge_number = url.replace("table/1", f"table/{10**30}")
    assert guest.post(huge_number, {"secret": "x"}).status_code in (403, 404)
    Night.objects.update(ended=timezone.now())
    assert "Nothing is being played" in scan(guest, night, 1)


def test_cards_are_printed_before_the_first_round(night):
    shown = markup(night.get("Sven", "night_cards"))
    for number in (1, 2):
        assert table_cards.card_link(night.night, number) in shown
