"""A club's named house rules, and its customs ("at our club")."""
