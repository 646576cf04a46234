"""Rows of the authorization matrix (club_rows.py): a club's history, imports and exports."""

from datetime import date, timedelta

from games import every_game
from scorekeeper.history.models import ImportJob
from scorekeeper.jobs import runner
from scorekeeper.jobs.models import Job

from .club_rows import ALL_MEMBERS, KEEPERS, Row, action, form, sends


def game_for_three() -> str:
    """Return the slug of a game that three people can play, each for themselves."""
    return next(
        slug
        for slug, game in every_game().items()
        if (3, 3) in game.shapes(game.presets[0]) and not game.any_game
    )


def a_match(cast):
    return {"match": cast.play_match(game_for_three(), ("Ann", "Bo", "Cy"), (30, 20, 10)).pk}


def a_file(cast):
    # A new day each time, because a file with nothing new is not imported.
    day = date(2019, 3, 2) + timedelta(days=ImportJob.objects.count())
    text = f"date,game,Ann,Bo,Cy\n{day},{game_for_three()},3,2,1\n"
    columns = ["date", "game", "person", "person", "person"]
    parsed = {"columns": columns, "reading": {"columns": columns}}
    job = ImportJob.objects.create(club=cast.club, name="x.csv", text=text, digest="0" * 64, **parsed)
    return {"import_job": job.pk}


def a_job(cast):
    job = ImportJob.objects.get(pk=a_file(cast)["import_job"])
    return {"job": runner.start_job(cast.club, Job.Kind.LOOK, None, "", job).pk}


def an_exported_file(cast):
    mia = cast.member("Mia")
    job = runner.start_job(cast.club, Job.Kind.RESULTS, mia, "Mia")
    runner.run_job(job)
    return {"job": job.pk}


ROWS = {
    "history": Row(),
    "history_print": Row(),
    "club_match": Row(values=a_match),
    "match_note": action(ALL_MEMBERS, sent=sends(text="Well played"), values=a_match),
    "match_correct": action(KEEPERS, values=a_match, scoring_role="scorekeeper"),
    "import": form(KEEPERS, sent=sends(pasted="date,Ann,Bo\n2019-03-02,3,2\n")),
    "import_job": form(KEEPERS, sent=sends(start_import="1"), values=a_file),
    "take_out": Row(),
    "club_whole": Row(post=ALL_MEMBERS),
    "club_results": Row(post=ALL_MEMBERS),
    "job": form(KEEPERS, values=a_job),
    "job_file": Row(get=("Mia",), values=an_exported_file),
}
