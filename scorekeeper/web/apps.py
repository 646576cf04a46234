"""The web app. Its label is "scorekeeper", because the limits' migration is recorded under that label."""

from django.apps import AppConfig


class Web(AppConfig):
    name = "scorekeeper.web"
    label = "scorekeeper"
    verbose_name = "Scorekeeper"
