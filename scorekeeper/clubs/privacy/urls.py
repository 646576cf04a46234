from django.urls import path

from scorekeeper.clubs.privacy import views

urlpatterns = [path("<int:player>/forget", views.forget, name="forget_player")]
