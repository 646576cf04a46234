"""The cache: bounded in size, least recently used out first."""

from collections.abc import Iterator

import pytest

from scorekeeper.sheet import cache


@pytest.fixture(autouse=True)
def empty() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def test_the_value_used_least_recently_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "CAPACITY", 3_000)
    for key in ("first", "second", "third"):
        cache.put(key, key, 1_000)
    assert cache.get("first") == "first"
    cache.put("fourth", "fourth", 1_000)
    assert cache.get("second") is None
    assert all(cache.get(key) == key for key in ("first", "third", "fourth"))


def test_large_values_make_room_for_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "CAPACITY", 10_000)
    for key in range(20):
        cache.get_or_make(key, lambda: "x" * 3_000)
    assert sum(cache.get(key) is not None for key in range(20)) == 2


def test_a_value_that_is_replaced_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "CAPACITY", 3_000)
    cache.put("kept", "kept", 1_000)
    for n in range(10):
        cache.put("again", n, 1_000)
    assert (cache.get("kept"), cache.get("again")) == ("kept", 9)
