"""URLs of the site."""

from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from scorekeeper.library.views import desk, rulings
from scorekeeper.ops import views
from scorekeeper.tables import engine_zip
from scorekeeper.tables.views import joining, offline, own_games, starting
from scorekeeper.web import pwa

handler403 = "scorekeeper.ops.views.forbidden"

urlpatterns = [
    path("", starting.home, name="home"),
    path("play/<slug:slug>/", starting.start, name="start"),
    path("join/", joining.join_table, name="join_table"),
    path("earlier/", starting.earlier, name="earlier"),
    path("alone", offline.alone, name="alone"),
    path("own/<str:code>/", own_games.own_game, name="own_game"),
    path("own/<str:code>/forget", own_games.delete, name="forget_game"),
    path("games/", include("scorekeeper.library.urls")),
    path("referee/", desk.front, name="referee"),
    path("r/<str:code>/", rulings.ruling, name="ruling"),
    path("r/<str:code>/precedent", rulings.precedent, name="precedent"),
    path("c/", include("scorekeeper.config.club_urls")),
    path("n/", include("scorekeeper.nights.guest_urls")),
    path("account/", include("scorekeeper.accounts.urls")),
    path("engine/<slug:slug>-<str:hash>.zip", engine_zip.serve, name="engine_zip"),
    path("service-worker.js", pwa.service_worker, name="service_worker"),
    path("offline", pwa.offline, name="offline"),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("privacy", views.privacy, name="privacy"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("metrics", views.metrics_text, name="metrics"),
    path("t/<str:code>/m/<int:n>/", include("scorekeeper.library.table_urls")),
    path("t/<str:code>/", include("scorekeeper.tables.urls")),
    *views.contact_urls(),
    # Django's view also accepts GET; a GET must not change anything.
    path("i18n/setlang/", require_POST(set_language), name="set_language"),
]
