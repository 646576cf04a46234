from django.urls import path

from scorekeeper.history import views

urlpatterns = [
    path("", views.history, name="history"),
    path("m/<int:match>/", views.match, name="club_match"),
    path("m/<int:match>/note", views.note, name="match_note"),
    path("m/<int:match>/correct", views.correct, name="match_correct"),
    path("print", views.print_list, name="history_print"),
]
