"""URLs of nights and seasons, below those of a club."""

from django.urls import path

from scorekeeper.nights import round_views, season_views, tonight_views, views

urlpatterns = [
    path("", views.nights, name="nights"),
    path("tonight", tonight_views.start, name="tonight"),
    path("new", views.new, name="new_night"),
    path("attendance", views.attendance_page, name="attendance"),
    path("new-address", views.renew_addresses, name="renew_addresses"),
    path("seasons/new", season_views.new, name="new_season"),
    path("seasons/<int:season>/", season_views.season, name="season"),
    path("seasons/<int:season>/change", season_views.change, name="change_season"),
    path("seasons/<int:season>/share", season_views.share, name="share_season"),
    path("seasons/<int:season>/end", season_views.end, name="end_season"),
    path("seasons/<int:season>/delete", season_views.delete, name="delete_season"),
    path("seasons/bring-back", season_views.bring_back, name="bring_back_season"),
    path("seasons/<int:season>/player/<int:player>/", season_views.player, name="season_player"),
    path("<int:night>/", views.night, name="night"),
    path("<int:night>/wall", views.wall, name="wall"),
    path("<int:night>/cards", views.cards, name="night_cards"),
    path("<int:night>/prizes", views.prizes, name="night_prizes"),
    path("<int:night>/player/<int:player>/", views.player, name="night_player"),
    path("<int:night>/sit/<int:table>", views.sit, name="sit"),
    path("<int:night>/change", views.change, name="change_night"),
    path("<int:night>/delete", views.delete, name="delete_night"),
    path("<int:night>/present", round_views.present, name="present"),
    path("<int:night>/draw", round_views.draw, name="draw"),
    path("<int:night>/take-back", round_views.take_back, name="take_back"),
    path("<int:night>/totals", round_views.totals, name="round_totals"),
    path("<int:night>/answer-call", round_views.answer_call, name="answer_call"),
    path("<int:night>/check-in", round_views.check_in, name="check_in"),
    path("<int:night>/clock", round_views.clock, name="clock"),
    path("<int:night>/end-round", round_views.end_round, name="end_round"),
    path("<int:night>/end", round_views.end, name="end_night"),
]
