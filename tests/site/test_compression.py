"""Compression of pages by gzip, with random lengths; live streams are not compressed."""

import gzip
import http.client
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.test import Client

from tests.conftest import Server

from .cast import Cast

PHONE = {"Accept-Encoding": "gzip, deflate, br, zstd"}


@pytest.mark.django_db
def test_a_page_is_compressed_to_the_same_page() -> None:
    page, plain = Client().get("/", headers=PHONE), Client().get("/")
    assert page["Content-Encoding"] == "gzip"
    assert gzip.decompress(page.content) == plain.content
    assert int(page["Content-Length"]) == len(page.content) < len(plain.content)
    for answer in (page, plain):
        assert "Accept-Encoding" in answer["Vary"]


@contextmanager
def stream(server: Server, code: str) -> Iterator[http.client.HTTPResponse]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.request("GET", f"/t/{code}/watch?v=0", headers=PHONE)
    try:
        yield line.getresponse()
    finally:
        line.close()


def test_a_live_stream_is_sent_at_once_and_uncompressed(server: Server, cast: Cast) -> None:
    with stream(server, cast.table.code) as answer:
        assert answer.status == 200
        assert answer.getheader("Content-Encoding") is None
        assert answer.readline()
