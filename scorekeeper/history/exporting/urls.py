"""URLs of exports and jobs, below those of the history."""

from django.urls import path

from scorekeeper.history.exporting import job_views, views

urlpatterns = [
    path("jobs/<int:job>/", job_views.job, name="job"),
    path("jobs/<int:job>/file", job_views.file, name="job_file"),
    path("take-out/", views.page, name="take_out"),
    path("take-out/club.jsonl", views.whole, name="club_whole"),
    path("take-out/results.csv", views.results_file, name="club_results"),
]
