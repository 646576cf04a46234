"""Tables, their matches, and the one way anything is written on a sheet."""

from django.apps import AppConfig


class Tables(AppConfig):
    name = "scorekeeper.tables"
    label = "tables"
