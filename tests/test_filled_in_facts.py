"""The facts that the referee's form fills in at a table, from the hand in question and from the sheet."""

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
from tests.games.test_referee_and_score import CHECKS, Case
from tests.strategies import records, tries
from tests.without_django import match_with

GAMES = every_game()


class Evening(NamedTuple):
    """A match and the hands played in it."""

    match: LocalizedMatch
    hands: tuple[Any, ...]

    def sheet(self, hand_count):
        """Return the sheet after this number of hands."""
        sheet = self.match.sheet
        return play(self.match.game, sheet.seating, sheet.house, self.hands[:hand_count])


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


def ask_at_table(evening, question, number=None, replaces_hand=False):
    """Return the question asked about the hand of this number, or about the next hand."""
    return at_table(evening.match, question, {}, number, replaces_hand)


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.questions])
@settings(max_examples=tries(share=0.2))
@given(data=st.data())
def test_filled_in_facts_match_the_hand_they_name(slug, data):
    game = GAMES[slug]
    evening = data.draw(evenings(game))
    hands_played = len(evening.hands)
    number = data.draw(st.none() | st.integers(1, hands_played)) if hands_played else None
    replaces_hand = number is not None and data.draw(st.booleans())
    hand_count = hands_played if number is None else number  # number of hands up to the one in question
    hands_on_sheet = hand_count - replaces_hand  # hands on the sheet that the question is asked on
    for id, question in game.questions.items():
        ask = ask_at_table(evening, id, number, replaces_hand)
        boxes = {box.path: box for box in form_fields(question.facts, ask.sheet)}
        known_paths = set(question.known_facts(evening.sheet(hand_count))) if question.known_facts else set()
        for path, note in ask.form.notes.items():
            name = path.partition(".")[0]
            if path in known_paths:
                assert note.endswith(f" {hand_count}"), (id, path, note)
                continue
            assert name not in question.not_from_hand, (id, path)
            answer = ask.form.answers.get(path)
            if name == "totals":
                assert not replaces_hand
                assert answer == evening.sheet(hands_on_sheet).totals[int(path.split(".")[1])]
                assert note.endswith(f" {hands_on_sheet}"), note
            elif name == "dealer":
                sheet_before = evening.sheet(hands_played if number is None else number - 1)
                assert answer == game.dealer(sheet_before), (id, note)
                assert note.endswith("next hand" if number is None else f" {number}"), note
            elif name == "recorded":
                assert answer is not replaces_hand  # the hand is on the sheet unless the ruling replaces it
            else:
                assert number is not None, (id, path)
                assert note.endswith(f" {number}"), note
                hand = evening.hands[number - 1]
                sheet_before = evening.sheet(number - 1)
                owners = {box.path: box.owner for box in form_fields(type(hand), sheet_before)}
                assert to_form_data(broadcast_defaults(hand, sheet_before))[path] == answer
                # An answer about a seat fills in a fact about a side only where every side is one player.
                single_players = sheet_before.seating.seats == sheet_before.seating.sides
                assert single_players or type(owners[path]) is type(boxes[path].owner), (id, path)


@pytest.mark.parametrize(("slug", "question", "kind"), list(CHECKS))
@settings(max_examples=tries(share=0.2))
@given(data=st.data())
def test_filled_in_facts_match_the_scored_hand(slug, question, kind, data):
    """Check that a filled-in fact has the answer that ``CHECKS`` takes from the same hand, if any."""
    game = GAMES[slug]
    evening = data.draw(evenings(game))
    sheet = evening.match.sheet
    after = append_hand(game, sheet, data.draw(records(game.hands[kind], sheet)))
    row = after.rows[-1]
    evening = evening_of(game, sheet.seating, sheet.house, *evening.hands, row.hand)
    if row.problems:
        return
    ask = ask_at_table(evening, question, row.number, replaces_hand=True)
    asked_facts = []

    class RecordingCase(Case):
        def ruling(self, question, **facts):
            record = broadcast_defaults(game.questions[question].facts(**facts), self.before)
            asked_facts.append(to_form_data(record))
            return super().ruling(question, **facts)

    CHECKS[slug, question, kind](RecordingCase(row.hand, sheet, after, slug))
    for path, note in ask.form.notes.items():
        expected = [facts[path] for facts in asked_facts if path in facts]
        assert not expected or ask.form.answers.get(path) in expected, (path, note)


# The same facts as in the briefing


def gifts_in(citations):
    all_values = [citation.words.values for citation in citations]
    return [(values["giver"], values["taker"], values["n"]) for values in all_values if "giver" in values]


@settings(max_examples=tries(share=0.2))
@given(data=st.data())
def test_the_exchange_ruling_of_sergeant_major_matches_the_briefing(data):
    game = GAMES["sergeant_major"]
    evening = data.draw(evenings(game))
    if not (hands_played := len(evening.hands)):
        assert not ask_at_table(evening, "exchange").form.notes
        return
    for number in (None, *range(1, hands_played + 1)):
        ask = ask_at_table(evening, "exchange", number)
        last_hand = hands_played if number is None else number
        assert gifts_in(ask.ruling.because) == gifts_in(game.briefing(evening.sheet(last_hand), None))
        assert set(ask.form.notes.values()) == {f"From the sheet, Hand {last_hand}"}


@settings(max_examples=tries(share=0.2))
@given(data=st.data())
def test_the_targets_ruling_of_sergeant_major_matches_the_briefing(data):
    game = GAMES["sergeant_major"]
    evening = data.draw(evenings(game))
    for number in (None, *range(1, len(evening.hands) + 1)):
        sheet_before = evening.sheet(len(evening.hands) if number is None else number - 1)
        briefed_values = {}
        for citation in game.briefing(sheet_before, None):
            briefed_values = {**citation.words.values, **briefed_values}
        targets = {message.values["who"]: message.values["n"] for message in briefed_values["listed"]}
        ruled_values = ask_at_table(evening, "targets", number).ruling.because[0].words.values
        places = (("dealer", "first"), ("left", "second"), ("right", "third"))
        assert {ruled_values[seat]: ruled_values[aim] for seat, aim in places} == targets
        assert ask_at_table(evening, "leads", number).ruling.verdict == briefed_values["leads"]
        assert ask_at_table(evening, "names", number).ruling.verdict == briefed_values["who"]


# Fields of a hand and of a question that have one name but two meanings


def test_a_game_counted_as_schneider_is_worth_schneider():
    game = GAMES["skat"]
    house, hand = game.presets[0].house, TrumpGame(Seat(1), Trumps.HEARTS, matadors=1, points=95)
    evening = evening_of(game, Seating(3, 3), house, hand)
    ask = ask_at_table(evening, "value", 1)
    assert ask.form.answers["schneider"] is True
    # Except in simple scoring, the gain includes 50 for a game won.
    assert ask.ruling.verdict == evening.match.sheet.rows[0].gains[1] - 50 * (house.scoring.value != "simple")
    assert ask_at_table(evening, "skat_jack", 1).form.answers["schneider"] is True


def test_misere_of_another_side_is_not_filled_in():
    game = GAMES["five_hundred"]
    evening = evening_of(game, Seating(4, 2), game.presets[0].house, Misere(Seat(0), made=True))
    assert "made" not in ask_at_table(evening, "won", 1).form.notes


def test_answers_of_players_are_not_filled_in_for_teams():
    evening = evening_of(GAMES["tally"], PAIRS, TallyHouse(), members(4, 1, 6, 2))
    assert not ask_at_table(evening, "sum", 1).form.notes
