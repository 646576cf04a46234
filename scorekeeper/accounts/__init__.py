"""People who sign in: for a club, never to keep score."""
