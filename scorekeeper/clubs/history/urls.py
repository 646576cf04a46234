"""What was played: addresses below those of a club."""

from django.urls import path

from scorekeeper.clubs.exporting import views
from scorekeeper.clubs.history import paper_views
from scorekeeper.clubs.history import views as history_views
from scorekeeper.clubs.importing import views as importing_views
from scorekeeper.clubs.jobs import views as job_views

urlpatterns = [
    path("", history_views.history, name="history"),
    path("m/<int:match>/", history_views.match, name="club_match"),
    path("m/<int:match>/note", history_views.note, name="match_note"),
    path("m/<int:match>/correct", history_views.correct, name="match_correct"),
    path("print", history_views.printed, name="history_print"),
    path("paper/", paper_views.games, name="paper_games"),
    path("paper/<slug:slug>/", paper_views.sheet, name="paper_sheet"),
    path("import/", importing_views.start, name="import"),
    path("import/<int:bringing>/", importing_views.bringing, name="bringing"),
    path("jobs/<int:job>/", job_views.job, name="job"),
    path("jobs/<int:job>/file", job_views.file, name="job_file"),
    path("take-out/", views.page, name="take_out"),
    path("take-out/club.jsonl", views.whole, name="club_whole"),
    path("take-out/results.csv", views.results_file, name="club_results"),
]
