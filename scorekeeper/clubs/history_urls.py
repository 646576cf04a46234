"""What was played: addresses below those of a club."""

from django.urls import path

from .views import history, importing, jobs, paper, taking_out

urlpatterns = [
    path("", history.history, name="history"),
    path("m/<int:match>/", history.match, name="club_match"),
    path("m/<int:match>/note", history.note, name="match_note"),
    path("m/<int:match>/correct", history.correct, name="match_correct"),
    path("print", history.printed, name="history_print"),
    path("paper/", paper.games, name="paper_games"),
    path("paper/<slug:slug>/", paper.sheet, name="paper_sheet"),
    path("import/", importing.start, name="import"),
    path("import/<int:bringing>/", importing.bringing, name="bringing"),
    path("jobs/<int:job>/", jobs.job, name="job"),
    path("jobs/<int:job>/file", jobs.file, name="job_file"),
    path("take-out/", taking_out.page, name="take_out"),
    path("take-out/club.jsonl", taking_out.whole, name="club_whole"),
    path("take-out/results.csv", taking_out.results_file, name="club_results"),
]
