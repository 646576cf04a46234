"""Forms from a phone that knows more hands than the server, as after a backup was restored."""

import pytest

from .cast import longest_example
from .routes import cast_with_hands, own_routes, route_path
from .test_who_may import ROWS

pytestmark = pytest.mark.django_db
AHEAD = 10  # added to the number or rev of a hand


@pytest.mark.parametrize("changed", ["number", "rev", "number and rev"])
def test_forms_of_unknown_hands_cause_no_server_error(changed):
    cast = cast_with_hands(*longest_example(), hands=2)
    cast.write(cast.adjustment(0))
    statuses = {}
    for route in own_routes():
        row = ROWS.get(route.name)
        if row is None or not row.post or not route.pattern.startswith("t/"):
            continue
        sent = dict(row.sent(cast))
        if not {"number", "rev"} & sent.keys():
            continue
        sent |= {name: int(sent.get(name, 0)) + AHEAD for name in changed.split(" and ")}
        statuses[route.name] = cast.clients["Ann"].post(route_path(cast, route), sent).status_code
    assert len(statuses) > 5
    assert {name: status for name, status in statuses.items() if status >= 500} == {}
