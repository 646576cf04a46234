"""Tables of a club: addresses below those of a club."""

from django.urls import path

from .views import tables

urlpatterns = [
    path("", tables.games, name="start_at_club"),
    path("<slug:slug>/", tables.start, name="start_in_club"),
    path("<str:code>/keep", tables.keep, name="keep_at_club"),
]
