"""User accounts, for clubs; scoring needs none."""
