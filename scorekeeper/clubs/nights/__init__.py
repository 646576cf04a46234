"""Nights of several tables and seasons: who is there, who meets whom, how all stand."""
