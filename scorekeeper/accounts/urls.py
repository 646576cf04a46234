"""URLs of accounts, below /account/: our own pages first, then django-allauth's."""

from django.urls import include, path

from . import views

urlpatterns = [
    path("", views.account, name="account"),
    path("name/", views.name, name="account_name"),
    path("delete/", views.delete, name="delete_account"),
    path("email/", views.address, name="account_email"),
    path("sessions/", views.sessions, name="usersessions_list"),
    path("sessions/<int:session>/end", views.end_session, name="end_session"),
    path("password/reset/", views.reset, name="account_reset_password"),
    path("", include("scorekeeper.accounts.allauth_urls")),
]
