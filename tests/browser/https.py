"""An https proxy with its own certificate in front of a test site.

Bytes are passed on unchanged, so the phone itself sends the header that says it came by https.
"""

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

# Options for new_phone(): the certificate is self-signed, and the site trusts the header from localhost.
PHONE = {"ignore_https_errors": True, "extra_http_headers": {"X-Forwarded-Proto": "https"}}


def certificate(folder: Path) -> Path:
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
        # Suppress the cancellation at shutdown, which asyncio would log for each connection.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(pipe(reader, there[1]), pipe(there[0], writer))

    async def serve() -> None:
        server = await asyncio.start_server(passed_on, "127.0.0.1", port, ssl=context)
        ready.set()
        await stop.wait()
        server.close()
        # Cut the connections that the phone still holds: the site behind them has stopped.
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
    """Serve an empty deployed site without a mail server, and yield its https address."""
    port = site.free_port()
    url = f"https://localhost:{port}"
    said = {"SITE_URL": url, "SECRET_KEY": "a secret of this test " * 4, "EMAIL_URL": ""}
    with site.running(**said) as running, in_front_of(running.port, port, folder):
        yield url


def forgive(phone: Phone) -> None:
    """Drop complaints about requests to the phone's own https site, and about status 403."""
    asked = f"asked another host: {phone.url}"
    phone.complaints[:] = [one for one in phone.complaints if not one.startswith(asked) and "403" not in one]
