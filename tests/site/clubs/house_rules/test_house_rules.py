"""The club's house rules: named, versioned, and offered before the presets."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Game, to_form_data
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.models import ClubHouse
from scorekeeper.matches.models import Match, Table
from scorekeeper.sheet.form_fields import shown
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.routes import rich_example

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubCast:
    return ClubCast()


def game() -> Game[Any]:
    return rich_example()[0]


def boxes(house: Any, **changes: Any) -> dict[str, Any]:
    """Return house rules as their form sends them."""
    filled = {f"house-{path}": shown(answer) for path, answer in to_form_data(house).items()}
    return {name: value for name, value in {**filled, **changes}.items() if value != "no"}


def switch(house: Any) -> str:
    """Return a boolean house rule for which both values are allowed."""
    return next(
        path for path, answer in to_form_data(house).items() if isinstance(answer, bool) and not answer
    )


def made(club: ClubCast, name: str = "Tuesday rules") -> ClubHouse:
    """Create house rules of the club from the first preset."""
    preset = game().presets[0]
    sent = {"was": preset.id, "preset": preset.id, "shape": shape(), "name": name, "save": "1"}
    answer = club.post("Sven", "new_house", game().slug, data=sent | boxes(preset.house))
    assert answer.status_code == 303, text(answer)
    return ClubHouse.objects.get(club=club.club, name=name)


def shape() -> str:
    return "{}x{}".format(*game().shapes(game().presets[0])[0])


def changing(house: ClubHouse, **more: Any) -> dict[str, Any]:
    """Return the fields of the edit form with one house rule toggled."""
    rules = rulesets.heading_of(house).house
    way = f"club-{house.pk}"
    sent = {"was": way, "preset": way, "shape": shape(), "opened": house.pk, "save": "1", "reason": "agreed"}
    return {**sent, **boxes(rules, **{f"house-{switch(rules)}": "yes"}), **more}


def test_house_rules_are_kept_under_a_name(club: ClubCast) -> None:
    house = made(club)
    assert (house.version, house.by_name, house.game_slug) == (1, "Sven", game().slug)
    assert rulesets.heading_of(house).house == game().presets[0].house
    assert "Tuesday rules" in text(club.get("Mia", "houses"))
    assert "Exactly like" in text(club.get("Mia", "house", house.pk))
    assert "house_made" in club.club.events.values_list("what", flat=True)


def test_a_name_is_taken_only_once_and_goes_on_with_its_history(club: ClubCast) -> None:
    house = made(club)
    preset = game().presets[0]
    sent = {"was": preset.id, "preset": preset.id, "shape": shape(), "name": "Tuesday rules", "save": "1"}
    page = club.post("Olga", "new_house", game().slug, data=sent | boxes(preset.house))
    assert page.status_code == 422
    assert "The club already has house rules with this name." in text(page)
    assert club.post("Olga", "end_house", house.pk, data={}).status_code == 303
    assert club.post("Olga", "new_house", game().slug, data=sent | boxes(preset.house)).status_code == 303
    assert ClubHouse.objects.get(until=None).version == 2


def test_a_change_is_a_new_version_that_says_who_when_why_and_what(club: ClubCast) -> None:
    house = made(club)
    answer = club.post("Olga", "change_house", house.pk, data=changing(house, reason="Too slow before"))
    assert answer.status_code == 303
    now = ClubHouse.objects.get(until=None)
    house.refresh_from_db()
    assert (now.version, now.by_name, now.why) == (2, "Olga", "Too slow before")
    assert house.until is not None
    page = club.get("Mia", "house", now.pk)
    versions = page.context["versions"]
    assert [one.house.version for one in versions] == [2, 1]
    assert len(versions[0].changed) == 1
    assert not versions[1].changed
    told = text(page)
    assert "Too slow before" in told
    assert "Olga" in told
    assert versions[0].changed[0][0] in told


def test_a_change_without_a_reason_or_without_a_difference_writes_nothing(club: ClubCast) -> None:
    house = made(club)
    page = club.post("Olga", "change_house", house.pk, data=changing(house, reason=" "))
    assert page.status_code == 422
    assert "Say why" in text(page)
    same = changing(house) | boxes(rulesets.heading_of(house).house)
    same.pop(f"house-{switch(rulesets.heading_of(house).house)}", None)
    assert club.post("Olga", "change_house", house.pk, data=same).status_code == 303
    assert ClubHouse.objects.count() == 1


def test_the_slower_of_two_who_change_the_same_rules_sees_it_with_theirs_in_the_boxes(club: ClubCast) -> None:
    house = made(club)
    club.post("Olga", "change_house", house.pk, data=changing(house))
    page = club.post("Sven", "change_house", house.pk, data=changing(house, reason="mine"))
    assert page.status_code == 409
    assert b'value="mine"' in page.content
    assert "Someone else has changed these rules in the meantime" in text(page)
    assert ClubHouse.objects.count() == 2


def test_a_table_is_offered_the_clubs_rules_before_the_presets(club: ClubCast) -> None:
    house = made(club)
    club.post("Olga", "change_house", house.pk, data=changing(house))
    now = ClubHouse.objects.get(until=None)
    page = club.get("Mia", "start_in_club", game().slug)
    start = page.context["start"]
    assert (start.way.name, start.played) == ("Tuesday rules", f"club-{now.pk}")
    assert page.content.index(b"Tuesday rules") < page.content.index(game().presets[-1].id.encode())
    sent = {"was": start.played, "preset": start.played, "shape": shape(), "first_dealer": "0", "start": "1"}
    sent |= boxes(rulesets.heading_of(now).house)
    assert club.post("Mia", "start_in_club", game().slug, data=sent).status_code == 303
    assert Match.objects.get().house == now.house
    assert Table.objects.get().club == club.club


def test_choosing_another_way_shows_its_house_rules(club: ClubCast) -> None:
    house = made(club)
    club.post("Olga", "change_house", house.pk, data=changing(house))
    now = ClubHouse.objects.get(until=None)
    preset = game().presets[0]
    sent = {"was": preset.id, "preset": f"club-{now.pk}", "shape": shape(), **boxes(preset.house)}
    page = club.post("Mia", "start_in_club", game().slug, data=sent)
    option = switch(preset.house)
    form = page.context["start"].form
    assert form.answers[option] is True
    assert page.context["start"].changed == 0
    back = club.post(
        "Mia", "start_in_club", game().slug, data=sent | {"was": f"club-{now.pk}", "preset": preset.id}
    )
    assert back.context["start"].form.answers[option] is False


def test_the_referee_is_asked_by_the_clubs_own_rules(club: ClubCast) -> None:
    house = made(club)
    for question in game().questions:
        assert club.get("Mia", "ask_by_house", house.pk, question).status_code == 200
    page = club.get("Mia", "ask_by_house", house.pk, next(iter(game().questions)))
    assert page.context["desk"].sheet.house == rulesets.heading_of(house).house


def test_another_clubs_house_rules_are_nobodys_here(club: ClubCast) -> None:
    house = made(club)
    ClubHouse.objects.filter(pk=house.pk).update(club=club.other)
    for name in ("house", "house_rulebook", "change_house"):
        assert club.get("Olga", name, house.pk).status_code == 404
    assert club.post("Olga", "end_house", house.pk, data={}).status_code == 404


def test_house_rules_of_a_game_that_is_gone_are_still_listed(club: ClubCast) -> None:
    house = made(club)
    ClubHouse.objects.filter(pk=house.pk).update(game_slug="gone")
    assert "Tuesday rules" in text(club.get("Mia", "houses"))
    assert club.get("Mia", "house", house.pk).status_code == 404
