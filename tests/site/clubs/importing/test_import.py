"""Imports of results or records: previewed first, then all or nothing."""

from __future__ import annotations

import csv
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
from tests.site.club_cast import ClubCast
from tests.site.club_rows_history import a_game
from tests.site.clubs.history.test_history import pairs


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def looked_at(cast: ClubCast, content: str | bytes, name: str = "old.csv", who: str = "Sven") -> ImportJob:
    """Upload a file, and return the stored import."""
    raw = content.encode() if isinstance(content, str) else content
    answer = cast.post(who, "import", data={"file": SimpleUploadedFile(name, raw)})
    assert answer.status_code == 303, text(answer)
    runner.run_all_jobs()
    return ImportJob.objects.filter(club=cast.club).latest("pk")


def page_after(cast: ClubCast, job: ImportJob, **sent: str) -> str:
    """Return the text of a file's page after this was sent there and its job is done."""
    assert cast.post("Sven", "bringing", job.pk, data=sent).status_code == 303
    runner.run_all_jobs()
    return text(cast.get("Sven", "bringing", job.pk))


def brought(cast: ClubCast, content: str | bytes, **more: str) -> ImportJob:
    job = looked_at(cast, content)
    answer = cast.post("Sven", "bringing", job.pk, data={"bring": "1", **more})
    assert answer.status_code == 303, text(answer)
    runner.run_all_jobs()
    job.refresh_from_db()
    return job


def sheet_of(*lines: str) -> str:
    return "\n".join((f"date,game,player 1,player 2,player 3,points 1,points 2,points 3", *lines)) + "\n"  # noqa: F541


def test_a_table_of_results_is_brought_in_with_its_days_players_and_winners(cast):
    game = a_game()
    job = brought(
        cast, sheet_of(f"2011-02-03,{game},Ann,Bo,Zed,50,-20,3", f"2012-02-03,{game},Bo,Ann,Cy,1,2,3")
    )
    assert (job.added, job.known, job.text) == (2, 0, "")
    ended = Match.objects.order_by("ended").values_list("ended", flat=True)
    assert [moment.year for moment in ended] == [2011, 2012]
    lowest = every_game()[game].lowest_first(every_game()[game].presets[0].house)
    won = Appearance.objects.get(match__ended__year=2011, won=True).player.name
    assert won == ("Bo" if lowest else "Ann")
    assert Player.objects.get(club=cast.club, name="Zed").last_played.year == 2011
    assert ClubEvent.objects.get(club=cast.club).about["added"] == 2
    assert "2 matches imported" in text(cast.get("Sven", "bringing", job.pk))


def test_a_season_that_is_brought_in_has_the_days_of_its_matches_and_a_league_that_counts_them(cast):
    game = a_game()
    head = "date,game,season,player 1,player 2,player 3,points 1,points 2,points 3\n"
    lines = [
        f"{day},{game},Winter,Ann,Bo,Cy,50,-20,3\n" for day in ("2019-02-03", "2018-11-01", "2019-03-30")
    ]
    brought(cast, head + "".join(lines))
    season = Season.objects.get(club=cast.club, name="Winter")
    assert (season.begins, season.ends) == (date(2018, 11, 1), date(2019, 3, 30))
    page = text(cast.get("Mia", "season", season.pk))
    assert "No results yet" not in page
    assert "Ann" in page
    # The dates of an existing season belong to its club.
    brought(cast, head + f"2018-10-01,{game},Winter,Ann,Bo,Cy,50,-20,3\n")
    season.refresh_from_db()
    assert (season.begins, season.ends) == (date(2018, 11, 1), date(2019, 3, 30))


def test_the_same_file_twice_adds_nothing_and_alike_lines_are_matches_of_their_own(cast):
    game = a_game()
    line = f"2011-02-03,{game},Ann,Bo,Cy,50,-20,3"
    content = sheet_of(line, line)
    assert brought(cast, content).added == 2
    assert "There is nothing new in this file." in text(
        cast.get("Sven", "bringing", looked_at(cast, content).pk)
    )
    assert brought(cast, sheet_of(line, line, line)).added == 1
    assert ImportedMatch.objects.count() == Match.objects.count() == 3


def test_what_is_wrong_is_told_line_by_line_and_nothing_is_brought_in(cast):
    game = a_game()
    content = sheet_of(
        f"2011-02-03,{game},Ann,Bo,Cy,50,-20,3",
        f"31.2.2011,{game},Ann,Bo,Cy,50,-20,3",
        f"2011-02-03,whist,Ann,Bo,Cy,50,-20,3",  # noqa: F541
        f"2011-02-03,{game},Ann,Ann,Cy,50,many,3",
        f"2011-02-03,{game},Ann,Bo,Cy,50,9999999,3",
        f"2011-02-03,{game},Ann,Ann,Cy,50,2,3",
    )
    job = looked_at(cast, content)
    told = page_after(cast, job, bring="1")
    for expected in (
        "5 lines have a problem",
        "Line 3 , date: “31.2.2011” is not a day",
        "Line 4 , game: There is no game “whist” here",
        "Line 5 , points 2: “many” is not a number of points",
        "Line 6 , points 2:",
        "The same name stands twice in this line.",
    ):
        assert expected.replace(" ,", ",") in told.replace(" ,", ","), told
    assert not Match.objects.exists()
    assert not Player.objects.filter(name="Zed").exists()


def test_columns_that_were_guessed_wrongly_are_matched_by_hand(cast):
    game = a_game()
    job = looked_at(cast, "a,b,c,d,e,f,g\n2011-02-03,Ann,Bo,Cy,50,-20,3\n")
    chosen = ["date", "name.0", "name.1", "name.2", "total.0", "total.1", "total.2"]
    sent = {f"column.{n}": role for n, role in enumerate(chosen)}
    assert "Import 1 match" in page_after(cast, job, **sent, game=game, look="1")
    assert not Match.objects.exists()
    page_after(cast, job, bring="1")
    assert sorted(Appearance.objects.values_list("player__name", "total")) == [
        ("Ann", 50),
        ("Bo", -20),
        ("Cy", 3),
    ]


def test_names_may_stand_over_their_points_and_partners_in_one_cell(cast):
    wide = f"Datum;Spiel;Ann;Bo;Cy;Di\n03.02.2011;{a_game()};50;-20;;3\n4.2.2011;{a_game()};;1;2;3\n"
    assert brought(cast, wide).added == 2
    assert sorted(Appearance.objects.filter(match__ended__day=3).values_list("player__name", flat=True)) == [
        "Ann",
        "Bo",
        "Di",
    ]
    two = f"date,game,pair 1,pair 2,NS points,EW points\n2013-05-06,{pairs()},Ann & Cy,Bo / Di,30,-20\n"
    assert brought(cast, two).added == 1
    match = Match.objects.latest("pk")
    assert [seat.name for seat in match.sitting.order_by("position")] == ["Ann", "Bo", "Cy", "Di"]
    assert set(Appearance.objects.filter(match=match, won=True).values_list("player__name", flat=True)) == {
        "Ann",
        "Cy",
    }


def test_a_file_is_read_however_a_spreadsheet_saved_it(cast):
    rows = [
        ["date", "game", "place", "player 1", "player 2", "player 3", "points 1", "points 2", "points 3"],
        ["3 March 2011", a_game(), 'Café "Zur Post", oben', "Zoë", "Bo", "Cy", "1 250,00", "−20", "(3)"],
    ]
    for encoding, delimiter in product(("utf-8", "utf-8-sig", "utf-16", "cp1252"), ",;\t"):
        quoted = [delimiter.join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows]
        content = "\r\n".join(quoted)
        if encoding == "cp1252":
            content = content.replace("−", "-")
        point = transaction.savepoint()
        assert brought(cast, content.encode(encoding)).added == 1, (encoding, delimiter)
        assert sorted(Appearance.objects.values_list("player__name", "total")) == [
            ("Bo", -20),
            ("Cy", -3),
            ("Zoë", 1250),
        ]
        assert Played.objects.get().venue == 'Café "Zur Post", oben'
        transaction.savepoint_rollback(point)


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("2019-03-02", "2019-03-02"),
        ("2019/3/2", "2019-03-02"),
        ("2.3.2019", "2019-03-02"),
        ("02/03/19", "2019-03-02"),
        ("Sat, 2 March 2019", "2019-03-02"),
        ("2. März 2019", "2019-03-02"),
        ("March 2, 2019", "2019-03-02"),
        ("2 févr. 2019", "2019-02-02"),
        ("2019-03-02T20:15:00+01:00", "2019-03-02"),
        ("2.3.2019 20:15", "2019-03-02"),
        ("1/5/71", "1971-05-01"),
    ],
)
def test_days_are_read_as_people_write_them(cell, day):
    found = spreadsheet.parse_day(cell, "dmy")
    assert timezone.localtime(found).date() == date.fromisoformat(day)


@pytest.mark.parametrize(
    "cell", ["", "tomorrow", "31.2.2019", "0000-00-00", "2019-03-02T99:00", "1.1.99999", "٣/٣/٢٠١٩x"]
)
def test_what_is_no_day_is_said_to_be_none(cell):
    with pytest.raises(DecodeError):
        spreadsheet.parse_day(cell, "dmy")


@pytest.mark.parametrize(
    ("cell", "comma", "points"),
    [
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
    ],
)
def test_points_are_read_as_people_write_them(cell, comma, points):
    assert spreadsheet.parse_points(cell, comma) == points


@pytest.mark.parametrize("cell", ["", "many", "12,5", "1.5", "--3", "1e9", "9" * 40, "٣٣", "=1+1", "½"])
def test_what_is_no_whole_number_is_said_to_be_none(cell):
    with pytest.raises(DecodeError):
        spreadsheet.parse_points(cell)


# Refused input (S6) ---------------------------------------------------------------


NO_FILES = [
    b"",
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


def test_a_file_that_is_none_is_refused_in_words(cast):
    for content in NO_FILES:
        answer = cast.post("Sven", "import", data={"file": SimpleUploadedFile("x.csv", content or b" ")})
        assert answer.status_code in (303, 422), content[:40]
        if answer.status_code == 303:
            runner.run_all_jobs()
            job = ImportJob.objects.latest("pk")
            assert cast.get("Sven", "bringing", job.pk).status_code == 200, content[:40]
            assert cast.post("Sven", "bringing", job.pk, data={"bring": "1"}).status_code in (303, 422)
            runner.run_all_jobs()
    assert not Match.objects.exists()


def test_a_file_of_ten_megabytes_is_refused_before_it_is_read(cast):
    began = time.process_time()
    answer = cast.post("Sven", "import", data={"file": SimpleUploadedFile("x.csv", b"x" * 10_000_000)})
    assert answer.status_code == 413
    assert "too large" in text(answer)
    assert time.process_time() - began < 5
    assert not ImportJob.objects.exists()


def test_more_matches_than_a_page_takes_are_left_to_the_command(cast):
    line = f"2011-02-03,{a_game()},Ann,Bo,Cy,5,2,3\n"
    file = SimpleUploadedFile("old.csv", (sheet_of() + line * 5_001).encode())
    answer = cast.post("Sven", "import", data={"file": file})
    assert answer.status_code == 303
    runner.run_all_jobs()
    page = cast.get("Sven", "bringing", ImportJob.objects.get().pk)
    assert "There are more than 5000 matches in it" in text(page)
    assert "Import 5001" not in text(page)


def test_a_record_of_the_format_comes_in_with_its_day(cast):
    game = every_game()[pairs()]
    example = next(one for one in game.examples if one.seating.shape == (4, 2))
    log = tuple(Entry(number, hand) for number, hand in enumerate(example.hands, start=1))
    record = write_record(
        Record(game, Heading(example.seating, example.house), ("Ann", "Bo", "Cy", "Di"), log)
    )
    job = brought(cast, json.dumps({**record, "started": "2004-02-29", "venue": "Tent"}) + "\n")
    assert job.added == 1
    match = Match.objects.get()
    assert match.started.date().isoformat() == "2004-02-29"
    assert match.length == len(example.hands)


def test_a_file_put_away_is_gone(cast):
    job = looked_at(cast, sheet_of(f"2011-02-03,{a_game()},Ann,Bo,Cy,5,2,3"))
    assert cast.post("Sven", "bringing", job.pk, data={"forget": "1"}).status_code == 303
    assert not ImportJob.objects.exists()


def test_two_taps_bring_it_in_once(cast):
    job = looked_at(cast, sheet_of(f"2011-02-03,{a_game()},Ann,Bo,Cy,5,2,3"))
    for _tap in range(2):
        assert cast.post("Sven", "bringing", job.pk, data={"bring": "1"}).status_code == 303
    runner.run_all_jobs()
    page_after(cast, job, bring="1")
    assert Match.objects.count() == 1


def test_the_command_reads_a_table_of_results_and_says_what_is_wrong(cast, tmp_path, capsys):
    file = tmp_path / "old.csv"
    file.write_text(sheet_of(f"2011-02-03,{a_game()},Ann,Bo,Cy,5,2,x"))
    with pytest.raises(CommandError, match="nothing was brought in"):
        call_command("import_club", cast.club.code, str(file), processes=1)
    assert "line 2: total.2: “x” is not a number of points" in capsys.readouterr().err
    file.write_text(sheet_of(f"2011-02-03,{a_game()},Ann,Bo,Cy,5,2,1"))
    call_command("import_club", cast.club.code, str(file), check=True, processes=1)
    assert not Match.objects.exists()
    call_command("import_club", cast.club.code, str(file), processes=1)
    assert "1 matches brought in, 0 were there already" in capsys.readouterr().out


# CSV out and in again (S7) ----------------------------------------------------------


@given(
    st.lists(
        st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=12),
        min_size=2,
        max_size=6,
    )
)
def test_a_row_of_texts_is_read_back_as_it_was(row):
    header = [f"h{n}" for n in range(len(row))]
    if not any(cell.strip() for cell in row):
        return
    written = spreadsheet.write_csv([header, [*row]])
    table = spreadsheet.read_spreadsheet(written)
    assert [cells for _line, cells in table.rows] == [tuple(row)]


def test_what_the_site_itself_wrote_is_known_again_line_by_line(cast):
    game, old = a_game(), pairs()
    brought(cast, sheet_of(f"2011-02-03,{game},Ann,Bo,Cy,50,-20,3"))
    for _n in range(2):
        updates.update_projection(cast.played(game, ("Ann", "Bo", "Cy"), (3, 2, 1)))
    updates.update_projection(cast.played(old, ("Ann", "Bo", "Cy", "Di"), (30, 20)))
    before = Match.objects.count()
    again = looked_at(cast, "".join(results_export.result_lines(cast.club)))
    page = text(cast.get("Sven", "bringing", again.pk))
    assert "4 matches are already here" in page
    assert "There is nothing new in this file." in page
    assert "differ" not in page
    assert Match.objects.count() == before


def test_an_id_of_somebody_elses_is_no_mark(cast):
    game = a_game()
    line = f"2011-02-03,{game},Ann,Bo,Cy,50,-20,3"
    head = "id,date,game,player 1,player 2,player 3,points 1,points 2,points 3\n"
    assert brought(cast, f"{head}1,{line}\n").added == 1
    assert brought(cast, f"{head}1,{line.replace('2011', '2012')}\n").added == 1
    job = looked_at(cast, f"{head}1,{line}\n")
    assert "not a Scorekeeper ID" in page_after(cast, job, **{"bring": "1", "column.0": "id"})


def test_days_are_written_as_every_spreadsheet_reads_them_in_the_clubs_time(cast):
    Club.objects.filter(pk=cast.club.pk).update(time_zone="Australia/Sydney")
    cast.club.refresh_from_db()
    at = datetime(2026, 1, 31, 15, tzinfo=UTC)
    updates.update_projection(cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1), at=at))
    assert "2026-02-01 02:00:00," in "".join(results_export.result_lines(cast.club))


@pytest.mark.looks
@given(st.lists(st.sampled_from(["Ann", ";", "\t", "|", " ", "'", "=1+1", "-", "@x", ","])).map("".join))
def test_no_part_of_a_cell_is_a_formula_whatever_separates_lists(cell):
    line = spreadsheet.write_csv([["first", cell]])
    for sign in ";\t|":
        for row in csv.reader([line], delimiter=sign):
            assert not any(part.strip(" ")[:1] in set("=+@") for part in row[1:]), row
    assert spreadsheet.unescape_formula(spreadsheet.escape_formula(cell)) == cell
