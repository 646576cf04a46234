"""The cache: bounded in size, least recently used out first."""

import pytest

from scorekeeper.sheet import cache


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()
    yield
    cache.clear()


def test_the_value_used_least_recently_is_dropped(monkeypatch):
    monkeypatch.setattr(cache, "CAPACITY", 3_000)
    for key in ("first", "second", "third", "third"):  # a value that is replaced counts once
        cache.put(key, key, 1_000)
    assert cache.get("first") == "first"
    cache.put("fourth", "fourth", 1_000)
    assert [cache.get(key) for key in ("first", "second", "third", "fourth")] == [
        "first",
        None,
        "third",
        "fourth",
    ]
    cache.get_or_make("large", lambda: "x" * 2_500)
    assert cache.get("first") is None
