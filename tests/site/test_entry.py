"""Entry of a new hand: form, preview, draft, saving, retries and conflicts."""

import html
import re

import pytest
from django.templatetags.static import static

from games import every_game
from games.engine import (
    PASS,
    AcceptedRuling,
    Calls,
    hand_problems,
    kind_of,
    play,
    record_fields,
    run_auction,
)
from scorekeeper.matches.models import Entry
from tests import nightly

from .cast import PARTIAL, Cast, boxes, markup, new_key, text

pytestmark = pytest.mark.django_db

EXAMPLES = [(game, example) for game in every_game().values() for example in game.examples]


@nightly.of_every_example
def test_every_example_can_be_entered_without_hidden_boxes(game, example):
    cast = Cast(game, example)
    for hand in example.hands:
        if isinstance(hand, AcceptedRuling):
            cast.write(hand)
            continue
        form = cast.form(hand)
        hidden = set(cast.post("Bo", "preview", data=form).context["entry"].irrelevant)
        visible = {name: value for name, value in form.items() if not {name, name.split(".")[0]} & hidden}
        answer = cast.post("Bo", "hand", data=visible)
        assert answer.status_code == 303, (hand, hidden, answer.context["entry"].form.errors)
    assert tuple(cast.state.sheet.final) == example.totals


def repeats(game, example):
    """Return True if a hand of the example may repeat answers of the hand before it."""
    return any(
        game.initial_answers(
            kind_of(game, hand), play(game, example.seating, example.house, example.hands[:n])
        )
        for n, hand in enumerate(example.hands)
        if not isinstance(hand, AcceptedRuling)
    )


@pytest.mark.parametrize(
    ("game", "example"),
    nightly.one_of_each(
        [pair for pair in EXAMPLES if repeats(*pair)], lambda pair: (pair[0].slug, nightly.kinds_in(pair[1]))
    ),
    ids=lambda value: getattr(value, "slug", None) or str(value.title)[:40],
)
def test_earlier_answers_are_repeated_only_by_a_link(game, example):
    cast = Cast(game, example)
    for hand in example.hands:
        kind = kind_of(game, hand)
        earlier = game.initial_answers(kind, cast.state.sheet)
        page = cast.get("Ann", "hand", data={"kind": kind})
        assert not page.context["entry"].form.answers
        # Without script, a link repeats the earlier answers.
        if link := re.search(rf'unscripted" href="(\?kind={kind}&[^"]+)"', markup(page)):
            filled = cast.clients["Ann"].get(cast.url("hand") + html.unescape(link[1]))
            repeated = filled.context["entry"].form.answers
            assert repeated
            assert repeated.items() <= dict(earlier).items()
        assert cast.post("Ann", "hand", data=cast.form(hand)).status_code == 303


def test_hand_is_saved_once(cast):
    form = cast.form(cast.hands[0])
    first, repeated = (cast.post("Bo", "hand", data=form) for _time in range(2))
    assert first.status_code == repeated.status_code == 303
    assert first["Location"].startswith(cast.url("table"))
    assert repeated["Location"] == first["Location"]
    assert "Idempotent-Replayed" not in first.headers
    assert repeated["Idempotent-Replayed"] == "true"
    assert [row.number for row in cast.state.sheet.rows] == [1]
    assert Entry.objects.get().by_name == "Bo"
    # The key stays used after another hand was saved, and cannot be used for another hand.
    cast.write(cast.adjustment(5))
    assert cast.post("Bo", "hand", data=form)["Location"] == first["Location"]
    other = cast.form(cast.adjustment(3), key=form["key"])
    assert cast.post("Bo", "hand", data=other).status_code == 422
    assert Entry.objects.count() == 2


def test_same_hand_from_two_phones_is_saved_once(cast):
    first, second = cast.form(cast.hands[0]), cast.form(cast.hands[0])
    cast.post("Ann", "hand", data=first)
    answer = cast.post("Bo", "hand", data=second, follow=True)
    assert "already saved by Ann" in text(answer)
    assert Entry.objects.count() == 1


def test_conflicting_hand_can_be_saved_as_edit(cast):
    hand, *others = cast.hands
    sheet = cast.state.sheet
    other = next(other for other in others if other != hand and not hand_problems(cast.game, other, sheet))
    second = cast.form(other)
    cast.enter("Ann", hand)
    answer = cast.post("Bo", "hand", data=second)
    assert answer.status_code == 409
    clash, entry = answer.context["clash"], answer.context["entry"]
    assert (clash.by, clash.theirs.number) == ("Ann", 1)
    assert clash.theirs.short in text(answer)
    assert clash.mine in text(answer)
    assert (entry.number, entry.rev, entry.kind) == (2, 0, second["kind"])
    typed = boxes(cast.game, other)
    for path in entry.form.fields.keys() & typed:
        assert entry.form.data[path][-1] == str(typed[path])
    assert Entry.objects.count() == 1
    shown = cast.post("Bo", "amend", 1, data={**second, "key": entry.key, "show": "1"})
    entry = shown.context["entry"]
    sent = {**second, "number": 1, "rev": entry.rev, "key": entry.key, "reason": "misheard"}
    assert cast.post("Bo", "amend", 1, data=sent).status_code == 303
    assert Entry.objects.count() == 2


def test_missing_answers_are_errors(cast):
    kind = next(
        kind for kind, record in cast.game.hands.items() if any(q.required for q in record_fields(record))
    )
    key = new_key()
    answer = cast.post("Ann", "hand", data={"number": 1, "rev": 0, "key": key, "kind": kind})
    assert answer.status_code == 422
    entry = answer.context["entry"]
    assert entry.form.errors
    assert entry.key != key
    for errors in entry.form.errors.values():
        assert errors[0] in text(answer)


def test_malformed_fields_are_a_bad_request(cast):
    for broken in ({"key": "x"}, {"key": ""}, {"rev": "x"}, {"number": "-1"}, {"number": "9" * 9}):
        assert cast.post("Ann", "hand", data=cast.form(cast.hands[0]) | broken).status_code == 400, broken
    assert cast.post("Ann", "hand", data=cast.form(cast.hands[0], kind="no_such")).status_code == 404
    assert cast.get("Ann", "hand", data={"kind": "no_such"}).status_code == 404


def test_preview_shows_totals_and_writes_nothing(cast):
    part = cast.post("Ann", "preview", data=cast.form(cast.hands[0]), headers=PARTIAL)
    page = cast.post("Ann", "preview", data=cast.form(cast.hands[0]))
    changes = page.context["preview"].changes
    after = play(cast.game, cast.example.seating, cast.example.house, cast.hands[:1])
    assert [change.after.text for change in changes] == [str(n).replace("-", "−") for n in after.totals]
    # Without script the response is the page, with the form as it was.
    for answer in (part, page):
        assert all(change.gain.text in text(answer) for change in changes)
    assert b'id="strip"' in page.content
    assert not Entry.objects.exists()
    assert cast.table.matches.get().begun is None


def test_draft_is_on_every_phone_until_saved(cast):
    """Check the draft of a hand: a phone posts it to the route "begun", and ``Match.begun`` stores it."""
    hand = cast.hands[0]
    etag = cast.get("Cy", "sheet")["ETag"]
    assert cast.post("Ann", "begun", data=cast.form(hand)).status_code == 204
    assert cast.get("Cy", "sheet", headers={"If-None-Match": etag}).status_code == 200
    entry = cast.get("Bo", "table").context["entry"]
    filled = boxes(cast.game, hand)
    assert entry.kind == filled["kind"]
    assert filled.keys() & entry.form.answers
    for who, is_told in (("Ann", False), ("Bo", True), ("Cy", True)):
        assert ("Ann is entering it" in text(cast.get(who, "table"))) is is_told, who
    cast.enter("Bo", hand)
    assert cast.match.begun is None
    assert "is entering" not in text(cast.get("Cy", "table"))


def test_draft_of_another_hand_is_not_shared(cast):
    """Check that only the next hand's draft is shared: a phone keeps a draft of any other hand."""
    cast.enter("Bo", cast.hands[0])
    for number, status in ((1, 409), (3, 409), (2, 204)):
        form = cast.form(cast.hands[1]) | {"number": number}
        assert cast.post("Ann", "begun", data=form).status_code == status, number
    assert cast.match.begun["number"] == 2


def test_form_of_a_kind_takes_answers_from_the_query(cast):
    assert cast.get("Ann", "hand", data=boxes(cast.game, cast.hands[0])).context["entry"].form.answers


def test_finished_match_takes_no_hand():
    cast = Cast(*next(pair for pair in EXAMPLES if pair[1].winners and len(pair[1].hands) > 1))
    cast.play()
    assert "hand-form" not in markup(cast.get("Ann", "table"))
    assert cast.enter("Ann", cast.hands[0]).status_code == 422


def preview_of(cast, form):
    """Return the preview of a hand, and the part that htmx shows."""
    part = cast.post("Bo", "preview", data=form, headers=PARTIAL)
    return cast.post("Bo", "preview", data=form).context["preview"], html.unescape(markup(part))


def test_wrong_answers_are_errors_at_once_and_missing_ones_when_saving():
    game = every_game()["let_it_ride"]
    cast = Cast(game, next(example for example in game.examples if example.title.startswith("By cards")))
    form = cast.form(cast.hands[0])
    first_card, *_others = form.pop("cards.1").split()
    preview, part = preview_of(cast, form | {"cards.1": first_card})
    assert preview.problems
    assert not preview.provisional
    assert '<p class="error" role="alert"' in part
    preview, part = preview_of(cast, form)
    assert preview.provisional
    assert not preview.problems
    assert 'class="error"' not in part
    assert 'role="alert"' not in part
    assert preview.provisional[0].text in part
    answer = cast.post("Bo", "hand", data=form)
    assert answer.status_code == 422
    assert answer.context["preview"].problems == preview.provisional
    assert not answer.context["preview"].provisional


def run_bidding(cast):
    """Return calls that settle a hand: the first legal bid, then passes."""
    calls = Calls()
    for _call in range(60):
        turn, _wrong = run_auction(cast.game.auction, calls, cast.state.sheet)
        if turn.speaker is None:
            assert turn.result is not None
            return calls, turn.result
        legal = [offer.call for offer in turn.offers if offer.refusal is None]
        bids = [call for call in legal if call != PASS]
        call = bids[0] if bids and (not calls or PASS not in legal) else PASS
        calls = Calls((*calls, call))
    raise AssertionError("the auction does not end")


@pytest.mark.parametrize(
    "game", [game for game in every_game().values() if game.auction], ids=lambda game: game.slug
)
def test_auction_fills_in_the_hand(game):
    cast = Cast(game, game.examples[0])
    page = cast.get("Bo", "hand")
    auction_url = cast.url("ask_at_table", page.context["entry"].auction_question)
    assert f'href="{auction_url}"' in markup(page)
    assert cast.clients["Bo"].get(auction_url).status_code == 200
    calls, result = run_bidding(cast)
    finished = cast.get("Bo", "auction_at_table", data={"calls": str(calls)})
    link = re.search(r'<a class="key main" href="([^"]+)"', markup(finished))
    entry = cast.clients["Bo"].get(html.unescape(link[1])).context["entry"]
    assert entry.kind == result.kind
    assert result.answers
    assert {path: entry.form.answers[path] for path in result.answers} == dict(result.answers)
    # An unfinished auction has no link, and a watcher sees no link.
    unfinished = cast.get("Bo", "auction_at_table", data={"calls": str(Calls(calls[:1]))})
    for page in unfinished, cast.get("Cy", "auction_at_table", data={"calls": str(calls)}):
        assert "<a " not in markup(page)


def test_table_page_loads_the_card_keys_of_every_form():
    games_with_cards = set()
    for slug, game in every_game().items():
        cast = Cast(game, game.examples[0])
        forms = [cast.get("Ann", "hand", data={"kind": kind}) for kind in game.hands]
        if any("cards-box" in form.content.decode() for form in forms if form.status_code == 200):
            games_with_cards.add(slug)
            page = cast.get("Ann", "table").content.decode()
            assert static("desk.js") in page, slug
            assert static("desk.css") in page, slug
    assert {"gin_rummy", "rummy"} <= games_with_cards
