from django.urls import path

from scorekeeper.history.exporting import views

urlpatterns = [
    path("jobs/<int:job>/", views.job, name="job"),
    path("jobs/<int:job>/file", views.file, name="job_file"),
    path("take-out/", views.export_page, name="take_out"),
    path("take-out/club.jsonl", views.club_file, name="club_whole"),
    path("take-out/results.csv", views.results_file, name="club_results"),
]
