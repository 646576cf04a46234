from django.urls import path

from scorekeeper.clubs.tables import views

urlpatterns = [
    path("", views.games, name="start_at_club"),
    path("<slug:slug>/", views.start, name="start_in_club"),
    path("<str:code>/keep", views.keep_score, name="keep_at_club"),
]
