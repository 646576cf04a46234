"""Ratings and figures of imported matches: equal to a rebuild from the logs."""

import json

from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.models import Club, Player, Season
from scorekeeper.history.importing import importer
from scorekeeper.matches import commands, hash_chain, models, replay
from scorekeeper.nights import seasons
from tests.site.clubs.exporting.test_export import full_file, import_club
from tests.site.clubs.figures.test_ratings import adjust, check_rebuild, derived_data
from tests.site.night_cast import partners_game

__all__ = ["full_file"]  # a fixture


def test_figures_of_a_second_import_equal_a_rebuild(full_file, tmp_path):
    club = Club.objects.create(name="Another")
    lines = full_file.splitlines(keepends=True)
    half = len(lines) // 2
    import_club("".join(lines[:half]), tmp_path, club)
    before = derived_data()
    import_club("".join([lines[0], *lines[half:]]), tmp_path, club)
    assert derived_data() != before
    check_rebuild()


def test_figures_of_strangers_and_merged_players_equal_a_rebuild(full_file, tmp_path):
    club = import_club(full_file, tmp_path)
    Player.objects.create(club=club, name="Annie", same_as=club.players.get(name="Ann"))
    lines = [
        "date,player 1,player 2,player 3,player 4,points 1,points 2",
        "2012-03-04,Ann,Bo,Cy,Di,50,20",
        "2011-03-04,Annie,Bo,Ann,Eve,20,20",
        "2013-03-04,,Bo,Cy,Fay,-10,20",
        "2013-03-05,,Bo,,Fay,-40,20",
    ]
    matches = models.Match.objects.count()
    import_club("\n".join(lines) + "\n", tmp_path, club, game=partners_game().slug)
    assert models.Match.objects.count() == matches + 4
    check_rebuild()


def test_figures_of_a_player_who_returns_equal_a_rebuild(full_file, tmp_path):
    lines = [json.loads(line) for line in full_file.splitlines()]
    for line in lines[1:]:
        first = line["seats"][0]
        other_player = next(n for n in range(len(lines[0]["players"])) if n != first.get("player"))
        substitute = {**first, "since": 2, "name": "Someone", "player": other_player}
        line["seats"] += [substitute, {**first, "since": 3}]
        line.pop("mark", None)
    club = import_club("".join(json.dumps(line) + "\n" for line in lines), tmp_path)
    assert models.Seat.objects.filter(match__table__club=club, since=2).exists()
    check_rebuild()


def test_figures_of_match_corrected_during_import_equal_a_rebuild(full_file, tmp_path, monkeypatch):
    monkeypatch.setattr(importer, "BATCH_SIZE", 2)
    club, write, changed_pks = Club.objects.create(name="Empty"), importer.Importer.write, []

    def write_and_change(self, *args, **more):
        write(self, *args, **more)
        # Nothing can be edited in a finished season.
        matches = models.Match.objects.filter(table__club=club, table__season=None)
        ended = list(matches.exclude(ended=None).order_by("pk").values_list("pk", flat=True))
        if len(ended) > 1 and not changed_pks:
            changed_pks.append(ended[0])
            edit(ended[0])
            # Another match leaves the club and no longer counts.
            models.Table.objects.filter(matches=ended[1]).update(club=None)
            commands.rebuild_projections(models.Match.objects.get(pk=ended[1]))
        elif len(changed_pks) == 1 and len(ended) > 2:
            changed_pks.append(ended[2])
            with transaction.atomic():
                season = Season.objects.create(club=club, name="Moved", begins="2000-01-01")
                seasons.move_tables([models.Match.objects.get(pk=ended[2]).table_id], season.pk)

    monkeypatch.setattr(importer.Importer, "write", write_and_change)
    import_club(full_file, tmp_path, club)
    assert len(changed_pks) == 2
    check_rebuild()


def edit(pk):
    match = models.Match.objects.get(pk=pk)
    models.Phone.objects.create(table=match.table, key_hash="1" * 64, role=models.Role.HOST)
    number = replay.load_match_state(match).sheet.rows[0].number
    adjust(match, *range(0, 100 * match.sides, 100), number=number)


def test_imported_names_match_players_in_any_case(full_file, tmp_path):
    names = ["Ann", "Bo", "CY", "dI"]
    row = {"game": partners_game().slug, "names": names, "started": "2011-05-03", "entries": []}
    club = import_club(full_file, tmp_path)
    import_club(json.dumps(row) + "\n", tmp_path, club)
    assert not Player.objects.filter(club=club, name__in=("CY", "dI")).exists()


@given(
    st.text(max_size=40),
    st.lists(st.integers(0, 10**6), min_size=4, max_size=4),
    st.one_of(st.none(), st.dictionaries(st.text(max_size=5), st.text(max_size=5))),
    st.one_of(st.none(), st.integers(1, 99)),
    st.text(max_size=40),
    st.uuids(),
)
def test_entry_hash_covers_its_parts(prev, numbers, hand, before, why, key):
    head = hash_chain.fingerprint(prev)
    match, place, number, rev = numbers
    expected = hash_chain.fingerprint(head, *numbers, hand, before, why, str(key))
    text = hash_chain.canonical(hand)
    content = hash_chain.EntryContent(head, match, place, number, rev, text, before, why, key)
    assert hash_chain.entry_hash(content) == expected
