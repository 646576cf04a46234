"""The club itself: its members, invitations, settings and log."""
