"""A user is an e-mail address and a name; whatever a user may do is said by the clubs."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone


class Users(BaseUserManager["User"]):
    """Makes users; an address is one address however it is written."""

    def create_user(self, email: str, password: str | None = None, **more: Any) -> User:
        user = self.model(email=email.strip().lower(), **more)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, email: str | None) -> User:
        return self.get(email=(email or "").strip().lower())


class User(AbstractBaseUser):
    """Somebody who signs in. The name is what the clubs' pages call them."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=40, blank=True)
    is_active = models.BooleanField(default=True)
    joined = models.DateTimeField(default=timezone.now)

    objects = Users()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def shown(self) -> str:
        """What others read: the name, and never the address."""
        return self.name or self.email.split("@")[0]
