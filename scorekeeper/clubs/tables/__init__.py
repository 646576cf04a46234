"""Tables started in a club, with its players, rules and season."""
