"""Imports of results or records: previewed first, then imported as a whole or not at all."""

import csv
import io
import json
import time
from datetime import UTC, date, datetime
from itertools import product

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from games import every_game
from games.engine import DecodeError, Entry, Heading
from games.engine.interchange import Record, write_record
from scorekeeper.clubs.models import Club, ClubEvent, Player, Season
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.history import updates
from scorekeeper.history.exporting import results_export
from scorekeeper.history.models import Appearance, ImportedMatch, ImportJob, Played
from scorekeeper.jobs import runner
from scorekeeper.matches.models import Match
from tests.site.cast import text
from tests.site.club_rows_history import game_for_three
from tests.site.clubs.history.test_history import play_three
from tests.site.night_cast import NAMES, partners_game


def upload(club, content):
    """Upload a file, run the job that checks it, and return its ``ImportJob``."""
    raw = content.encode() if isinstance(content, str) else content
    answer = club.post("Sven", "import", data={"file": SimpleUploadedFile("old.csv", raw)})
    assert answer.status_code == 303, text(answer)
    runner.run_all_jobs()
    return ImportJob.objects.filter(club=club.club).latest("pk")


def workbook_of(*rows):
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def page_after(club, job, **form):
    """Post this form to the page of a file, run the job, and return the page's text."""
    assert club.post("Sven", "import_job", job.pk, data=form).status_code == 303
    runner.run_all_jobs()
    return page_of(club, job)


def page_of(club, job):
    return text(club.get("Sven", "import_job", job.pk))


def import_file(club, content):
    job = upload(club, content)
    page_after(club, job, start_import="1")
    job.refresh_from_db()
    return job


HEAD = "date,game,player 1,player 2,player 3,points 1,points 2,points 3"
LINE = f"2011-02-03,{game_for_three()},Ann,Bo,Cy,50,-20,3"


def csv_of(*lines, head=HEAD):
    return "\n".join([head, *lines, ""])


def totals_by_name():
    return sorted(Appearance.objects.values_list("player__name", "total"))


def test_results_are_imported_with_days_players_and_winners(club):
    game = every_game()[game_for_three()]
    job = import_file(club, csv_of(LINE.replace("Cy", "Zed"), f"2012-02-03,{game.slug},Bo,Ann,Cy,1,2,3"))
    assert (job.added, job.known, job.text) == (2, 0, "")
    ended = Match.objects.order_by("ended").values_list("ended", flat=True)
    assert [moment.year for moment in ended] == [2011, 2012]
    won = Appearance.objects.get(match__ended__year=2011, won=True).player.name
    assert won == ("Bo" if game.lowest_first(game.presets[0].house) else "Ann")
    assert Player.objects.get(club=club.club, name="Zed").last_played.year == 2011
    assert ClubEvent.objects.get(club=club.club).about["added"] == 2
    assert "2 matches imported" in page_of(club, job)


def test_imported_season_spans_its_matches_and_counts_them(club):
    def winter_csv(*days):
        return csv_of(*(f"{LINE.replace('2011-02-03', day)},Winter" for day in days), head=f"{HEAD},season")

    import_file(club, winter_csv("2019-02-03", "2018-11-01", "2019-03-30"))
    season = Season.objects.get(club=club.club, name="Winter")
    assert "Ann" in text(club.get("Mia", "season", season.pk))
    import_file(club, winter_csv("2018-10-01"))
    # A later import does not extend the season.
    for stored in season, Season.objects.get():
        assert (stored.begins, stored.ends) == (date(2018, 11, 1), date(2019, 3, 30))


def test_import_is_idempotent_and_counts_equal_lines(club):
    content = csv_of(LINE, LINE)
    assert import_file(club, content).added == 2
    assert "There is nothing new in this file." in page_of(club, upload(club, content))
    assert import_file(club, csv_of(LINE, LINE, LINE)).added == 1
    assert ImportedMatch.objects.count() == Match.objects.count() == 3


def test_wrong_lines_are_listed_and_nothing_is_imported(club):
    # Pairs of a text in LINE and its wrong replacement.
    wrong = [("2011-02-03", "31.2.2011"), (game_for_three(), "whist"), ("Bo,Cy,50,-20", "Ann,Cy,50,many")]
    wrong += [("-20", "9999999"), ("Bo", "Ann")]
    job = upload(club, csv_of(LINE, *(LINE.replace(*change) for change in wrong)))
    page = page_after(club, job, start_import="1").replace(" ,", ",")
    for expected in (
        "5 lines have a problem",
        "Line 3, date: “31.2.2011” is not a day",
        "Line 4, game: There is no game “whist” here",
        "Line 5, points 2: “many” is not a number of points",
        "Line 6, points 2:",
        "The same name occurs twice in this line.",
    ):
        assert expected in page
    assert not Match.objects.exists()


def test_meaning_of_each_column_can_be_chosen(club):
    job = upload(club, "a,b,c,d,e,f,g\n2011-02-03,Ann,Bo,Cy,50,-20,3\n")
    chosen = ["date", "name.0", "name.1", "name.2", "total.0", "total.1", "total.2"]
    sent = {f"column.{n}": role for n, role in enumerate(chosen)}
    assert "Import 1 match" in page_after(club, job, **sent, game=game_for_three(), look="1")
    assert not Match.objects.exists()
    page_after(club, job, start_import="1")
    assert totals_by_name() == [("Ann", 50), ("Bo", -20), ("Cy", 3)]


def test_names_may_be_headings_and_partners_share_a_cell(club):
    game = game_for_three()
    names_table = f"Datum;Spiel;Ann;Bo;Cy;Di\n03.02.2011;{game};50;-20;;3\n4.2.2011;{game};;1;2;3\n"
    assert import_file(club, names_table).added == 2
    third = Appearance.objects.filter(match__ended__day=3)
    assert sorted(third.values_list("player__name", flat=True)) == ["Ann", "Bo", "Di"]
    heading = "date,game,pair 1,pair 2,NS points,EW points"
    pairs_table = f"{heading}\n2013-05-06,{partners_game().slug},Ann & Cy,Bo / Di,30,-20\n"
    assert import_file(club, pairs_table).added == 1
    match = Match.objects.latest("pk")
    assert [seat.name for seat in match.sitting.order_by("position")] == ["Ann", "Bo", "Cy", "Di"]
    won = Appearance.objects.filter(match=match, won=True)
    assert set(won.values_list("player__name", flat=True)) == {"Ann", "Cy"}


def test_every_encoding_and_delimiter_is_read(club):
    game, place = game_for_three(), 'Café "Zur Post", oben'
    rows = [
        [*HEAD.split(","), "place"],
        ["3 March 2011", game, "Zoë", "Bo", "Cy", "1 250,00", "−20", "(3)", place],
    ]
    for encoding, delimiter in product(("utf-8", "utf-8-sig", "utf-16", "cp1252"), ",;\t"):
        quoted = [delimiter.join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows]
        content = "\r\n".join(quoted)
        if encoding == "cp1252":
            content = content.replace("−", "-")
        savepoint = transaction.savepoint()
        assert import_file(club, content.encode(encoding)).added == 1, (encoding, delimiter)
        assert totals_by_name() == [("Bo", -20), ("Cy", -3), ("Zoë", 1250)]
        assert Played.objects.get().venue == place
        transaction.savepoint_rollback(savepoint)


def test_days_are_read_as_people_write_them():
    for cell in (
        "2019-03-02",
        "2019/3/2",
        "2.3.2019",
        "02/03/19",
        "Sat, 2 March 2019",
        "2. März 2019",
        "March 2, 2019",
        "2019-03-02T20:15:00+01:00",
        "2.3.2019 20:15",
    ):
        assert day_of(cell) == date(2019, 3, 2), cell
    assert day_of("2 févr. 2019") == date(2019, 2, 2)
    assert day_of("1/5/71") == date(1971, 5, 1)


def day_of(cell):
    return timezone.localtime(spreadsheet.parse_day(cell, "dmy")).date()


def test_invalid_days_and_points_are_refused():
    for cell in ("", "tomorrow", "31.2.2019", "0000-00-00", "2019-03-02T99:00", "1.1.99999", "٣/٣/٢٠١٩x"):
        with pytest.raises(DecodeError):
            spreadsheet.parse_day(cell, "dmy")
    for cell in ("", "many", "12,5", "1.5", "--3", "1e9", "9" * 40, "٣٣", "=1+1", "½"):
        with pytest.raises(DecodeError):
            spreadsheet.parse_points(cell)


def test_points_are_read_as_people_write_them():
    for cell, comma_may_be_decimal, points in (
        ("12", False, 12),
        ("-1,250", False, -1250),
        ("1.250", True, 1250),
        ("1.250,00", True, 1250),
        ("1,250.00", False, 1250),
        ("12,0", True, 12),
        ("12,0", False, 12),
        ("+7", False, 7),
        ("−20", False, -20),
        ("(20)", False, -20),
        ("1 000 000", False, 1_000_000),
    ):
        assert spreadsheet.parse_points(cell, comma_may_be_decimal) == points, cell


BROKEN_FILES = [
    b" ",
    b"   \n",
    b"\x00\x01\x02" * 50,
    b'date,"game\n2011',
    b"{" * 100_000,
    b"[" * 100_000,
    b'{"format": "scorekeeper-club/1", "players": [' + b"[" * 500,
    b'{"a": NaN}',
    b'{"a": 1e999}',
    b'{"a": ' + b"9" * 5_000 + b"}",
    b'{"a": 1, "a": 2}',
    b'{"a": "\\ud800"}',
    b'{"a": "\\u0000"}',
    b"\xff\xfe\x00\xd8",
    b"a" * 2_000,
    (",".join("abcdefgh" * 20) + "\n").encode(),
]


def test_broken_file_is_refused(club):
    for content in BROKEN_FILES:
        answer = club.post("Sven", "import", data={"file": SimpleUploadedFile("x.csv", content)})
        assert answer.status_code in (303, 422), content[:40]
        runner.run_all_jobs()
        if answer.status_code == 303:
            job = ImportJob.objects.latest("pk").pk
            assert club.get("Sven", "import_job", job).status_code == 200, content[:40]
            assert club.post("Sven", "import_job", job, data={"start_import": "1"}).status_code in (303, 422)
            runner.run_all_jobs()
    assert not Match.objects.exists()


def test_file_of_ten_megabytes_is_refused(club):
    began = time.process_time()
    answer = club.post("Sven", "import", data={"file": SimpleUploadedFile("x.csv", b"x" * 10_000_000)})
    assert answer.status_code == 413
    assert "too large" in text(answer)
    assert time.process_time() - began < 5
    assert not ImportJob.objects.exists()


def test_too_many_matches_need_the_command_line(club):
    page = page_of(club, upload(club, csv_of(*[LINE] * 5_001)))
    assert "There are more than 5000 matches in it" in page
    assert "Import 5001" not in page


def test_record_is_imported_with_its_day(club):
    game = partners_game()
    example = next(example for example in game.examples if example.seating.shape == (4, 2))
    log = tuple(Entry(number, hand) for number, hand in enumerate(example.hands, start=1))
    record = write_record(Record(game, Heading(example.seating, example.house), NAMES[:4], log))
    import_file(club, json.dumps({**record, "started": "2004-02-29", "venue": "Tent"}) + "\n")
    match = Match.objects.get()
    assert match.started.date().isoformat() == "2004-02-29"
    assert match.length == len(example.hands)


def test_discarding_a_file_deletes_its_import_job(club):
    club.post("Sven", "import_job", upload(club, csv_of(LINE)).pk, data={"discard": "1"})
    assert not ImportJob.objects.exists()


def test_command_imports_a_table_of_results(club, tmp_path, capsys):
    def command(line, **options):
        file = tmp_path / "old.csv"
        file.write_text(csv_of(line))
        call_command("import_club", club.club.code, str(file), processes=1, **options)

    with pytest.raises(CommandError, match="nothing was imported"):
        command(f"{LINE}x")
    assert "line 2: total.2: “3x” is not a number of points" in capsys.readouterr().err
    command(LINE, check=True)
    assert not Match.objects.exists()
    command(LINE)
    assert "matches imported: 1; already there: 0" in capsys.readouterr().out


cells = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=12)


@given(st.lists(cells, min_size=2, max_size=6).filter(lambda row: any(cell.strip() for cell in row)))
def test_row_of_texts_is_read_back_unchanged(row):
    written = spreadsheet.write_csv([[f"h{n}" for n in range(len(row))], row])
    assert [texts for _line, texts in spreadsheet.read_spreadsheet(written).rows] == [tuple(row)]


def test_ids_of_another_program_are_not_read(club):
    head = f"id,{HEAD}"
    for line in (LINE, LINE.replace("2011", "2012")):
        assert import_file(club, csv_of(f"1,{line}", head=head)).added == 1
    job = upload(club, csv_of(f"1,{LINE}", head=head))
    assert "not a Scorekeeper ID" in page_after(club, job, **{"start_import": "1", "column.0": "id"})


def test_exported_days_are_in_the_clubs_time_zone(club):
    Club.objects.filter(pk=club.club.pk).update(time_zone="Australia/Sydney")
    club.club.refresh_from_db()
    at = datetime(2026, 1, 31, 15, tzinfo=UTC)
    updates.update_projection(play_three(club, at=at))
    assert "2026-02-01 02:00:00," in "".join(results_export.result_lines(club.club))


@pytest.mark.sqlite_only
@given(st.lists(st.sampled_from(["Ann", ";", "\t", "|", " ", "'", "=1+1", "-", "@x", ","])).map("".join))
def test_no_part_of_a_cell_is_a_formula(cell):
    line = spreadsheet.write_csv([["first", cell]])
    # A spreadsheet program may split the line at another delimiter than the comma.
    for delimiter in ";\t|":
        for row in csv.reader([line], delimiter=delimiter):
            assert not any(part.strip(" ")[:1] in set("=+@") for part in row[1:]), row
    assert spreadsheet.unescape_formula(spreadsheet.escape_formula(cell)) == cell
