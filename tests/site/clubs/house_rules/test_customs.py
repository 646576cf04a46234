"""Club customs: settled with or without a ruling and a house rule, shown on the referee's pages."""

from django.urls import reverse
from django.utils import timezone

from games.engine import record_fields, to_json
from scorekeeper.clubs.house_rules import customs, rulesets
from scorekeeper.clubs.models import AtOurClub, ClubHouse
from scorekeeper.library.models import Ruling
from scorekeeper.sheet.form_fields import box_value
from tests.site.cast import markup, text
from tests.site.clubs.house_rules.test_house_rules import new_house, unset_switch
from tests.site.night_cast import NAMES
from tests.site.routes import rich_example

GAME = rich_example()[0]
QUESTION = next(iter(GAME.questions))
OPTION = unset_switch(GAME.presets[0].house)
WORDS = "Here it counts ♥ double."


def new_match(club):
    return club.sit_down(GAME, NAMES[: GAME.shapes(GAME.presets[0])[0][0]])


def settle(club, option="", **more):
    sent = {"words": WORDS, "question": QUESTION, "option": option, "was": option, "save": "1"}
    return club.post("Sven", "new_custom", GAME.slug, data=sent | more)


def new_ruling(match=None):
    sentence = {"text": "It does not.", "number": GAME.rulebook[0].number, "rule": "", "sources": []}
    like = {"name": OPTION, "like": GAME.presets[0].id}
    elsewhere = [{"presets": [], "sentence": sentence, "option": like}]
    said = {"question": "?", "verdict": False, "sentence": sentence, "elsewhere": elsewhere}
    house = to_json(GAME.presets[0].house)
    return Ruling.objects.create(
        match=match, game_slug=GAME.slug, question=QUESTION, facts={}, house=house, seats=4, sides=2,
        said=said, language="en", release="0", fingerprint="1" * 64,
    )  # fmt: skip


def test_ruling_is_settled_with_its_house_rule(club):
    house, ruling = new_house(club), new_ruling(new_match(club))
    link = reverse("new_custom", args=[club.club.code, GAME.slug]) + f"?ruling={ruling.code}"
    assert link in markup(club.clients["Sven"].get(reverse("ruling", args=[ruling.code])))
    assert club.clients["Sven"].get(link).context["editor"].likely_options[0][0] == OPTION
    more = {f"house-{OPTION}": "yes", "changes": house.pk}
    settle(club, OPTION, ruling=ruling.code, **more)
    custom = AtOurClub.objects.get()
    assert (custom.words, custom.question, custom.ruling, custom.by_name) == (WORDS, QUESTION, ruling, "Sven")
    assert (custom.option, custom.value) == (OPTION, True)
    current = ClubHouse.objects.get(club=club.club, until=None)
    assert (current.version, current.why) == (2, WORDS)
    assert getattr(rulesets.heading_of(current).house, OPTION) is True
    listed = text(club.get("Mia", "customs"))
    assert "Here it counts" in listed
    assert str(next(field.ask.text for field in record_fields(GAME.house) if field.name == OPTION)) in listed


def test_each_house_rule_can_be_settled_as_it_is(club):
    house = new_house(club)
    rules = rulesets.heading_of(house).house
    for field in record_fields(GAME.house):
        answer = box_value(getattr(rules, field.name))
        box = {f"house-{field.name}": answer} if answer != "no" else {}
        assert settle(club, field.name, changes=house.pk, **box).status_code == 303, field.name
    assert AtOurClub.objects.count() == len(list(record_fields(GAME.house)))
    assert ClubHouse.objects.count() == 1


def test_custom_is_shown_on_the_referee_page_of_the_clubs_tables(club):
    settle(club)
    match = new_match(club)

    def referee_page(who, question=QUESTION):
        return text(club.clients[who].get(reverse("ask_at_table", args=[match.table.code, 1, question])))

    assert "Sven" in referee_page("Mia")
    assert "to get the ruling" not in referee_page("Mia").partition("At our club:")[0]
    assert "At our club:" in referee_page("Ned")  # the custom applies to anyone with the table's link
    assert "Sven" not in referee_page("Ned")  # Ned is no member and does not see the author
    assert "At our club:" not in referee_page("Mia", list(GAME.questions)[1])
    AtOurClub.objects.update(ended=timezone.now())
    assert "At our club:" not in referee_page("Mia")
    AtOurClub.objects.update(ended=None)
    match.table.club = None
    match.table.save()
    assert "At our club:" not in referee_page("Mia")


def test_rulebook_shows_custom_beside_option_and_rule(club):
    fields = record_fields(GAME.house)
    option, rule = next((field.name, field.ask.rule) for field in fields if field.ask.rule is not None)
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
    club.post("Olga", "end_custom", AtOurClub.objects.get().pk, data={})
    assert AtOurClub.objects.exclude(ended=None).get().ended_by == "Olga"
    assert "Earlier rules" in text(club.get("Mia", "customs"))


def test_custom_needs_words(club):
    for words in ("", "x" * 301, "turned \u202e round"):
        page = settle(club, words=words)
        assert page.status_code == 422
        assert page.context["editor"].words == words
    assert not AtOurClub.objects.exists()


def test_custom_of_outdated_house_rules_is_saved(club):
    house = new_house(club)
    for _twice in range(2):  # the second time, ``house`` is an outdated version
        settle(club, OPTION, changes=house.pk, **{f"house-{OPTION}": "yes"})
    assert AtOurClub.objects.count() == 2
    assert ClubHouse.objects.count() == 2


def test_ruling_page_hides_the_custom_from_strangers(club):
    ruling = new_ruling(new_match(club))
    settle(club, ruling=ruling.code)
    for who, is_shown in ("Mia", True), ("Ned", False), ("Odd", False):
        page = text(club.clients[who].get(reverse("ruling", args=[ruling.code])))
        assert ("At our club:" in page) is is_shown, who
        assert club.club.name not in page
