from django.urls import path

from scorekeeper.clubs.people import name_views, views

urlpatterns = [
    path("", views.players, name="players"),
    path("new", views.new, name="new_player"),
    path("names/", name_views.unlinked_names, name="unlinked_names"),
    path("names/<int:seat>", name_views.seats, name="unlinked_name"),
    path("names/join", name_views.link, name="link_name"),
    path("names/mine", name_views.claim, name="claim_name"),
    path("claims/<int:claim>", views.answer, name="answer_claim"),
    path("<int:player>/", views.player, name="player"),
    path("<int:player>/name", views.name, name="rename_player"),
    path("<int:player>/spelling", views.spelling, name="spelling"),
    path("<int:player>/merge", views.merge, name="merge_player"),
    path("<int:player>/unmerge", views.unmerge, name="unmerge_player"),
    path("<int:player>/claim", views.claim, name="claim_player"),
]
