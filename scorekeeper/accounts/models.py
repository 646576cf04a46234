"""The user model: an email address and a name. Rights come from club memberships."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone


class Users(BaseUserManager["User"]):
    """A user manager that ignores the case of email addresses."""

    def create_user(self, email: str, password: str | None = None, **kwargs: Any) -> User:
        user = self.model(email=email.strip().lower(), **kwargs)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, email: str | None) -> User:
        return self.get(email=(email or "").strip().lower())


class User(AbstractBaseUser):
    """A user. The name is shown on club pages."""

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
    def display_name(self) -> str:
        """Return the displayed name, never the full address."""
        return self.name or self.email.split("@")[0]
