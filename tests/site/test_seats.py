"""Names and seats: corrected names, new players in mid-match, and swapped seats; the signs of the sides.

The form's field "since" says for which hands a new name counts; "down" swaps a seat with the next one.
"""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from PIL import Image, ImageDraw

from games import every_game
from scorekeeper.matches import replay, typed_names
from scorekeeper.matches.models import Table
from scorekeeper.sheet.signs import side_sign
from scorekeeper.tables.result_image import Pen

from .cast import Cast, start_form_data, text


def post_names(cast: Cast, since: str, *names: str, **more: str):
    """Post new names of the first seats, which count for "all" hands or from the "next" hand on."""
    current = replay.player_names(cast.match).current
    typed = {f"name.{seat}": name for seat, name in enumerate((*names, *current[len(names) :]))}
    return cast.post("Ann", "names", data={**typed, "since": since, **more})


def names_at_seat_0(cast: Cast) -> list[str]:
    return [replay.player_names(cast.match).at(number)[0] for number in (1, 2)]


@pytest.fixture
def played_cast(cast: Cast) -> Cast:
    cast.write(cast.adjustment(10))
    return cast


def test_seat_gets_another_player_and_a_name_is_corrected(played_cast):
    assert post_names(played_cast, "next", "Eve").status_code == 303
    played_cast.write(played_cast.adjustment(20))
    assert names_at_seat_0(played_cast) == ["Ann", "Eve"]
    assert "Ann" in text(played_cast.get("Ann", "reasons", 1))
    for page in played_cast.get("Ann", "reasons", 2), played_cast.get("Cy", "table"):
        assert "Eve" in text(page)
    post_names(played_cast, "all", "Eva")
    assert names_at_seat_0(played_cast) == ["Ann", "Eva"]


def chosen_since(answer) -> list[bytes]:
    return re.findall(rb'name="since" value="(\w+)" checked', answer.content)


def test_since_field_is_absent_before_the_first_hand(cast):
    assert b'name="since"' not in cast.get("Ann", "names").content
    assert cast.post("Ann", "names", data={"name.0": "Eve"}).status_code == 303
    assert names_at_seat_0(cast)[0] == "Eve"


def test_since_field_is_required_after_a_hand(played_cast):
    page = played_cast.get("Ann", "names")
    assert b'name="since"' in page.content
    assert chosen_since(page) == []
    for since in ({}, {"since": ""}, {"since": "later"}):
        answer = played_cast.post("Ann", "names", data={"name.0": "Eve", **since})
        assert answer.status_code == 422
        assert names_at_seat_0(played_cast) == ["Ann", "Ann"]
        assert answer.context["seats"][0].name == "Eve"
        assert chosen_since(answer) == []
        fieldset = rb'<fieldset[^>]*aria-describedby="since-wrong">.*?</fieldset>'
        choice = re.search(fieldset, answer.content, re.DOTALL)[0]
        assert b'name="since"' in choice
        assert b'id="since-wrong"' in choice


def test_since_field_is_kept_beside_an_error_and_not_needed_for_unchanged_names(played_cast):
    answer = post_names(played_cast, "next", "x" * 41)
    assert answer.status_code == 422
    assert chosen_since(answer) == [b"next"]
    assert played_cast.post("Ann", "names", data={}).status_code == 303


def test_swap_is_one_change(cast):
    version = Table.objects.get().version
    first, second, *_rest = replay.player_names(cast.match).current
    post_names(cast, "all", second, first)
    assert replay.player_names(cast.match).current[:2] == (second, first)
    assert Table.objects.get().version == version + 1


def test_seat_moves_without_script(cast):
    first, second, *rest = before = replay.player_names(cast.match).current
    answer = post_names(cast, "next", down="0")
    assert [seat.name for seat in answer.context["seats"]] == [second, first, *rest]
    assert replay.player_names(cast.match).current == before, "names are written only when the form is saved"


def test_seat_swaps_with_the_next():
    assert typed_names.swap_seats(["a", "b", "c"], "2") == ["c", "b", "a"]
    for seat in "", "x", "-1", "99", "²", None:
        assert typed_names.swap_seats(["a", "b", "c"], seat) == ["a", "b", "c"], seat


def test_moved_player_stays_first_dealer(client):
    game = next(game for game in every_game().values() if game.seatings[0].seats >= 4)
    sent = start_form_data(client, game, **{f"name.{n}": name for n, name in enumerate("abcd")})
    del sent["start"]
    sent |= {"down": "1", "first_dealer": "1"}
    start = client.post(reverse("start", args=[game.slug]), sent).context["start"]
    assert start.typed[:4] == ["a", "c", "b", "d"]
    assert start.first_dealer == "2"


def test_each_side_has_its_own_shape_and_colour():
    most_sides = max(seating.sides for game in every_game().values() for seating in game.seatings)
    sprite = (settings.BASE_DIR / "templates/_sprite.html").read_text()
    styles = (settings.BASE_DIR / "static/app.css").read_text()
    drawings, colours, images = set(), set(), set()
    for side in range(most_sides):
        (number,) = set(re.findall(r"side-(\d+)", str(side_sign(side))))
        drawings |= set(re.findall(rf'<symbol id="side-{number}"[^>]*>(.*?)</symbol>', sprite))
        assert f".side-{number} {{ color: var(--side-{number}); }}" in styles
        colours |= set(re.findall(rf"--side-{number}: (.*?);", styles))
        # The sign in the picture of a result, in black and white.
        image = Image.new("RGB", (80, 80), "white")
        Pen(ImageDraw.Draw(image)).sign(side, 20, 20, 12)
        images.add(image.convert("L").point(lambda grey: 0 if grey < 200 else 255).tobytes())
    assert len(drawings) == len(colours) == len(images) == most_sides
