"""https in front of a site of a test, with a certificate of its own: what a deployed site always has.

Bytes are passed on as they are, so the phone itself says in a header that it came by https.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.conftest import Phone
from tests.reliability import site

# For new_phone(): the certificate is nobody's, and the site believes the scheme from this machine.
PHONE = {"ignore_https_errors": True, "extra_http_headers": {"X-Forwarded-Proto": "https"}}


def certificate(folder: Path) -> Path:
    """A file with a key and a certificate for localhost."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name(())
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now).not_valid_after(now + datetime.timedelta(days=2))
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    signed = made.add_extension(names, critical=True).sign(key, hashes.SHA256())
    pem, none = serialization.Encoding.PEM, serialization.NoEncryption()
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, none)
    file = folder / "localhost.pem"
    file.write_bytes(secret + signed.public_bytes(pem))
    return file


@contextlib.contextmanager
def in_front_of(behind: int, port: int, folder: Path) -> Iterator[None]:
    """Serve https://localhost:``port`` from the site at another port of this machine."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    loop, ready, stop = asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ssl.SSLError):
            while some := await reader.read(65536):
                writer.write(some)
                await writer.drain()
        writer.close()

    async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", behind)
        # Cut at the end, it ends like any other: asyncio would log each that was cancelled.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(pipe(reader, there[1]), pipe(there[0], writer))

    async def serve() -> None:
        server = await asyncio.start_server(passed_on, "127.0.0.1", port, ssl=context)
        ready.set()
        await stop.wait()
        server.close()
        # What the phone still holds open is cut: the site behind it has ended.
        held = asyncio.all_tasks() - {asyncio.current_task()}
        for one in held:
            one.cancel()
        await asyncio.gather(*held, return_exceptions=True)

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(20), "nobody serves https"
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(20)


@contextlib.contextmanager
def deployed(folder: Path) -> Iterator[str]:
    """The address of a deployed site of its own, on which there is nothing yet; it mails nothing."""
    port = site.free_port()
    url = f"https://localhost:{port}"
    said = {"SITE_URL": url, "SECRET_KEY": "a secret of this test " * 4, "EMAIL_URL": ""}
    with site.running(**said) as running, in_front_of(running.port, port, folder):
        yield url


def forgive(phone: Phone) -> None:
    """This is no other host, though not the other tests' server; and of a 403 a browser always complains."""
    asked = f"asked another host: {phone.url}"
    phone.complaints[:] = [one for one in phone.complaints if not one.startswith(asked) and "403" not in one]
