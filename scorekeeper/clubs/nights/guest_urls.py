"""What guests of a night open, below its code, and what programs fetch for a member of the club."""

from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs.nights import guest_views, subscriptions

urlpatterns = [
    # No night's code is written in small letters.
    path("member/<str:key>/nights.ics", subscriptions.nights_calendar, name="nights_calendar"),
    path(
        "member/<str:key>/results.xml",
        require_safe(never_cache(subscriptions.ResultsFeed())),
        name="results_feed",
    ),
    path("<str:code>/", guest_views.night, name="guest_night"),
    path("<str:code>/<int:present>/", guest_views.person, name="guest_person"),
    path("<str:code>/table/<int:number>", guest_views.card, name="guest_card"),
    path("<str:code>/result/<str:table>/<int:n>", guest_views.result, name="confirm_result"),
    path("<str:code>/table/<int:number>/call", guest_views.call, name="call_referee"),
]
