"""Club customs: from a ruling or the desk to the house rule that it depends on."""

from django.urls import reverse

from games.engine import record_fields, to_json
from scorekeeper.clubs.house_rules import customs, rulesets
from scorekeeper.clubs.models import AtOurClub, ClubHouse
from scorekeeper.library.models import Ruling
from scorekeeper.sheet.form_fields import box_value
from tests.site.cast import text
from tests.site.clubs.house_rules.test_house_rules import new_house, unset_switch
from tests.site.night_cast import NAMES
from tests.site.routes import rich_example

GAME = rich_example()[0]
QUESTION = next(iter(GAME.questions))
WORDS = "Here it counts ♥ double."


def new_match(club):
    return club.sit_down(GAME, NAMES[: GAME.shapes(GAME.presets[0])[0][0]])


def settle(club, option="", **more):
    sent = {"words": WORDS, "question": QUESTION, "option": option, "was": option, "save": "1"}
    return club.post("Sven", "new_custom", GAME.slug, data=sent | more)


def desk_url(match, question=QUESTION):
    return reverse("ask_at_table", args=[match.table.code, 1, question])


def new_ruling(match=None):
    option = unset_switch(GAME.presets[0].house)
    sentence = {"text": "It does not.", "number": GAME.rulebook[0].number, "rule": "", "sources": []}
    like = {"name": option, "like": GAME.presets[0].id}
    elsewhere = [{"presets": [], "sentence": sentence, "option": like}]
    said = {"question": "?", "verdict": False, "sentence": sentence, "elsewhere": elsewhere}
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


def test_ruling_is_settled_with_its_house_rule(club):
    house, ruling = new_house(club), new_ruling(new_match(club))
    option = unset_switch(GAME.presets[0].house)
    link = reverse("new_custom", args=[club.club.code, GAME.slug]) + f"?ruling={ruling.code}"
    assert link in club.clients["Sven"].get(reverse("ruling", args=[ruling.code])).content.decode()
    page = club.clients["Sven"].get(link)
    assert page.context["editor"].likely_options[0][0] == option
    more = {f"house-{option}": "yes", "changes": house.pk}
    assert settle(club, option, ruling=ruling.code, **more).status_code == 303
    custom = AtOurClub.objects.get()
    assert (custom.words, custom.question, custom.ruling, custom.by_name) == (WORDS, QUESTION, ruling, "Sven")
    assert (custom.option, custom.value) == (option, True)
    current = ClubHouse.objects.get(club=club.club, until=None)
    assert (current.version, current.why) == (2, WORDS)
    assert getattr(rulesets.heading_of(current).house, option) is True
    listed = club.get("Mia", "customs")
    assert "Here it counts" in text(listed)
    assert str(next(q.ask.text for q in record_fields(GAME.house) if q.name == option)) in text(listed)


def test_each_house_rule_can_be_settled_as_it_is(club):
    house = new_house(club)
    rules = rulesets.heading_of(house).house
    for q in record_fields(GAME.house):
        answer = box_value(getattr(rules, q.name))
        box = {f"house-{q.name}": answer} if answer != "no" else {}
        assert settle(club, q.name, changes=house.pk, **box).status_code == 303, q.name
    assert AtOurClub.objects.count() == len(list(record_fields(GAME.house)))
    assert ClubHouse.objects.count() == 1


def test_custom_is_shown_at_the_desk_of_the_clubs_tables(club):
    settle(club)
    match = new_match(club)
    shown = text(club.clients["Mia"].get(desk_url(match)))
    assert "At our club:" in shown
    assert "Sven" in shown
    assert "to get the ruling" not in shown.partition("At our club:")[0]
    stranger = text(club.clients["Ned"].get(desk_url(match)))
    assert "At our club:" in stranger  # anyone with the table's link plays by it
    assert "Sven" not in stranger  # and does not see who wrote it
    for other in [question for question in GAME.questions if question != QUESTION][:1]:
        assert "At our club:" not in text(club.clients["Mia"].get(desk_url(match, other)))
    match.table.club = None
    match.table.save()
    assert "At our club:" not in text(club.clients["Mia"].get(desk_url(match)))


def test_rulebook_shows_custom_beside_option_and_rule(club):
    option, rule = next((q.name, q.ask.rule) for q in record_fields(GAME.house) if q.ask.rule is not None)
    value = getattr(GAME.presets[0].house, option)
    customs.create_custom(club.club, GAME, WORDS, "Sven", option=option, value=value)
    match = new_match(club)
    page = club.clients["Mia"].get(reverse("rulebook_at_table", args=[match.table.code, 1]))
    shown_options = [shown for _title, group in page.context["options"] for shown in group if shown.customs]
    assert [shown.name for shown in shown_options] == [option]
    shown_rules = [shown for section in page.context["sections"] for shown in section.rules if shown.customs]
    assert [shown.number for shown in shown_rules] == [rule.number]
    assert text(page).count("At our club:") == 2


def test_ended_custom_stays_listed(club):
    settle(club)
    custom = AtOurClub.objects.get()
    assert club.post("Olga", "end_custom", custom.pk, data={}).status_code == 303
    assert AtOurClub.objects.exclude(ended=None).get().ended_by == "Olga"
    assert "At our club:" not in text(club.clients["Mia"].get(desk_url(new_match(club))))
    assert "Earlier rules" in text(club.get("Mia", "customs"))


def test_custom_needs_words(club):
    for words in ("", "x" * 301, "turned \u202e round"):
        page = settle(club, words=words)
        assert page.status_code == 422
        assert page.context["editor"].words == words
    assert not AtOurClub.objects.exists()


def test_custom_of_outdated_house_rules_is_saved(club):
    house = new_house(club)
    option = unset_switch(GAME.presets[0].house)
    for _twice in range(2):  # the second time, those rules are no longer in force
        assert settle(club, option, changes=house.pk, **{f"house-{option}": "yes"}).status_code == 303
    assert AtOurClub.objects.count() == 2
    assert ClubHouse.objects.count() == 2


def test_ruling_page_hides_the_custom_from_strangers(club):
    ruling = new_ruling(new_match(club))
    settle(club, ruling=ruling.code)
    for who, is_shown in ("Mia", True), ("Ned", False), ("Odd", False):
        page = text(club.clients[who].get(reverse("ruling", args=[ruling.code])))
        assert ("At our club:" in page) is is_shown, who
        assert club.club.name not in page
