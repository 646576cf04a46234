from django.urls import path

from scorekeeper.clubs.house_rules import custom_views, views

urlpatterns = [
    path("", views.houses, name="houses"),
    path("new/<slug:slug>/", views.new, name="new_house"),
    path("at-our-club/", custom_views.customs, name="customs"),
    path("at-our-club/new/<slug:slug>/", custom_views.new, name="new_custom"),
    path("at-our-club/<int:custom>/end", custom_views.end, name="end_custom"),
    path("<int:house>/", views.house, name="house"),
    path("<int:house>/change", views.change, name="change_house"),
    path("<int:house>/end", views.end, name="end_house"),
    path("<int:house>/rulebook", views.house_rulebook, name="house_rulebook"),
    path("<int:house>/auction", views.auction, name="auction_by_house"),
    path("<int:house>/referee/<slug:question>/", views.ask, name="ask_by_house"),
]
