"""A second game at a table keeps the table's code, phones and seats; the table's records list both games."""

from games import every_game
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Table

from .cast import NAMES, markup, start_form_data, text


def start_form(cast, slug, who="Ann", **changes):
    start = cast.get(who, "another_game", slug).context["start"]
    sent = start_form_data(cast.clients[who], every_game()[slug])
    other_fields = {name: value for name, value in sent.items() if not name.startswith("name.")}
    names = {f"name.{seat.position}": seat.name for seat in start.seats}
    return {**other_fields, **names, "shape": start.shape.value, **changes}


def test_every_game_is_offered_and_the_current_one_first(cast):
    page = cast.get("Ann", "another")
    assert page.context["featured"][0] == cast.game
    for slug in every_game():
        assert cast.url("another_game", slug) in markup(page), slug


def test_players_keep_their_seats(cast):
    seats = cast.match.seats
    for slug in every_game():
        start = cast.get("Ann", "another_game", slug).context["start"]
        if any(shape.seats == seats for shape in start.shapes):
            assert start.shape.seats == seats, slug
        shared = min(seats, start.shape.seats)
        assert start.names[:shared] == list(NAMES[:shared]), slug


def test_every_phone_is_led_to_the_new_game(cast):
    cast.play(1)
    before, version = cast.match, cast.table.version
    sent = start_form(cast, "big_two", first_dealer="1", start="leave")
    answer = cast.post("Bo", "another_game", "big_two", data=sent)
    assert (answer.status_code, answer["Location"]) == (303, cast.url("table"))
    after = cast.match
    assert (after.number, after.game_slug, after.table_id) == (2, "big_two", before.table_id)
    assert list(after.sitting.values_list("name", flat=True))[: before.seats] == list(NAMES[: before.seats])
    cast.table.refresh_from_db()
    assert cast.table.version > version
    # Partial requests from an open page of the old match lead to the newest match.
    old_sheet = markup(cast.clients["Cy"].get(f"{cast.url('table')}m/1/sheet"))
    assert f'id="newer" href="{cast.url("table")}"' in old_sheet
    assert cast.get("Cy", "table").context["match_ctx"].match.number == 2
    assert cast.get("Bo", "table").context["match_ctx"].may_score


def test_two_simultaneous_choices_start_one_game(cast):
    pages = [
        (cast.clients[who], cast.url("another_game", slug), start_form(cast, slug, who))
        for who, slug in (("Ann", "skat"), ("Bo", "golf"))
    ]
    for client, url, sent in pages:
        assert client.post(url, sent).status_code == 303
    assert [match.game_slug for match in cast.table.matches.order_by("number")] == [cast.game.slug, "skat"]


def test_records_list_the_winners(cast):
    cast.play()
    names = cast.get("Ann", "table").context["presenter"].outcome["names"]
    cast.post("Ann", "another_game", "golf", data=start_form(cast, "golf"))
    page = text(cast.get("Cy", "records"))
    first = cast.table.matches.get(number=1)
    assert page.index(first.display_name) < page.index(f"won by {names}")
    assert "Golf" in page


def test_house_rules_of_the_club_come_first(cast):
    club = Club.objects.create(name="The Misère Club")
    Table.objects.update(club=club)
    rulesets.create_ruleset(club, cast.game, cast.state.heading, "As on Tuesdays", "Ann")
    page = cast.get("Ann", "another_game", cast.game.slug)
    start = page.context["start"]
    assert start.club_preset.name == "As on Tuesdays"
    assert start.preset in cast.game.presets
    assert "As on Tuesdays" in text(page)
    other = next(slug for slug in every_game() if slug != cast.game.slug)
    assert cast.get("Ann", "another_game", other).context["start"].club_preset is None
