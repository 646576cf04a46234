"""Marks: hashes that identify a match when a file is imported again."""

import hashlib

from scorekeeper.clubs.models import Club
from scorekeeper.history.models import ImportedMatch
from scorekeeper.matches.models import Match


def nth_mark(content_hash: str, n: int) -> str:
    """Return the mark of the nth match with this content in a file."""
    return content_hash if n == 1 else hashlib.sha256(f"{content_hash}:{n}".encode()).hexdigest()


def own_mark(code: str, number: int) -> str:
    """Return the mark of a match played here; the mark does not reveal the table's code."""
    return hashlib.sha256(f"match {number} of table {code}".encode()).hexdigest()


def mark_of_match(match: Match) -> str:
    """Return a match's mark. Load many with ``select_related("table", "brought_in")``."""
    imported = getattr(match, "brought_in", None)
    return imported.mark if imported else own_mark(match.table.code, match.number)


def marks_of_club(club: Club) -> set[str]:
    """Return the marks of every match of a club, imported or played here."""
    imported = set(ImportedMatch.objects.filter(club=club).values_list("mark", flat=True))
    played_here = Match.objects.filter(table__club=club, brought_in=None).values_list("table__code", "number")
    return imported | {own_mark(code, number) for code, number in played_here.iterator()}
