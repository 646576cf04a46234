"""Questions common to several games, with answers worked out from the published rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Cards, pack
from tests.games.table import ask_as_json as ask

# Hand sizes

HAND_SIZES = [  # game, preset, seats, changed rules, cards for each player
    ("rummy", "rummy-seed", 3, {}, 7),  # the source: "Each player is dealt 7 cards"
    # Bicycle: 10 cards each for two players, 7 for three or four players, 6 for five or six.
    ("rummy", "rummy-bicycle", 2, {}, 10),
    ("rummy", "rummy-bicycle", 4, {}, 7),
    ("rummy", "rummy-bicycle", 6, {}, 6),
    ("rummy_500", "r500-pagat", 2, {}, 13),
    ("rummy_500", "r500-pagat", 4, {}, 7),
    ("crazy_eights", "c8-seed", 3, {}, 5),
    ("crazy_eights", "c8-seed", 2, {"deal": "by_seats"}, 7),
    ("gin_rummy", "gin-modern", None, {}, 10),
    ("go_fish", "fish-seed", 3, {}, 6),
    ("go_fish", "fish-bicycle", 3, {}, 7),
    ("go_fish", "fish-bicycle", 5, {}, 5),
    ("five_hundred", "australian", None, {}, 10),
    ("two_hundred", "traditional_200", None, {}, 9),
    ("two_hundred", "barouche_250", None, {}, 10),
]


@pytest.mark.parametrize(("slug", "preset", "seats", "changes", "expected"), HAND_SIZES)
def test_hand_sizes_match_the_sources(slug, preset, seats, changes, expected):
    assert ask(slug, "deal", {}, preset, seats, **changes)[0] == expected


def test_cards_left_over_from_the_deal_are_explained():
    for seats, expected in (
        (3, (17, ["1.4", "1.5"])),  # the 52nd card is left over
        (4, (13, ["1.4"])),
        (2, (13, ["1.4", "1.4"])),  # a player who passes draws one of the other cards
    ):
        assert ask("big_two", "deal", {}, "hong-kong", seats) == expected
    assert ask("two_hundred", "deal", {}, "kitty_200") == (9, ["1.6", "6.1"])


# Go Fish: the turn after a request

# The source: "This goes on until the opponent asked has no cards of the desired rank".
TURNS = [  # result of the request, other facts, changed rules, the next player and the rules cited
    ("given", {}, {}, (0, ["2.2"])),
    ("fished", {}, {}, (1, ["2.5", "2.4"])),
    ("fished", {}, {"next_turn": "answerer"}, (2, ["2.5", "2.4"])),
    ("fished", {"asked_rank": True}, {}, (0, ["2.4"])),
    ("fished", {"asked_rank": True}, {"again_on_fish": "book_only"}, (1, ["2.5", "2.4"])),
    ("fished", {"asked_rank": True, "completes": True}, {"again_on_fish": "book_only"}, (0, ["2.4"])),
    ("fished", {"asked_rank": True, "completes": True}, {"again_on_fish": "never"}, (1, ["2.5", "2.4"])),
]


@pytest.mark.parametrize(("result", "other_facts", "changes", "expected"), TURNS)
def test_the_turn_after_asking_follows_the_house_rule(result, other_facts, changes, expected):
    facts = {"asker": 0, "asked": 2, "came": result} | other_facts
    assert ask("go_fish", "turn", facts, "fish-seed", 3, **changes) == expected


# Adding a card to a meld

ADDITIONS = [  # game, meld, card, other facts, changed rules, verdict and rules cited (None: any rules)
    ("gin_rummy", "5H 6H 7H", "8H", {}, {}, ("legal", ["3.2"])),
    ("gin_rummy", "5H 6H 7H", "9H", {}, {}, ("illegal", ["3.2"])),
    ("gin_rummy", "5H 5S 5D", "5C", {}, {}, ("legal", ["3.2"])),
    ("gin_rummy", "JH QH KH", "AH", {}, {}, ("illegal", ["3.2"])),  # the ace is always low
    ("gin_rummy", "2H 3H 4H", "AH", {}, {}, ("legal", ["3.2"])),
    ("gin_rummy", "5H 6H 7H", "7H", {}, {}, ("illegal", ["3.2"])),  # the 7 is in the meld already
    ("gin_rummy", "5H 6H 8H", "7H", {}, {}, ("illegal", ["2.2"])),
    ("gin_rummy", "5H 6H 7H", "8H", {"gin": True}, {}, ("illegal", ["3.3"])),
    ("rummy", "JH QH KH", "AH", {}, {"ace_rank": "high_or_low"}, ("legal", None)),
    ("rummy", "JH QH KH", "AH", {}, {}, ("illegal", None)),
    ("rummy_500", "JH QH KH", "AH", {}, {}, ("legal", None)),  # the ace is high or low
    ("rummy_500", "2H 3H 4H", "AH", {}, {}, ("legal", None)),
    ("rummy_500", "QH KH AH", "2H", {}, {}, ("illegal", None)),
]


@pytest.mark.parametrize(("slug", "meld", "card", "other_facts", "changes", "expected"), ADDITIONS)
def test_adding_a_card_to_a_meld_is_judged(slug, meld, card, other_facts, changes, expected):
    verdict, rules = ask(slug, "addition", {"meld": meld, "card": card} | other_facts, **changes)
    assert verdict == expected[0]
    assert expected[1] in (None, rules)


@given(st.data())
def test_a_card_fits_only_if_both_the_meld_and_the_longer_meld_are_legal(data):
    slug = data.draw(st.sampled_from(["gin_rummy", "rummy", "rummy_500"]))
    deck = pack("A2345K", "SH")
    meld = Cards(data.draw(st.lists(st.sampled_from(deck), unique=True, min_size=3, max_size=5)))
    card = data.draw(st.sampled_from([card for card in deck if card not in meld]))
    meld_verdict, _rules = ask(slug, "meld", {"cards": str(meld)})
    longer_meld_verdict, _rules = ask(slug, "meld", {"cards": str(Cards((*meld, card)))})
    card_verdict, _rules = ask(slug, "addition", {"meld": str(meld), "card": str(Cards([card]))})
    assert (card_verdict == "legal") == (meld_verdict == longer_meld_verdict == "legal")
