"""Sentences about people agree with how many they are: "Ann wins", "Ann & Cy win", "Ann, Bo and Cy won"."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import every_game
from games.engine import (
    ENGLISH,
    Game,
    Message,
    Moment,
    PartialHand,
    Seat,
    Seating,
    Sheet,
    Side,
    Stopped,
    Words,
    agree,
    append_hand,
    form_fields_at,
    play,
    to_form_data,
)
from tests.strategies import hands, records, sheets

GAMES = every_game().values()
in_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)

ONE, MANY = "\N{LATIN SUBSCRIPT SMALL LETTER O}", "\N{LATIN SUBSCRIPT SMALL LETTER X}"
# Verbs that one person has and several have not, and the other way round.
OF_ONE = frozenset(
    re.findall(
        r"\w+",
        """is has was does wins loses shares holds carries needs goes stands plays scores takes leads deals
        bids pays writes collects names gets draws counts reaches makes keeps starts ends becomes sits drops
        comes begins speaks knocks offers reveals declares puts lets misses stays owes gives""",
    )
)
OF_MANY = frozenset(
    re.findall(
        r"\w+",
        """are have were do win lose share hold carry need go stand play score take lead deal pay write
        collect name draw count reach make keep start end become sit drop come begin speak knock offer
        reveal declare miss stay owe give""",
    )
)
# After these a verb does not change: "may win", "to win", "did win".
BEFORE_ANY = frozenset(
    ("does", "do", "to", "may", "must", "can", "could", "would", "will", "cannot", "did", "not")
)


def words_of(seating: Seating) -> Words:
    """Words in which a name shows whether it is one person or several."""

    def several(who: Side | Seat) -> int:
        return len(seating.seats_of(who)) if isinstance(who, Side) else 1

    class Marked(Words):
        def listed(self, names: Any) -> str:
            return names[0] if len(names) == 1 else MANY

    return Marked(name=lambda who: MANY if several(who) > 1 else ONE, people=several)


def disagreeing(text: str) -> str:
    """The verb that does not agree with who does it; "" where all agree."""
    for clause in re.split(r"[.;:,?!()—]", text):
        found = re.findall(r"[\w’']+", clause)
        places = [place for place, word in enumerate(found) if word in (ONE, MANY)]
        for at, place in enumerate(places):
            end = places[at + 1] if at + 1 < len(places) else len(found)
            wrong = OF_MANY if found[place] == ONE else OF_ONE
            for here in range(place + 1, end):
                if found[here] not in wrong:
                    continue
                before = found[here - 1]
                # "Ann may win", and in a question "did Ann win?"
                if wrong is OF_MANY and {before, found[place - 1] if place else ""} & BEFORE_ANY:
                    continue
                if here == place + 1 or before in ("and", "still", "then", "also", "all", "both", "who"):
                    return f"{'one' if found[place] == ONE else 'several'}: {found[here]}"
    return ""


def faults(said: list[Message], seating: Seating) -> set[tuple[str, str, str]]:
    words = words_of(seating)
    return {(wrong, one.template, words.read(one)) for one in said if (wrong := disagreeing(words.read(one)))}


def told_by(game: Game[Any], sheet: Sheet[Any]) -> list[Message]:
    """The sentences of a sheet: rows in short, lines, problems, outcome, and what is said before a hand."""
    kinds = tuple(game.hands.values())
    lines = chain(sheet.opening, *(row.lines for row in sheet.rows))
    said = [because.words for line in lines for because in line.because]
    said += [problem.words for row in sheet.rows for problem in row.problems]
    said += [game.summary(row.hand, sheet) for row in sheet.rows if isinstance(row.hand, kinds)]
    said += [cite.words for cite in game.briefing(sheet, None)]
    said += [cite.words for row in sheet.rows for cite in row.notes]
    if sheet.outcome:
        said.append(sheet.outcome.because.words)
        said += [because.words for line in sheet.outcome.lines for because in line.because]
    return said


@in_every_game
@given(data=st.data())
def test_every_sentence_of_a_sheet_agrees_with_one_and_with_many(game, data):
    sheet = data.draw(sheets(game))
    for _hand in range(data.draw(st.integers(1, 6))):
        sheet = append_hand(game, sheet, data.draw(hands(game, sheet)))
    said = told_by(game, sheet)
    if sheet.outcome is None:
        said += told_by(game, append_hand(game, sheet, Stopped()))
    assert not faults(said, sheet.seating)


@in_every_game
@given(data=st.data())
def test_what_is_said_while_a_hand_is_on_agrees_with_one_and_with_many(game, data):
    sheet = data.draw(sheets(game))
    for _hand in range(data.draw(st.integers(0, 3))):
        sheet = append_hand(game, sheet, data.draw(hands(game, sheet)))
    kind = data.draw(st.sampled_from(sorted(game.hands)))
    known = form_fields_at(game.hands[kind], Moment.AUCTION, sheet)
    whole = to_form_data(data.draw(records(game.hands[kind], sheet)))
    begun = PartialHand(kind, {box.path: whole[box.path] for box in known if box.path in whole})
    assert not faults([cite.words for cite in game.briefing(sheet, begun)], sheet.seating)


@in_every_game
@given(data=st.data())
def test_every_ruling_agrees_with_one_and_with_many(game, data):
    sheet = data.draw(sheets(game))
    for _hand in range(data.draw(st.integers(0, 2))):
        sheet = append_hand(game, sheet, data.draw(hands(game, sheet)))
    name = data.draw(st.sampled_from(sorted(game.questions)))
    ruling = game.questions[name].rule_on(data.draw(records(game.questions[name].facts, sheet)), sheet)
    said = [cite.words for cite in (*ruling.because, *(b for line in ruling.lines for b in line.because))]
    said += [ruling.verdict] if isinstance(ruling.verdict, Message) else []
    assert not faults(said, sheet.seating)


@in_every_game
def test_every_sentence_of_the_examples_agrees(game):
    wrong = set()
    for example in game.examples:
        for n in range(len(example.hands) + 1):
            sheet = play(game, example.seating, example.house, example.hands[:n])
            wrong |= faults(told_by(game, sheet), sheet.seating)
            if sheet.outcome is None:
                wrong |= faults(told_by(game, append_hand(game, sheet, Stopped())), sheet.seating)
    assert not wrong, "\n".join(map(str, sorted(wrong)))


def test_what_does_not_agree_is_found():
    assert disagreeing(f"{ONE} win") == "one: win"
    assert disagreeing(f"{MANY} is ahead with 47") == "several: is"
    assert disagreeing(f"{ONE} took nine and are over 400") == "one: are"
    assert not disagreeing(f"{ONE} did not win, {MANY} are ahead; {ONE} may win and {MANY} won")


def test_names_are_listed_as_in_a_sentence():
    assert ENGLISH.listed(["Ann"]) == "Ann"
    assert ENGLISH.listed(["Ann", "Bo"]) == "Ann and Bo"
    assert ENGLISH.listed(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy"
    assert ENGLISH.read((Side(0), Side(2))) == "side 1 and side 3"


@pytest.mark.parametrize(
    ("who", "told"),
    [
        (Side(0), "side 1 wins"),
        (Seat(0), "seat 1 wins"),
        ((Seat(0), Side(1)), "seat 1 and side 2 win"),
    ],
)
def test_a_message_takes_the_form_of_those_it_names(who, told):
    assert ENGLISH.read(agree("{who} wins", "{who} win", who=who)) == told


def test_a_pair_is_more_than_one():
    pair = Words(name=lambda who: "Ann & Cy", people=lambda who: 2)
    assert pair.read(agree("{who} wins", "{who} win", who=(Side(0),))) == "Ann & Cy win"
