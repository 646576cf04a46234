"""Operations: backups, health checks, the doctor, and the commands that serve and clean up."""
