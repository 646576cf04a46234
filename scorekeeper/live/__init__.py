"""Live streams of version numbers."""
