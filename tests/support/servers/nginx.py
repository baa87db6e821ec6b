"""The nginx of docs/web.md before a desk: its block as it stands there, with other names, ports and paths."""

import grp
import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from tests.support.servers.ports import free_ports, listens
from tests.support.waiting import eventually

_PAGE = Path(__file__).parents[3] / "docs" / "web.md"
_BLOCK = re.compile(r"^nginx:\n\n```nginx\n(.*?)^```", re.DOTALL | re.MULTILINE)
_CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
_AUTHORITY = """\
[ca]
default_ca = tests
[tests]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = DNS:{name}
"""
_CONFIG = """\
daemon off;
user {user} {group};
pid {folder}/nginx.pid;
error_log {folder}/start.log;
worker_processes 1;
events {{}}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{block}
}}
"""


class Site(Struct, frozen=True):
    """Where nginx answers and where it asks, and its folder with certificates and logs."""

    folder: Path
    port: int
    desk: int

    @property
    def url(self) -> str:
        """Where people find the desk."""
        return f"https://localhost:{self.port}"

    @property
    def authority(self) -> Path:
        """The certificate of whoever signed those of the site."""
        return self.folder / "authority.pem"

    @property
    def block(self) -> str:
        """The documented block, for this site."""
        found = _BLOCK.search(_PAGE.read_text(encoding="utf-8"))
        assert found, "docs/web.md shows no block for nginx"
        block = found[1]
        for documented, here in (
            ("listen 443", f"listen {self.port}"),
            ("server_name play.example.org", "server_name localhost"),
            ("/etc/letsencrypt/live/play.example.org", str(self.folder / "good")),
            ("/var/log/nginx", str(self.folder)),
            ("127.0.0.1:8080", f"127.0.0.1:{self.desk}"),
        ):
            assert documented in block, f"docs/web.md no longer says {documented}"
            block = block.replace(documented, here)
        return block

    @property
    def logged(self) -> str:
        """All that nginx has logged."""
        return "".join(path.read_text(encoding="utf-8") for path in self.folder.glob("*.log"))


def missing() -> str:
    """Return why nginx cannot run here, or an empty text."""
    absent = [name for name in ("nginx", "openssl") if _binary(name) is None]
    return f"needs {' and '.join(absent)} (Debian: nginx-light openssl)" if absent else ""


def site(folder: Path) -> Site:
    """Lay out a folder with certificates: ``good``, and those that are ``expired`` and for ``another`` name."""
    _openssl(
        folder, "req", "-x509", *_CURVE, "-days", "2", "-subj", "/CN=Tests", "-keyout", "key", "-out", "authority.pem"
    )
    (folder / "index.txt").touch()
    (folder / "serial").write_text("01", encoding="utf-8")
    _sign(folder, "good", "localhost", "20200101000000Z", "20991231000000Z")
    _sign(folder, "expired", "localhost", "20200101000000Z", "20210101000000Z")
    _sign(folder, "another", "other.test", "20200101000000Z", "20991231000000Z")
    return Site(folder, *free_ports(2))


def _sign(folder: Path, certificate: str, name: str, begin: str, end: str) -> None:
    """Make a certificate where certbot would have put it."""
    (folder / certificate).mkdir()
    (folder / "authority.conf").write_text(_AUTHORITY.format(name=name), encoding="utf-8")
    key, whole = f"{certificate}/privkey.pem", f"{certificate}/fullchain.pem"
    _openssl(folder, "req", *_CURVE, "-subj", f"/CN={certificate}", "-keyout", key, "-out", "request")
    signer = ("-config", "authority.conf", "-cert", "authority.pem", "-keyfile", "key")
    _openssl(
        folder,
        "ca",
        "-batch",
        "-notext",
        *signer,
        "-in",
        "request",
        "-startdate",
        begin,
        "-enddate",
        end,
        "-out",
        whole,
    )


@contextmanager
def running(site: Site, block: str) -> Iterator[None]:
    """Run nginx with a server block."""
    program, file = _binary("nginx"), site.folder / "nginx.conf"
    user, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(os.getegid()).gr_name
    file.write_text(_CONFIG.format(folder=site.folder, block=block, user=user, group=group), encoding="utf-8")
    with subprocess.Popen([program or "nginx", "-c", file], stderr=subprocess.DEVNULL) as process:  # noqa: S603 - a server of ours
        try:
            started = eventually(lambda: listens(site.port) or process.poll() is not None)
            assert started, "nginx does not listen"
            assert process.poll() is None, site.logged
            yield
        finally:
            process.terminate()


def _binary(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def _openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, cwd=folder, capture_output=True)  # noqa: S603, S607 - as above
