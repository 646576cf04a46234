"""The web app. Its label is the site's, because the limits' table is stored under it."""

from django.apps import AppConfig


class Web(AppConfig):
    name = "scorekeeper.web"
    label = "scorekeeper"
    verbose_name = "Scorekeeper"
