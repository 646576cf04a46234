"""URLs of privacy pages, below those of a club's players."""

from django.urls import path

from scorekeeper.clubs.privacy import views

urlpatterns = [path("<int:player>/forget", views.forget, name="forget_player")]
