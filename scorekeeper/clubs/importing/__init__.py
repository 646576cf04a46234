"""Matches from a file: a table of results (CSV), records, or a club's own file; each match once."""
