"""By what a match is known again when a file is brought in a second time."""

import hashlib

from scorekeeper.clubs.models import Club, ImportedMatch
from scorekeeper.matches.models import Match


def nth_mark(content: str, n: int) -> str:
    """The mark of the nth match of a file that says this."""
    return content if n == 1 else hashlib.sha256(f"{content}:{n}".encode()).hexdigest()


def own_mark(code: str, number: int) -> str:
    """The mark of a match that was played here: of its table's code, which it does not betray."""
    return hashlib.sha256(f"match {number} of table {code}".encode()).hexdigest()


def mark_of_match(match: Match) -> str:
    """The mark of a match that was brought in or played here. Reads its table and its ``brought_in``."""
    brought = getattr(match, "brought_in", None)
    return brought.mark if brought else own_mark(match.table.code, match.number)


def marks_of_club(club: Club) -> set[str]:
    """The marks of every match of a club, wherever it came from."""
    brought = set(ImportedMatch.objects.filter(club=club).values_list("mark", flat=True))
    played_here = Match.objects.filter(table__club=club, brought_in=None).values_list("table__code", "number")
    return brought | {own_mark(code, number) for code, number in played_here.iterator()}
