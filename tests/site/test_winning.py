"""The end of a match at the top of its sheet: who won, by how much, the best hand, and what comes next."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from games import every_game
from games.engine import Entry, Example, Game, Heading, Sheet, play
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.sheet.state import LoggedEntry, MatchState, PlayerNames, next_dealer

from .cast import NAMES, Cast

pytestmark = pytest.mark.looks

EXAMPLES = [(game, example) for game in every_game().values() for example in game.examples]


def told(cast: Cast, who: str) -> str:
    page = cast.get(who, "table").content.decode()
    found = re.search(r'<section class="winner".*?</section>', page, re.S)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


@pytest.mark.django_db
def test_the_winner_stands_with_all_that_is_wanted_next(cast: Cast) -> None:
    cast.play()
    board = cast.get("Ann", "table").context["board"]
    said = told(cast, "Ann")
    assert f"{board.outcome['names']} won" in said
    dealer = next_dealer(cast.game, cast.story.sheet)
    assert f"Play again ({board.words.name(dealer)} deals)" in said
    assert "Another game" in said
    assert "Share" in said
    assert "Who won what" not in said  # nothing but this game yet
    watching = told(cast, "Cy")
    assert "Share" in watching
    assert "Play again" not in watching
    assert "Another game" not in watching
    cast.post("Ann", "rematch", data={})
    for hand in cast.hands:
        cast.write(hand)
    assert "Who won what" in told(cast, "Cy")


@pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=lambda one: getattr(one, "slug", ""))
def test_the_margin_is_how_far_the_winner_stands_before_the_next(
    game: Game[Any], example: Example[Any]
) -> None:
    sheet = play(game, example.seating, example.house, example.hands)
    board = presenter(game, example, sheet)
    if board.margin:
        (winner,) = sheet.outcome.winners
        low = game.lowest_first(example.house)
        order = sorted(sheet.final, reverse=not low)
        assert sheet.final[winner] == order[0]
        assert board.margin == board.words.read(abs(order[0] - order[1]))
    if best := board.best_hand:
        highest = max(gain for row in sheet.rows for gain in row.gains)
        assert not game.lowest_first(example.house)
        assert best.gain.text == f"+{board.words.read(highest)}"


def presenter(game: Game[Any], example: Example[Any], sheet: Sheet[Any]) -> MatchPresenter:
    """The page of an example, as if it had been written at a table."""
    log = tuple(
        LoggedEntry(Entry(n, hand), n, 1, "Ann", datetime.now(UTC), uuid.uuid4())
        for n, hand in enumerate(example.hands, start=1)
    )
    state = MatchState(game, Heading(example.seating, example.house, game.presets[0].id), log, sheet)
    sitting = tuple((seat, 0, NAMES[seat % 6] + str(seat)) for seat in range(example.seating.seats))
    return MatchPresenter(LocalizedMatch(state, PlayerNames(example.seating, sitting)))


def test_some_examples_have_a_margin_and_a_best_hand() -> None:
    boards = [presenter(game, one, play(game, one.seating, one.house, one.hands)) for game, one in EXAMPLES]
    assert sum(bool(board.margin) for board in boards) > 20
    assert sum(bool(board.best_hand) for board in boards) > 20


@pytest.mark.parametrize(
    "slug",
    [
        "two_hundred",
        "five_hundred",
        "big_two",
        "crazy_eights",
        "gin_rummy",
        "rummy",
        "rummy_500",
        "ninety_nine",
        "tally",
    ],
)
def test_a_game_that_goes_to_a_total_marks_it_and_ends_there(slug: str) -> None:
    """Some example ends with somebody at the total, and the race has its line."""
    game = every_game()[slug]
    reached = False
    for one in game.examples:
        sheet = play(game, one.seating, one.house, one.hands)
        if (target := game.target(sheet)) is None or sheet.outcome is None or len(sheet.rows) < 2:
            continue
        race = presenter(game, one, sheet).race
        assert race is not None
        assert race.goes_to == str(target)
        reached |= any(total >= target for total in sheet.totals)
    assert reached


def test_the_line_stands_above_those_who_have_not_reached_it() -> None:
    game = every_game()["five_hundred"]
    drawn = 0
    for one in game.examples:
        board = presenter(game, one, sheet := play(game, one.seating, one.house, one.hands[:2]))
        if (race := board.race) is None:
            continue
        drawn += 1
        for runner in race.runners:
            assert (float(runner.y) > float(race.goal)) is (sheet.final[runner.side] < game.target(sheet))
    assert drawn
