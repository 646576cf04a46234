"""Spreadsheets and CSV: read, parsed and written."""
