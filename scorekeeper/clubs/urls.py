"""The addresses of clubs, below /c/. One module for each part of a club's life."""

from django.urls import include, path

from .views import entering

urlpatterns = [
    # No club's code is written in small letters.
    path("new", entering.found, name="found_club"),
    path("join", entering.join, name="join_club"),
    path("<str:club>/", include("scorekeeper.clubs.club_urls")),
    path("<str:club>/players/", include("scorekeeper.clubs.people_urls")),
    path("<str:club>/tables/", include("scorekeeper.clubs.table_urls")),
    path("<str:club>/rules/", include("scorekeeper.clubs.house_urls")),
    path("<str:club>/history/", include("scorekeeper.clubs.history_urls")),
    path("<str:club>/nights/", include("scorekeeper.clubs.night_urls")),
    path("<str:club>/figures/", include("scorekeeper.clubs.figures_urls")),
]
