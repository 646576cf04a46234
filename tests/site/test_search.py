"""Search: questions, rules and rulings of all games, in any spelling."""

from urllib.parse import parse_qsl

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from scorekeeper.library import searching
from scorekeeper.sheet.form_fields import box_value

from .test_rulings import create_ruling, phone

QUESTIONS = [(game, id) for game in every_game().values() for id in game.questions]


def test_question_is_found_by_its_own_words():
    for game, id in QUESTIONS:
        found = [(hit.slug, hit.key) for hit in searching.find(game.questions[id].text, game.slug)]
        assert (game.slug, id) in found


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("revok", "revoke"),
        ("jokre", "joker"),
        ("misère", "misere"),
        ("8 spades over misere", "misere"),
        ("8♠ over misère", "misere"),
    ],
)
def test_search_tolerates_accents_and_misspelling(query, word):
    words = []
    for hit in searching.find(query)[:3]:
        keywords = every_game()[hit.slug].questions[hit.key].keywords if hit.kind == "question" else ""
        words += searching.words_in(f"{hit.title} {keywords}")
    assert word in words


def test_nonsense_finds_nothing():
    for query in "zzyzx qqqq", "  ", "🂡 ¿":
        assert searching.find(query) == ()


@pytest.mark.django_db
def test_full_page_and_htmx_fragment_show_the_hits():
    game, id = QUESTIONS[0]
    link = f'href="{reverse("ask", args=[game.slug, id])}"'
    for headers, start in (({}, "<!doctype html>"), ({"HX-Request": "true"}, '<section id="search-results"')):
        page = Client().get(reverse("referee"), {"q": game.questions[id].text}, headers=headers)
        html = page.content.decode().lstrip()
        assert html.lower().startswith(start)
        assert link in html


@pytest.mark.django_db
def test_rulings_are_found_only_by_the_phone_that_stored_them():
    create_ruling(*QUESTIONS[0], "The purple elephant leads")
    for client, found in (Client(), False), (phone(), True):
        page = client.get(reverse("referee"), {"q": "purple"})
        assert (b"elephant" in page.content) is found


@pytest.mark.parametrize(
    ("query", "slug", "id", "facts"),
    [
        ("8 spades over misere", "five_hundred", "bid_higher", {"call": "8S", "last": "misere"}),
        ("jack of clubs, spades trumps", "five_hundred", "card_suit", {"trumps": "spades", "card": "JC"}),
        ("JQKA2", "big_two", "combination", {"cards": "JS QC KD AH 2S"}),
        (
            "does A2345 beat 10JQKA",
            "big_two",
            "beats",
            {"played": "AS 2C 3D 4H 5S", "table": "TS JC QD KH AS"},
        ),
        ("8s misere", "five_hundred", "bid_higher", {"call": "8S", "last": "misere"}),
        ("7nt slam", "five_hundred", "slam", {"call": "7NT"}),
        ("110 no bid", "two_hundred", "defence_counts", {"score": "110", "bid": "no"}),
        ("books 5 5 3", "go_fish", "most_books", {"books.0": "5", "books.1": "5", "books.2": "3"}),
        # Every word of the query is a fact of the question.
        ("60 35", "two_hundred", "piles", {"took.0": "60", "took.1": "35"}),
        ("4444K 2s", "big_two", "beats", {"played": "4S 4C 4D 4H KS", "table": "2S"}),
        # 100 is part of the question's text, so it is not read as a fact.
        ("defence at 100", "two_hundred", "defence_counts", {}),
    ],
)
def test_search_fills_in_facts(client, query, slug, id, facts):
    page = client.get(reverse("questions", args=[slug]), {"q": query})
    hit = next(hit for hit in page.context["hits"] if hit.key == id)
    assert dict(parse_qsl(hit.facts)) == facts
    form = client.get(reverse("ask", args=[slug, id]) + f"?{hit.facts}").context["question"].form
    assert {path: box_value(form.answers[path]) for path in facts} == facts


@pytest.mark.parametrize(
    ("query", "slug", "id"),
    [
        # Words that players use.
        ("renege", "skat", "revoke"),
        ("null after bidding 24", "skat", "null_value"),
        ("passed can I come back in", "two_hundred", "bid_after_pass"),
        ("passed can I come back in", "big_two", "come_back"),
        # The question with the most facts comes first.
        ("8s misere", "five_hundred", "bid_higher"),
        ("A2345 10JQKA", "big_two", "beats"),
        ("player 5", "baccarat", "punto"),
    ],
)
def test_best_hit_comes_first(client, query, slug, id):
    page = client.get(reverse("questions", args=[slug]), {"q": query})
    assert page.context["hits"][0].key == id


def test_invalid_fact_in_the_url_is_ignored(client):
    page = client.get(reverse("ask", args=["five_hundred", "bid_higher"]), {"call": "99S", "last": "misere"})
    answers = page.context["question"].form.answers
    assert box_value(answers["last"]) == "misere"
    assert "call" not in answers


@pytest.mark.parametrize(
    ("query", "slug", "id", "begins"),
    [
        ("8 spades over misere", "five_hundred", "bid_higher", "No."),
        ("revoke", "two_hundred", "revoke", "The table decides."),
        ("defence at 100", "two_hundred", "defence_counts", None),
    ],
)
def test_complete_question_shows_its_verdict(client, query, slug, id, begins):
    page = client.get(reverse("questions", args=[slug]), {"q": query})
    verdict = next((hit.verdict for hit in page.context["hits"] if hit.key == id), None)
    if begins is None:
        assert verdict is None
    else:
        assert f"{verdict.answer} {verdict.explanation}".lstrip().startswith(begins)
        assert b"with-verdict" in page.content


def test_questions_for_other_numbers_of_players_are_not_listed(client):
    game = every_game()["five_hundred"]
    for preset in game.presets:
        seats = {seats for seats, _sides in game.shapes(preset)}
        page = client.get(reverse("questions", args=[game.slug]), {"preset": preset.id})
        listed = {id for id, _text, _query in page.context["questions"]}
        possible = {id for id, question in game.questions.items() if any(map(question.can_come_up, seats))}
        assert listed == possible
    # The last preset excludes some questions.
    assert possible < set(game.questions)
