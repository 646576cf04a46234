"""Club customs: from a ruling or the desk to the house rule that it depends on."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games.engine import record_fields, to_json
from scorekeeper.clubs.house_rules import customs, rulesets
from scorekeeper.clubs.models import AtOurClub, ClubHouse
from scorekeeper.library.models import Ruling
from scorekeeper.matches.models import Match
from scorekeeper.sheet.form_fields import shown
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.clubs.house_rules.test_house_rules import made, switch
from tests.site.routes import rich_example

pytestmark = pytest.mark.django_db

GAME = rich_example()[0]
QUESTION = next(iter(GAME.questions))
WORDS = "Here it counts ♥ double."


@pytest.fixture
def club() -> ClubCast:
    return ClubCast()


def seated(club: ClubCast) -> Match:
    names = ["Ann", "Bo", "Cy", "Di", "Eve", "Fay"][: GAME.shapes(GAME.presets[0])[0][0]]
    return club.sit_down(GAME, names)


def ruled(match: Match | None = None) -> Ruling:
    """Create a ruling that depends on one house rule."""
    option = switch(GAME.presets[0].house)
    sentence = {"text": "It does not.", "number": GAME.rulebook[0].number, "rule": "", "sources": []}
    said = {
        "question": "?",
        "verdict": False,
        "sentence": sentence,
        "elsewhere": [
            {"presets": [], "sentence": sentence, "option": {"name": option, "like": GAME.presets[0].id}}
        ],
    }
    return Ruling.objects.create(
        match=match,
        game_slug=GAME.slug,
        question=QUESTION,
        facts={},
        house=to_json(GAME.presets[0].house),
        seats=4,
        sides=2,
        said=said,
        language="en",
        release="0",
        fingerprint="1" * 64,
    )


def sent(option: str = "", **more: Any) -> dict[str, Any]:
    return {"words": WORDS, "question": QUESTION, "option": option, "was": option, "save": "1", **more}


def test_a_ruling_is_settled_with_the_house_rule_that_makes_it_so(club: ClubCast) -> None:
    house, ruling = made(club), ruled(seated(club))
    option = switch(GAME.presets[0].house)
    link = reverse("new_custom", args=[club.club.code, GAME.slug]) + f"?ruling={ruling.code}"
    assert link in club.clients["Sven"].get(reverse("ruling", args=[ruling.code])).content.decode()
    page = club.clients["Sven"].get(link)
    assert page.context["custom"].likely[0][0] == option
    data = sent(option, ruling=ruling.code, changes=house.pk, **{f"house-{option}": "yes"})
    assert club.post("Sven", "new_custom", GAME.slug, data=data).status_code == 303
    custom = AtOurClub.objects.get()
    assert (custom.words, custom.question, custom.ruling, custom.by_name) == (WORDS, QUESTION, ruling, "Sven")
    assert (custom.option, custom.value) == (option, True)
    now = ClubHouse.objects.get(club=club.club, until=None)
    assert (now.version, now.why) == (2, WORDS)
    assert getattr(rulesets.heading_of(now).house, option) is True
    listed = club.get("Mia", "customs")
    assert "Here it counts" in text(listed)
    assert str(next(q.ask.text for q in record_fields(GAME.house) if q.name == option)) in text(listed)


def test_each_house_rule_can_be_settled_as_it_is(club: ClubCast) -> None:
    house = made(club)
    rules = rulesets.heading_of(house).house
    for q in record_fields(GAME.house):
        answer = shown(getattr(rules, q.name))
        box = {f"house-{q.name}": answer} if answer != "no" else {}
        data = sent(q.name, changes=house.pk, **box)
        answered = club.post("Sven", "new_custom", GAME.slug, data=data)
        assert answered.status_code == 303, (q.name, answered.context["custom"].form.errors)
    assert AtOurClub.objects.count() == len(list(record_fields(GAME.house)))
    assert ClubHouse.objects.count() == 1  # unchanged


def test_it_is_read_first_at_the_desk_of_any_table_of_the_club(club: ClubCast) -> None:
    club.post("Sven", "new_custom", GAME.slug, data=sent())
    match = seated(club)
    address = reverse("ask_at_table", args=[match.table.code, 1, QUESTION])
    page = club.clients["Mia"].get(address)
    told = text(page)
    assert "At our club:" in told
    assert "Sven" in told
    assert (
        told.index("At our club:") < told.index("to get the ruling") if "to get the ruling" in told else True
    )
    stranger = text(club.clients["Ned"].get(address))
    assert "At our club:" in stranger  # anyone with the table's link plays by it
    assert "Sven" not in stranger  # and does not see who wrote it
    other = [one for one in GAME.questions if one != QUESTION]
    if other:
        elsewhere = reverse("ask_at_table", args=[match.table.code, 1, other[0]])
        assert "At our club:" not in text(club.clients["Mia"].get(elsewhere))
    Match.objects.filter(pk=match.pk).update()
    match.table.club = None
    match.table.save()
    assert "At our club:" not in text(club.clients["Mia"].get(address))


def test_the_rulebook_of_the_clubs_table_has_it_beside_its_option_and_its_rule(club: ClubCast) -> None:
    option, rule = next((q.name, q.ask.rule) for q in record_fields(GAME.house) if q.ask.rule is not None)
    customs.create_custom(
        club.club, GAME, WORDS, "Sven", option=option, value=getattr(GAME.presets[0].house, option)
    )
    match = seated(club)
    page = club.clients["Mia"].get(reverse("rulebook_at_table", args=[match.table.code, 1]))
    beside = [one for _title, some in page.context["options"] for one in some if one.customs]
    assert [one.name for one in beside] == [option]
    rules = [one.number for section in page.context["sections"] for one in section.rules if one.customs]
    assert rules == [rule.number]
    assert text(page).count("At our club:") == 2


def test_what_holds_no_longer_is_ended_and_stays(club: ClubCast) -> None:
    club.post("Sven", "new_custom", GAME.slug, data=sent())
    custom = AtOurClub.objects.get()
    assert club.post("Olga", "end_custom", custom.pk, data={}).status_code == 303
    custom.refresh_from_db()
    assert custom.ended is not None
    assert custom.ended_by == "Olga"
    match = seated(club)
    page = club.clients["Mia"].get(reverse("ask_at_table", args=[match.table.code, 1, QUESTION]))
    assert "At our club:" not in text(page)
    assert "Earlier rules" in text(club.get("Mia", "customs"))


def test_words_are_wanted_and_what_was_typed_stays(club: ClubCast) -> None:
    for words in ("", "x" * 301, "turned \u202e round"):
        page = club.post("Sven", "new_custom", GAME.slug, data=sent() | {"words": words})
        assert page.status_code == 422
        assert page.context["custom"].words == words
    assert not AtOurClub.objects.exists()


def test_somebody_was_quicker_with_the_same_house_rules(club: ClubCast) -> None:
    house = made(club)
    option = switch(GAME.presets[0].house)
    data = sent(option, changes=house.pk, **{f"house-{option}": "yes"})
    assert club.post("Sven", "new_custom", GAME.slug, data=data).status_code == 303
    again = club.post("Sven", "new_custom", GAME.slug, data=data)  # those rules are no longer in force
    assert again.status_code == 303
    assert AtOurClub.objects.count() == 2
    assert ClubHouse.objects.count() == 2


def test_strangers_are_told_nothing_on_the_page_of_a_ruling(club: ClubCast) -> None:
    ruling = ruled(seated(club))
    club.post("Sven", "new_custom", GAME.slug, data=sent(ruling=ruling.code))
    for who, told in ("Mia", True), ("Ned", False), ("Odd", False):
        page = text(club.clients[who].get(reverse("ruling", args=[ruling.code])))
        assert ("At our club:" in page) is told, who
        assert club.club.name not in page
