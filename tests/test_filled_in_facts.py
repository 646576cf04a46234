"""The facts that the referee's form fills in at a table: taken from the named hand and the table."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import every_game
from games.engine import (
    Entry,
    Heading,
    Seat,
    Seating,
    append_hand,
    broadcast_defaults,
    empty_sheet,
    form_fields,
    play,
    to_form_data,
)
from games.five_hundred.hands import Misere
from games.skat.hands import TrumpGame, Trumps
from games.tally.examples import PAIRS, members
from games.tally.house import House as TallyHouse
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.referee import at_table
from tests.games.test_referee_and_score import AGREE, Case
from tests.strategies import records, tries
from tests.without_django import match_with

GAMES = every_game()


class Evening(NamedTuple):
    match: LocalizedMatch
    hands: tuple[Any, ...]

    def sheet(self, hands):
        sheet = self.match.sheet
        return play(self.match.game, sheet.seating, sheet.house, self.hands[:hands])


def evening_of(game, seating, house, *hands):
    entries = [Entry(n, hand) for n, hand in enumerate(hands, start=1)]
    return Evening(match_with(game, Heading(seating, house, game.presets[0].id), entries), hands)


@st.composite
def evenings(draw, game):
    preset = draw(st.sampled_from(game.presets))
    shape = draw(st.sampled_from(sorted(game.shapes(preset))))
    seating = Seating(*shape, Seat(draw(st.integers(0, shape[0] - 1))))
    sheet = empty_sheet(game, seating, preset.house)
    hands = []
    for _hand in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(game.kinds_at(sheet)))
        hand = draw(records(game.hands[kind], sheet))
        after = append_hand(game, sheet, hand)
        if not after.rows[-1].problems and after.outcome is None:
            sheet = after
            hands.append(hand)
    return evening_of(game, seating, preset.house, *hands)


def asked(evening, question, number=None, instead=False):
    return at_table(evening.match, question, {}, number, instead)


GAMES_ASKED = pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.questions])


@GAMES_ASKED
@settings(max_examples=tries(0.2))
@given(data=st.data())
def test_each_fact_filled_in_is_of_the_hand_it_names(slug, data):
    game = GAMES[slug]
    evening = data.draw(evenings(game))
    played = len(evening.hands)
    number = data.draw(st.none() | st.integers(1, played)) if played else None
    instead = number is not None and data.draw(st.booleans())
    at = played if number is None else number  # number of hands up to the one in question
    asked_on = at - instead
    for id, question in game.questions.items():
        ask = asked(evening, id, number, instead)
        boxes = {box.path: box for box in form_fields(question.facts, ask.sheet)}
        notes = ask.form.notes
        told = set(question.known(evening.sheet(at))) if question.known else set()
        by_name = {path: note for path, note in notes.items() if path not in told}
        for path, note in by_name.items():
            name = path.partition(".")[0]
            assert name not in question.unlike, (id, path)
            answer = ask.form.answers.get(path)
            if name == "totals":
                assert not instead
                assert answer == evening.sheet(asked_on).totals[int(path.split(".")[1])]
                assert note.endswith(f" {asked_on}"), note
            elif name == "dealer":
                before = evening.sheet(played if number is None else number - 1)
                assert answer == game.dealer(before), (id, note)
                assert note.endswith("next hand" if number is None else f" {number}"), note
            elif name == "recorded":
                assert answer is not instead
            else:
                assert number is not None, (id, path)
                assert note.endswith(f" {number}"), note
                hand = evening.hands[number - 1]
                before = evening.sheet(number - 1)
                places = {box.path: box.owner for box in form_fields(type(hand), before)}
                assert to_form_data(broadcast_defaults(hand, before))[path] == answer
                one_each = before.seating.seats == before.seating.sides
                assert one_each or type(places[path]) is type(boxes[path].owner), (id, path)
        for path in told & set(notes):
            assert notes[path].endswith(f" {at}"), (id, path, notes[path])


@pytest.mark.parametrize(("slug", "question", "kind"), list(AGREE))
@settings(max_examples=tries(0.2))
@given(data=st.data())
def test_a_hand_fills_in_the_facts_by_which_the_referee_agrees_with_its_score(slug, question, kind, data):
    """Check that each fact ``AGREE`` needs of a hand is filled in as the hand has it, or not at all."""
    game = GAMES[slug]
    evening = data.draw(evenings(game))
    sheet = evening.match.sheet
    after = append_hand(game, sheet, data.draw(records(game.hands[kind], sheet)))
    row = after.rows[-1]
    evening = evening_of(game, sheet.seating, sheet.house, *evening.hands, row.hand)
    if row.problems:
        return
    filled = asked(evening, question, row.number, instead=True)
    put = []

    class Noted(Case):
        def says(self, question, **facts):
            record = broadcast_defaults(game.questions[question].facts(**facts), self.before)
            put.append(to_form_data(record))
            return super().says(question, **facts)

    AGREE[slug, question, kind](Noted(row.hand, sheet, after, slug))
    for path in filled.form.notes:
        asked_of = [facts[path] for facts in put if path in facts]
        assert not asked_of or filled.form.answers.get(path) in asked_of, (path, filled.form.notes[path])


# Against the table's own briefing


def _gift(one):
    values = one.words.values
    return values["giver"], values["taker"], values["n"]


@settings(max_examples=tries(0.2))
@given(data=st.data())
def test_sergeants_exchange_what_the_briefing_says(data):
    game = GAMES["sergeant_major"]
    evening = data.draw(evenings(game))
    if not (played := len(evening.hands)):
        assert not asked(evening, "exchange").form.notes
        return
    for number in (None, *range(1, played + 1)):
        ask = asked(evening, "exchange", number)
        after = played if number is None else number
        given = [_gift(one) for one in ask.ruling.because if "giver" in one.words.values]
        told = game.briefing(evening.sheet(after), None)
        due = [_gift(one) for one in told if "giver" in one.words.values]
        assert given == due
        assert set(ask.form.notes.values()) == {f"From the sheet, Hand {after}"}


@settings(max_examples=tries(0.2))
@given(data=st.data())
def test_sergeants_targets_and_lead_are_those_of_the_briefing(data):
    game = GAMES["sergeant_major"]
    evening = data.draw(evenings(game))
    for number in (None, *range(1, len(evening.hands) + 1)):
        before = evening.sheet(len(evening.hands) if number is None else number - 1)
        told = {}
        for one in game.briefing(before, None):
            told |= {name: value for name, value in one.words.values.items() if name not in told}
        aims = {values["who"]: values["n"] for values in (one.values for one in told["listed"])}
        ruled = asked(evening, "targets", number).ruling.because[0].words.values
        places = (("dealer", "first"), ("left", "second"), ("right", "third"))
        assert {ruled[seat]: ruled[aim] for seat, aim in places} == aims
        assert asked(evening, "leads", number).ruling.verdict == told["leads"]
        assert asked(evening, "names", number).ruling.verdict == told["who"]


# Other meanings of fields with the same name


def test_a_game_counted_as_schneider_is_worth_schneider():
    game = GAMES["skat"]
    seating, house = Seating(3, 3), game.presets[0].house
    hand = TrumpGame(Seat(1), Trumps.HEARTS, matadors=1, points=95)
    evening = evening_of(game, seating, house, hand)
    ask = asked(evening, "value", 1)
    assert ask.form.answers["schneider"] is True
    assert ask.ruling.verdict == evening.match.sheet.rows[0].gains[1] - 50 * (house.scoring.value != "simple")
    assert asked(evening, "skat_jack", 1).form.answers["schneider"] is True


def test_a_misere_made_by_one_side_is_not_taken_for_the_asking_sides_contract():
    game = GAMES["five_hundred"]
    hand = Misere(Seat(0), made=True)
    evening = evening_of(game, Seating(4, 2), game.presets[0].house, hand)
    assert "made" not in asked(evening, "won", 1).form.notes


def test_numbers_of_players_are_not_taken_for_those_of_teams():
    game = GAMES["tally"]
    hand = members(4, 1, 6, 2)
    evening = evening_of(game, PAIRS, TallyHouse(), hand)
    assert not asked(evening, "sum", 1).form.notes
