"""URLs of the library below a match. ``desk`` has the views of the referee."""

from django.urls import path

from .views import auctions, books, desk, irregularities, other_rules

urlpatterns = [
    path("auction", auctions.at_table, name="auction_at_table"),
    path("rulebook", books.at_table, name="rulebook_at_table"),
    path("house-sheet", books.house_sheet_at_table, name="house_sheet_at_table"),
    path("under", other_rules.show, name="other_rules"),
    path("wrong/", irregularities.choose_kind, name="irregularities"),
    path("wrong/<slug:kind>/", irregularities.choose_hand, name="irregularity"),
    path("referee/", desk.at_table, name="questions_at_table"),
    path("referee/<slug:question>/", desk.ask_at_table, name="ask_at_table"),
]
