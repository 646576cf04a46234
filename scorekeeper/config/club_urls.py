"""URLs of clubs, below /c/."""

from django.urls import include, path

from scorekeeper.clubs.membership import views
from scorekeeper.history.exporting import views as exports
from scorekeeper.history.importing import roster_views
from scorekeeper.jobs.models import Job
from scorekeeper.nights import home_views, season_views

urlpatterns = [
    # Club codes have no lower-case letters, so none of them can be one of these words.
    path("new", views.create, name="found_club"),
    path("join", views.join, name="join_club"),
    path("season/<str:link>/", season_views.shared, name="shared_season"),
    path("<str:club>/", home_views.club, name="club"),
    path("<str:club>/", include("scorekeeper.clubs.membership.urls")),
    path("<str:club>/players/", include("scorekeeper.clubs.people.urls")),
    path("<str:club>/players/", include("scorekeeper.clubs.privacy.urls")),
    path("<str:club>/players/list", roster_views.add_people, name="add_people"),
    path(
        "<str:club>/players/<int:player>/data.json",
        exports.person,
        {"what": Job.Kind.PERSON},
        name="data_of_player",
    ),
    path(
        "<str:club>/players/<int:player>/data.csv",
        exports.person,
        {"what": Job.Kind.MATCHES},
        name="csv_of_player",
    ),
    path("<str:club>/tables/", include("scorekeeper.clubs.tables.urls")),
    path("<str:club>/rules/", include("scorekeeper.clubs.house_rules.urls")),
    path("<str:club>/history/", include("scorekeeper.history.urls")),
    path("<str:club>/history/", include("scorekeeper.history.exporting.urls")),
    path("<str:club>/history/", include("scorekeeper.history.importing.urls")),
    path("<str:club>/nights/", include("scorekeeper.nights.urls")),
    path("<str:club>/figures/", include("scorekeeper.figures.urls")),
]
