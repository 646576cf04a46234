"""Pages travel packed: by Brotli where the browser takes it, else by gzip; each time by another length."""

import gzip

import brotli  # type: ignore[import-untyped]
import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from scorekeeper.packing import PackingMiddleware

TEXT = b"Ann & Cy bid 8 hearts and made it. " * 40


def packed(accepts: str, **headers: str) -> HttpResponse:
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepts})
    return PackingMiddleware(lambda _: HttpResponse(TEXT, headers=headers))(request)


@pytest.mark.parametrize(
    ("accepts", "by"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0.5, gzip", "br"),
        ("gzip, br;q=0", "gzip"),
        ("gzip, br; q=0.0", "gzip"),
        ("gzip", "gzip"),
        ("", None),
    ],
)
def test_an_answer_is_packed_by_what_the_browser_takes(accepts: str, by: str | None) -> None:
    answer = packed(accepts)
    assert answer.get("Content-Encoding") == by
    assert answer["Vary"] == "Accept-Encoding"
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[by]
    assert unpack(answer.content) == TEXT
    assert by is None or int(answer["Content-Length"]) == len(answer.content) < len(TEXT)


def test_no_length_tells_what_is_in_an_answer() -> None:
    lengths = {len(answer.content) + len(answer["X-Padding"]) for answer in (packed("br") for _ in range(50))}
    assert len(lengths) > 10


def test_a_tag_that_says_every_byte_says_no_more_than_the_same_page() -> None:
    assert packed("br", ETag='"a"')["ETag"] == 'W/"a"'
    assert packed("br", ETag='W/"a"')["ETag"] == 'W/"a"'


def test_what_is_short_or_packed_already_goes_as_it_is() -> None:
    assert packed("br", **{"Content-Encoding": "zstd"}).content == TEXT
    request = RequestFactory().get("/", headers={"Accept-Encoding": "br"})
    assert "Content-Encoding" not in PackingMiddleware(lambda _: HttpResponse(b"short"))(request)


@pytest.mark.django_db
def test_a_page_is_the_same_page_packed() -> None:
    page, plain = Client().get("/", headers={"Accept-Encoding": "br"}), Client().get("/")
    assert page["Content-Encoding"] == "br"
    assert brotli.decompress(page.content) == plain.content
