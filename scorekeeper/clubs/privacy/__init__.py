"""A person's data in a club: redaction and erasure."""
