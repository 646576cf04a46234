"""The addresses of clubs, below /c/. One module for each part of a club's life."""

from django.urls import include, path

from scorekeeper.clubs.membership import views
from scorekeeper.clubs.nights import season_views

urlpatterns = [
    # No club's code is written in small letters.
    path("new", views.found, name="found_club"),
    path("join", views.join, name="join_club"),
    path("season/<str:link>/", season_views.shared, name="shared_season"),
    path("<str:club>/", include("scorekeeper.clubs.membership.urls")),
    path("<str:club>/players/", include("scorekeeper.clubs.people.urls")),
    path("<str:club>/tables/", include("scorekeeper.clubs.tables.urls")),
    path("<str:club>/rules/", include("scorekeeper.clubs.house_rules.urls")),
    path("<str:club>/history/", include("scorekeeper.clubs.history.urls")),
    path("<str:club>/nights/", include("scorekeeper.clubs.nights.urls")),
    path("<str:club>/figures/", include("scorekeeper.clubs.figures.urls")),
]
