"""Imports of matches: a table of results, records, or a club's own export; each match is imported once."""
