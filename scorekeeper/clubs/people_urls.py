"""Players: addresses below those of a club."""

from django.urls import path

from .views import forgetting, merging, names, players

urlpatterns = [
    path("", players.players, name="players"),
    path("new", players.new, name="new_player"),
    path("names/", names.unjoined, name="unjoined"),
    path("names/<int:seat>", names.seats, name="unjoined_name"),
    path("names/join", names.join, name="join_name"),
    path("names/mine", names.mine, name="claim_name"),
    path("claims/<int:claim>", merging.answer, name="answer_claim"),
    path("<int:player>/", players.player, name="player"),
    path("<int:player>/name", players.name, name="rename_player"),
    path("<int:player>/spelling", players.spelling, name="spelling"),
    path("<int:player>/shows", players.shows, name="shows_name"),
    path("<int:player>/merge", merging.merge, name="merge_player"),
    path("<int:player>/unmerge", merging.unmerge, name="unmerge_player"),
    path("<int:player>/claim", merging.claim, name="claim_player"),
    path("<int:player>/data.json", forgetting.as_json, name="data_of_player"),
    path("<int:player>/data.csv", forgetting.as_csv, name="csv_of_player"),
    path("<int:player>/forget", forgetting.forget, name="forget_player"),
    path("<int:player>/remember", forgetting.remember, name="remember_player"),
]
