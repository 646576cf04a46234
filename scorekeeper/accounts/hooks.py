"""Hooks that the clubs app fills (``clubs/wiring.py``)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


def _none(*args: Any) -> Sequence[Any]:
    """Return an empty list (default hook)."""
    return []


def _no(*args: Any) -> bool:
    """Return False (default hook)."""
    return False


@dataclass
class AccountHooks:
    # Returns a user's memberships for the account page, each with its ``club``.
    memberships: Callable[[Any], Sequence[Any]] = _none
    # Returns the membership ids and roles that a password reset link depends on.
    roles: Callable[[int], Sequence[tuple[int, str]]] = _none
    # Returns whether a user owns a club, which shortens the session.
    owns_club: Callable[[int], bool] = _no
    # Returns the clubs that only this user owns. If the flag is True, the rows of all clubs that the
    # user owns are locked, for a deletion.
    owned_alone: Callable[[Any, bool], Sequence[Any]] = _none
    # Called before an account is deleted, in the same transaction.
    before_delete: Callable[[Any], object] = _none


account_hooks = AccountHooks()
