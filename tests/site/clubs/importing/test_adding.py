"""Ratings and figures of imported matches: equal to a rebuild from the logs."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Adjustment
from scorekeeper.clubs.models import Club, Player, Season
from scorekeeper.history.importing import importer
from scorekeeper.matches import commands, hash_chain, models, replay
from scorekeeper.nights import seasons
from tests.site.clubs.exporting.test_export import brought, full_file
from tests.site.clubs.figures.test_ratings import FOUR, derived, is_what_a_rebuild_makes, of_pairs

__all__ = ["full_file"]


def test_of_a_club_that_has_played_already(full_file: str, tmp_path: Path) -> None:
    club = Club.objects.create(name="Another")
    text = full_file.splitlines(keepends=True)
    half = len(text) // 2
    brought("".join(text[:half]), tmp_path, club)
    before = derived()
    brought("".join([text[0], *text[half:]]), tmp_path, club)
    assert derived() != before
    is_what_a_rebuild_makes()


def test_of_results_with_strangers_partners_and_somebody_under_two_names(
    full_file: str, tmp_path: Path
) -> None:
    game, club = of_pairs(), brought(full_file, tmp_path)
    Player.objects.create(club=club, name="Annie", same_as=club.players.get(name="Ann"))
    rows = [
        ("2012-03-04", "Ann", "Bo", "Cy", "Di"),
        ("2011-03-04", "Annie", "Bo", "Ann", "Eve"),
        ("2013-03-04", "", "Bo", "Cy", "Fay"),
        ("2013-03-05", "", "Bo", "", "Fay"),
    ]
    lines = ["date,player 1,player 2,player 3,player 4,points 1,points 2"]
    lines += [",".join([*row, str(50 - 30 * n), "20"]) for n, row in enumerate(rows)]
    matches = models.Match.objects.filter(table__club=club).count()
    brought("\n".join(lines) + "\n", tmp_path, club, game=game.slug)
    assert models.Match.objects.filter(table__club=club).count() == matches + len(rows)
    is_what_a_rebuild_makes()


def test_of_a_seat_that_changed_hands_and_back(full_file: str, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in full_file.splitlines()]
    for line in lines[1:]:
        first = line["seats"][0]
        other = next(n for n in range(len(lines[0]["players"])) if n != first.get("player"))
        line["seats"] += [
            {**first, "since": 2, "name": "Someone", "player": other},
            {**first, "since": 3},
        ]
        line.pop("mark", None)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    club = brought(text, tmp_path)
    assert models.Seat.objects.filter(match__table__club=club, since=2).exists()
    is_what_a_rebuild_makes()


def test_of_a_match_that_was_put_right_while_the_rest_was_coming(
    full_file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "BATCH_SIZE", 2)
    club, bring, done = Club.objects.create(name="Empty"), importer.ImportBatch.bring, []

    def and_put_right(self: importer.ImportBatch, *what: Any, **more: Any) -> None:
        bring(self, *what, **more)
        # In a finished season nothing can be edited.
        played = models.Match.objects.filter(table__club=club, table__season=None)
        fresh = list(played.exclude(ended=None).order_by("pk").values_list("pk", flat=True))
        if len(fresh) > 1 and not done:
            done.append(fresh[0])
            put_right(fresh[0])
            # Another match leaves the club and no longer counts.
            models.Table.objects.filter(matches=fresh[1]).update(club=None)
            commands.project(models.Match.objects.get(pk=fresh[1]))
        elif len(done) == 1 and len(fresh) > 2:
            done.append(fresh[2])
            with transaction.atomic():
                season = Season.objects.create(club=club, name="Moved", begins="2000-01-01")
                seasons.move_tables([models.Match.objects.get(pk=fresh[2]).table_id], season.pk)

    monkeypatch.setattr(importer.ImportBatch, "bring", and_put_right)
    brought(full_file, tmp_path, club)
    assert len(done) == 2
    is_what_a_rebuild_makes()


def put_right(number: int) -> None:
    match = models.Match.objects.get(pk=number)
    state = replay.load_match_state(match)
    phone = models.Phone.objects.create(table=match.table, key_hash="1" * 64, role=models.Role.HOST)
    points = state.sheet.seating.per_side(lambda side: 100 * side)
    at = state.sheet.rows[0].number
    intent = commands.WriteCommand(
        uuid.uuid4(), at, state.revs[at], Adjustment(points, "put right"), "miscounted"
    )
    assert isinstance(commands.append_entry(match, phone, intent), commands.Saved)


def test_a_name_is_whoever_the_club_calls_so_however_it_is_written(full_file: str, tmp_path: Path) -> None:
    line = {"game": of_pairs().slug, "names": [*FOUR[:2], "CY", "dI"], "started": "2011-05-03", "entries": []}
    club = brought(full_file, tmp_path)
    brought(json.dumps(line) + "\n", tmp_path, club)
    assert not Player.objects.filter(club=club, name__in=("CY", "dI")).exists()


@given(
    st.text(max_size=40),
    st.lists(st.integers(0, 10**6), min_size=4, max_size=4),
    st.one_of(st.none(), st.dictionaries(st.text(max_size=5), st.text(max_size=5))),
    st.one_of(st.none(), st.integers(1, 99)),
    st.text(max_size=40),
    st.uuids(),
)
def test_the_hash_of_an_entry_is_that_of_its_parts_as_json(
    prev: str, where: list[int], hand: Any, before: int | None, why: str, key: uuid.UUID
) -> None:
    head = hash_chain.fingerprint(prev)
    match, place, number, rev = where
    told = hash_chain.fingerprint(head, *where, hand, before, why, str(key))
    text = hash_chain.canonical(hand)
    content = hash_chain.EntryContent(head, match, place, number, rev, text, before, why, key)
    assert hash_chain.entry_hash(content) == told
