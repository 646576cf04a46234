"""Drafts with any content: every page of the table stays intact."""

from typing import get_origin

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import every_game
from games.engine import Cards, Choice, Seat, Side, optional
from games.engine.game import COMMON_HANDS
from scorekeeper.sheet import hand_entry
from scorekeeper.tables import load
from tests.nightly import NIGHTLY

from .cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only, pytest.mark.slow, pytest.mark.timeout(600)]

GAMES = every_game()
# Numbers within, at and beyond every bound, and invalid numbers.
NUMBERS = st.one_of(
    st.integers(-1, 12).map(str), st.sampled_from(["-999", "13", "52", "500", "99999", "1.5", "x", "5-", ""])
)
CARDS = st.lists(
    st.sampled_from([rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]), max_size=14
).map(" ".join)
TEXTS = st.sampled_from(["", "%", "{n}", "pass", "7H pass 8C", "x" * 300])


def answers_in(form, path):
    """Return a strategy for a box of a form, mostly one of the box's own options."""
    field = form.fields[path]
    shape = optional(field.type) or field.type
    boxes = [box for group in form.groups for box in group.boxes]
    all_options = {option.value for box in boxes for option in box.options}
    own = [option.value for box in boxes if box.path == path for option in box.options]
    if get_origin(shape) is frozenset:
        return st.lists(st.sampled_from([*own, "x"]), max_size=4)
    other = st.one_of(NUMBERS, TEXTS, CARDS, st.sampled_from(sorted(all_options | {""})))
    if isinstance(shape, type) and issubclass(shape, int | Seat | Side | Choice):
        other = NUMBERS
    likely = st.sampled_from(own) if own else CARDS if shape is Cards else NUMBERS
    return st.one_of(likely, likely, likely, other).map(lambda text: [text])


@st.composite
def drafts(draw, cast, ctx):
    """Draw a draft of any kind of hand, with random boxes filled at random."""
    kind = draw(st.sampled_from([*cast.game.hands, *COMMON_HANDS]))
    form = hand_entry.new_entry(ctx.localized, kind).form
    draft = {"kind": kind, "number": cast.state.next_number}
    for path in form.fields:
        if draw(st.integers(0, 4)):
            draft[path] = draw(answers_in(form, path))
            if draw(st.integers(0, 9)) == 0:
                # A number typed in the field beside the buttons.
                draft[f"{path}.n"] = draw(NUMBERS)
    return draft


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("index", [0, -1] if NIGHTLY else [-1], ids={0: "first", -1: "last"}.get)
def test_no_draft_breaks_a_page(game, index, transactional_db):
    cast = Cast(game, game.examples[index])
    for hand in cast.hands[: min(2, len(cast.hands) - 1)]:
        cast.write(hand)
    match = cast.match
    ctx = load.context(cast.table, match, cast.phone("Ann"), match.number)
    draft_count = max(5, settings.default.max_examples // 8)

    @settings(max_examples=draft_count, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def every_page(data):
        draft = data.draw(drafts(cast, ctx))
        other_kind = data.draw(st.sampled_from([*game.hands, *COMMON_HANDS]))
        with transaction.atomic():
            # The route "begun" shares a draft with the other phones.
            assert cast.post("Bo", "begun", data=draft).status_code in (204, 400), draft
            for who, name in (("Ann", "table"), ("Bo", "sheet"), ("Cy", "table"), ("Di", "tv")):
                assert cast.get(who, name).status_code == 200, (who, name, draft)
            assert cast.post("Ann", "preview", data=draft).status_code == 200, draft
            assert cast.post("Ann", "hand", data=draft).status_code in (303, 400, 409, 422), draft
            assert cast.get("Ann", "hand", data={**draft, "kind": other_kind}).status_code == 200, draft
            transaction.set_rollback(True)

    every_page()
