"""Clubs: members, histories, nights, ratings and statistics."""
