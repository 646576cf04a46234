"""URLs of a night's pages for guests, which start with the night's code, and of members' calendars."""

from django.urls import path

from scorekeeper.nights import guest_views, subscriptions

urlpatterns = [
    # Codes have no lower-case letters, so "member" cannot be one.
    path("member/<str:key>/nights.ics", subscriptions.nights_calendar, name="nights_calendar"),
    path("<str:code>/", guest_views.night, name="guest_night"),
    path("<str:code>/<int:present>/", guest_views.night, name="guest_person"),
    path("<str:code>/table/<int:number>", guest_views.card, name="guest_card"),
    path("<str:code>/result/<str:table>/<int:n>", guest_views.result, name="confirm_result"),
    path("<str:code>/table/<int:number>/call", guest_views.call, name="call_referee"),
]
