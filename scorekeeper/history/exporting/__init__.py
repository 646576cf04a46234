"""Exports of a club, its results, or one person's data."""
