from django.urls import path

from scorekeeper.figures import views

urlpatterns = [
    path("", views.game, name="figures"),
    path("of/<slug:game>/", views.game, name="figures_game"),
    path("of/<slug:game>/ratings", views.ratings, name="figures_ratings"),
    path("players/<int:player>/", views.player, name="figures_player"),
    path("players/<int:player>/with/<int:other>/", views.pair, name="figures_two"),
]
