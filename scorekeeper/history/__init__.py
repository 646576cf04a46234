"""A club's history: played matches listed, searched and annotated."""
