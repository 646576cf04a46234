"""Ratings and statistics: addresses below those of a club."""

from django.urls import path

from .views import figures

urlpatterns = [
    path("", figures.club, name="figures"),
    path("of/<slug:game>/", figures.game, name="figures_game"),
    path("of/<slug:game>/ratings", figures.ratings, name="figures_ratings"),
    path("players/<int:player>/", figures.player, name="figures_player"),
    path("players/<int:player>/with/<int:other>/", figures.two, name="figures_two"),
]
