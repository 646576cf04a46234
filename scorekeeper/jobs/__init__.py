"""Work done outside the request that caused it: pending statistics, and long jobs."""
