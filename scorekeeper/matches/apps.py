"""Matches: the log of every table, and the one way anything is written on it."""

from django.apps import AppConfig


class Matches(AppConfig):
    name = "scorekeeper.matches"
    # A stored name: the database's tables, its record of migrations and every foreign key say "tables".
    label = "tables"
