"""Ratings, statistics and records, derived from the history."""
