"""Work that is done after the request that caused it: pending updates, and long jobs."""
