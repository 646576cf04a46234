"""Games, rulebooks, presets and worked examples, for reading."""

from django.apps import AppConfig


class Library(AppConfig):
    name = "scorekeeper.library"
    label = "library"
