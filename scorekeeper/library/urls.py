"""URLs of the library. ``desk`` has the views of the referee."""

from django.urls import path

from .views import auctions, books, desk

urlpatterns = [
    path("", books.shelf, name="shelf"),
    path("<slug:slug>/", books.rulebook, name="rulebook"),
    path("<slug:slug>/house-sheet", books.house_sheet, name="house_sheet"),
    path("<slug:slug>/auction", auctions.auction, name="auction"),
    path("<slug:slug>/referee/", desk.questions, name="questions"),
    path("<slug:slug>/referee/<slug:question>/", desk.ask, name="ask"),
]
