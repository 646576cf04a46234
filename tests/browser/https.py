"""An https proxy with its own certificate in front of a test site.

Bytes are passed on unchanged, so the phone itself sends the header X-Forwarded-Proto.
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
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now).not_valid_after(now + datetime.timedelta(days=2))
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    signed = builder.add_extension(names, critical=True).sign(key, hashes.SHA256())
    pem, unencrypted = serialization.Encoding.PEM, serialization.NoEncryption()
    private_key = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, unencrypted)
    file = folder / "localhost.pem"
    file.write_bytes(private_key + signed.public_bytes(pem))
    return file


@contextlib.contextmanager
def https_proxy(site_port: int, port: int, folder: Path) -> Iterator[None]:
    """Serve https://localhost:``port`` from the site at another port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    loop, ready, stop = asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ssl.SSLError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_site, to_site = await asyncio.open_connection("127.0.0.1", site_port)
        # Suppress the cancellation at shutdown, which asyncio would log for each connection.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(pipe(reader, to_site), pipe(from_site, writer))

    async def serve() -> None:
        server = await asyncio.start_server(pass_on, "127.0.0.1", port, ssl=context)
        ready.set()
        await stop.wait()
        server.close()
        # Cut the phone's open connections: the site has stopped.
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(20), "the proxy did not start"
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
    settings = {"SITE_URL": url, "SECRET_KEY": "a secret of this test " * 4, "EMAIL_URL": ""}
    with site.running(**settings) as running, https_proxy(running.port, port, folder):
        yield url


def drop_own_site_complaints(phone: Phone) -> None:
    """Drop complaints about requests to the phone's own https site, and about status 403."""
    own = f"asked another host: {phone.url}"
    phone.complaints[:] = [
        text for text in phone.complaints if not text.startswith(own) and "403" not in text
    ]
