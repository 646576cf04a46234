"""The addresses of the site."""

from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from scorekeeper.library.views import desk, rulings
from scorekeeper.tables.views import (
    own_games,
    starting,
)

from . import views

handler403 = "scorekeeper.views.refused"

urlpatterns = [
    path("", starting.home, name="home"),
    path("play/<slug:slug>/", starting.start, name="start"),
    path("own/<str:code>/", own_games.own_game, name="own_game"),
    path("own/<str:code>/forget", own_games.forget, name="forget_game"),
    path("games/", include("scorekeeper.library.urls")),
    path("referee/", desk.front, name="referee"),
    path("r/<str:code>/", rulings.ruling, name="ruling"),
    path("r/<str:code>/precedent", rulings.precedent, name="precedent"),
    path("c/", include("scorekeeper.clubs.urls")),
    path("account/", include("scorekeeper.accounts.urls")),
    path("privacy", views.privacy, name="privacy"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("t/<str:code>/m/<int:n>/", include("scorekeeper.library.table_urls")),
    path("t/<str:code>/", include("scorekeeper.tables.urls")),
    *views.contact(),
    # Django's own answers a GET with a redirection; we change nothing by one, nor go anywhere.
    path("i18n/setlang/", require_POST(set_language), name="set_language"),
]
