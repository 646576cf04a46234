"""The web site: tables, clubs and people. It names no game."""

RELEASE = "0.1.0"
