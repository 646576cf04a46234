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
    # Returns the ids and roles of a user's memberships. When they change, an earlier password
    # reset link stops working.
    roles: Callable[[int], Sequence[tuple[int, str]]] = _none
    # Returns whether a user owns a club, which shortens the session.
    owns_club: Callable[[int], bool] = _no
    # Returns the clubs of which this user is the only owner. If the flag is True, it also locks the rows of
    # all clubs that the user owns, because the caller is about to delete the account.
    owned_alone: Callable[[Any, bool], Sequence[Any]] = _none
    # Called before an account is deleted, in the same transaction.
    before_delete: Callable[[Any], object] = _none


account_hooks = AccountHooks()
