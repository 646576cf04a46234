"""The club's own house rules, and what is so at this club: addresses below those of a club."""

from django.urls import path

from .views import customs, desk, houses

urlpatterns = [
    path("", houses.houses, name="houses"),
    path("new/<slug:slug>/", houses.new, name="new_house"),
    path("at-our-club/", customs.customs, name="customs"),
    path("at-our-club/new/<slug:slug>/", customs.new, name="new_custom"),
    path("at-our-club/<int:custom>/end", customs.end, name="end_custom"),
    path("<int:house>/", houses.house, name="house"),
    path("<int:house>/change", houses.change, name="change_house"),
    path("<int:house>/end", houses.end, name="end_house"),
    path("<int:house>/rulebook", houses.book, name="house_rulebook"),
    path("<int:house>/auction", desk.auction, name="auction_by_house"),
    path("<int:house>/referee/<slug:question>/", desk.ask, name="ask_by_house"),
]
