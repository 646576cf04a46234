"""Settings, URLs, and the servers' entry points."""
