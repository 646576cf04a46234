"""The web site: tables, clubs and people. Its code names no game."""

RELEASE = "0.1.0"
