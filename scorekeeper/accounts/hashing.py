"""Argon2id as OWASP advises: Django's own figures take 100 MB a login, a flood of which takes the machine."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """19 MiB, two passes, one lane: 24 ms here, and 20 logins at once are 400 MB."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
