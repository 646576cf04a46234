"""Contract tests for every game; a new game is picked up automatically."""

import ast
import json
import re
import sys
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from itertools import chain
from pathlib import Path
from typing import get_origin
from unicodedata import numeric

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games as package
from games import every_game
from games.engine import (
    COMMON,
    ENGLISH,
    AcceptedRuling,
    Adjustment,
    Calls,
    Choice,
    DecodeError,
    Entry,
    Goal,
    Heading,
    Message,
    Moment,
    Paraphrase,
    PartialHand,
    Seat,
    Seating,
    Side,
    Stopped,
    Words,
    answer_key,
    append_hand,
    ask_referee,
    conditions,
    empty_sheet,
    form_fields,
    form_fields_at,
    from_form_data,
    game_stats,
    hand_problems,
    hand_to_json,
    house_playing,
    house_problems,
    in_force,
    match_stat_events,
    options_at_table,
    payments,
    placeholders,
    play,
    quotation_conditions,
    record_fields,
    relevant_questions,
    restore_hand,
    rule_text,
    run_auction,
    sample_answers,
    sheet_upto,
    source_quotations,
    to_form_data,
    to_json,
    with_placeholder_answers,
    without_irrelevant,
)
from games.engine.description import empty_sheets, game_json
from games.engine.interchange import Record, read_record, ruling_json, score_json, write_record
from games.engine.strict_json import loads_strict
from tests.engine.toy import TOY
from tests.json_schema import faults, resolve
from tests.strategies import hands, records, sheets, variant

# Includes the engine tests' toy game, which asks every shape of question.
EVERY = {**every_game(), TOY.slug: TOY}
GAMES = EVERY.values()
ROOT = Path(package.__file__).parent
in_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def check_citation(game, citation):
    assert citation.rule in (*game.rulebook, *COMMON)
    assert ENGLISH.read(citation.words)


def people_in(words):
    """Yield the seats and sides in a message and the messages within it, each with its type."""
    for value in words.values.values() if isinstance(words, Message) else words:
        if isinstance(value, Message) or type(value) is tuple:
            yield from people_in(value)
        elif type(value) in (Seat, Side):
            yield type(value), value


def sheet_of(game, example):
    return play(game, example.seating, example.house, example.hands)


def random_sheet(data, game, least, most):
    sheet = data.draw(sheets(game))
    for n in range(data.draw(st.integers(least, most))):
        sheet = append_hand(game, sheet, data.draw(hands(game, sheet)), number=n + 3)  # not the row's index
    return sheet


@in_every_game
@given(data=st.data())
def test_any_hand_within_bounds_is_written_as_a_row(game, data):
    sheet = data.draw(sheets(game))
    kinds = game.kinds_at(sheet)
    assert kinds
    assert len(set(kinds)) == len(kinds)
    assert set(kinds) <= set(game.hands)
    for n in range(data.draw(st.integers(1, 7))):
        for citation in game.briefing(sheet, None):
            check_citation(game, citation)
        dealer = game.dealer(sheet)
        assert dealer is None or dealer in sheet.seating.every_seat
        old_totals = sheet.totals
        sheet = append_hand(game, sheet, data.draw(hands(game, sheet)), number=n + 3)
        row = sheet.rows[-1]
        if type(row.hand) in game.hands.values():
            assert ENGLISH.read(game.summary(row.hand, sheet))
        for problem in row.problems:
            assert ENGLISH.read(problem.words)
            assert problem.rule is None or problem.rule in (*game.rulebook, *COMMON)
        assert not (row.problems and row.lines)
        for line in row.lines:
            assert line.side in sheet.seating.every_side
            assert line.because, "every line cites a rule"
            for because in line.because:
                check_citation(game, because)
                assert because.rule.scoring, f"{because.rule.number} scores, so it must say scoring=True"
        for side in sheet.seating.every_side:
            assert row.totals[side] == old_totals[side] + sum(x.points for x in row.lines if x.side == side)
            assert not isinstance(row.totals[side], float)
        if sheet.outcome:
            assert set(sheet.outcome.winners) <= set(sheet.seating.every_side)
            check_citation(game, sheet.outcome.because)
            assert sheet.outcome.because.rule.scoring
    assert not cited_but_not_in_force(sheet), sheet.house
    replayed = empty_sheet(game, sheet.seating, sheet.house)
    for row in sheet.rows:
        replayed = append_hand(game, replayed, row.hand, row.number)
    assert replayed == sheet, "replaying equals writing one by one"


@cache
def records_of(slug):
    return [json.dumps(example["record"]) for example in game_json(EVERY[slug])["examples"]]


@in_every_game
def test_stats_have_unique_ids_and_readable_words(game):
    stats = game_stats(game)
    assert len({stat.id for stat in stats}) == len(stats), "a statistic's id is stored"
    for stat in stats:
        assert re.fullmatch(r"[A-Za-z0-9_]{1,40}", stat.id), stat.id
        assert ENGLISH.read(stat.words)


@in_every_game
@given(data=st.data())
def test_every_stat_event_belongs_to_a_player_and_a_hand(game, data):
    sheet = random_sheet(data, game, 1, 6)
    if sheet.outcome is None:
        assert list(match_stat_events(game, sheet)) == [], "an unfinished match has no statistics"
        sheet = append_hand(game, sheet, Stopped())
    stats = set(game_stats(game))
    numbers = {row.number for row in sheet.rows}
    for event in (*match_stat_events(game, sheet), *game.stat_events(sheet)):
        assert event.stat in stats
        assert event.number in numbers
        assert event.who in (
            sheet.seating.every_side if isinstance(event.who, Side) else sheet.seating.every_seat
        )
        assert isinstance(event.who, Side | Seat)
        assert 0 <= event.n <= event.tries
        assert not isinstance(event.amount, float)


@in_every_game
def test_a_row_title_is_one_word_and_a_number(game):
    assert re.fullmatch(r"[A-Z][a-z]+ \{n\}", game.hand_title)
    assert str(game.hand_label(12)) == game.hand_title.replace("{n}", "12")
    assert game.save_title == f"Save {game.hand_title.removesuffix(' {n}').lower()}"


@in_every_game
def test_stats_of_finished_examples_name_the_winners(game):
    for example in game.examples:
        sheet = sheet_of(game, example)
        winners = {
            event.who for event in match_stat_events(game, sheet) if event.stat.id == "match" and event.n
        }
        assert winners == set(example.winners or ()), example.title


@pytest.mark.parametrize("slug", every_game())
def test_the_briefing_names_the_dealer_until_the_game_is_over(slug):
    game = EVERY[slug]
    for example in game.examples:
        sheet = sheet_of(game, example)
        for sheet_before in (sheet_upto(sheet, n) for n in range(len(sheet.rows) + 1)):
            dealer = game.dealer(sheet_before)
            people = {name for cite in game.briefing(sheet_before, None) for name in people_in(cite.words)}
            if dealer is not None and sheet_before.outcome is None:
                assert {(Seat, dealer), (Side, sheet_before.seating.side(dealer))} & people, example.title


# Matches wrong English such as "1 tricks" and "1 time".
PLURAL_OF_ONE = re.compile(
    r"(?<![\d.,/−])\b1 (times?|cards|tricks|points|hands|rounds|deals|players|"
    r"books|pairs|sets|runs|jokers|boxes|holes|wins)\b"
)


@in_every_game
def test_singular_and_once_are_used_for_one(game):
    english = Words(name=lambda who: "Ann")
    for words in every_sentence(game):
        assert not PLURAL_OF_ONE.search(english.read(words)), english.read(words)


def every_sentence(game):
    """Yield the words of a game's examples: summaries, notes, briefings, reasons, outcomes."""
    for example in game.examples:
        sheet = sheet_of(game, example)
        for index, row in enumerate(sheet.rows):
            sheet_before = sheet_upto(sheet, index)
            if type(row.hand) in game.hands.values():
                yield game.summary(row.hand, sheet_before)
            reasons = chain.from_iterable(line.because for line in row.lines)
            for citation in chain(row.notes, game.briefing(sheet_before, None), reasons):
                yield citation.words
        if sheet.outcome:
            yield sheet.outcome.because.words


@in_every_game
@given(data=st.data())
def test_stored_hands_and_records_read_back_the_same(game, data):
    sheet = data.draw(sheets(game))
    drawn_hands = data.draw(st.lists(hands(game, sheet), max_size=3))
    log = tuple(Entry(number, hand, "why not") for number, hand in enumerate(drawn_hands, start=1))
    record = Record(game, Heading(sheet.seating, sheet.house, game.presets[0].id), (), log)
    assert read_record(loads_strict(json.dumps(write_record(record))), EVERY) == record
    score_json(record)


@in_every_game
@given(data=st.data())
def test_form_data_reads_back_as_the_record(game, data):
    sheet = data.draw(sheets(game))
    hand = data.draw(hands(game, sheet))
    boxes, questions = to_form_data(hand), record_fields(type(hand))
    paths = {box.path: box.question for box in form_fields(type(hand), sheet)}
    required = {question.name for question in questions if question.required}
    at_default = {
        question.name for question in questions if getattr(hand, question.name) == question.default
    } - required
    assert set(boxes) <= set(paths)
    assert {paths[path] for path in set(paths) - set(boxes)} <= at_default
    assert from_form_data(type(hand), boxes, sheet) == hand
    assert with_placeholder_answers(type(hand), {}, sheet).__class__ is type(hand)
    reset = without_irrelevant(hand, sheet)
    assert without_irrelevant(reset, sheet) == reset
    assert required <= relevant_questions(hand, sheet), "only a question with a default may be irrelevant"


@in_every_game
def test_a_kind_of_hand_that_is_not_offered_is_refused(game):
    for sheet in empty_sheets(game):
        for kind in set(game.hands) - set(game.kinds_at(sheet)):
            assert hand_problems(game, with_placeholder_answers(game.hands[kind], {}, sheet), sheet), kind


@in_every_game
@given(data=st.data())
def test_the_briefing_of_a_partial_hand_reads_well(game, data):
    sheet = random_sheet(data, game, 0, 3)
    kind = data.draw(st.sampled_from(sorted(game.hands)))
    boxes = form_fields_at(game.hands[kind], Moment.AUCTION, sheet)
    answers = to_form_data(data.draw(records(game.hands[kind], sheet)))
    partial_hand = PartialHand(kind, {box.path: answers[box.path] for box in boxes if box.path in answers})
    for citation in game.briefing(sheet, partial_hand):
        check_citation(game, citation)


@in_every_game
@given(data=st.data())
def test_every_ruling_cites_rules(game, data):
    sheet = random_sheet(data, game, 0, 2)
    assert game.questions
    name = data.draw(st.sampled_from(sorted(game.questions)))
    facts = data.draw(records(game.questions[name].facts, sheet))
    ruling = ask_referee(game, name, facts, sheet)
    assert ruling.because
    for because in (*ruling.because, *(b for line in ruling.lines for b in line.because)):
        check_citation(game, because)
    accepted = AcceptedRuling(name, facts)
    assert restore_hand(game, json.loads(json.dumps(hand_to_json(game, accepted)))) == accepted
    json.dumps(ruling_json(game, name, to_json(facts), sheet))
    if not sheet.outcome:
        assert append_hand(game, sheet, accepted).rows[-1].lines == ruling.lines


@in_every_game
@given(data=st.data())
def test_every_auction_ends_and_fills_in_a_hand(game, data):
    if game.auction is None:
        return
    sheet = data.draw(sheets(game))
    turn, calls = game.auction.state(Calls(), sheet), Calls()
    for _call in range(400):
        if turn.speaker is None:
            break
        assert turn.speaker in sheet.seating.every_seat
        for offer in turn.offers:
            assert ENGLISH.read(offer.label)
            if offer.refusal:
                assert offer.refusal.rule in game.rulebook
                assert ENGLISH.read(offer.refusal.words)
        legal_calls = [offer.call for offer in turn.offers if not offer.refusal]
        assert legal_calls, "a speaker always has a legal call"
        calls = Calls((*calls, data.draw(st.sampled_from(legal_calls))))
        turn, illegal_call = run_auction(game.auction, calls, sheet)
        assert illegal_call is None
    assert turn.speaker is None, "every auction ends"
    assert len(turn.calls_made) == len(calls)
    if turn.result:
        record = game.hands[turn.result.kind]
        assert set(turn.result.answers) <= {box.path for box in form_fields(record, sheet)}
        hand = with_placeholder_answers(record, turn.result.answers, sheet)
        boxes = to_form_data(hand)
        assert all(boxes[path] == answer for path, answer in turn.result.answers.items())


@in_every_game
def test_a_leader_wins_when_the_table_stops(game):
    for example in game.examples:
        if example.winners is not None:
            continue
        stopped = play(game, example.seating, example.house, (*example.hands, Stopped()))
        if "stopped" in game.hands and stopped.outcome is None:
            continue  # the game itself requires another round
        assert not stopped.rows[-1].problems, example.title
        assert stopped.outcome, example.title
        best = (min if game.lowest_first(example.house) else max)(stopped.totals)
        assert any(stopped.totals[side] == best for side in stopped.outcome.winners), example.title


@in_every_game
def test_payments_settle_every_balance(game):
    for example in game.examples:
        for played_hands in example.hands, example.hands[:-1]:
            sheet = play(game, example.seating, example.house, played_hands)
            balance = game.settlement(sheet)
            if balance is None:
                continue
            check_citation(game, balance.because)
            bank = -sum(balance.points)
            remaining = {None: bank, **dict(enumerate(balance.points))}
            for payment in payments(balance.points):
                assert payment.points > 0
                remaining[payment.payer] += payment.points
                remaining[payment.payee] -= payment.points
            assert not any(remaining.values()), example.title


@in_every_game
def test_examples_give_their_totals(game):
    assert game.examples
    for example in game.examples:
        assert not house_problems(game, example.house, example.seating), example.title
        sheet = sheet_of(game, example)
        assert [row.problems for row in sheet.rows] == [()] * len(example.hands), example.title
        assert tuple(sheet.final) == tuple(example.totals), example.title
        winners = tuple(sheet.outcome.winners) if sheet.outcome else None
        assert winners == example.winners, example.title


@in_every_game
def test_every_scoring_rule_is_cited_by_an_example(game):
    cited = {rule for example in game.examples for rule in rules_cited(sheet_of(game, example))}
    assert not {rule.number for rule in game.rulebook if rule.scoring and rule not in cited}


@in_every_game
def test_presets_are_in_bounds(game):
    ids = [preset.id for preset in game.presets]
    assert len(ids) == len(set(ids))
    for preset in game.presets:
        assert re.fullmatch(".+", preset.about), "every preset says in one line what sets it apart"
        for shape in game.shapes(preset):
            assert not house_problems(game, preset.house, Seating(*shape)), preset.id


@in_every_game
def test_rules_have_numbers_sections_and_sources(game):
    house = {field.name for field in fields(game.house)}
    numbers = [rule.number for rule in game.rulebook]
    assert len(numbers) == len(set(numbers))
    keys = [[int(part) for part in number.split(".")] for number in numbers]
    assert keys == sorted(keys), "rules are in reading order"
    assert {rule.section for rule in game.rulebook} == set(game.sections)
    for rule in game.rulebook:
        assert rule.sources, f"no rule without a source: {rule.number}"
        options = {condition.option for group in conditions(rule) for condition in group}
        names = {*placeholders(rule.text), *rule.wordings} | options
        assert names <= house, f"rule {rule.number} names unknown house rules: {names - house}"


@in_every_game
def test_rules_depend_only_on_existing_answers(game):
    questions = {question.name: question for question in record_fields(game.house)}
    for rule in game.rulebook:
        for condition in chain.from_iterable(conditions(rule)):
            answer_type = questions[condition.option].type
            possible = {answer_key(answer) for answer in sample_answers(questions[condition.option])}
            assert set(condition.answers) <= possible, (rule.number, condition.option, possible)
            is_switch = answer_type in (bool, int, Fraction) or get_origin(answer_type) is frozenset
            assert condition.answers or is_switch, (
                f"{rule.number}: which answers to {condition.option} put the rule in force?"
            )
        assert in_force(rule, house_playing(game, rule)), rule.number


@in_every_game
def test_example_lines_cite_only_rules_in_force(game):
    for example in game.examples:
        houses = [example.house]
        for question in record_fields(game.house):
            houses += [
                replace(example.house, **{question.name: answer}) for answer in sample_answers(question)
            ]
        for house in houses:
            if not house_problems(game, house, example.seating):
                not_in_force = cited_but_not_in_force(play(game, example.seating, house, example.hands))
                assert not not_in_force, (example.title, not_in_force, house)


def rules_cited(sheet):
    lines = [*sheet.opening, *(line for row in sheet.rows for line in row.lines)]
    if sheet.outcome:
        yield sheet.outcome.because.rule
        lines += sheet.outcome.lines
    yield from (because.rule for line in lines for because in line.because)


def cited_but_not_in_force(sheet):
    return {rule.number for rule in rules_cited(sheet) if not in_force(rule, sheet.house)}


def points_to_win(sheet):
    """Return the target score of this table by its house rules, or None."""
    relevant = relevant_questions(sheet.house, sheet)
    for question in record_fields(type(sheet.house)):
        answer = getattr(sheet.house, question.name)
        if question.name not in relevant:
            continue
        if question.name == "target" and isinstance(answer, int):
            return answer
        if isinstance(answer, Goal) and answer.kind.value in {"points", "target"}:
            return answer.n
    return None


@in_every_game
def test_a_single_leader_is_never_called_tied(game):
    for sheet in empty_sheets(game):
        for points in 100_000, -100_000:
            totals = sheet.seating.per_side(lambda side, n=points: n if side == 0 else side)
            after = append_hand(game, sheet, Adjustment(totals, "as it stands"))
            assert not any("tied" in ENGLISH.read(note.words) for note in after.rows[-1].notes), sheet.house


@in_every_game
@given(data=st.data())
def test_a_row_notes_why_the_game_goes_on_at_the_target(game, data):
    sheet = data.draw(sheets(game))
    goal = points_to_win(sheet)
    if goal is None or max(sheet.totals) >= goal or goal > 90_000:
        return
    excess = data.draw(st.sampled_from((0, 5, 10)))
    only_first_side = data.draw(st.booleans())
    totals = sheet.seating.per_side(lambda side: 0 if only_first_side and side > 0 else goal + excess)
    sheet = append_hand(game, sheet, Adjustment(totals, "as it stands"))
    if not sheet.outcome:
        sheet = append_hand(game, sheet, data.draw(hands(game, sheet)))
    row = sheet.rows[-1]
    if sheet.outcome or row.problems or max(sheet.totals) < goal:
        return
    assert row.notes, "no note says why play goes on"
    for note in row.notes:
        assert note.rule in game.rulebook
        assert ENGLISH.read(note.words)


def numbers_in(text):
    for whole, fraction, word in re.findall(
        r"(\d+(?:\.\d+)?)?([½¼¾⅓⅔])?|\b(half|twice|doubled?)\b", text, re.IGNORECASE
    ):
        if whole or fraction:
            yield Fraction(whole or 0) + Fraction(numeric(fraction) if fraction else 0).limit_denominator(4)
        elif word:
            yield Fraction(1, 2) if word.lower() == "half" else Fraction(2)


def results_of_arithmetic(reasons):
    """Return the results of adding, subtracting, multiplying and dividing the last nine numbers in order."""
    results = set()
    for n in [n for reason in reasons for n in numbers_in(reason)][-9:]:
        for total in tuple(results):
            new_results = {total + n, abs(total - n), total * n}
            new_results |= {dividend / divisor for dividend, divisor in ((total, n), (n, total)) if divisor}
            results |= {new for new in new_results if new <= 3_000 and new.denominator <= 12}
        results.add(n)
    return results


@in_every_game
def test_the_points_of_a_line_follow_from_its_reasons(game):
    for example in game.examples:
        sheet = sheet_of(game, example)
        lines = [line for row in sheet.rows if type(row.hand) in game.hands.values() for line in row.lines]
        for line in (*lines, *(sheet.outcome.lines if sheet.outcome else ())):
            reasons = [ENGLISH.read(because.words) for because in line.because]
            cited = [rule_text(because.rule, sheet.house) for because in line.because]
            numbers = {n for text in cited for n in numbers_in(text)}
            assert abs(line.points) in {0, 1} | numbers | results_of_arithmetic(reasons), (
                example.title,
                line.points,
                reasons,
            )


# The sources whose full text is stored in tests/sources, keyed by the tag that rules cite.
SOURCE_FILES = {
    "debitcardcasino": "debitcardcasino.txt",
    "Australian page": "australian-page.txt",
    "encyclopedia": "encyclopedia.txt",
    "45-card family": "45-card-family.txt",
    "collection": "collection.txt",
    "short rules": "collection.txt",
    "top card games": "collection.txt",
}


@cache
def stored_text(tag):
    path = Path(__file__).parent / "sources" / SOURCE_FILES[tag]
    return " ".join(path.read_text(encoding="utf-8").split())


def contains_quotation(words, text):
    """Return True if a text contains a quotation: the parts between its ellipses, in order."""
    position = 0
    for part in words.split(" … "):
        index = text.find(" ".join(part.split()), position)
        if index < 0 or not part.strip():
            return False
        position = index + len(part)
    return True


@in_every_game
def test_every_published_source_of_a_rule_is_quoted(game):
    assert set(game.quotations) <= set(game.rulebook)
    for rule in game.rulebook:
        quotations = game.quotations.get(rule, {})
        tags = [source.tag for source in {*rule.sources} ^ {*quotations} if not source.ours]
        assert not tags, f"rule {rule.number}: quoted but not cited, or cited but not quoted: {tags}"
        for source, quotation in quotations.items():
            if source.ours:
                assert set(quotation.values()) == {""}, "our own rules have conditions and no words"
                continue
            for words in (quotation,) if isinstance(quotation, str) else quotation.values():
                assert 0 < len(words) <= 400, f"rule {rule.number}, {source.tag}: a quotation is short"
                if source.tag in SOURCE_FILES:
                    message = f"rule {rule.number}, {source.tag} is in tests/sources: quote it, not “{words}”"
                    assert not isinstance(words, Paraphrase), message
                    assert contains_quotation(words, stored_text(source.tag)), message


def houses_of(game, rule):
    """Yield each preset's house rules, and variants with other answers to the options that a rule names."""
    answers = {question.name: sample_answers(question) for question in record_fields(game.house)}
    for preset in game.presets:
        yield preset.house
        for name in {*rule.wordings, *placeholders(rule.text)} & set(answers):
            yield from (replace(preset.house, **{name: answer}) for answer in answers[name])


@in_every_game
def test_quotations_match_the_house_rules(game):
    """Check that a quotation is shown only if its condition holds, and that some table shows each source."""
    names = {question.name for question in record_fields(game.house)}
    for rule in game.rulebook:
        quotations = game.quotations.get(rule, {})
        quoted_sources = set()
        for house in houses_of(game, rule):
            quoted = source_quotations(game, rule, house)
            quoted_sources |= {source_quotation.source for source_quotation in quoted}
            for source_quotation in quoted:
                quotation = quotations.get(source_quotation.source, "")
                # A quotation is a text, or texts keyed by the condition on which each is shown.
                conditions_by_words = (
                    {quotation: ""} if isinstance(quotation, str) else dict(map(reversed, quotation.items()))
                )
                conditional = replace(rule, played_if=conditions_by_words[source_quotation.words])
                assert in_force(conditional, house) or not in_force(rule, house), (
                    rule.number,
                    source_quotation.source.tag,
                )
        assert quoted_sources == set(rule.sources), rule.number
        for quotation in quotations.values():
            assert {condition.option for condition in quotation_conditions(quotation)} <= names


@in_every_game
def test_every_rule_in_force_in_a_preset_has_a_quotation(game):
    for rule in game.rulebook:
        for preset in game.presets:
            if in_force(rule, preset.house) and not any(source.ours for source in rule.sources):
                assert source_quotations(game, rule, preset.house), (rule.number, preset.id)


@in_every_game
def test_each_house_rule_cites_a_rule_in_force_or_none(game):
    for preset in game.presets:
        sheet = empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)
        description = game_json(game, house=preset.house, seating=sheet.seating)
        is_played = {rule["number"]: rule["played"] for rule in description["rules"]}
        options = options_at_table(game, sheet)
        assert set(description["options"]) == {option.question.name for option in options}
        for option in options:
            described = description["options"][option.question.name]
            assert described["dormant"] is option.dormant
            assert described["rule"] == (option.rule.number if option.rule else None)
            assert option.rule is None or is_played[option.rule.number], option.question.name
            if option.dormant:
                assert option.rule is None or option.rule is option.question.ask.rule


def test_only_other_house_rules_make_a_house_rule_dormant():
    """Check with Five Hundred, where misère without a value may not be bid: only its rank is dormant."""

    def options(slug, *shape, **answers):
        game = EVERY[slug]
        sheet = empty_sheet(game, Seating(*shape), replace(game.presets[0].house, **answers))
        return {option.question.name: option for option in options_at_table(game, sheet)}

    without_misere = options("five_hundred", 4, 2, misere_value=None)
    assert without_misere["misere_rank"].dormant
    assert not without_misere["misere_value"].dormant
    assert options("sergeant_major", 3, 3)["win_condition"].rule.number == "6.2"


def test_every_stored_source_text_is_quoted():
    quoted = {
        source.tag for game in GAMES for quotations in game.quotations.values() for source in quotations
    }
    assert set(SOURCE_FILES) <= quoted
    assert {path.name for path in (Path(__file__).parent / "sources").iterdir()} == set(SOURCE_FILES.values())


@in_every_game
def test_house_rules_have_texts_sections_and_defaults(game):
    assert set(game.headline_options) <= {question.name for question in record_fields(game.house)}
    for question in record_fields(game.house):
        assert question.ask.text, f"{question.name} has no question"
        assert question.ask.section, f"{question.name} is in no section"
        assert not question.required, f"{question.name} has no default"


@in_every_game
def test_game_descriptions_fit_their_own_schemas(game):
    description = game_json(game)
    description = resolve(json.loads(json.dumps(description)), description)
    assert description["slug"] == game.slug == ROOT.joinpath(game.slug).name
    assert set(description["presets"]) == {preset.id for preset in game.presets}
    for preset in description["presets"].values():
        assert faults(preset["house"], description["house"]) == []
    for example in description["examples"]:
        assert faults(example["record"]["house"], description["house"]) == []
        for entry in example["record"]["entries"]:
            schemas = description["hands"] | description["common"]
            assert faults(entry["hand"], schemas[entry["hand"]["kind"]]) == []
        record = read_record(example["record"], EVERY)
        assert score_json(record)["totals"] == example["totals"]


@in_every_game
@given(data=st.data())
def test_a_changed_record_is_refused_or_scored(game, data):
    example = json.loads(data.draw(st.sampled_from(records_of(game.slug))))
    example["entries"] = data.draw(variant(example["entries"]))
    example["house"] = data.draw(st.just(example["house"]) | variant(example["house"]))
    try:
        record = read_record(example, EVERY)
    except DecodeError:
        return
    score = score_json(record)
    json.dumps(score)
    assert len(score["rows"]) <= len(example["entries"])
    assert read_record(loads_strict(json.dumps(write_record(record))), EVERY) == record
    for citation in game.briefing(record.sheet, None):
        check_citation(game, citation)


@in_every_game
def test_choices_have_words(game):
    def choices(record):
        for question in record_fields(record):
            for part in (question.type, *getattr(question.type, "__args__", ())):
                if isinstance(part, type) and issubclass(part, Choice):
                    yield part

    kinds = [game.house, *game.hands.values(), *(question.facts for question in game.questions.values())]
    for choice in {choice for record in kinds for choice in choices(record)}:
        assert all(member.label for member in choice)
    assert all(question.text for question in game.questions.values())


def test_games_import_only_the_standard_library_and_the_engine():
    for path in ROOT.rglob("*.py"):
        folder = path.relative_to(ROOT).parts[0]
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            for name in names:
                top, *submodules = name.split(".")
                assert top in sys.stdlib_module_names or top == "games", path
                if top == "games" and submodules:
                    assert submodules[0] in {"engine", folder}, f"{path}: games do not import each other"


def test_nothing_outside_its_folder_names_a_game():
    any_slug = re.compile(rf"\b({'|'.join(every_game())})\b")
    folders = [ROOT / "engine", *(ROOT.parent / name for name in ("scorekeeper", "templates", "static"))]
    for file in (ROOT / "__init__.py", *(file for folder in folders for file in folder.rglob("*"))):
        if file.suffix in {".py", ".html", ".js", ".css", ".svg"} and "vendor" not in file.parts:
            assert not any_slug.search(file.read_text()), f"{file} names a game"
