"""A club's results as a workbook and as CSV, read back unchanged."""

import io

import pytest
from django.core.management import call_command
from openpyxl import load_workbook

from scorekeeper.history.exporting import results_export
from tests.site.clubs.figures.test_ratings import play_pairs
from tests.site.clubs.history.test_history import play_three
from tests.site.clubs.importing.test_import import upload


@pytest.fixture
def cast(club):
    match = play_pairs(club, 30, -20, names=("=1+1", "Bo; Jo", "'quoted", "-5"))
    match.notes.create(club=club.club, text="+49, a note; with “signs” | and more")
    for _equal in range(2):
        play_three(club, 1234, 2, -1)
    return club


def content_of(cast, kind):
    return b"".join(cast.get("Mia", "club_results", data={"as": kind}).streaming_content)


@pytest.mark.parametrize("kind", ["", "semicolon", "xlsx"])
def test_results_are_imported_identically_from_every_file_format(cast, tmp_path, kind):
    file = tmp_path / "results"
    file.write_bytes(content_of(cast, kind))
    call_command("import_club", cast.other.code, str(file), processes=1)

    def rows(club):
        # Leave out the last column, the ID of the match, which differs between the clubs.
        return [[str(cell) for cell in row[:-1]] for row in results_export.result_rows(club)]

    assert rows(cast.other) == rows(cast.club)
    import_job = upload(cast, file.read_bytes())
    check = import_job.looked  # the result of the check, which compares the file with the club's matches
    # "by_hand" lists the lines that differ from a match with recorded hands.
    assert (check["new"], check["known"], check["by_hand"]) == (0, 3, [])


def test_workbook_has_dates_and_numbers_but_no_formula(cast):
    sheet = load_workbook(io.BytesIO(content_of(cast, "xlsx"))).worksheets[0]
    assert sheet["A2"].is_date
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "inlineStr", "n", "d"}
    assert 1234 in [cell.value for cell in sheet[3]]
    assert "=1+1" in [cell.value for cell in sheet[2]]
