"""The players of a club, and which names at the tables are theirs."""
