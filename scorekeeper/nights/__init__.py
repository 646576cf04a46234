"""Nights of several tables, and seasons: attendance, pairing, standings."""
