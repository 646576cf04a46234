"""What the site says of people agrees with how many they are: keys, previews, pages, titles of pictures."""

from __future__ import annotations

import html
import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import Example, Game
from scorekeeper.matches.replay import load_match_state
from scorekeeper.phone_cookie import COOKIE
from scorekeeper.sheet import result_card
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.tables.access import MatchContext
from tests.desk import KEY, boxes, table_of
from tests.test_sentences import MANY, ONE, disagreeing

pytestmark = [pytest.mark.django_db, pytest.mark.looks]

NAME = r"\b(?:Ann|Bo|Cy|Di|Eve|Flo|Gus|Hal)\b"
SEVERAL = re.compile(rf"{NAME}(?:(?:, | & | and ){NAME})+")
PAGES = ("sheet", "paper", "mishaps")


def examples(game: Game[Any]) -> list[Example[Any]]:
    """An example of each way to sit: one that somebody wins where there is one, else the longest."""
    found: dict[tuple[int, int], Example[Any]] = {}
    for example in sorted(game.examples, key=lambda one: (bool(one.winners), len(one.hands) < 6)):
        found[example.seating.shape] = example
    return list(found.values())


def sentences(markup: str) -> Iterator[str]:
    """What is read on a page, one element at a time."""
    for text in re.split(r"<[^>]+>", markup):
        yield " ".join(html.unescape(text).split())


def faults(texts: Iterator[str]) -> set[tuple[str, str]]:
    found = set()
    for text in texts:
        marked = re.sub(NAME, ONE, SEVERAL.sub(MANY, text))
        if wrong := disagreeing(marked):
            found.add((wrong, text))
    return found


@pytest.mark.parametrize("game", list(every_game().values()), ids=lambda game: game.slug)
def test_what_the_site_says_agrees_with_one_and_with_many(game: Game[Any]) -> None:
    wrong: set[tuple[str, str]] = set()
    client = Client()
    client.cookies[COOKIE] = KEY
    for example in examples(game):
        kinds = {shape: kind for kind, shape in game.hands.items()}
        *before, last = example.hands
        match = table_of(game, example.house, tuple(before), example.seating)
        at = [match.table.code, match.number]
        if type(last) in kinds:
            sheet = load_match_state(match).sheet
            key = {"kind": kinds[type(last)], "number": str(len(example.hands)), "rev": "0"}
            sent = {**boxes(last, sheet), **key, "key": str(uuid.uuid4())}
            told = client.post(reverse("preview", args=at), sent, headers={"HX-Request": "true"})
            assert told.status_code == 200
            wrong |= faults(sentences(told.content.decode()))
        for hands in (tuple(before), example.hands):
            match = table_of(game, example.house, hands, example.seating)
            at = [match.table.code, match.number]
            board = MatchPresenter(MatchContext(match.table, match, None, 1).localized)
            said = result_card.told(board, match.called)
            wrong |= faults(iter((said.title, said.standing)))
            pages = [reverse("table", args=at[:1]), reverse("tv", args=at[:1])]
            pages += [reverse(name, args=at) for name in PAGES]
            if hands:
                pages += [reverse(name, args=[*at, len(hands)]) for name in ("reasons", "strike", "amend")]
            pages += [reverse("account", args=[*at, side]) for side in range(example.seating.sides)]
            for page in pages:
                answer = client.get(page)
                assert answer.status_code == 200, page
                wrong |= faults(sentences(answer.content.decode()))
    assert not wrong, "\n".join(map(str, sorted(wrong)))


def test_what_does_not_agree_is_found() -> None:
    texts = ["Bo +5; Bo win", "Ann & Cy is ahead", "Ann, Bo and Di leads", "Ann +5, Bo & Di +3; Ann wins"]
    assert {text for _wrong, text in faults(iter(texts))} == set(texts[:3])
