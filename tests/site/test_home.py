"""The home page: matches at this phone's tables, joining another table, and the games."""

import re
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from games import every_game
from games.engine import Stopped
from scorekeeper.matches import commands, phones
from scorekeeper.matches.models import Match

from .cast import NAMES, markup, text


def offered_games(page):
    """Return the games of the page in their order, by slug."""
    return re.findall(r'data-game>\s*<a class="\w+" href="/play/(\w+)/"', page)


def cards(page):
    """Return the text of the card of each unfinished match."""
    found = re.findall(r'<a class="place open-match" href.*?</a>', page, flags=re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", card).split()) for card in found]


def start_another_table(cast):
    key_hash = cast.phone("Ann").key_hash
    return commands.start_table(cast.game, cast.state.heading, NAMES[: cast.match.seats], key_hash, "Ann")


def test_new_phone_is_offered_every_game_once():
    page = markup(Client().get("/"))
    featured = {game.featured_position: slug for slug, game in every_game().items() if game.featured_position}
    found = offered_games(page)
    assert found[: len(featured)] == [featured[place] for place in range(1, len(featured) + 1)]
    assert sorted(found) == sorted(every_game())
    assert "Join a table" in page
    assert "Earlier games" not in page


def test_unfinished_match_stands_first(cast):
    cast.write(cast.adjustment(-35))
    start_another_table(cast)
    answer = cast.clients["Ann"].get("/")
    order = ["Being played", "Join a table", "Start a game"]
    assert sorted(order, key=text(answer).index) == order
    (card,) = [card for card in cards(markup(answer)) if "−35" in card]
    assert all(name in card for name in NAMES[: cast.match.seats])
    assert "Being played" not in text(Client().get("/"))


def test_tables_of_the_same_people_look_different(cast):
    Match.objects.filter(table=start_another_table(cast)).update(started=timezone.now() - timedelta(hours=2))
    assert len(set(cards(markup(cast.clients["Ann"].get("/"))))) == 2


def test_finished_game_is_offered_again(cast):
    cast.play(1)
    cast.write(Stopped())
    answer = cast.clients["Ann"].get("/")
    page = text(answer)
    assert "Being played" not in page
    assert page.index("Join a table") < page.index("Earlier games") < page.index("Start a game")
    assert offered_games(markup(answer))[0] == cast.game.slug
    earlier = cast.clients["Ann"].get("/earlier/")
    assert cast.url("table") in markup(earlier)
    assert "· finished" in text(earlier)
    assert cast.url("table") not in markup(Client().get("/earlier/"))


def test_table_is_joined_by_its_code_or_a_link(cast):
    code, table = cast.table.code, cast.url("table")
    score_link = f"{cast.url('join')}#{phones.score_secret(cast.table)}"
    for typed, target in (
        (code, table),
        (f" {code[:4].lower()}-{code[4:8]} {code[8:]} ", table),
        (f"http://site{table}", table),
        (f"https://site{score_link}", score_link),
    ):
        answer = Client().post("/join/", {"code": typed})
        assert (answer.status_code, answer.url) == (302, target), typed


def test_unknown_code_is_an_error_at_its_field(cast):
    answer = Client().post("/join/", {"code": "ABCD EFGH"})
    assert answer.status_code == 422
    assert 'value="ABCD EFGH"' in markup(answer)
    assert "No table has this code" in text(answer)
    assert Client().post("/join/").status_code == 200
