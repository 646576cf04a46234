"""Highlights: a slam, a failed contract or a win, announced on the page until the next hand."""

import pytest

from games import every_game
from games.engine import last_highlights, play
from tests.browser.sitting import Sitting

pytestmark = pytest.mark.django_db


def contract(level, tricks):
    return {"kind": "contract", "bidder": 0, "level": level, "trumps": "spades", "tricks": tricks}


SLAM = contract(6, [10, 0])
MADE = contract(8, [8, 2])


def page(client, sitting):
    client.cookies["phone"] = "the secret of the phone of Cy"
    return client.get(sitting.path).content.decode()


@pytest.mark.parametrize(
    ("hand", "kind", "text"),
    [(SLAM, "slam", "All ten tricks"), (contract(8, [5, 5]), "set", "Contract set")],
    ids=["slam", "set"],
)
def test_highlight_is_shown_at_its_side_until_the_next_hand(client, hand, kind, text):
    sitting = Sitting("five_hundred", hands=(MADE, hand))
    html = page(client, sitting)
    assert html.count(f'data-highlight="{kind}"') == 1
    # CSS counts sides from 1, so side-1 is the bidder's side.
    assert 'class="total side-1' in html.partition("data-highlight")[0].rpartition("<a")[2]
    assert f" {text}</span>" in html
    assert f" {text}." in html.partition('id="news"')[2]
    sitting.adjust(0, 10)
    assert "data-highlight" not in page(client, sitting)


def test_ordinary_hand_has_no_highlight(client):
    assert "data-highlight" not in page(client, Sitting("five_hundred", hands=(MADE,)))
    sitting = Sitting("five_hundred", hands=(SLAM, contract(6, [5, 5]), MADE))
    assert "data-highlight" not in page(client, sitting)


def test_win_replaces_other_highlights(client):
    html = page(client, Sitting("five_hundred", hands=(SLAM, contract(10, [10, 0]))))
    assert html.count('data-highlight="won"') == 1
    assert 'class="highlight"' not in html


@pytest.mark.parametrize("slug", ["two_hundred", "five_hundred", "skat"])
def test_failed_contract_is_a_highlight(slug):
    game = every_game()[slug]
    sheets = [play(game, example.seating, example.house, example.hands) for example in game.examples]
    assert "set" in {event.stat.id for sheet in sheets for event in last_highlights(game, sheet)}
