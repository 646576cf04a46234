"""A night of several tables: who meets whom, by which clock, and what comes of it."""
