"""Entry of a new hand: form, preview, draft, saving, retries and conflicts."""

from __future__ import annotations

import functools
import html
import re

import pytest

from games import every_game
from games.engine import (
    ENGLISH,
    PASS,
    AcceptedRuling,
    AuctionResult,
    Calls,
    form_fields,
    hand_problems,
    kind_of,
    play,
    record_fields,
    run_auction,
    to_form_data,
)
from scorekeeper.matches.models import Entry
from scorekeeper.sheet.hand_form import HandForm
from tests import nightly

from .cast import NAMES, Cast, agreed, boxes, new_key, text

pytestmark = pytest.mark.django_db

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
EXAMPLES = [(game, example) for game in every_game().values() for example in game.examples]


@nightly.of_every_example
def test_every_example_can_be_entered_without_the_boxes_that_the_form_hides(db: None, game, example) -> None:
    cast = Cast(game, example)
    for hand in example.hands:
        if isinstance(hand, AcceptedRuling):
            cast.write(hand)
            continue
        said = cast.form(hand)
        hidden = set(cast.post("Bo", "preview", data=said).context["entry"].idle)
        seen = {name: value for name, value in said.items() if not {name, name.split(".")[0]} & hidden}
        answer = cast.post("Bo", "hand", data=seen)
        assert answer.status_code == 303, (hand, hidden, answer.context["entry"].form.errors)
    assert tuple(cast.state.sheet.final) == example.totals


def repeats(game, example) -> bool:
    """Return True if a hand of the example may repeat answers of the hand before it."""
    return any(
        game.initial_answers(
            kind_of(game, hand), play(game, example.seating, example.house, example.hands[:n])
        )
        for n, hand in enumerate(example.hands)
        if not isinstance(hand, AcceptedRuling)
    )


REPEATING = nightly.one_of_each(
    [one for one in EXAMPLES if repeats(*one)], lambda one: (one[0].slug, nightly.kinds_in(one[1]))
)


@pytest.mark.parametrize(
    ("game", "example"),
    REPEATING,
    ids=lambda value: getattr(value, "slug", None) or str(value.title)[:40],
)
def test_no_answer_of_an_earlier_hand_is_saved_unless_it_is_sent(db: None, game, example) -> None:
    cast = Cast(game, example)
    for hand in example.hands:
        kind = kind_of(game, hand)
        earlier = game.initial_answers(kind, cast.state.sheet)
        page = cast.get("Ann", "hand", data={"kind": kind})
        form = page.context["entry"].form
        assert not form.answers
        # Without script a link repeats them.
        if again := re.search(rf'unscripted" href="(\?kind={kind}&[^"]+)"', page.content.decode()):
            filled = cast.clients["Ann"].get(cast.url("hand") + html.unescape(again[1]))
            said_again = filled.context["entry"].form.answers
            assert said_again
            assert said_again.items() <= dict(earlier).items()
        whole = cast.form(hand)
        for path, said in to_form_data(hand).items():
            if path not in earlier or said == form.blanks[path].default:
                continue
            left = {name: value for name, value in whole.items() if name not in (path, f"{path}.n")}
            refused = cast.post("Ann", "hand", data=left)
            assert refused.status_code == 422
            assert f"for {NAMES[int(path.rpartition('.')[2])]}" in text(refused)
        assert cast.post("Ann", "hand", data=whole).status_code == 303


def test_a_hand_is_saved_and_the_page_comes_back(cast: Cast) -> None:
    answer = cast.enter("Bo", cast.hands[0])
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(cast.url("table"))
    assert [row.hand for row in cast.state.sheet.rows] == [cast.state.sheet.rows[0].hand]
    assert Entry.objects.get().by_name == "Bo"


def test_the_same_request_again_gets_the_same_answer_and_writes_nothing(cast: Cast) -> None:
    form = cast.form(cast.hands[0])
    first, again = (cast.post("Ann", "hand", data=form) for _time in range(2))
    assert (again.status_code, again.headers["Location"]) == (first.status_code, first.headers["Location"])
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert Entry.objects.count() == 1


def test_a_retry_is_answered_even_when_the_game_has_gone_on(cast: Cast) -> None:
    form = cast.form(cast.hands[0])
    first = cast.post("Ann", "hand", data=form)
    cast.write(agreed(5, cast.example.seating.sides))
    assert cast.post("Ann", "hand", data=form).headers["Location"] == first.headers["Location"]


def test_two_who_enter_the_same_are_told_so(cast: Cast) -> None:
    theirs, mine = cast.form(cast.hands[0]), cast.form(cast.hands[0])
    cast.post("Ann", "hand", data=theirs)
    answer = cast.post("Bo", "hand", data=mine, follow=True)
    assert "already saved by Ann" in text(answer)
    assert Entry.objects.count() == 1


def other_hand(cast: Cast) -> object:
    """Return a valid first hand other than the first of the example."""
    sheet = play(cast.game, cast.example.seating, cast.example.house, ())
    return next(
        hand for hand in cast.hands[1:] if hand != cast.hands[0] and not hand_problems(cast.game, hand, sheet)
    )


def test_the_slower_of_two_sees_theirs_beside_his_own_and_loses_nothing(cast: Cast) -> None:
    other = other_hand(cast)
    theirs, mine = cast.form(cast.hands[0]), cast.form(other)
    cast.post("Ann", "hand", data=theirs)
    answer = cast.post("Bo", "hand", data=mine)
    assert answer.status_code == 409
    clash, entry = answer.context["clash"], answer.context["entry"]
    assert (clash.by, clash.theirs.number) == ("Ann", 1)
    assert clash.theirs.short in text(answer)
    assert clash.mine in text(answer)
    assert (entry.number, entry.rev, entry.kind) == (2, 0, mine["kind"])
    said = boxes(cast.game, other)
    for path in entry.form.blanks:
        if path in said:
            assert entry.form.data[path][-1] == str(said[path])
    assert Entry.objects.count() == 1


def test_his_can_then_become_a_correction(cast: Cast) -> None:
    theirs, mine = cast.form(cast.hands[0]), cast.form(other_hand(cast))
    cast.post("Ann", "hand", data=theirs)
    clash = cast.post("Bo", "hand", data=mine)
    shown = cast.post("Bo", "amend", 1, data={**mine, "key": clash.context["entry"].key, "show": "1"})
    entry = shown.context["entry"]
    sent = {**mine, "number": 1, "rev": entry.rev, "key": entry.key, "reason": "misheard"}
    assert cast.post("Bo", "amend", 1, data=sent).status_code == 303
    assert Entry.objects.count() == 2


def test_what_is_missing_is_said_by_its_box_and_what_was_said_stays(cast: Cast) -> None:
    kind = next(
        kind for kind, record in cast.game.hands.items() if any(q.required for q in record_fields(record))
    )
    empty = {"number": 1, "rev": 0, "key": new_key(), "kind": kind}
    answer = cast.post("Ann", "hand", data=empty)
    assert answer.status_code == 422
    entry = answer.context["entry"]
    assert entry.form.errors
    assert entry.key != empty["key"]
    for errors in entry.form.errors.values():
        assert errors[0] in text(answer)


def test_a_key_that_was_used_for_something_else_is_noticed(cast: Cast) -> None:
    form = cast.form(cast.hands[0])
    cast.post("Ann", "hand", data=form)
    other = {**cast.form(agreed(3, cast.example.seating.sides)), "key": form["key"]}
    answer = cast.post("Ann", "hand", data=other)
    assert answer.status_code == 422
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    "broken", [{"key": "x"}, {"key": ""}, {"rev": "x"}, {"number": "-1"}, {"number": "9" * 9}]
)
def test_what_no_page_of_ours_sends_is_a_bad_request(cast: Cast, broken: dict[str, str]) -> None:
    assert cast.post("Ann", "hand", data=cast.form(cast.hands[0]) | broken).status_code == 400


def test_there_is_no_such_kind_of_hand(cast: Cast) -> None:
    assert cast.get("Ann", "hand", data={"kind": "no_such"}).status_code == 404
    assert cast.post("Ann", "hand", data=cast.form(cast.hands[0], kind="no_such")).status_code == 404


def test_the_preview_says_what_saving_would_do_and_writes_nothing(cast: Cast) -> None:
    answer = cast.post("Ann", "preview", data=cast.form(cast.hands[0]), headers=PARTIAL)
    would = cast.post("Ann", "preview", data=cast.form(cast.hands[0])).context["preview"]
    after = play(cast.game, cast.example.seating, cast.example.house, cast.hands[:1])
    assert [change.after.text for change in would.changes] == [str(n).replace("-", "−") for n in after.totals]
    assert would.save in text(answer)
    assert not Entry.objects.exists()
    assert cast.table.matches.get().begun is None


def test_the_preview_without_script_is_the_page_with_the_form_as_it_was(cast: Cast) -> None:
    answer = cast.post("Ann", "preview", data=cast.form(cast.hands[0]))
    assert b'id="strip"' in answer.content
    assert answer.context["preview"].save in text(answer)


def test_the_hand_begun_is_there_on_every_phone(cast: Cast) -> None:
    hand = cast.hands[0]
    etag = cast.get("Cy", "sheet").headers["ETag"]
    assert cast.post("Ann", "begun", data=cast.form(hand)).status_code == 204
    assert cast.get("Cy", "sheet", headers={"If-None-Match": etag}).status_code == 200
    entry = cast.get("Bo", "table").context["entry"]
    said = boxes(cast.game, hand)
    assert entry.kind == said["kind"]
    shown = {path: value for path, value in boxes(cast.game, hand).items() if path in entry.form.answers}
    assert shown
    assert "1 in progress" in text(cast.get("Cy", "table"))


def test_saving_puts_the_hand_begun_away(cast: Cast) -> None:
    cast.post("Ann", "begun", data=cast.form(cast.hands[0]))
    cast.enter("Bo", cast.hands[0])
    assert cast.match.begun is None


def test_a_draft_of_another_hand_stays_with_its_phone(cast: Cast) -> None:
    """Check a draft of the third hand while the second is pending on that phone, which resends it later."""
    cast.enter("Bo", cast.hands[0])
    for number, status in ((1, 409), (3, 409), (2, 204)):
        said = cast.form(cast.hands[1]) | {"number": number}
        assert cast.post("Ann", "begun", data=said).status_code == status, number
    assert cast.match.begun["number"] == 2


def test_nonsense_in_the_hand_begun_harms_no_page(cast: Cast) -> None:
    form = dict.fromkeys(cast.form(cast.hands[0]), "nonsense")
    form |= {"number": 1, "rev": 0, "kind": boxes(cast.game, cast.hands[0])["kind"]}
    assert cast.post("Ann", "begun", data=form).status_code == 204
    assert cast.get("Bo", "table").status_code == 200


def test_another_kind_of_hand_keeps_what_it_asks_too(cast: Cast) -> None:
    said = {path: str(value) for path, value in boxes(cast.game, cast.hands[0]).items()}
    entry = cast.get("Ann", "hand", data=said).context["entry"]
    assert entry.form.answers


def test_a_finished_game_takes_no_more_hands(db: None) -> None:
    game, example = next(
        (game, example) for game, example in EXAMPLES if example.winners and len(example.hands) > 1
    )
    cast = Cast(game, example)
    cast.play()
    assert "hand-form" not in cast.get("Ann", "table").content.decode()
    answer = cast.enter("Ann", example.hands[0])
    assert answer.status_code == 422
    assert "The game was already over" in text(answer)


def wrong_at(game, example, said: dict[str, object]) -> list[str]:
    """Return the boxes of a first hand that the engine rejects."""
    sheet = play(game, example.seating, example.house, ())
    data = {name: value if isinstance(value, list) else [str(value)] for name, value in said.items()}
    form = HandForm(game, type(example.hands[0]), sheet, ENGLISH, data=data)
    return [problem.field for problem in form.problems]


@functools.cache
def unfit_once_emptied():
    """Return a game, an example and an optional box without which its first hand is invalid.

    The hand is invalid too with only the first card in that box.
    """
    for game, example in EXAMPLES:
        if not example.hands or isinstance(example.hands[0], AcceptedRuling):
            continue
        said = boxes(game, example.hands[0])
        sheet = play(game, example.seating, example.house, ())
        for blank in form_fields(type(example.hands[0]), sheet):
            path = blank.path
            if blank.place is None or not isinstance(said.get(path), str) or not said[path]:
                continue
            less = {name: value for name, value in said.items() if name != path}
            wrong = {**less, path: said[path].split()[0]}
            if all(wrong_at(game, example, data) == [path] for data in (less, wrong)):
                return game, example, path
    raise AssertionError("no example has such a box")


def test_what_is_still_to_be_said_is_said_quietly_until_the_hand_is_to_be_saved(db: None) -> None:
    game, example, path = unfit_once_emptied()
    cast = Cast(game, example)
    said = {name: value for name, value in cast.form(example.hands[0]).items() if name != path}
    would = cast.post("Bo", "preview", data=said, headers=PARTIAL)
    told = cast.post("Bo", "preview", data=said).context["preview"]
    assert told.unsaid
    assert not told.problems
    assert 'class="error"' not in would.content.decode()
    assert 'role="alert"' not in would.content.decode()
    assert told.unsaid[0] in text(would)
    pressed = cast.post("Bo", "hand", data=said)
    assert pressed.status_code == 422
    assert pressed.context["preview"].problems == told.unsaid
    assert not pressed.context["preview"].unsaid


def test_what_was_filled_in_and_is_wrong_is_said_at_once(db: None) -> None:
    game, example, path = unfit_once_emptied()
    cast = Cast(game, example)
    said = cast.form(example.hands[0])
    wrong = {**said, path: said[path].split()[0]}
    would = cast.post("Bo", "preview", data=wrong, headers=PARTIAL)
    told = cast.post("Bo", "preview", data=wrong).context["preview"]
    assert told.problems
    assert not told.unsaid
    assert '<p class="error" role="alert">' in would.content.decode()


def auctioned(cast: Cast) -> tuple[Calls, AuctionResult]:
    """Return calls that settle a hand: the first legal bid, then passes."""
    calls = Calls()
    for _call in range(60):
        turn, _wrong = run_auction(cast.game.auction, calls, cast.state.sheet)
        if turn.speaker is None:
            assert turn.result is not None
            return calls, turn.result
        legal = [offer.call for offer in turn.offers if offer.refused is None]
        bids = [call for call in legal if call != PASS]
        take = bids[0] if bids and (not calls or PASS not in legal) else PASS
        calls = Calls((*calls, take))
    raise AssertionError("an auction without an end")


BID_FOR = [game for game in every_game().values() if game.auction is not None]


@pytest.mark.parametrize("game", BID_FOR, ids=lambda game: game.slug)
def test_what_is_bid_on_the_pad_goes_into_the_hand(db: None, game) -> None:
    cast = Cast(game, game.examples[0])
    page = cast.get("Bo", "hand")
    pad = cast.url("ask_at_table", page.context["entry"].auction_judge)
    assert f'href="{pad}"' in page.content.decode()
    assert cast.clients["Bo"].get(pad).status_code == 200
    calls, settled = auctioned(cast)
    over = cast.get("Bo", "auction_at_table", data={"calls": str(calls)})
    into_the_hand = re.search(r'<a class="key main" href="([^"]+)"', over.content.decode())
    filled = cast.clients["Bo"].get(html.unescape(into_the_hand[1]))
    entry = filled.context["entry"]
    assert entry.kind == settled.kind
    assert settled.answers
    assert {path: entry.form.answers[path] for path in settled.answers} == dict(settled.answers)
    # Half an auction settles nothing, and spectators write nothing.
    half = cast.get("Bo", "auction_at_table", data={"calls": str(Calls(calls[:1]))})
    for pad in half, cast.get("Cy", "auction_at_table", data={"calls": str(calls)}):
        assert "<a " not in pad.content.decode()
