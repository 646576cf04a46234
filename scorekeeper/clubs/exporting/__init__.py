"""A club, its results or a person's data, written to a file to be taken along."""
