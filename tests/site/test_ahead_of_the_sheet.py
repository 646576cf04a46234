"""Forms from a phone that knows more hands than the sheet, as after a restored backup."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from .cast import Cast, agreed, longest_example
from .routes import address, own_routes, table_of
from .test_who_may import ROWS

pytestmark = pytest.mark.django_db
AHEAD = 10


@pytest.mark.parametrize("changed", ["number", "rev", "number and rev"])
def test_every_form_of_a_hand_that_is_not_on_the_sheet_is_answered(changed: str) -> None:
    cast: Cast = table_of(*longest_example(), hands=2)
    cast.write(agreed(0, cast.example.seating.sides))
    told: dict[str, Any] = {}
    client: Client = cast.clients["Ann"]
    for route in own_routes():
        if route.name not in ROWS or not ROWS[route.name].post or not route.pattern.startswith("t/"):
            continue
        sent = dict(ROWS[route.name].sent(cast))
        if not {"number", "rev"} & set(sent):
            continue
        for name in changed.split(" and "):
            sent[name] = int(sent.get(name, 0)) + AHEAD
        told[route.name] = client.post(address(cast, route), sent).status_code
    assert len(told) > 5
    assert {name: status for name, status in told.items() if status >= 500} == {}
