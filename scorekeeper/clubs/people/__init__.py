"""The players of a club: who they are, and which names at the tables are theirs."""
