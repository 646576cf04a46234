"""People read what a source is called; its tag is for files."""

import re
from typing import Any

import pytest

from games import every_game
from games.engine import Game, source_name
from scorekeeper.words import words_for

from .routes import rich_example, table_of

# Where pages say where a rule comes from, and what stands between two sources.
WHERE = (
    (r'<summary class="rule">Rule [\d.]+ · (.*?)(?: \+\d+)?</summary>', " · "),
    (r'<summary class="sources">.*?</span> (.*?)</summary>', ", "),
    (r'<span class="source">(.*?)</span>', ", "),
    (r">rule [\d.]+, (.*?)</a>", ", "),
)


def sources(game: Game[Any]) -> set[Any]:
    return {source for rule in game.rulebook for source in rule.sources}


@pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)
def test_the_sources_of_a_game_have_names_of_their_own(game: Game[Any]) -> None:
    names = [source_name(source, words_for()) for source in sources(game)]
    assert len(set(names)) == len(names), sorted(names)
    # As a heading begins, or the address of a page.
    assert [name for name in names if not name[0].isupper() and "." not in name] == []


@pytest.mark.django_db
def test_pages_name_their_sources() -> None:
    """The rulebook, the house rules, the reasons of a hand and a ruling."""
    game, example = rich_example()
    cast = table_of(game, example, 4)
    names = {source_name(source, words_for()) for source in sources(game)}
    question = next(iter(game.questions))
    shown = set[int]()
    for name, *more in (("rulebook_at_table",), ("rules",), ("reasons", 1), ("ask_at_table", question)):
        page = cast.clients["Ann"].get(cast.url(name, *more)).content.decode()
        for number, (where, between) in enumerate(WHERE):
            for found in re.findall(where, page):
                shown.add(number)
                assert set(found.replace("&#x27;", "'").replace("&#39;", "'").split(between)) <= names, name
    assert shown >= {1, 2, 3}
