"""Hostile input: texts, bytes, URL parameters, headers and bodies."""

import random
from typing import Any
from urllib.parse import urljoin, urlsplit

# Texts that a browser, a template, a database or a spreadsheet could interpret.
TEXTS = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\x1b[2J",
    "\r\nSet-Cookie: sid=1",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<div hx-get=/evil hx-trigger=load>",
    "'; drop table tables_table; --",
    "{{ 7|add:7 }}{% url 'home' %}",
    "%s%n%(n)d{n}{0.__class__}",
    "../../../../etc/passwd",
    "%00%0d%0a",
    "javascript:alert(1)",
    "//evil.example/",
    "\u202etxt.exe",
    "\u2066\u200b\u200f\ufeff",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 20,
    "Ω\u0300" * 100,
    "\ufdfa" * 200,
    "A" * 5_000,
    "=1+1",
    "null",
    "true",
    "[]",
    '{"a": 1}',
    "__class__",
    "%",
    "%c",
    "100 %",
    "{",
    "{n} {}",
)
NUMBERS = (
    "-1",
    "0",
    "1",
    "1.5",
    "1/2",
    "1/0",
    "1e999",
    "NaN",
    "Infinity",
    "0x10",
    "١",
    "²",
    "+1",
    " 1",
    "1_000",
    "32768",
    "2147483648",
    "9223372036854775808",
    "9" * 30,
    "-" + "9" * 30,
    "9" * 4_301,
    "5-",
    "--5",
    "٣" * 30,
    "-" * 50,
)
# Invalid UTF-8 and invalid percent-encoding, put into a URL or a form as they are.
BYTES = ("%ED%A0%80", "%FF%FE", "%C0%80", "%", "%zz", "%F0%9F")

FIELDS = (
    "kind", "number", "rev", "key", "reason", "why", "before", "show", "start", "was",
    "preset", "shape", "first_dealer", "name.0", "name.99999", "since", "may", "secret", "language", "next",
    "settles", "hand", "as", "put", "q", "calls", "one", "option", "other", "apply", "whole", "same", "saved",
    "points.0", "points.0.n", "tricks.-1", "tricks.999999", "house-", "house-__class__", "a+b+c", "+", ".",
    "__class__", "csrfmiddlewaretoken", "bidder", "folded", "title",
    "name", "colour", "games", "role", "uses", "days", "player", "join", "page", "email",
    "login", "password", "password1", "code", "credential", "action_add",
)  # fmt: skip

HEADERS: dict[str, tuple[str, ...]] = {
    "HX-Request": ("true", "false", "<"),
    "HX-Request-Type": ("full", "partial", "\x7f"),
    "HX-Target": ("div#sheet", "]["),
    "If-None-Match": ('"x"', "W/", '"' * 200, "*", '"1.2.3.-.en"'),
    "If-Modified-Since": ("yesterday", "Mon, 99 Jan 9999 99:99:99 GMT"),
    "Accept-Language": ("fr", "xx-yy;q=9", "*" * 600, "en;q=1e999", "../../x"),
    # The readiness check (/readyz) stores an expired session with the key "readyz".
    "Cookie": (
        "phone=", "phone=" + "a" * 5_000, "phone=\x7f; sid=x", "django_language=../../etc", ";;;=;",
        "csrf=" + "z" * 32, "sid=" + "a" * 300, "sid=readyz",
    ),
    "Host": ("evil.example", "a b", "localhost:99999", "[::1", "localhost:x"),
    "Origin": ("null", "https://evil.example", "http://testserver"),
    "Referer": ("https://evil.example/", "x" * 3_000),
    "Range": ("bytes=0-0",),
    "X-Forwarded-Host": ("evil.example",),
    "X-Forwarded-For": ("' or 1=1",),
    "X-HTTP-Method-Override": ("DELETE",),
    "Sec-Fetch-Site": ("cross-site", "none", "?"),
}  # fmt: skip

_FORM = "application/x-www-form-urlencoded"
_MULTIPART = "multipart/form-data"
CONTENT_TYPES = (
    "application/json",
    *(f"{_FORM}; charset={name}" for name in ("utf-16", "idna", "hex", "\x00", "undefined", "")),
    f"{_MULTIPART}; charset=utf-16; boundary=x",
    *(f"{_MULTIPART}; boundary{end}" for end in ("=", "=é", '="x', "*=utf-16''%FF")),
    "text/plain; charset=utf-7",
    f"{_FORM}; charset=nosuch",
    _MULTIPART,
    f"{_MULTIPART}; boundary=" + "x" * 300,
    "",
    "a/b/c",
)
BODIES = (
    b"", b"\x00" * 100, b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n", b'{"a":' * 50_000,
    b"a=%ED%A0%80", b"&" * 1_000, b"[1e999, NaN]", b"=" * 3_000, b"a=1&" * 250, b"%" * 10_000,
    b"x" * 300_000,
)  # fmt: skip

_PART = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n%s\r\n%s\r\n--x--\r\n'
# The method, the Content-Type and the body.
MALFORMED_REQUESTS: tuple[tuple[str, str | None, bytes], ...] = (
    *(("POST", kind, body)
      for kind in CONTENT_TYPES for body in (b"", b"a=1&kind=deal", b"--x\r\n\r\n\r\n--x--")),
    *(("POST", _FORM, body) for body in BODIES),
    *(("POST", f"{_MULTIPART}; boundary=x", _PART % part) for part in (
        (b"kind", b"", b"a"),
        (b"kind", b"Content-Type: text/plain; charset=utf-16\r\n", b"a\x00"),
        (b"kind", b"Content-Transfer-Encoding: base64\r\n", b"!!!"),
        (b"file\x00", b"", b"\x00"),
        (b"file\"; filename=\"../../x", b"", b"\xff\xfe"),
    )),
    ("POST", None, b"a=1"),
    ("GET", _MULTIPART, b"a=1"),
    ("PUT", _MULTIPART, b"a=1"),
    ("OPTIONS", f"{_FORM}; charset=utf-16", b"a=1"),
)  # fmt: skip
# Percent-encoded values in place of a number or a code in a URL.
URL_VALUES = (
    "9" * 10, "9" * 30, "9" * 4_301, "-1", "%D9%A3", "0", "%00", "a%00", "%25c", "%", "%FF%FE", "A" * 300,
)  # fmt: skip
TOO_LONG = "9" * 30  # too large for any database
FIELD_VALUES = (
    TOO_LONG, "5-", "%c", "9" * 4_301, "--5", "a\x00b", "-", "100 %s", "{", "٣", "-1", "%", "99999", "1e9",
)  # fmt: skip


def leaves_site(target: str) -> bool:
    """Return True if a browser would follow this redirect to another site."""
    # Browsers drop spaces and control characters at both ends, drop tabs and line ends anywhere, and
    # read a backslash as a slash.
    parsed = target.strip("".join(map(chr, range(33)))).translate({9: None, 10: None, 13: None})
    try:
        url = urlsplit(urljoin("http://testserver/here/", parsed.replace("\\", "/")))
    except ValueError:
        return True
    return url.netloc != "testserver" or url.scheme != "http"


def text(rng: random.Random) -> str:
    return rng.choice(rng.choice((TEXTS, NUMBERS)))


def mutated(rng: random.Random, fields: dict[str, Any]) -> dict[str, list[str]]:
    """Return the form with a few fields omitted, doubled, misnamed or filled with hostile text."""
    form = {
        name: [str(item) for item in (value if isinstance(value, list) else [value])]
        for name, value in fields.items()
    }
    for _ in range(rng.randint(0, 3)):
        name = rng.choice([*form, *FIELDS]) if rng.random() < 0.7 and form else rng.choice(FIELDS)
        match rng.randrange(4):
            case 0:
                form.pop(name, None)
            case 1:
                form.setdefault(name, []).append(text(rng))
            case 2:
                form[name] = [text(rng)] * rng.randint(1, 70)
            case 3:
                form[name] = [text(rng)]
    return form
