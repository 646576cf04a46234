"""The library app: games, rulebooks, presets and worked examples."""

from django.apps import AppConfig


class Library(AppConfig):
    name = "scorekeeper.library"
    label = "library"
