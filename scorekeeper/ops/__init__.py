"""Operations: backups, health checks, the ``doctor`` command, and the commands that serve and clean up."""
