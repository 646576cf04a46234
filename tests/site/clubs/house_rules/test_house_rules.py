"""The club's house rules: named, versioned, and offered before the presets."""

from games.engine import to_form_data
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.models import ClubHouse
from scorekeeper.matches.models import Match, Table
from scorekeeper.sheet.form_fields import box_value
from tests.site.cast import text
from tests.site.routes import rich_example

GAME = rich_example()[0]
SHAPE = "{}x{}".format(*GAME.shapes(GAME.presets[0])[0])


def boxes(house, **changes):
    filled = {f"house-{path}": box_value(answer) for path, answer in to_form_data(house).items()}
    return {name: value for name, value in {**filled, **changes}.items() if value != "no"}


def unset_switch(house):
    """Return the path of a yes/no rule that is off."""
    return next(path for path, answer in to_form_data(house).items() if answer is False)


def create(club, who="Sven"):
    preset = GAME.presets[0]
    sent = {"was": preset.id, "preset": preset.id, "shape": SHAPE, "name": "Tuesday rules", "save": "1"}
    return club.post(who, "new_house", GAME.slug, data=sent | boxes(preset.house))


def new_house(club):
    create(club)
    return ClubHouse.objects.get(club=club.club)


def change(club, house, who="Olga", switch="yes", **more):
    """Change the rules by the form: ``switch`` is the new value of a yes/no rule that is off."""
    rules, chosen_id = rulesets.heading_of(house).house, f"club-{house.pk}"
    sent = {
        "was": chosen_id,
        "preset": chosen_id,
        "shape": SHAPE,
        "opened": house.pk,
        "reason": "agreed",
        "save": "1",
    }
    sent |= boxes(rules, **{f"house-{unset_switch(rules)}": switch})
    return club.post(who, "change_house", house.pk, data=sent | more)


def changed_house(club):
    change(club, new_house(club))
    return ClubHouse.objects.get(until=None)


def test_house_rules_are_kept_under_a_name(club):
    house = new_house(club)
    assert (house.version, house.by_name, house.game_slug) == (1, "Sven", GAME.slug)
    assert rulesets.heading_of(house).house == GAME.presets[0].house
    assert "Tuesday rules" in text(club.get("Mia", "houses"))
    assert "Exactly like" in text(club.get("Mia", "house", house.pk))
    assert "house_made" in club.club.events.values_list("what", flat=True)


def test_name_is_unique_and_reuse_after_its_end_is_a_new_version(club):
    house = new_house(club)
    assert create(club, "Olga").status_code == 422
    club.post("Olga", "end_house", house.pk, data={})
    create(club, "Olga")
    assert ClubHouse.objects.get(until=None).version == 2


def test_change_is_a_new_version_with_author_and_reason(club):
    house = new_house(club)
    change(club, house, reason="Too slow before")
    second = ClubHouse.objects.get(until=None)
    assert (second.version, second.by_name, second.why) == (2, "Olga", "Too slow before")
    page = club.get("Mia", "house", second.pk)
    versions = page.context["versions"]
    assert [(version.version, len(changed)) for version, changed in versions] == [(2, 1), (1, 0)]
    _newest, [(changed_question, _before, _after)] = versions[0]
    for words in ("Too slow before", "Olga", changed_question):
        assert words in text(page)


def test_change_without_a_reason_is_refused_and_without_a_difference_ignored(club):
    house = new_house(club)
    assert change(club, house, reason=" ").status_code == 422
    assert change(club, house, switch="no").status_code == 303
    assert ClubHouse.objects.count() == 1


def test_conflicting_change_is_refused_and_stays_in_the_form(club):
    house = new_house(club)
    change(club, house)
    page = change(club, house, "Sven", reason="mine")
    assert page.status_code == 409
    assert b'value="mine"' in page.content
    assert ClubHouse.objects.count() == 2


def test_house_rules_are_offered_before_presets(club):
    second = changed_house(club)
    page = club.get("Mia", "start_in_club", GAME.slug)
    start = page.context["start"]
    assert (start.club_preset.name, start.chosen_id) == ("Tuesday rules", f"club-{second.pk}")
    assert page.content.index(b"Tuesday rules") < page.content.index(GAME.presets[-1].id.encode())
    sent = {"was": start.chosen_id, "preset": start.chosen_id, "shape": SHAPE}
    sent |= {"first_dealer": "0", "start": "1", **boxes(rulesets.heading_of(second).house)}
    club.post("Mia", "start_in_club", GAME.slug, data=sent)
    assert Match.objects.get().house == second.house
    assert Table.objects.get().club == club.club


def test_choosing_other_rules_shows_them(club):
    second = changed_house(club)
    preset = GAME.presets[0]
    sent = {"was": preset.id, "preset": f"club-{second.pk}", "shape": SHAPE, **boxes(preset.house)}
    page = club.post("Mia", "start_in_club", GAME.slug, data=sent)
    option = unset_switch(preset.house)
    assert page.context["start"].form.answers[option] is True
    assert page.context["start"].change_count == 0
    sent |= {"was": f"club-{second.pk}", "preset": preset.id}
    page = club.post("Mia", "start_in_club", GAME.slug, data=sent)
    assert page.context["start"].form.answers[option] is False


def test_referee_uses_house_rules(club):
    house = new_house(club)
    for question in GAME.questions:
        assert club.get("Mia", "ask_by_house", house.pk, question).status_code == 200
    page = club.get("Mia", "ask_by_house", house.pk, next(iter(GAME.questions)))
    assert page.context["question"].sheet.house == rulesets.heading_of(house).house


def test_house_rules_of_another_club_are_not_found(club):
    house = new_house(club)
    ClubHouse.objects.filter(pk=house.pk).update(club=club.other)
    for name in ("house", "house_rulebook", "change_house"):
        assert club.get("Olga", name, house.pk).status_code == 404
    assert club.post("Olga", "end_house", house.pk, data={}).status_code == 404


def test_house_rules_of_a_removed_game_are_listed(club):
    house = new_house(club)
    ClubHouse.objects.filter(pk=house.pk).update(game_slug="gone")
    assert "Tuesday rules" in text(club.get("Mia", "houses"))
    assert club.get("Mia", "house", house.pk).status_code == 404
