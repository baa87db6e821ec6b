"""What is made once for a run (once for each worker, where tests run side by side): mail servers, and the wheel."""

import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.servers import mailservers
from tests.support.servers.mailservers import MailServers


@pytest.fixture(scope="session")
def running_mailservers() -> Iterator[MailServers]:
    """Start Dovecot and Postfix once, or skip with the reason."""
    if reason := mailservers.missing():
        pytest.skip(reason)
    # Not pytest's own folder: Unix sockets have a limit of about a hundred characters.
    with TemporaryDirectory(prefix="pbem-") as folder, mailservers.servers(Path(folder)) as servers:
        yield servers


@pytest.fixture
def mail_servers(running_mailservers: MailServers) -> MailServers:
    """Give the running servers with all mailboxes empty."""
    running_mailservers.empty()
    return running_mailservers


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive, and the wheel from what is in it."""
    folder = tmp_path_factory.mktemp("built")
    _build("sdist", folder, Path(__file__).parents[2])
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    (sources,) = (path for path in folder.iterdir() if path.is_dir())
    _build("wheel", folder, sources)
    return next(folder.glob("*.whl"))


def _build(target: str, folder: Path, sources: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    words = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), "-t", target]
    subprocess.run(words, cwd=sources, env=env, check=True, capture_output=True)  # noqa: S603 - our own
