"""Comparing a file with the club: which matches and names are new, known, repeated or changed.

Only a match that came from a row of results can be replaced: a sheet with hands has more
information than the row.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.people import names
from scorekeeper.clubs.people.names import KnownName
from scorekeeper.history import marks
from scorekeeper.history.importing.records import BY_NAME
from scorekeeper.history.importing.replay import ReplayedMatch
from scorekeeper.history.match_list import seat_name
from scorekeeper.matches.models import Entry, Match
from scorekeeper.matches.typed_names import usual_names
from scorekeeper.web.chunks import chunked

MOST_ASKED = 40  # names that the page asks about
MOST_COMPARED = 150  # new names compared with the club's and with each other


@dataclass
class Comparison:
    """The changes that importing a file would make."""

    new: int = 0
    known: int = 0
    repeated: list[int] = field(default_factory=list)  # lines that repeat an earlier one
    # By index of a replayed match in the file: the id of the stored match that it corrects. The stored
    # match was found by the ID in the line, or by the same players and day.
    by_id: dict[int, int] = field(default_factory=dict)
    by_people: dict[int, int] = field(default_factory=dict)
    differs_from_sheet: list[int] = field(default_factory=list)  # lines that differ from a sheet with hands
    people: list[str] = field(default_factory=list)  # new names, the most frequent first
    # By new name: players and other new names it may mean.
    alike: dict[str, list[tuple[str, str]]] = field(default_factory=dict)


def compare(
    club: Club, plays: Sequence[ReplayedMatch], lines: Sequence[int], is_spreadsheet: bool
) -> Comparison:
    """Compare a file's replayed matches with the club. Corrections are found only in a spreadsheet.

    ``lines`` has the line number of each match.
    """
    comparison = Comparison()
    known_marks = marks.marks_of_club(club)
    copies: Counter[str] = Counter()
    play_marks = []
    for play, line in zip(plays, lines, strict=True):
        copies[play.content_hash] += 1
        if copies[play.content_hash] > 1 and not play.mark:
            comparison.repeated.append(line)
        play_marks.append(play.mark or marks.nth_mark(play.content_hash, copies[play.content_hash]))
    new_indexes = [n for n, mark in enumerate(play_marks) if mark not in known_marks]
    if is_spreadsheet:
        _find_corrected(comparison, club, plays, lines, play_marks, new_indexes)
    changed = {*comparison.by_id, *comparison.by_people}
    comparison.new = len(set(new_indexes) - changed)
    comparison.known = len(plays) - comparison.new - len(changed)
    _compare_names(comparison, club, [plays[n] for n in {*new_indexes, *changed}])
    return comparison


def _find_corrected(
    comparison: Comparison,
    club: Club,
    plays: Sequence[ReplayedMatch],
    lines: Sequence[int],
    play_marks: Sequence[str],
    new_indexes: Sequence[int],
) -> None:
    new = set(new_indexes)
    by_mark = {mark: n for n, mark in enumerate(play_marks) if plays[n].mark and n not in new}
    stored: dict[str, tuple[Match, _RowValues]] = {}
    for chunk in chunked(sorted(by_mark)):
        stored |= _stored(club, Q(brought_in__mark__in=chunk))
    replaceable = _without_hands(stored)
    for mark, (match, values) in stored.items():
        n = by_mark[mark]
        if values != _values_of_replay(plays[n]):
            if match.pk in replaceable:
                comparison.by_id[n] = match.pk
            else:
                comparison.differs_from_sheet.append(lines[n])
    # Some of the other marks belong to matches played here, whose sheets have hands.
    for mark, values in _played_here(club, by_mark.keys() - stored).items():
        if values != _values_of_replay(plays[by_mark[mark]]):
            comparison.differs_from_sheet.append(lines[by_mark[mark]])
    comparison.differs_from_sheet.sort()
    # A new line without a mark may correct an imported match with the same players on the same day.
    days = {_day(plays[n].started, club) for n in new_indexes if not plays[n].mark}
    if not days:
        return
    file_marks = set(play_marks)
    begins, ends = min(days), max(days)
    in_period = Q(started__date__gte=begins, started__date__lte=ends, on_paper=True)
    candidates: dict[Any, list[int]] = defaultdict(list)
    imported = _stored(club, in_period & Q(brought_in__isnull=False))
    replaceable = _without_hands(imported)
    for mark, (match, values) in imported.items():
        if mark not in file_marks and match.pk in replaceable:
            candidates[_recognition_key(values, club)].append(match.pk)
    for n in new_indexes:
        if not plays[n].mark:
            matches = candidates.get(_recognition_key(_values_of_replay(plays[n]), club))
            if matches:
                comparison.by_people[n] = matches.pop(0)


@dataclass(frozen=True)
class _RowValues:
    """The values of a match that a row can correct."""

    game: str
    started: datetime
    names: tuple[str, ...]
    totals: tuple[Decimal, ...]
    title: str
    venue: str
    season: str


def _values_of_replay(play: ReplayedMatch) -> _RowValues:
    names_by_seat = {
        seat.position: seat.name if seat.player is not None else "" for seat in play.seat_records
    }
    return _RowValues(
        play.game,
        play.started.replace(second=0, microsecond=0),
        tuple(names_by_seat.get(n, "").casefold() for n in range(play.seats)),
        tuple(Decimal(ending.total) for ending in play.results),
        play.title,
        play.venue,
        play.season.casefold(),
    )


def _values_of_match(match: Match) -> _RowValues:
    table = match.table
    return _RowValues(
        match.game_slug,
        (match.ended or match.started).replace(second=0, microsecond=0),
        tuple(name.casefold() for name in _names_of_match(match)),
        tuple(result.total for result in sorted(match.results.all(), key=lambda result: result.side)),
        match.title,
        table.venue,
        table.season.name.casefold() if table.season else "",
    )


def _names_of_match(match: Match) -> list[str]:
    """Return the name in each seat, "" for a seat's usual name, such as North."""
    seats = sorted(match.sitting.all(), key=lambda seat: seat.since)
    names_by_seat = {seat.position: seat_name(seat) for seat in seats}
    usual = usual_names(match.seats)
    return ["" if names_by_seat.get(n) in (None, usual[n]) else names_by_seat[n] for n in range(match.seats)]


def _without_hands(stored: Mapping[str, tuple[Match, _RowValues]]) -> set[int]:
    """Return the ids of those matches that have no hands."""
    found = {match.pk for match, _values in stored.values() if match.on_paper}
    for chunk in chunked(sorted(found)):
        hands = Entry.objects.filter(match__in=chunk, hand__isnull=False).values_list("match", "hand__kind")
        found -= {match for match, kind in hands if kind not in ("adjustment", "stopped")}
    return found


def _matches(club: Club, condition: Q) -> Any:
    found = Match.objects.filter(condition, table__club=club, ended__isnull=False)
    found = found.defer("house", "frozen", "begun").select_related("table__season", "brought_in")
    return found.prefetch_related("sitting__player__same_as", "results").order_by("pk")


def _stored(club: Club, condition: Q) -> dict[str, tuple[Match, _RowValues]]:
    """Return the imported matches by mark, with the values their rows would have now."""
    return {match.brought_in.mark: (match, _values_of_match(match)) for match in _matches(club, condition)}


def _played_here(club: Club, wanted: Set[str]) -> dict[str, _RowValues]:
    """Return, by mark, the values of those wanted matches that were played here, not imported."""
    if not wanted:
        return {}
    known = Match.objects.filter(table__club=club, brought_in=None, ended__isnull=False)
    marked = {
        pk: mark
        for code, number, pk in known.values_list("table__code", "number", "pk")
        if (mark := marks.own_mark(code, number)) in wanted
    }
    found: dict[str, _RowValues] = {}
    for chunk in chunked(sorted(marked)):
        found |= {marked[match.pk]: _values_of_match(match) for match in _matches(club, Q(pk__in=chunk))}
    return found


def _day(at: datetime, club: Club) -> Any:
    return timezone.localdate(at, club.zone)


def _recognition_key(values: _RowValues, club: Club) -> tuple[Any, ...]:
    return values.game, _day(values.started, club), tuple(sorted(values.names))


def row_of_match(match: Match) -> dict[str, Any]:
    """Return an imported match as the row that recreates it, as JSON values."""
    return {
        "game": match.game_slug,
        "preset": match.preset,
        "house": json.dumps(match.house),
        "seats": match.seats,
        "sides": match.sides,
        "names": _names_of_match(match),
        "totals": [int(total) for total in _values_of_match(match).totals],
        "started": match.started.isoformat(),
        "venue": match.table.venue,
        "season": match.table.season.name if match.table.season else "",
        "title": match.title,
        "mark": match.brought_in.mark,
        "file": match.brought_in.file_id,
        "notes": [[note.text, note.by_name, note.at.isoformat()] for note in match.notes.all()],
    }


def _compare_names(comparison: Comparison, club: Club, plays: Sequence[ReplayedMatch]) -> None:
    known = names.known_names(club.pk)
    known_names = {player.name.casefold() for player in known}
    occurrences: Counter[str] = Counter()
    spellings: dict[str, str] = {}
    for play in plays:
        for seat in play.seat_records:
            if seat.player == BY_NAME and seat.name and seat.name.casefold() not in known_names:
                occurrences[seat.name.casefold()] += 1
                spellings.setdefault(seat.name.casefold(), seat.name)
    comparison.people = [spellings[key] for key, _n in occurrences.most_common()]
    by_pk = {player.pk: player.name for player in known}
    # New names compared so far; the nth has the id -n, because positive ids are players'.
    new_names: list[KnownName] = []
    for n, name in enumerate(comparison.people[:MOST_COMPARED]):
        likely = [(str(pk), by_pk[pk]) for pk in names.similar_ids(name, known, 2)]
        other_names = [comparison.people[-pk - 1] for pk in names.similar_ids(name, new_names, 1)]
        likely += [(f"name:{other}", other) for other in other_names]
        if likely and len(comparison.alike) < MOST_ASKED:
            comparison.alike[name] = likely
        new_names.append(KnownName(-n - 1, -n - 1, name, names.fold_name(name)))
