"""Matches from a file: a table of results (CSV) or records, many at once, each only once."""
