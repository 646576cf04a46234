"""The end of a match by agreement, and its undo."""

from __future__ import annotations

import pytest

from games.engine import Stopped, hand_to_json

from .cast import Cast, agreed, new_key, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cast: Cast) -> Cast:
    """Return a table with one hand, in which the first side is far ahead."""
    cast.play(1)
    first = -900 if cast.game.lowest_first(cast.example.house) else 900
    cast.write(agreed(first, cast.example.seating.sides))
    return cast


def stop(cast: Cast, who: str = "Ann", **more) -> object:
    sent = {"key": new_key(), "number": cast.state.next_number, **more}
    return cast.post(who, "stop", data=sent)


def test_a_table_that_stops_declares_whoever_is_ahead(played: Cast) -> None:
    if played.state.sheet.outcome:
        played.post("Ann", "undo", data={"key": new_key(), "number": 2, "rev": 1})
    assert "leads with" in text(played.get("Ann", "stop"))
    assert stop(played).status_code == 303
    outcome = played.state.sheet.outcome
    assert outcome is not None
    assert list(outcome.winners) == [0]
    assert played.match.ended is not None
    assert played.match.results.get(won=True).side == 0
    page = played.get("Cy", "table")
    assert "Game ended" in text(page)
    assert "Ann" in text(page)


def test_a_stop_can_be_undone_and_the_match_goes_on(played: Cast) -> None:
    stop(played)
    assert played.post("Bo", "undo", data={"key": new_key(), "number": 3, "rev": 1}).status_code == 303
    assert played.state.sheet.outcome is None
    assert played.match.ended is None
    assert "hand-form" in played.get("Ann", "table").content.decode()


def test_nothing_is_stopped_before_anything_was_played(cast: Cast) -> None:
    assert "Nothing has been played yet" in text(cast.get("Ann", "stop"))
    answer = stop(cast)
    assert answer.status_code == 422
    assert cast.match.length == 0


def test_who_only_watches_stops_nothing(played: Cast) -> None:
    assert played.get("Cy", "stop").status_code == 403
    assert stop(played, "Di").status_code == 403
    assert "End the game" not in text(played.get("Cy", "table"))
    assert "End the game" in text(played.get("Bo", "table"))


def test_a_hand_written_meanwhile_is_not_stopped_over(played: Cast) -> None:
    seen = played.state.next_number
    played.write(agreed(0, played.example.seating.sides))
    answer = stop(played, number=seen)
    assert answer.status_code == 409
    assert "The game was not ended" in text(answer)
    assert played.state.sheet.outcome is None


def test_two_taps_stop_once_and_the_same_request_twice_too(played: Cast) -> None:
    seen, key = played.state.next_number, new_key()
    assert stop(played, key=key, number=seen).status_code == 303
    assert stop(played, key=key, number=seen).status_code == 303
    assert stop(played, "Bo", number=seen).url.endswith("same=3")
    assert played.match.length == 3


def test_a_stop_that_no_page_of_ours_sends_is_refused(played: Cast) -> None:
    assert stop(played, key="no key").status_code == 400


def test_a_stop_is_a_row_of_the_record_too(played: Cast) -> None:
    stop(played)
    record = played.get("Ann", "record").json()
    assert record["entries"][-1]["hand"] == hand_to_json(played.game, Stopped())
