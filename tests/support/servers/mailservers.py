"""Real mail servers for tests: Dovecot and Postfix on loopback, in a folder and on ports of their own.

Everything that a story needs of a mail world stands in ``MailServers``, and the embedded world offers the same names
(``imap_port``, ``smtp_port``, ``users``), so a story runs on either.
"""

import base64
import hashlib
import hmac
import json
import os
import shutil
import signal
import smtplib
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from imapclient import IMAPClient
from msgspec import Struct
from msgspec.structs import replace

from moderator.transport.connections import Tls
from moderator.transport.imap import ImapSettings
from tests.support.servers.ports import free_ports

SETTINGS = Path(__file__).parents[2] / "real" / "settings"
USERS = {"moderator": "modpw", "ann": "annpw", "bob": "bobpw", "cat": "catpw", "gm": "gmpw"}
"""Local parts of pbem.test and their passwords."""

_PATIENCE = 60.0
_LIMITS = """\
mail_plugins = quota
protocol imap {{
  mail_plugins = quota imap_quota
}}
plugin {{
  quota = maildir:Letters
  quota_rule = *:storage={}K
  quota_grace = 0
}}
"""
_TOKEN_KEY = b"for the tokens of loopback test servers"


class MailServers(Struct, frozen=True):
    """Where the servers listen, and the folder in which they live; ``cert.pem`` there is their certificate."""

    imap_port: int
    imaps_port: int
    smtp_port: int
    folder: Path
    users: dict[str, str]

    def inbox(self, user: str) -> list[bytes]:
        """Return the letters in a user's INBOX, in the order of their arrival."""
        with self.client(user) as client:
            client.select_folder("INBOX", readonly=True)
            return [client.fetch([uid], ["BODY.PEEK[]"])[uid][b"BODY[]"] for uid in client.search()]

    def count(self, user: str, folder: str) -> int:
        """Return how many letters a folder of a user's holds."""
        with self.client(user) as client:
            if not client.folder_exists(folder):
                return 0
            return int(client.folder_status(folder, ["MESSAGES"])[b"MESSAGES"])

    def empty(self) -> None:
        """Forget all letters of all users, those on their way too."""
        self._await_delivery()
        for user in self.users:
            with self.client(user) as client:
                for _, _, name in client.list_folders():
                    client.select_folder(name)
                    found = client.search()
                    if found:
                        client.delete_messages(found, silent=True)
                        client.expunge()

    def _await_delivery(self) -> None:
        """Wait until Postfix has tried to deliver all that it has accepted, in the order in which letters pass."""
        until = time.monotonic() + _PATIENCE
        while any(any((self.folder / "queue" / name).iterdir()) for name in ("maildrop", "incoming", "active")):
            if time.monotonic() > until:
                raise TimeoutError("Postfix still has letters to deliver")
            time.sleep(0.02)

    def post(self, sender: str, to: str, raw: bytes) -> None:
        """Hand a letter to the relay as a player's program does."""
        with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=_PATIENCE) as client:
            client.sendmail(sender, [to], raw)

    def mailbox(self, **more: Any) -> ImapSettings:  # noqa: ANN401 - any settings
        """Return how the moderator's mailbox is read."""
        settings = ImapSettings(
            host="127.0.0.1",
            port=self.imap_port,
            tls=Tls.NONE,
            user="moderator@pbem.test",
            password=self.users["moderator"],
        )
        return replace(settings, **more)

    @contextmanager
    def client(self, user: str) -> Iterator[IMAPClient]:
        """Give a logged-in IMAP connection of a user's."""
        client = IMAPClient("127.0.0.1", port=self.imap_port, ssl=False, timeout=_PATIENCE)
        try:
            client.login(f"{user}@pbem.test", self.users[user])
            yield client
        finally:
            client.logout()

    def token(self, user: str, seconds: int = 600) -> str:
        """Return an access token for XOAUTH2 that is good for some time, or was so long ago."""
        now = int(time.time())
        said: dict[str, str | int] = {
            "sub": f"{user}@pbem.test",
            "iat": now - 3600,
            "nbf": now - 3600,
            "exp": now + seconds,
        }
        head = f"{_packed({'alg': 'HS256', 'typ': 'JWT'})}.{_packed(said)}"
        return f"{head}.{_base64(hmac.digest(_TOKEN_KEY, head.encode(), hashlib.sha256))}"

    @contextmanager
    def limited(self, kilobytes: int, capabilities: str = "") -> Iterator[None]:
        """Give each mailbox so much room alone for a while, and let the server tell only of some capabilities."""
        told = f"protocol imap {{\n  imap_capability = {capabilities}\n}}\n" if capabilities else ""
        (self.folder / "limits.conf").write_text(_LIMITS.format(kilobytes) + told)
        self.restart_dovecot()
        try:
            yield
        finally:
            (self.folder / "limits.conf").unlink()
            self.restart_dovecot()

    def restart_dovecot(self) -> None:
        """Cut every connection, stop Dovecot, and start it again on the same port."""
        _run("doveadm", "-c", str(self.folder / "dovecot.conf"), "kick", "*", check=False)
        _stop_dovecot(self.folder)
        _start_dovecot(self.folder, self.imap_port)


def _packed(facts: Mapping[str, str | int]) -> str:
    return _base64(json.dumps(facts).encode())


def _base64(data: bytes) -> str:
    """Return what RFC 7515 makes of bytes."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def missing() -> str:
    """Return why the real servers cannot run here, or an empty text."""
    absent = [name for name in ("dovecot", "postfix", "openssl") if _binary(name) is None]
    if absent:
        return f"needs {' and '.join(absent)} (Debian: dovecot-imapd dovecot-lmtpd postfix openssl)"
    if os.geteuid() != 0:
        return "Dovecot and Postfix must be started by root"
    return ""


@contextmanager
def servers(folder: Path) -> Iterator[MailServers]:
    """Start Dovecot and Postfix in an empty folder; stop them at the end."""
    imap, imaps, lmtp, smtp, auth = free_ports(5)
    ports = {"IMAP": imap, "IMAPS": imaps, "LMTP": lmtp, "SMTP": smtp, "AUTH": auth}
    _write(folder, {"DIR": str(folder), **{name: str(port) for name, port in ports.items()}})
    try:
        _start_dovecot(folder, imap)
        _run("postfix", "-c", str(folder / "etc"), "start")
        _wait_for(smtp)
        yield MailServers(imap, imaps, smtp, folder, USERS)
    finally:
        _run("postfix", "-c", str(folder / "etc"), "stop", check=False)
        _stop_dovecot(folder)


def _binary(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def _write(folder: Path, names: dict[str, str]) -> None:
    """Lay out the folder: settings filled in, users, and directories with the owners that the servers insist on."""
    for parent in (folder, *folder.parents):
        if not parent.stat().st_mode & 0o005:
            parent.chmod(parent.stat().st_mode | 0o055)
    for name in ("run", "state", "mail", "etc", "queue", "data"):
        (folder / name).mkdir()
    for name in ("run", "state", "mail"):
        shutil.chown(folder / name, "nobody", "nogroup")
    shutil.chown(folder / "data", "postfix")
    for template, target in (
        ("dovecot.conf", "dovecot.conf"),
        ("oauth2.conf", "oauth2.conf"),
        ("main.cf", "etc/main.cf"),
        ("master.cf", "etc/master.cf"),
    ):
        text = (SETTINGS / f"{template}.in").read_text()
        for name, value in names.items():
            text = text.replace(f"@{name}@", value)
        (folder / target).write_text(text)
    key = folder / "keys" / "default" / "HS256" / "default"
    key.parent.mkdir(parents=True)
    key.write_bytes(base64.b64encode(_TOKEN_KEY))
    _make_certificate(folder)
    people = [f"{user}@pbem.test" for user in USERS]
    passwords = [f"{{PLAIN}}{password}" for password in USERS.values()]
    rows = [f"{who}:{password}::::\n" for who, password in zip(people, passwords, strict=True)]
    (folder / "users").write_text("".join(rows))
    (folder / "etc" / "boxes").write_text("".join(f"{who} x\n" for who in people))


def _make_certificate(folder: Path) -> None:
    """Make a certificate for this machine that signs itself."""
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    key, certificate = str(folder / "key.pem"), str(folder / "cert.pem")
    made = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    _run("openssl", "req", *made, "-subj", "/CN=localhost", "-addext", names, "-keyout", key, "-out", certificate)


def _start_dovecot(folder: Path, port: int) -> None:
    _run("dovecot", "-c", str(folder / "dovecot.conf"))
    _wait_for(port)


def _stop_dovecot(folder: Path) -> None:
    """End Dovecot by the process id that it wrote, and wait until it and its children are gone.

    A child that outlives the master still accepts connections on the port that the next one opens, and drops them.
    """
    pid_file = folder / "run" / "master.pid"
    if not pid_file.exists():
        return
    pid = int(pid_file.read_text())
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    os.kill(pid, signal.SIGTERM)
    until = time.monotonic() + _PATIENCE
    while any(_runs(each) for each in (str(pid), *children)) and time.monotonic() < until:
        time.sleep(0.05)


def _runs(pid: str) -> bool:
    """Tell whether a process is there and has not ended yet, which one that nobody waits for has."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def _wait_for(port: int) -> None:
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
                connection.settimeout(_PATIENCE)
                if connection.recv(10):
                    return
        except OSError:
            if time.monotonic() > until:
                raise
        time.sleep(0.05)


def _run(name: str, *arguments: str, check: bool = True) -> None:
    # No pipes: the daemons would hold them open, and we would wait for their end.
    subprocess.run(  # noqa: S603 - servers of ours with arguments of ours
        [_binary(name) or name, *arguments],
        check=check,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=_PATIENCE,
    )
