"""Nights and seasons: addresses below those of a club."""

from django.urls import path

from .views import evenings, gathering, nights, seasons

urlpatterns = [
    path("", nights.nights, name="nights"),
    path("new", nights.new, name="new_night"),
    path("seasons/new", seasons.new, name="new_season"),
    path("seasons/<int:season>/", seasons.season, name="season"),
    path("seasons/<int:season>/change", seasons.change, name="change_season"),
    path("seasons/<int:season>/end", seasons.end, name="end_season"),
    path("seasons/<int:season>/delete", seasons.delete, name="delete_season"),
    path("seasons/bring-back", seasons.bring_back, name="bring_back_season"),
    path("seasons/<int:season>/player/<int:player>/", seasons.player, name="season_player"),
    path("<int:night>/", evenings.night, name="night"),
    path("<int:night>/wall", evenings.wall, name="wall"),
    path("<int:night>/cards", evenings.cards, name="night_cards"),
    path("<int:night>/prizes", evenings.prizes, name="night_prizes"),
    path("<int:night>/player/<int:player>/", evenings.player, name="night_player"),
    path("<int:night>/sit/<int:table>", evenings.sit, name="sit"),
    path("<int:night>/change", nights.change, name="change_night"),
    path("<int:night>/delete", nights.delete, name="delete_night"),
    path("<int:night>/present", gathering.present, name="present"),
    path("<int:night>/draw", gathering.draw, name="draw"),
    path("<int:night>/take-back", gathering.take_back, name="take_back"),
    path("<int:night>/clock", gathering.clock, name="clock"),
    path("<int:night>/end-round", gathering.end_round, name="end_round"),
    path("<int:night>/end", gathering.end, name="end_night"),
]
