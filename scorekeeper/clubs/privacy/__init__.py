"""What a club holds about one person: taken along, redacted and erased."""
