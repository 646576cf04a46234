"""The players of a club, and the names that they have at tables."""
