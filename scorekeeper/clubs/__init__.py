"""Clubs: members, players, privacy, house rules and the tables started in a club."""
