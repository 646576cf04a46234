"""Middleware, limits, error responses and other code that every page uses."""
