"""A connection that cannot be protected: the operator reads why, and which setting to change."""

import asyncio
import errno
import shutil
import smtplib
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from imapclient.exceptions import LoginError
from structlog.testing import capture_logs

from moderator.transport.connections import NotKeptError, Server, Tls, TransportError, server_words, tls_fault
from moderator.transport.embedded import MailWorld
from moderator.transport.imap import ImapMailbox, ImapSettings
from moderator.transport.imap_watcher import ImapWatcher
from moderator.transport.smtp import SmtpPool, SmtpSettings
from tests.support.cases import every_case
from tests.support.waiting import eventually


def server(tls: Tls, port: int = 993) -> Server:
    """Return a server as an operator configured it."""
    return Server(host="mail.pbem.test", port=port, tls=tls)


def refused(code: int) -> ssl.SSLCertVerificationError:
    """Return the error of a certificate that OpenSSL refuses with a code of its own."""
    error = ssl.SSLCertVerificationError(1, "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed")
    error.verify_code = code
    return error


@every_case(
    ("error", "tls", "port", "said"),
    [
        (refused(62), Tls.TLS, 993, 'for another name: set host = "…" in [imap] to the name'),
        (refused(64), Tls.TLS, 993, "for another name"),
        (refused(10), Tls.TLS, 993, "has expired: renew it on the server"),
        (refused(9), Tls.TLS, 993, "set the clock of this machine"),
        (refused(18), Tls.TLS, 993, "SSL_CERT_FILE"),
        (refused(20), Tls.STARTTLS, 143, "SSL_CERT_FILE"),
        (ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number"), Tls.TLS, 143, 'tls = "starttls"'),
        (ssl.SSLError(1, "[SSL: UNSUPPORTED_PROTOCOL] unsupported"), Tls.TLS, 993, "TLS 1.2"),
        (ValueError("Server does not support STARTTLS capability"), Tls.STARTTLS, 143, "port = 993"),
        (TimeoutError("timed out"), Tls.STARTTLS, 993, 'tls = "tls"'),
    ],
)
def test_a_fault_of_tls_names_the_setting_to_change(error: Exception, tls: Tls, port: int, said: str) -> None:
    """It names the server and the table of the file, and at the end what the library said."""
    told = tls_fault("imap", server(tls, port), error)
    assert told.startswith(f"IMAP at mail.pbem.test:{port}: ")
    assert said in told
    assert told.endswith(f"({error})")


def test_a_fault_is_found_behind_the_error_that_a_library_makes_of_it() -> None:
    """Libraries wrap the errors of TLS."""
    wrapped = ConnectionError("Error connecting")
    wrapped.__cause__ = refused(10)
    assert "has expired" in tls_fault("smtp", server(Tls.TLS, 465), wrapped)


@every_case("error", [TimeoutError("timed out"), ConnectionRefusedError("refused"), ValueError("parse")])
def test_other_faults_are_not_explained_by_tls(error: Exception) -> None:
    """What has nothing to do with TLS is told as it was."""
    assert tls_fault("imap", server(Tls.TLS), error) == ""
    if not isinstance(error, TimeoutError):  # who waits for a server that waits for TLS is told so
        assert tls_fault("smtp", server(Tls.NONE, 25), error) == ""


def test_a_server_without_tls_is_told_plainly() -> None:
    """With the wrong kind of TLS both transports say what the server offers and what to write instead."""
    with MailWorld({"moderator": "modpw"}) as world:
        imap = ImapSettings(host="127.0.0.1", port=world.imap_port, tls=Tls.TLS, user="moderator", timeout=5)
        with pytest.raises(TransportError, match=r"IMAP at .* speaks no TLS from the start"):
            ImapMailbox(imap).probe()
        relay = SmtpSettings(host="127.0.0.1", port=world.smtp_port, tls=Tls.TLS, timeout=5)
        with pytest.raises(TransportError, match=r"SMTP at .* speaks no TLS from the start"):
            asyncio.run(probed(relay))
        relay = SmtpSettings(host="127.0.0.1", port=world.smtp_port, tls=Tls.STARTTLS, timeout=5)
        with pytest.raises(TransportError, match=r'SMTP at .* offers no STARTTLS .* on this machine, tls = "none"'):
            asyncio.run(probed(relay))


async def probed(relay: SmtpSettings) -> str:
    """Try a relay."""
    return await SmtpPool(relay).probe()


@contextmanager
def vouched_by_nobody(folder: Path) -> Iterator[int]:
    """Listen with a certificate that signs itself; give the port."""
    key, certificate = folder / "key.pem", folder / "cert.pem"
    made = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=x")
    openssl = shutil.which("openssl") or pytest.skip("needs openssl")
    command = [openssl, "req", *made, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - arguments of ours
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    def serve() -> None:
        try:
            while True:
                connection, _ = listener.accept()
                with connection, suppress(OSError):  # the other side hangs up, in whatever way
                    context.wrap_socket(connection, server_side=True).recv(1)
        except OSError:
            return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def assert_both_transports_tell(port: int, tls: Tls, timeout: float, imap: str, smtp: str) -> None:
    """See that neither transport reaches a server, and that each says why in words that match."""
    with pytest.raises(TransportError, match=imap):
        ImapMailbox(ImapSettings(host="127.0.0.1", port=port, tls=tls, user="moderator", timeout=timeout)).probe()
    with pytest.raises(TransportError, match=smtp):
        asyncio.run(probed(SmtpSettings(host="127.0.0.1", port=port, tls=tls, timeout=timeout)))


def test_no_protection_where_the_server_speaks_tls_is_told_plainly(tmp_path: Path) -> None:
    """Such a server waits for the client to speak first: the operator reads which key to set."""
    with vouched_by_nobody(tmp_path) as port:
        imap, smtp = (rf'{name.upper()} at .* set tls = "tls" in \[{name}\]' for name in ("imap", "smtp"))
        assert_both_transports_tell(port, Tls.NONE, 0.5, imap, smtp)


def test_a_host_that_is_not_known_and_a_port_where_nothing_listens_are_told_plainly() -> None:
    """Both transports name the key of the file."""
    unknown, deaf = ("mail.pbem.invalid", 993, "is not known: check host"), ("127.0.0.1", 1, "nothing listens")
    for host, port, why in (unknown, deaf):
        imap = ImapSettings(host=host, port=port, tls=Tls.TLS, user="moderator", timeout=5)
        with pytest.raises(TransportError, match=rf"IMAP at {host}:{port}: .*{why}.* in \[imap\]"):
            ImapMailbox(imap).probe()
        with pytest.raises(TransportError, match=rf"SMTP at {host}:{port}: .*{why}.* in \[smtp\]"):
            asyncio.run(probed(SmtpSettings(host=host, port=port, tls=Tls.TLS, timeout=5)))


def test_what_a_server_says_is_shown_as_text() -> None:
    """A library shows the server's answers as bytes."""
    said = server_words(LoginError("b'[AUTHENTICATIONFAILED] Authentication failed.'"))
    assert said == "[AUTHENTICATIONFAILED] Authentication failed."
    assert server_words(OSError(b"x")) == "x"


def test_a_folder_that_is_not_there_is_told_with_those_that_are() -> None:
    """The operator reads what may stand in the file instead."""
    with MailWorld({"moderator": "modpw"}) as world:
        imap = ImapSettings(
            host="127.0.0.1", port=world.imap_port, tls=Tls.NONE, user="moderator", password="modpw", folder="Games"
        )
        with pytest.raises(
            TransportError, match=r'there is no folder "Games": set folder in \[imap\] to one of .*INBOX'
        ):
            ImapMailbox(imap).probe()


@every_case("error", [OSError(errno.ENOSPC, "x"), RuntimeError("(sqlite3) database or disk is full")])
def test_a_full_disk_is_no_lost_mailbox(error: Exception) -> None:
    """The log says that the disk is full, the letter stays, and the mailbox still counts as reached."""
    with MailWorld({"moderator": "modpw"}) as world, capture_logs() as log:
        with smtplib.SMTP("127.0.0.1", world.smtp_port) as client:
            client.sendmail("ann@pbem.test", ["moderator@pbem.test"], "Subject: orders\r\n\r\nMOVE A B\r\n")
        imap = ImapSettings(host="127.0.0.1", port=world.imap_port, tls=Tls.NONE, user="moderator", password="modpw")
        with pytest.raises(NotKeptError, match="disk of this machine is full"):
            ImapMailbox(imap).drain(lambda letters: [error for _ in letters])
        watcher = ImapWatcher(imap, lambda letters: [error for _ in letters], lambda: None, first_pause=0.05)
        watcher.start()
        try:
            assert eventually(lambda: any(entry["event"] == "letters.not-kept" for entry in log))
            assert watcher.connected.is_set()
        finally:
            watcher.stop()
    assert not [entry for entry in log if entry["event"] == "imap.lost"]
    (first, *_) = [entry for entry in log if entry["event"] == "letters.not-kept"]
    assert first["log_level"] == "error"
    assert "disk of this machine is full" in first["error"]


def test_a_certificate_that_signs_itself_is_told_plainly(tmp_path: Path) -> None:
    """Both transports name what to set for a server of one's own."""
    with vouched_by_nobody(tmp_path) as port:
        told = r"nobody whom this machine trusts .* SSL_CERT_FILE"
        assert_both_transports_tell(port, Tls.TLS, 5, told, told)
