"""Clubs as a Django application."""

from django.apps import AppConfig


class Clubs(AppConfig):
    name = "scorekeeper.clubs"
    label = "clubs"
