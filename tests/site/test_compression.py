"""Compression of pages by gzip; test_live.py checks that streams are not compressed."""

import gzip

import pytest


@pytest.mark.django_db
def test_page_is_compressed(client):
    page, plain = client.get("/", headers={"Accept-Encoding": "gzip, deflate, br, zstd"}), client.get("/")
    assert page["Content-Encoding"] == "gzip"
    assert gzip.decompress(page.content) == plain.content
    assert int(page["Content-Length"]) == len(page.content) < len(plain.content)
    for answer in (page, plain):
        assert "Accept-Encoding" in answer["Vary"]
