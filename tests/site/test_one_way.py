"""What the site does in one way only, so that it is right everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "scorekeeper"
# What is written in one module only, and what would be another way of doing it.
ONCE = {
    "onward.py": r"status_code = 303|status=303",
    "clubs/membership/events.py": r"ClubEvent\.objects\.(bulk_)?create|ClubEvent\(",
    "parts.py": r"for \w+ in range\(0, len\((?!here|teams)",
}
# The tables of the model, and the events that a club's own file brings along.
# A sheet's race takes some numbers at a time, and the sheet knows no other room.
ALSO = {
    "clubs/membership/events.py": {"clubs/membership/models.py", "clubs/importing/club_file.py"},
    "parts.py": {"sheet/race.py"},
}


@pytest.mark.parametrize("module", ONCE)
def test_it_is_written_in_one_module_only(module: str) -> None:
    found = {
        str(path.relative_to(SITE))
        for path in SITE.rglob("*.py")
        if "migrations" not in path.parts and re.search(ONCE[module], path.read_text("utf-8"))
    }
    assert module in found
    assert found - ALSO.get(module, set()) == {module}
