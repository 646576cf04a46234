"""A club's own house rules under a name, and what is settled "at our club"."""
