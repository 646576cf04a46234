"""Date formats that replace Django's, by language."""
